"""The documentation is true: its Python runs, its links have targets, its settings are those of the code."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from miai.core.kernels import COMPILING
from tests import settings_page
from tests.core.processes import run_python

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
API = [
    target for page in sorted((ROOT / "docs" / "api").glob("*.md")) for target in re.findall(r"^::: (\S+)", page.read_text(), re.M)
]
"""The names that the API reference describes."""


def text_outside_of_code(page):
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.S)


@pytest.mark.parametrize("mode", ["0", "1"], ids=["compiled", "plain"])
def test_the_python_on_the_page_about_kernels_runs(tmp_path, mode):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "kernels.md").read_text(), re.S)
    assert len(blocks) > 5
    script = tmp_path / "page.py"
    visits = ["from miai.core.records import new_array", "counters = new_array(counter_t, 2)", "visit(counters, 1)"]
    checks = ["assert counters.hits.tolist() == [0, 1]", "assert count_full(counter, 5) == 1", "_call_each_kernel_once()"]
    script.write_text("\n".join([*blocks, *visits, *checks]))
    run_python(str(script), NUMBA_DISABLE_JIT=mode)


def is_file_or_notebook(target):
    """A page that MkDocs makes of a notebook has the notebook's name."""
    return target.exists() or target.with_suffix(".ipynb").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_has_a_target(page):
    links = re.findall(r"\]\(([^)#\s]+)", text_outside_of_code(page))
    broken = [link for link in links if not link.startswith("http") and not is_file_or_notebook(page.parent / link)]
    assert broken == []


@pytest.mark.skipif(not COMPILING, reason="too many simulations for plain Python")
@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "search").rglob("*.md")), ids=lambda page: page.name)
def test_the_examples_on_the_pages_about_the_search_print_what_they_show(page):
    scope = {}
    for number, block in enumerate(re.findall(r"```python\n(>>>.*?)```", page.read_text(), re.S)):
        example = doctest.DocTestParser().get_doctest(block, scope, f"{page.name}, block {number + 1}", str(page), 0)
        assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
        scope = example.globs


@pytest.mark.skipif(not COMPILING, reason="too many simulations for plain Python")
@pytest.mark.parametrize("target", API)
def test_the_examples_of_the_api_reference_print_what_they_show(target):
    module_name, _, name = target.rpartition(".")
    module = importlib.import_module(module_name)
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(getattr(module, name), name, module=module):
        assert runner.run(example).failed == 0


def test_the_page_of_settings_is_up_to_date():
    assert settings_page.PAGE.read_text() == settings_page.settings_page(), "run: python -m tests.settings_page"


def test_every_schema_of_settings_is_on_the_page():
    page = settings_page.PAGE.read_text()
    titles = [schema.title for schema in (*settings_page.MAIN_SCHEMAS, *settings_page.other_schemas())]
    assert "Genetics: SnpFilter" in titles  # found without being listed
    assert [title for title in titles if f"## {title}" not in page] == []


@pytest.mark.parametrize("page", settings_page.PAGES)
def test_a_setting_is_named_on_the_page_that_explains_it(page):
    text = (settings_page.PAGE.parent / page).read_text()
    assert [name for name in settings_page.PAGES[page].split() if f"`{name}`" not in text] == []


def test_the_map_of_folders_in_the_readme_is_complete():
    readme = (ROOT / "README.md").read_text()
    parts = [folder.parent.name for folder in (ROOT / "src" / "miai").glob("*/__init__.py")]
    assert [name for name in parts if f"(src/miai/{name})" not in readme] == []


def test_the_readme_begins_with_two_commands():
    assert re.findall(r"^\./dev \w+", (ROOT / "README.md").read_text(), re.M) == ["./dev start", "./dev check"]


def test_ci_runs_the_test_command_of_the_readme():
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "./dev check"
