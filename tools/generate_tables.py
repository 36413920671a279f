"""Writes standard_tables.h of the core: the look-up tables of hands of up to four groups.

    python tools/generate_tables.py [--check]

It needs the package's builder compiled (`pip install -e .`), which does not
depend on the header. The output is deterministic. With --check nothing is written, and the exit
status tells whether the header is what would be written.
"""

import argparse
import sys
from pathlib import Path

from mahjong_fast.core.tables.builder import TYPES, build

ROOT = Path(__file__).parent.parent
HEADER = ROOT / "src" / "mahjong_fast" / "core" / "tables" / "standard_tables.h"
GROUPS = 4
LINE = 120


def array(name, c_type, values):
    digits = ",".join(hex(value) if c_type == "uint64_t" else str(value) for value in values)
    lines = []
    start = 0
    while len(digits) - start > LINE:
        end = digits.rindex(",", start, start + LINE) + 1
        lines.append(digits[start:end])
        start = end
    lines.append(digits[start:])
    return f"static const {c_type} {name}[{len(values)}] = {{\n" + "\n".join(lines) + "\n};\n"


def header():
    sizes, tables = build(GROUPS)
    symbols = [f"standard_{name}" for name in tables]
    return "\n".join(
        [
            "/* The tables of hands of up to four groups, written by tools/generate_tables.py "
            "from\n   builder.pyx beside it, which tells their meaning. Do not edit. */\n"
            "#ifndef MAHJONG_FAST_STANDARD_TABLES_H\n"
            "#define MAHJONG_FAST_STANDARD_TABLES_H\n"
            "#include <stdint.h>\n",
            array("standard_sizes", "int", sizes),
            *(
                array(symbol, TYPES[name], values)
                for symbol, (name, values) in zip(symbols, tables.items(), strict=True)
            ),
            f"static const void *standard_tables[{len(symbols)}] = {{",
            ",\n".join(symbols),
            "};\n#endif\n",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if parser.parse_args().check:
        return HEADER.read_text() != header()
    HEADER.write_text(header())
    return 0


if __name__ == "__main__":
    sys.exit(main())
