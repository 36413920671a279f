"""The examples in the README and the documentation: Python at a prompt, and programs."""

import doctest
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import mahjong_fast
from mahjong_fast import cli, rules

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAM = re.compile(r"^\$ (?:.* && )?python (examples/.*)\n((?:(?!\$ |```).*\n)+)", re.MULTILINE)
"""A command that runs an example, and what it prints."""

BLOCK = re.compile(r"^```(toml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ mahjong-fast (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A run of the package's command, and what it prints."""


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


def load(path):
    """Return a program as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_million_hands_are_timed_when_all_tables_are_built(monkeypatch):
    program = load(ROOT / "examples" / "million_hands.py")
    asked = []

    class Recorder:
        """An evaluator that takes down what it is asked of how many hands."""

        def __init__(self, name):
            self.evaluator = mahjong_fast.Evaluator(name)

        def __getattr__(self, name):
            ask = getattr(self.evaluator, name)

            def record(counts, wild):
                asked.append((name, len(counts)))
                return ask(counts, wild)

            record.__name__ = name
            return record

    package = types.SimpleNamespace(**{**vars(mahjong_fast), "Evaluator": Recorder})
    package.rules, package.unpack_mask = rules, mahjong_fast.unpack_mask
    monkeypatch.setattr(program, "mf", package)
    monkeypatch.setattr(sys, "argv", ["million_hands.py", "--hands", "50"])
    program.main()
    timed = [name for name, hands in asked if hands == 50]
    assert len(timed) == 5
    assert {name for name, hands in asked[: asked.index((timed[0], 50))] if hands == 1} == {*timed}


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_names_every_rule_set_and_those_that_score_nothing():
    text = " ".join(README.split())
    for name in rules.names():
        assert f"`{name}` {rules.get(name).title}" in text
    silent = [f"`{name}`" for name in rules.names() if rules.get(name).scoring is None]
    assert f"{', '.join(silent[:-1])} and {silent[-1]} have no fans" in text


def test_the_rules_in_the_readme_are_read():
    files = [text for language, text in BLOCK.findall(README) if language == "toml"]
    assert files
    for text in files:
        assert rules.from_dict(tomllib.loads(text)).title


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:\s]+)", text):
        assert (page.parent / target).exists(), target
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", text):
        linked = (page.parent / target if target else page).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)", linked, re.MULTILINE)
        assert anchor in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


RULES_PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_rules_page_prints_what_the_command_says_of_its_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for language, text in BLOCK.findall(RULES_PAGE):
        if language == "toml":
            Path("room.toml").write_text(text, encoding="utf-8")
            continue
        commands = COMMAND.findall(text)
        assert commands
        for arguments, expected in commands:
            status = cli.main(shlex.split(arguments))
            out, err = capsys.readouterr()
            assert status == bool(err)
            assert doctest.OutputChecker().check_output(expected, out + err, doctest.ELLIPSIS), err


def test_the_rules_page_ends_at_the_rule_set_of_the_package():
    files = [text for language, text in BLOCK.findall(RULES_PAGE) if language == "toml"]
    whole = next(text for text in files if "seven_star_wild" in text)
    shape = rules.get("nanchang").replace(scoring=None)
    assert rules.from_dict(tomllib.loads(whole)) == shape


def test_the_rules_page_has_every_form():
    for form in rules.FORMS:
        assert f"\n| `{form}` | " in RULES_PAGE


def test_the_generated_parts_of_pages_are_what_their_generator_writes(tmp_path):
    generator = load(ROOT / "tools" / "generate_docs.py")
    for path, parts in generator.PAGES.items():
        text = path.read_text(encoding="utf-8")
        assert generator.page(path) == text
        stale = tmp_path / path.name
        stale.write_text(text.replace("| `groups` |", "| `group` |"), encoding="utf-8")
        generator.PAGES = {**generator.PAGES, stale: parts}
        assert generator.page(stale) == text
