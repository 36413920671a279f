"""The examples in the README and the documentation: Python at a prompt, and programs."""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mahjong_fast

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAM = re.compile(r"^\$ (?:.* && )?python (examples/.*)\n((?:(?!\$ |```).*\n)+)", re.MULTILINE)
"""A command that runs an example, and what it prints."""


def programs():
    for page in PAGES:
        for command, output in PROGRAM.findall(page.read_text(encoding="utf-8")):
            yield pytest.param(command, output, id=f"{page.name}: {command}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    parser = doctest.DocTestParser()
    test = parser.get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    report = io.StringIO()
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=report.write)
    assert not failed, report.getvalue()


@pytest.mark.parametrize(("command", "output"), list(programs()))
def test_a_program_prints_what_the_page_shows(command, output):
    """`...` in the page stands for what differs from run to run."""
    installed = Path(mahjong_fast.__file__).parent.parent
    ran = subprocess.run(
        [sys.executable, *shlex.split(command)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(installed), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert doctest.OutputChecker().check_output(output, ran.stdout, doctest.ELLIPSIS), ran.stdout
