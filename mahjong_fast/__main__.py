"""Runs the command line: `python -m mahjong_fast`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
