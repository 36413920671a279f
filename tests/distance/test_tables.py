"""The generated tables are what their generator writes."""

import hashlib
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / "tools" / "generate_tables.py"
HEADER = ROOT / "src" / "standard_tables.h"

pytestmark = pytest.mark.skipif(
    not (GENERATOR.exists() and HEADER.exists()), reason="needs the source tree"
)


@pytest.fixture(scope="module")
def generate_tables():
    spec = importlib.util.spec_from_file_location("generate_tables", GENERATOR)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digest(text):
    """Compared instead of the texts: four megabytes of difference help nobody."""
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_header_is_what_the_generator_writes(generate_tables):
    assert digest(generate_tables.header()) == digest(HEADER.read_text(encoding="utf-8"))


def test_the_generator_is_deterministic(generate_tables):
    assert digest(generate_tables.header()) == digest(generate_tables.header())


def test_check_tells_a_changed_header(generate_tables, tmp_path, monkeypatch):
    changed = tmp_path / "standard_tables.h"
    text = HEADER.read_text(encoding="utf-8")
    changed.write_text(text.replace("1", "2", 1), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["generate_tables.py", "--check"])
    for header, differs in ((HEADER, False), (changed, True)):
        monkeypatch.setattr(generate_tables, "HEADER", header)
        assert bool(generate_tables.main()) is differs
    assert HEADER.read_text(encoding="utf-8") == text
