"""The examples in the docstrings of the public interface run and print the documented output."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["driver", "problem", "result", "settings", "store_protocol"])
def test_examples_in_docstrings_run(name):
    results = doctest.testmod(import_module(f"miai.search.{name}"))
    assert results.attempted > 0 and results.failed == 0
