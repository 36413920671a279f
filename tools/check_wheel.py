"""Checks what a built wheel holds and how large it is: python tools/check_wheel.py WHEEL"""

import sys
from pathlib import Path
from zipfile import ZipFile

MOST_BYTES = 1_700_000
NEEDED = {".so": 15, ".pyi": 15, ".pxd": 15, ".toml": 3}
UNWANTED = {".c", ".h", ".pyx", ".html"}


def main():
    wheel = Path(sys.argv[1])
    suffixes = [Path(name).suffix.replace(".pyd", ".so") for name in ZipFile(wheel).namelist()]
    for suffix, fewest in NEEDED.items():
        if suffixes.count(suffix) < fewest:
            return f"{wheel.name}: {suffixes.count(suffix)} {suffix} files, not {fewest} or more"
    if unwanted := UNWANTED.intersection(suffixes):
        return f"{wheel.name} holds {', '.join(sorted(unwanted))} files"
    size = wheel.stat().st_size
    if size > MOST_BYTES:
        return f"{wheel.name} has {size} bytes, more than {MOST_BYTES}"
    print(f"{wheel.name}: {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
