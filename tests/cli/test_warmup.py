"""`miai warmup` compiles everything, once."""

import json
import sys

import pytest

from miai.core import warmup
from tests.cli.terminal import run_miai


def test_the_second_warmup_finds_nothing_to_do(tmp_path):
    first = run_miai("warmup", MIAI_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Compiled ")
    assert first.stderr.startswith("miai: compiling, once for this version of miai ...\nmiai: compiled ")
    second = run_miai("warmup", MIAI_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout.startswith("Nothing to do: everything is compiled already; ")


def test_the_result_as_json_names_each_part_and_the_folder(tmp_path):
    done = run_miai("warmup", "--json", MIAI_CACHE_DIR=str(tmp_path))
    result = json.loads(done.stdout)
    assert {"random streams", "hashing"} <= {step["name"] for step in result["steps"]}
    assert result["functions_compiled"] == sum(step["functions_compiled"] for step in result["steps"]) > 0
    assert result["cache"].startswith(str(tmp_path))
    assert result["cache_bytes"] > 1000


def test_a_module_that_lacks_an_optional_package_is_left_out_and_named(monkeypatch):
    monkeypatch.setattr(warmup, "_module_names", lambda: iter(["miai.core.hashing", "miai_test_needs_extra"]))
    monkeypatch.setattr(warmup.importlib, "import_module", _import_without_the_extra)
    assert warmup.import_everything() == [warmup.LeftOut("miai_test_needs_extra", "an_extra")]


def _import_without_the_extra(name):
    if name == "miai_test_needs_extra":
        raise ModuleNotFoundError("No module named 'an_extra'", name="an_extra")
    return sys.modules.get(name)


def test_a_module_of_ours_that_is_missing_is_not_passed_over(monkeypatch):
    monkeypatch.setattr(warmup, "_module_names", lambda: iter(["miai.no_such_module"]))
    with pytest.raises(ModuleNotFoundError):
        warmup.import_everything()


def test_two_warmups_cannot_have_one_name(monkeypatch):
    monkeypatch.setattr(warmup, "_actions", {})
    warmup.warms_up("hashing")(lambda: None)
    with pytest.raises(ValueError, match="registered already"):
        warmup.warms_up("hashing")(lambda: None)
