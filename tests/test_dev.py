"""The script `dev`: its steps, its installation and its errors."""

import importlib.machinery
import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.nightly import NIGHTLY
from tests.order import SLOWEST

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "dev"


@pytest.fixture
def dev(tmp_path, monkeypatch):
    """Return the script as a module, for a temporary clone and environment. It installs nothing."""
    spec = importlib.util.spec_from_loader("dev", importlib.machinery.SourceFileLoader("dev", str(SCRIPT)))
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setitem(sys.modules, "dev", module)  # dataclasses look there for the types of their fields
    spec.loader.exec_module(module)
    venv = tmp_path / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").touch()
    (tmp_path / "pyproject.toml").write_text("[project]")
    for name, value in [("ROOT", tmp_path), ("VENV", venv), ("PYTHON", venv / "bin" / "python"), ("STAMP", venv / "installed")]:
        monkeypatch.setattr(module, name, value)
    module.calls, module.real_call = [], module.call
    monkeypatch.setattr(module, "call", lambda arguments, added=None, output=None: module.calls.append((arguments, added)) or 0)
    return module


def installations(dev):
    return [arguments[-1] for arguments, _ in dev.calls if "--editable" in arguments]


def test_where_uv_fails_pip_installs(dev, monkeypatch):
    def call(arguments, added=None, output=None):
        dev.calls.append((arguments, added))
        return int("uv" in arguments)

    monkeypatch.setattr(dev, "call", call)
    dev.install(for_tests=True)
    assert [arguments[1] for arguments, _ in dev.calls] == ["pip", "pip"] and installations(dev) == [".[test]"]


def test_the_installation_is_repeated_only_when_the_project_file_has_changed(dev, tmp_path):
    dev.install(for_tests=True)
    dev.install(for_tests=True)
    assert installations(dev) == [".[test]"]
    (tmp_path / "pyproject.toml").write_text("[project] # changed")
    dev.install(for_tests=True)
    assert installations(dev) == [".[test]", ".[test]"]


def test_the_test_installation_also_serves_a_start_but_not_the_reverse(dev):
    dev.install(for_tests=False)
    dev.install(for_tests=True)
    dev.install(for_tests=False)
    assert installations(dev) == [".[web]", ".[test]"]


def test_an_audit_fails_where_packages_cannot_be_looked_up(dev):
    dev.audit([])
    arguments = dev.calls[-1][0]
    assert "pip_audit" in arguments and "--strict" in arguments


def test_a_check_runs_every_step(dev, capsys):
    assert dev.check([]) == 0
    called = [" ".join(arguments) for arguments, _ in dev.calls]
    for part in ["ruff check", "ruff format --check", "mypy", "lint_imports", "mkdocs build --strict", "-m pytest"]:
        assert any(part in line for line in called), part
    tests = [added for arguments, added in dev.calls if "pytest" in arguments]
    assert sorted(tests, key=str) == [{"MIAI_CHECKED": "1"}, {"NUMBA_DISABLE_JIT": "1"}, {}]
    assert "all steps passed" in capsys.readouterr().out.splitlines()[-1]


def test_a_failing_step_fails_the_check_but_the_others_still_run(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev, "call", lambda arguments, added=None, output=None: 1 if "mypy" in arguments else 0)
    assert dev.check([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("===== FAILED: types")
    assert sum("passed" in line for line in lines[-len(dev.STEPS) - 2 : -1]) == len(dev.STEPS)


def test_the_summary_counts_the_tests_of_all_runs(dev, capsys):
    for step in ("tests", "plain"):
        cases = f'<testcase classname="tests.test_{step}" time="2.0"/><testcase classname="tests.test_{step}" time="0.5"/>'
        counts = f'<testsuites><testsuite tests="10" failures="0" skipped="2" errors="0">{cases}</testsuite></testsuites>'
        dev.counts_file(step).write_text(counts)
    dev.print_summary([dev.Result("tests", 0, 1.0), dev.Result("plain", 0, 2.0)], 2.5)
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "===== all steps passed, 16 passed, 4 skipped in 2.50s ====="
    assert "    2.5 s  tests/test_plain.py (plain)" in lines


ROUND = """
import pathlib
import pytest

@pytest.mark.parametrize("word", ["a b", "c::d"])
def test_once(word, tmp_path):
    mark = pathlib.Path(__file__).parent / word
    known = mark.exists()
    mark.touch()
    assert known or word == "a b"

def test_good():
    pass
"""


@pytest.fixture
def real_pytest(dev, tmp_path, monkeypatch):
    """Return a function that runs the step `tests` on a file of tests in the temporary clone, with the pytest of these tests."""

    def check(text):
        (tmp_path / "pytest.ini").write_text("[pytest]")
        (tmp_path / "test_round.py").write_text(text)
        command = dev.pytest(1, *dev.records("tests"), "-p", "no:hypothesispytest", "test_round.py")
        monkeypatch.setattr(dev, "PYTHON", Path(sys.executable))
        monkeypatch.setattr(dev, "call", lambda arguments, added=None, output=None: call(arguments, added, tmp_path, output))
        monkeypatch.setitem(dev.ALL_STEPS, "tests", [(command, {})])
        return dev.run_steps(["tests"])

    call = dev.real_call
    (tmp_path / ".venv" / "installed").write_text(dev.stamp(".[test]"))
    return check


def test_a_test_that_fails_once_is_repeated_alone_and_named(real_pytest, capsys):
    assert real_pytest(ROUND) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("===== all steps passed, 3 passed, 1 rerun in")
    named = lines.index("===== passed only at the second try: each of these needs a repair =====") + 1
    assert lines[named] == "tests    test_round.py::test_once[c::d]"


def test_a_test_that_fails_twice_fails_the_check(real_pytest, capsys):
    assert real_pytest(ROUND + "def test_bad():\n    assert False\n") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("===== FAILED: tests, 2 passed, 2 failed in")
    assert not any("second try: each" in line for line in lines)


def test_many_failures_are_not_repeated(real_pytest, capsys):
    many = "import pytest\n@pytest.mark.parametrize('n', range(11))\ndef test_bad(n):\n    assert False\n"
    assert real_pytest(many) == 1
    out = capsys.readouterr().out
    assert "second try" not in out and "11 failed in" in out.splitlines()[-1]


def test_a_python_that_is_too_old_gets_one_line(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev.sys, "version_info", (3, 10, 1))
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="2"):
        dev.use_a_python_that_is_new_enough()
    assert capsys.readouterr().err.startswith("dev: error: Python 3.11 or newer is needed")


@pytest.mark.parametrize(
    "arguments, message", [(["frobnicate"], "known verbs: start, check"), (["check", "x"], "known steps: tests, lint")]
)
def test_an_unknown_verb_or_step_gets_the_list(arguments, message):
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_every_nightly_test_exists_and_has_a_reason():
    for test, reason in NIGHTLY.items():
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}(" in (SCRIPT.parent / file).read_text(encoding="utf-8"), test
        assert reason


def test_every_file_of_the_order_exists():
    assert [file for file in SLOWEST if not (SCRIPT.parent / file).is_file()] == []


def test_the_lock_file_has_one_version_of_every_dependency_within_its_bounds():
    with open(ROOT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    wanted = [Requirement(each) for each in (*project["dependencies"], *project["optional-dependencies"]["test"])]
    lines = [line.partition("#")[0].strip() for line in (ROOT / "requirements-dev.lock").read_text().splitlines()]
    locked = dict(line.split("==") for line in lines if line)  # fails for a line without a version
    for each in wanted:
        assert each.specifier.contains(locked[each.name.lower().replace("_", "-")]), each


def test_installations_for_development_use_the_locked_versions(dev):
    dev.install(for_tests=True)
    arguments = dev.calls[-1][0]
    assert arguments[arguments.index("--constraint") + 1].endswith("requirements-dev.lock")
