from typing import final

@final
class Tables: ...
