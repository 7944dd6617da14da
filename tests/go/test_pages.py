"""The pages about Go: examples and tables are right."""

import doctest
import re
from pathlib import Path

import pytest

from miai.go.rules.rulesets import PRESETS

PAGES = Path(__file__).resolve().parents[2] / "docs" / "go"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_the_examples_on_the_page_are_right(page):
    scope = {}
    for number, block in enumerate(re.findall(r"```python\n(>>>.*?)```", page.read_text(), re.S)):
        example = doctest.DocTestParser().get_doctest(block, scope, f"{page.name}, block {number + 1}", str(page), 0)
        assert doctest.DocTestRunner().run(example).failed == 0


def test_the_table_of_presets_is_right():
    rows = re.findall(
        r"^\| `([\w-]+)` \| (area|territory) \| (.*?) \| (yes|no) \| ([\d.]+) \|", (PAGES / "rules.md").read_text(), re.M
    )
    said = {name: (counting, suicide == "yes", float(komi)) for name, counting, _, suicide, komi in rows}
    assert said == {name: (rules.counting, rules.suicide, rules.komi) for name, rules in PRESETS.items()}
    for name, _, ko, _, _ in rows:
        assert PRESETS[name].ko in ko
