"""`miai doctor` reports what is installed and what to do about the rest, whatever state the machine is in."""

import json
import tomllib
from pathlib import Path

import pytest

from miai.cli import doctor_checks as checks
from miai.cli.doctor_checks import CheckState
from miai.core import extras, machine
from tests.cli.terminal import run_miai

PROJECT = Path(__file__).resolve().parent.parent.parent / "pyproject.toml"


def check_named(result, name):
    return next(check for check in result["checks"] if check["name"] == name)


def test_the_report_fits_one_screen_names_every_check_and_does_not_create_the_cache(tmp_path):
    done = run_miai("doctor", MIAI_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
    assert len(done.stdout.splitlines()) <= 30
    for name in [
        "Python",
        "numba",
        "numpy",
        "compiled cache",
        "threads",
        "web",
        "cluster",
        "parquet",
        "genetics",
        "GNU Go",
        "Chromium",
        "C compiler",
    ]:
        assert name in done.stdout


def test_the_json_has_state_and_advice_for_each_check_and_an_unwritable_cache_is_broken():
    result = json.loads(run_miai("doctor", "--json", MIAI_CACHE_DIR="/proc/miai").stdout)
    assert result["sound"] is True
    for check in result["checks"]:
        assert check["state"] in ("ok", "absent", "broken")
        assert check["advice"] or check["state"] == "ok"
    cache = check_named(result, "compiled cache")
    assert cache["state"] == "broken"
    assert "MIAI_CACHE_DIR" in cache["advice"]


def test_damaged_compiled_code_is_broken_and_named(tmp_path, monkeypatch):
    from miai.cli.doctor_checks import CheckState, check_cache

    monkeypatch.setenv("MIAI_CACHE_DIR", str(tmp_path))
    folder = tmp_path / "0123456789abcdef"
    folder.mkdir()
    (folder / "opened").touch()
    (folder / "whole.nbi").write_bytes(b"\x80\x05.")
    assert check_cache().state == CheckState.OK
    (folder / "empty.nbi").write_bytes(b"")
    check = check_cache()
    assert check.state == CheckState.BROKEN and "1 damaged file" in check.found and "empty.nbi" in check.found and check.advice


@pytest.mark.parametrize("body", ["raise RuntimeError('half installed')", "import os; os.abort()", "import no_such_thing"])
def test_a_package_that_cannot_be_imported_is_broken_however_it_fails(tmp_path, monkeypatch, body):
    (tmp_path / "numba.py").write_text(body)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = checks.check_package("numba")
    assert found.state == CheckState.BROKEN and "pip install" in found.advice


def test_a_broken_numba_is_reported_and_the_other_checks_still_run(tmp_path):
    (tmp_path / "numba.py").write_text("import os; os.abort()")
    path = f"{tmp_path}:{extras.__file__.removesuffix('miai/core/extras.py')}"
    done = run_miai("doctor", "--json", PYTHONPATH=path)
    assert done.returncode == 1
    result = json.loads(done.stdout)
    assert result["sound"] is False
    assert check_named(result, "numba")["state"] == "broken"
    assert "pip install" in check_named(result, "numba")["advice"]
    assert check_named(result, "numpy")["state"] == "ok"


def test_a_missing_package_is_reported(monkeypatch):
    monkeypatch.setattr(checks.importlib.metadata, "version", _no_version)
    found = checks.check_package("numba")
    assert (found.state, found.found, found.advice) == (CheckState.BROKEN, "not installed", "pip install numba")


def _no_version(name):
    raise checks.importlib.metadata.PackageNotFoundError(name)


def test_a_missing_extra_differs_from_a_broken_one(tmp_path, monkeypatch):
    monkeypatch.setitem(extras.EXTRAS, "missing", ("no_such_thing",))
    monkeypatch.setitem(extras.EXTRAS, "broken", ("miai_test_broken",))
    (tmp_path / "miai_test_broken.py").write_text("raise RuntimeError('half installed')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    missing, broken = checks.check_extra("missing"), checks.check_extra("broken")
    assert (missing.state, missing.advice) == (CheckState.ABSENT, "pip install 'miai[missing]'")
    assert broken.state is CheckState.BROKEN
    assert "half installed" in broken.found


def test_gnu_go_is_found_among_debians_games(tmp_path, monkeypatch):
    program = tmp_path / "gnugo"
    program.write_text("#!/bin/sh\necho GNU Go 9.9\n")
    program.chmod(0o755)
    monkeypatch.setattr(machine, "GAMES_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert checks.check_gnugo().found == f"9.9 ({program})"


def test_the_extras_are_those_of_the_package():
    declared = set(tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"])
    assert set(extras.EXTRAS) == declared - {"all"}
