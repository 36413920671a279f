"""The compiled extensions; everything else about the package is in pyproject.toml.

Environment switches:
  MAHJONG_FAST_PLAIN=1      leave out the SIMD fast paths
  MAHJONG_FAST_SANITIZE=1   build with AddressSanitizer and UndefinedBehaviorSanitizer
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
    "autotestdict": False,
    "auto_pickle": False,
}


# What is not a kernel is compiled for size: modules that make things ready, once, and those whose
# calls are mostly Python's.
SIZE_OF = {
    "-Os": (
        "_appraiser",
        "_assignment",
        "_bound",
        "_builder",
        "_choice",
        "_cyutility",
        "_readings",
        "_situation",
    ),
    "-O2": ("_evaluator", "_fans", "_forms", "_hand", "_reader", "_score", "_search", "_special"),
}


def optimization(module):
    if "-g0" not in compile_args:
        return []
    return next(([flag] for flag, modules in SIZE_OF.items() if module in modules), ["-O3"])


def switched_on(name):
    return os.environ.get(name, "0") not in ("", "0")


if sys.platform == "win32":
    compile_args = ["/O2"]
    link_args = []
elif switched_on("MAHJONG_FAST_SANITIZE"):
    compile_args = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link_args = ["-fsanitize=address,undefined"]
else:
    # No tables for unwinding: C without exceptions does not need them.
    compile_args = ["-g0", "-fno-asynchronous-unwind-tables"]
    link_args = ["-s"] if sys.platform == "linux" else []

macros = [("MAHJONG_FAST_PLAIN", "1")] if switched_on("MAHJONG_FAST_PLAIN") else []

# What Cython adds to each module that knows memoryviews is one module instead.
SHARED = "_cyutility"

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"mahjong_fast.{source.stem}",
                [source.as_posix()],
                include_dirs=["src"],
                define_macros=macros,
                extra_compile_args=compile_args + optimization(source.stem),
                extra_link_args=link_args,
            )
            for source in [*sorted(Path("src").glob("*.pyx")), Path("src", f"{SHARED}.c")]
        ],
        shared_utility_qualified_name=f"mahjong_fast.{SHARED}",
        include_path=["."],
        nthreads=os.cpu_count() if sys.platform == "linux" else 0,
        compiler_directives=DIRECTIVES,
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
