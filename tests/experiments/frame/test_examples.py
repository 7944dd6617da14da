"""The examples in the docstrings of the frame run."""

import doctest
import importlib

import pytest

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", ["declaration", "inline"])
def test_the_examples_in_docstrings_run(name):
    found = doctest.testmod(importlib.import_module(f"miai.experiments.frame.{name}"))
    assert found.attempted > 0 and found.failed == 0
