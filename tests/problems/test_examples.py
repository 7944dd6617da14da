"""The examples in the docstrings of the problems run."""

import doctest
import importlib

import pytest

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", ["loading", "options", "pgame.game"])
def test_the_examples_in_docstrings_run(name):
    found = doctest.testmod(importlib.import_module(f"miai.problems.{name}"))
    assert found.attempted > 0 and found.failed == 0
