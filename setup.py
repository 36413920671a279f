"""The compiled extensions; everything else about the package is in pyproject.toml.

Environment switches:
  MAHJONG_FAST_PLAIN=1      leave out the SIMD fast paths
  MAHJONG_FAST_SANITIZE=1   build with AddressSanitizer and UndefinedBehaviorSanitizer
"""

import os
import re
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = Path("src")

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

# What a module says in its first line, `# optimize: speed`. Kernels are compiled for speed; what
# makes things ready, once, or whose calls are mostly Python's, for size.
LEVELS = {"speed": "-O3", "balance": "-O2", "size": "-Os"}


def level_of(source):
    first = source.open(encoding="utf-8").readline()
    told = re.fullmatch(r"# optimize: (\w+)\n", first)
    if told is None or told[1] not in LEVELS:
        sys.exit(f"{source}: the first line must be `# optimize: ` and one of {', '.join(LEVELS)}")
    return LEVELS[told[1]]


def switched_on(name):
    return os.environ.get(name, "0") not in ("", "0")


def compile_args(level):
    if sys.platform == "win32":
        return ["/O2"]
    if switched_on("MAHJONG_FAST_SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        return ["-O1", "-g", *checks]
    # No tables for unwinding: C without exceptions does not need them.
    return ["-g0", "-fno-asynchronous-unwind-tables", level]


def link_args():
    if switched_on("MAHJONG_FAST_SANITIZE"):
        return ["-fsanitize=address,undefined"]
    return ["-s"] if sys.platform == "linux" else []


def extension(source, level):
    return Extension(
        ".".join(source.relative_to(SOURCES).with_suffix("").parts),
        [source.as_posix()],
        include_dirs=[(SOURCES / "mahjong_fast" / "core" / "tables").as_posix()],
        define_macros=[("MAHJONG_FAST_PLAIN", "1")] if switched_on("MAHJONG_FAST_PLAIN") else [],
        extra_compile_args=compile_args(level),
        extra_link_args=link_args(),
    )


# What Cython adds to each module that knows memoryviews is one module instead.
SHARED = SOURCES / "mahjong_fast" / "core" / "_cyutility.c"
MODULES = sorted(SOURCES.rglob("*.pyx"))

setup(
    ext_modules=cythonize(
        [extension(module, level_of(module)) for module in MODULES]
        + [extension(SHARED, LEVELS["size"])],
        shared_utility_qualified_name="mahjong_fast.core._cyutility",
        include_path=[SOURCES.as_posix()],
        nthreads=os.cpu_count() if sys.platform == "linux" else 0,
        compiler_directives=DIRECTIVES,
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
