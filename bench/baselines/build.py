"""Compile the classics: `python -m bench.baselines.build`.

The extensions land beside their sources, the generated C in `build/`; git ignores both.
"""

import contextlib
import os
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": False,
}


def build():
    """Compile what is older than its source."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    with contextlib.chdir(ROOT):
        modules = cythonize(
            [
                Extension(
                    f"bench.baselines.{source.stem}",
                    [str(source.relative_to(ROOT))],
                    extra_compile_args=["/O2"] if os.name == "nt" else ["-O3", "-g0"],
                )
                for source in sorted(HERE.glob("*.pyx"))
            ],
            build_dir="build",
            compiler_directives=DIRECTIVES,
            quiet=True,
        )
        command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        command.inplace = True
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    build()
