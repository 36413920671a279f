"""Which module of the package takes from which: imports and cimports, read from the sources."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = "mahjong_fast"
SOURCES = {
    ROOT / PACKAGE: ROOT,
    ROOT / "src" / PACKAGE: ROOT / "src",
}

_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE)
_IMPORT = re.compile(rf"^[ \t]*c?import[ \t]+({PACKAGE}[\w.]*)", re.MULTILINE)
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n|\n)+", re.MULTILINE)
_TEXT = re.compile(r'"""(?:.|\n)*?"""')


def files():
    """Return the files of every module, declarations with them: module -> paths."""
    found = {}
    for folder, root in SOURCES.items():
        for path in sorted(folder.rglob("*.p*")):
            if path.suffix in (".py", ".pyx", ".pxd"):
                name = ".".join(path.relative_to(root).with_suffix("").parts)
                found.setdefault(name.removesuffix(".__init__"), []).append(path)
    return found


def taken(modules):
    """Return what each module takes from: module -> modules. What only types need is left out.

    An import in a function counts, since it is the same circle where it is one.
    """
    return {
        module: {name for path in paths for name in _taken_by(path, module, modules)} - {module}
        for module, paths in modules.items()
    }


def _taken_by(path, module, modules):
    source = _FOR_TYPES.sub("", _TEXT.sub("", path.read_text(encoding="utf-8")))
    for origin, names in _FROM.findall(source):
        base = _absolute(origin, module, path.stem == "__init__")
        if base is None:
            continue
        for name in re.sub(r"#[^\n]*", "", names).strip("()").split(","):
            name = name.split(" as ")[0].strip()
            yield f"{base}.{name}" if f"{base}.{name}" in modules else base
    for name in _IMPORT.findall(source):
        yield name


def _absolute(origin, module, is_package):
    if not origin.startswith("."):
        return origin if origin.partition(".")[0] == PACKAGE else None
    up = len(origin) - len(origin.lstrip(".")) - is_package
    parts = module.split(".")
    return ".".join([*parts[: len(parts) - up], *filter(None, [origin.lstrip(".")])])


def circles(graph):
    """Return the groups of modules that take from one another, sorted."""
    reached = {module: _reached(graph, module) for module in graph}
    groups = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in graph
        if module in reached[module]
    }
    return sorted(sorted(group) for group in groups)


def _reached(graph, start):
    seen = set()
    open_ = [start]
    while open_:
        for other in graph.get(open_.pop(), ()):
            if other not in seen:
                seen.add(other)
                open_.append(other)
    return seen
