"""docs/architecture.md against the sources: its floors, and the declarations that are installed."""

import re
import tomllib

import imports
import pytest

PAGE = (imports.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULES = imports.files()
TAKEN = imports.taken(MODULES)


def section(title):
    """Return the text of a section of the page."""
    return re.split(r"^## ", PAGE.split(f"\n## {title}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def module(name):
    """Return the module that the page calls so: `core/base/hand` or `mahjong_fast` itself."""
    return "mahjong_fast" if name == "mahjong_fast" else "mahjong_fast." + name.replace("/", ".")


def floors():
    """Return the modules of each floor, the lowest first: title -> modules."""
    return {
        part.partition("\n")[0]: [
            module(name) for name in re.findall(r"^\| `([\w/]+)` \|", part, re.MULTILINE)
        ]
        for part in section("Floors").split("\n### ")[1:]
    }


FLOORS = floors()


def test_every_module_has_its_place():
    listed = [name for modules in FLOORS.values() for name in modules]
    assert sorted(listed) == sorted(MODULES)


def test_no_module_takes_from_another_in_a_circle():
    assert imports.circles(TAKEN) == []


def test_circles_are_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert imports.circles(graph) == [["b", "c"]]


@pytest.mark.parametrize("floor", FLOORS)
def test_a_module_takes_from_its_floor_and_below(floor):
    titles = list(FLOORS)
    below = {name for title in titles[: titles.index(floor) + 1] for name in FLOORS[title]}
    if floor == "Reference":
        below = {*FLOORS["Reference"], "mahjong_fast.errors", *FLOORS["Rules"]}
    above = {name: sorted(TAKEN[name] - below) for name in FLOORS[floor] if TAKEN[name] - below}
    assert above == {}


def test_the_interface_is_what_is_installed():
    listed = set(re.findall(r"`((?:base|tables)/\w+)`", section("The C-level interface")))
    data = tomllib.loads((imports.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    installed = {
        f"{package.removeprefix('mahjong_fast.core.')}/{name.removesuffix('.pxd')}"
        for package, names in data["tool"]["setuptools"]["package-data"].items()
        for name in names
        if name.endswith(".pxd")
    }
    assert listed == installed


def test_the_interface_can_be_cimported():
    names = re.findall(r"`((?:base|tables)/\w+)`", section("The C-level interface"))
    installed = {module(f"core/{name}") for name in names}
    for name in installed:
        declared = {
            origin
            for path in MODULES[name]
            if path.suffix == ".pxd"
            for origin in imports.taken(MODULES | {name: [path]})[name]
        }
        assert declared <= installed, name
