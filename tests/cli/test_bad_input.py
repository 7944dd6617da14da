"""What a user gets wrong is told in one line that says what to do, with exit code 2 and no traceback."""

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


def test_an_unknown_command_is_named_with_the_nearest_and_all_that_there_are():
    line = the_one_line_of_error(run_miai("docter"))
    assert line == "there is no command 'docter' (did you mean 'doctor'?); the commands are: " + ", ".join(COMMANDS)


def test_an_unknown_option_is_named_with_the_nearest_and_all_that_there_are():
    line = the_one_line_of_error(run_miai("doctor", "--jsom"))
    assert line == "doctor: there is no option '--jsom' (did you mean '--json'?); the options are: --json, --help"


def test_an_unknown_option_of_miai_itself_is_one_line():
    assert "there is no option '--colour'; the options are: --version, --help" in the_one_line_of_error(run_miai("--colour"))


def test_a_value_for_an_option_that_takes_none_is_one_line():
    assert "--json" in the_one_line_of_error(run_miai("doctor", "--json=yes"))


def test_an_argument_too_many_is_one_line_with_the_usage():
    line = the_one_line_of_error(run_miai("doctor", "everything"))
    assert "everything" in line
    assert "usage: miai doctor" in line


@pytest.mark.parametrize("folder", ["/proc/miai", f"{sys.executable}/miai"])
def test_warmup_with_an_unwritable_cache_says_what_to_set(folder):
    line = the_one_line_of_error(run_miai("warmup", MIAI_CACHE_DIR=folder))
    assert folder in line
    assert "set MIAI_CACHE_DIR to a folder you can write" in line


def test_warmup_in_plain_python_says_that_there_is_nothing_to_compile():
    assert "NUMBA_DISABLE_JIT" in the_one_line_of_error(run_miai("warmup", NUMBA_DISABLE_JIT="1"))


def test_the_web_board_without_its_extra_says_what_to_install():
    line = the_one_line_of_error(run_miai(python=("-c", HIDE_NICEGUI)))
    assert line == "the web board needs nicegui, which is not installed; install it with: pip install 'miai[web]'"


def test_debug_mode_shows_the_traceback():
    done = run_miai("warmup", MIAI_CACHE_DIR="/proc/miai", MIAI_DEBUG="1")
    assert done.returncode != 0
    assert "Traceback" in done.stderr
    assert "UserError" in done.stderr


@pytest.mark.plain
@pytest.mark.parametrize("arguments", [["nonsense"], ["doctor", "--nonsense"], ["doctor", "x"], ["-x"], [""]])
def test_whatever_is_wrong_makes_one_line_and_exit_code_2(arguments, capfd):
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("miai: error: ")
    assert err.count("\n") == 1
