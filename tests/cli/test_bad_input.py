"""Wrong input gets one line that says what to do, exit code 2 and no traceback."""

import sys

import pytest

from miai.cli.main import main
from miai.cli.registry import COMMANDS
from tests.cli.terminal import run_miai, the_one_line_of_error

HIDE_NICEGUI = """
import sys
sys.modules["nicegui"] = None          # Python then finds no such module
from importlib import util
find = util.find_spec
util.find_spec = lambda name, *more: None if name == "nicegui" else find(name, *more)
from miai.cli.main import main
sys.exit(main(["web"]))
"""


def test_an_unknown_command_gets_a_suggestion_or_the_list():
    line = the_one_line_of_error(run_miai("docter"))
    assert line == "unknown command 'docter'; did you mean 'doctor'?"
    line = the_one_line_of_error(run_miai("xyzzy"))
    assert line == "unknown command 'xyzzy'; known commands: " + ", ".join(COMMANDS)


def test_an_unknown_option_gets_a_suggestion():
    line = the_one_line_of_error(run_miai("doctor", "--jsom"))
    assert line == "doctor: unknown option '--jsom'; did you mean '--json'?"


def test_an_unknown_option_of_miai_itself_gets_one_line():
    assert "unknown option '--colour'; known options: --version, --help" in the_one_line_of_error(run_miai("--colour"))


def test_a_value_for_a_switch_gets_one_line():
    assert "--json" in the_one_line_of_error(run_miai("doctor", "--json=yes"))


def test_a_surplus_argument_gets_one_line_with_the_usage():
    line = the_one_line_of_error(run_miai("doctor", "everything"))
    assert "everything" in line
    assert "usage: miai doctor" in line


@pytest.mark.parametrize("folder", ["/proc/miai", f"{sys.executable}/miai"])
def test_warmup_with_an_unwritable_cache_names_the_variable_to_set(folder):
    line = the_one_line_of_error(run_miai("warmup", MIAI_CACHE_DIR=folder))
    assert folder in line
    assert "set MIAI_CACHE_DIR to a folder you can write" in line


def test_warmup_in_plain_python_is_refused():
    assert "NUMBA_DISABLE_JIT" in the_one_line_of_error(run_miai("warmup", NUMBA_DISABLE_JIT="1"))


def test_the_web_board_without_its_extra_names_the_command_to_install_it():
    line = the_one_line_of_error(run_miai(python=("-c", HIDE_NICEGUI)))
    assert line == "the web board needs nicegui, which is not installed; install it with: pip install 'miai[web]'"


def test_debug_mode_shows_the_traceback():
    done = run_miai("warmup", MIAI_CACHE_DIR="/proc/miai", MIAI_DEBUG="1")
    assert done.returncode != 0
    assert "Traceback" in done.stderr
    assert "UserError" in done.stderr


@pytest.mark.plain
@pytest.mark.parametrize("arguments", [["nonsense"], ["doctor", "--nonsense"], ["doctor", "x"], ["-x"], [""]])
def test_any_wrong_input_gets_one_line_and_exit_code_2(arguments, capfd):
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("miai: error: ")
    assert err.count("\n") == 1


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("deep.toml", f"a = {DEEP}", ["match", "a", "b", "--engines", "deep.toml", "--games", "1"]),
        ("deep.toml", f"a = {DEEP}", ["tournament", "deep.toml"]),
        ("deep.jsonl", DEEP, ["graph", "import", "new.graph", "deep.jsonl"]),
        ("deep.json", DEEP, ["pack", "deep.json"]),
        ("deep.json", DEEP, ["genetics", "classify", "deep.json", "data"]),
    ],
)
def test_files_that_are_nested_too_deeply_get_one_line(name, text, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    assert main(words) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1 and errors[0].startswith("miai: error: ") and name in errors[0] and len(errors[0]) < 300
