"""The examples on the pages about genetics give what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

PAGES = sorted((Path(__file__).resolve().parent.parent.parent / "docs" / "genetics").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_give_what_they_show(page: Path) -> None:
    scope: dict[str, Any] = {}
    for number, block in enumerate(re.findall(r"```python\n(>>>.*?)```", page.read_text(), re.DOTALL)):
        example = doctest.DocTestParser().get_doctest(block, scope, f"{page.name}, block {number + 1}", str(page), 0)
        assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
        scope = example.globs
