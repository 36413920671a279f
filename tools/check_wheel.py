"""Checks what a built wheel holds and how large it is: python tools/check_wheel.py WHEEL"""

import sys
from pathlib import Path
from zipfile import ZipFile

MOST_BYTES = 1_500_000
ROOT = Path(__file__).parent.parent
INTERFACE = 11  # declarations for other Cython modules, as docs/architecture.md lists them
UNWANTED = {".c", ".h", ".pyx", ".html"}


def needed():
    """Return how many files of each suffix the sources ask for: one extension a module, ..."""
    modules = len(list(ROOT.glob("src/**/*.pyx")))
    return {
        ".so": modules + 1,  # and what Cython makes for all of them
        ".pyi": modules,
        ".pxd": INTERFACE,
        ".toml": len(list(ROOT.glob("mahjong_fast/rules/*.toml"))),
    }


def main():
    wheel = Path(sys.argv[1])
    suffixes = [Path(name).suffix.replace(".pyd", ".so") for name in ZipFile(wheel).namelist()]
    for suffix, number in needed().items():
        if suffixes.count(suffix) != number:
            return f"{wheel.name}: {suffixes.count(suffix)} {suffix} files, not {number}"
    if unwanted := UNWANTED.intersection(suffixes):
        return f"{wheel.name} holds {', '.join(sorted(unwanted))} files"
    size = wheel.stat().st_size
    if size > MOST_BYTES:
        return f"{wheel.name} has {size} bytes, more than {MOST_BYTES}"
    print(f"{wheel.name}: {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
