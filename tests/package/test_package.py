"""The package as it is installed: what importing it loads, and what lies beside its modules."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import mahjong_fast
import mahjong_fast.core

PACKAGE = Path(mahjong_fast.__file__).parent
CORE = Path(mahjong_fast.core.__file__).parent
EXTENSIONS = {
    path.relative_to(CORE).parent / path.name.partition(".")[0]
    for path in CORE.rglob("*")
    if path.name.endswith(tuple(EXTENSION_SUFFIXES)) and "_cyutility" not in path.name
}
"""But for the one that Cython makes for the others."""

INTERFACE = {
    *("base/bits", "base/hand", "base/signals", "base/types", "base/vocabulary"),
    *("tables/automaton", "tables/keys", "tables/layout", "tables/lookup"),
    *("tables/profile", "tables/shape"),
}
"""The declarations that other Cython modules may take in, as docs/architecture.md names them."""

IS_INSTALLED = CORE.parent == PACKAGE


def run(code):
    """Return what the code prints in a new interpreter, which imports this same package."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


def test_the_version_is_that_of_the_metadata():
    try:
        version = importlib.metadata.version("mahjong_fast")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("built in place, not installed")
    assert mahjong_fast.__version__ == version


@pytest.mark.parametrize("name", mahjong_fast.__all__)
def test_every_public_name_exists(name):
    assert getattr(mahjong_fast, name) is not None


def test_importing_loads_only_what_every_program_needs():
    loaded = run(
        "import sys; before = set(sys.modules); import mahjong_fast; "
        "print(*sorted(set(sys.modules) - before))"
    ).split()
    assert "mahjong_fast.core.evaluator" in loaded
    costly = {"numpy", "dataclasses", "difflib", "pathlib", "tomllib", "typing"}
    assert not (costly | {"mahjong_fast.reference", "mahjong_fast.rules"}) & set(loaded)


def test_scalar_questions_do_not_load_numpy():
    code = (
        "import sys, mahjong_fast as mf; "
        "mf.is_win('1189m*'); mf.discards('123m456p789sEE114s'); mf.readings([0] * 34, wild=2); "
        "print('numpy' in sys.modules)"
    )
    assert run(code).strip() == "False"


def test_sources_that_are_not_compiled_say_what_to_run(tmp_path):
    sources = tmp_path / "mahjong_fast"
    shutil.copytree(PACKAGE, sources, ignore=shutil.ignore_patterns("core", "__pycache__"))
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv[1])\n"
         "import mahjong_fast", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert "ImportError: these are the sources" in ran.stderr, ran.stderr
    assert "pip install -e ." in ran.stderr


def test_the_package_is_typed():
    assert (PACKAGE / "py.typed").exists()


def test_every_extension_is_found():
    assert len(EXTENSIONS) > 20


@pytest.mark.parametrize("extension", sorted(EXTENSIONS))
def test_an_extension_has_a_stub(extension):
    assert (CORE / extension).with_suffix(".pyi").exists()


@pytest.mark.skipif(not IS_INSTALLED, reason="the sources hold every declaration")
def test_the_declarations_of_the_interface_alone_are_installed():
    installed = {path.relative_to(CORE).with_suffix("") for path in CORE.rglob("*.pxd")}
    assert installed == {Path(name) for name in INTERFACE}


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="needs a free-threaded Python"
)
def test_importing_leaves_the_gil_disabled():
    assert run("import sys, mahjong_fast; print(sys._is_gil_enabled())").strip() == "False"


def test_the_file_of_the_standard_rules_says_what_the_defaults_are():
    path = PACKAGE / "rules" / "standard.toml"
    assert (
        mahjong_fast.rules.load(path) == mahjong_fast.Rules() == mahjong_fast.rules.get("standard")
    )
