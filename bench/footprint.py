"""What it costs to have the package: import time, memory, size on disk. Linux only."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from mahjong_fast import core

RUNS = 15
PROGRAM = """
import {before}
import time
def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1])
pages, start = resident(), time.perf_counter()
{measured}
print(time.perf_counter() - start, resident() - pages)
"""


def _cost(measured: str, before: str = "sys") -> tuple[float, float]:
    """Return the milliseconds and MiB that statements add to a new interpreter: the least seen."""
    program = PROGRAM.format(measured=measured, before=before)
    runs = [subprocess.check_output([sys.executable, "-c", program]).split() for _ in range(RUNS)]
    seconds = min(float(seconds) for seconds, _ in runs)
    pages = min(int(pages) for _, pages in runs)
    return seconds * 1e3, pages * resource.getpagesize() / 2**20


def footprint() -> dict[str, str]:
    """Return what was measured, by name, with its unit."""
    extensions = [
        path for path in Path(core.__file__).parent.rglob("*") if path.suffix in (".so", ".pyd")
    ]
    milliseconds, mib = _cost("import mahjong_fast")
    use = "import mahjong_fast, numpy; mahjong_fast.is_win_batch(numpy.zeros((1, 34), 'u1'), 2)"
    _, mib_in_use = _cost(use, before="numpy")
    return {
        "import, beyond the interpreter": f"{milliseconds:.1f} ms",
        "memory after import": f"{mib:.1f} MiB",
        "memory after a first batch, beyond numpy": f"{mib_in_use:.1f} MiB",
        "extensions on disk": f"{sum(path.stat().st_size for path in extensions) / 2**20:.1f} MiB",
    }
