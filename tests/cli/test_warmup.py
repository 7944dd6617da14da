"""`miai warmup` compiles everything, once."""

import json
import re
import sys

import pytest

from miai.core import warmup
from miai.core.kernels import COMPILING
from tests.cli.terminal import run_miai, the_one_line_of_error, without_compilation


def test_the_second_warmup_has_nothing_to_do(tmp_path):
    first = run_miai("warmup", "streams", "hashing", MIAI_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Compiled ")
    assert re.search(r"^miai: \[\d/2\] streams: compiled \d+ functions in [\d.]+ s$", first.stderr, re.MULTILINE)
    second = run_miai("warmup", "streams", "hashing", "--json", "--workers", "1", MIAI_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stderr) == (0, "")
    result = json.loads(second.stdout)
    assert result["functions_compiled"] == 0
    assert [step["name"] for step in result["steps"]] == ["streams", "hashing"]
    assert result["cache"].startswith(str(tmp_path))
    assert result["cache_bytes"] > 1000
    third = run_miai("warmup", "hashing", MIAI_CACHE_DIR=str(tmp_path))
    assert third.stdout.startswith("Nothing to do: everything is compiled; ")


def test_a_profile_has_a_row_for_every_function_sorted_as_asked(tmp_path):
    done = run_miai("warmup", "streams", "--profile", "--sort", "linking", "--json", MIAI_CACHE_DIR=str(tmp_path))
    rows = json.loads(done.stdout)["functions"]
    assert "miai.core.streams.next_gamma" in [row["name"] for row in rows]
    assert [row["linking"] for row in rows] == sorted((row["linking"] for row in rows), reverse=True)
    for row in rows:
        parts = row["typing"] + row["lowering"] + row["other"] + row["linking"]
        assert row["total"] == pytest.approx(parts, abs=1e-3)


def test_a_profile_is_printed_as_a_table(tmp_path):
    done = run_miai("warmup", "hashing", "--profile", MIAI_CACHE_DIR=str(tmp_path))
    assert "   total   typing lowering  linking    other  count  function" in done.stdout
    assert "all functions" in done.stdout


def test_an_unknown_part_gets_a_suggestion():
    done = run_miai("warmup", "steams")
    done.stderr = without_compilation(done.stderr)  # some tables are filled on import
    line = the_one_line_of_error(done)
    assert line.startswith("warmup: unknown part 'steams'; did you mean 'streams'?")


SLOW_AS_PYTHON = ("player13", "player19", "samegame")
"""The first two differ from `player9` by the size alone."""


@pytest.mark.plain
@pytest.mark.skipif(COMPILING, reason="takes minutes to compile; as plain Python it shows as well that each can be called")
def test_every_warmup_can_be_run():
    assert warmup.import_everything() == []
    names = set(warmup.registered())
    assert {"streams", "hashing", "connect4", *SLOW_AS_PYTHON} <= names
    for name, action in warmup.registered().items():
        if name not in SLOW_AS_PYTHON:
            action()


def test_a_module_that_lacks_an_optional_package_is_left_out_and_named(monkeypatch):
    monkeypatch.setattr(warmup, "_module_names", lambda: iter(["miai.core.hashing", "miai_test_needs_extra"]))
    monkeypatch.setattr(warmup.importlib, "import_module", _import_without_the_extra)
    assert warmup.import_everything() == [warmup.LeftOut("miai_test_needs_extra", "an_extra")]


def _import_without_the_extra(name):
    if name == "miai_test_needs_extra":
        raise ModuleNotFoundError("No module named 'an_extra'", name="an_extra")
    return sys.modules.get(name)


def test_a_missing_module_of_miai_is_an_error(monkeypatch):
    monkeypatch.setattr(warmup, "_module_names", lambda: iter(["miai.no_such_module"]))
    with pytest.raises(ModuleNotFoundError):
        warmup.import_everything()


def test_two_warmups_cannot_have_the_same_name(monkeypatch):
    monkeypatch.setattr(warmup, "_actions", {})
    warmup.warms_up("hashing")(lambda: None)
    with pytest.raises(ValueError, match="registered already"):
        warmup.warms_up("hashing")(lambda: None)
