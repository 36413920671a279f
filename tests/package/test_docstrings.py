"""The examples in the docstrings, of plain and compiled modules alike."""

import doctest
import importlib
import inspect
import io
import pkgutil

import pytest

import mahjong_fast


def modules():
    found = pkgutil.walk_packages(mahjong_fast.__path__, "mahjong_fast.")
    return [mahjong_fast, *(importlib.import_module(module.name) for module in found)]


def docstrings(module):
    """Yield name and docstring of the module, its functions and classes, and their members.

    `doctest.DocTestFinder` would pass over the properties of compiled classes.
    """
    yield module.__name__, module.__doc__
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) == module.__name__:
            yield f"{module.__name__}.{name}", value.__doc__
            if inspect.isclass(value):
                for member, attribute in vars(value).items():
                    yield f"{module.__name__}.{name}.{member}", attribute.__doc__


def examples():
    parser = doctest.DocTestParser()
    for module in modules():
        for name, text in docstrings(module):
            test = parser.get_doctest(text or "", vars(module).copy(), name, module.__file__, 0)
            if test.examples:
                yield pytest.param(test, id=name)


@pytest.mark.parametrize("test", list(examples()))
def test_the_examples_of_a_docstring(test):
    report = io.StringIO()
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=report.write, clear_globs=False)
    assert not failed, report.getvalue()
