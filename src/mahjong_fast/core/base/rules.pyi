FORMS: tuple[str, ...]
