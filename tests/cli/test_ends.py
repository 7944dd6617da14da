"""The end of a command that is interrupted, whose output has no reader, or that fails through an error of ours."""

import subprocess
import sys

import pytest

from miai import __version__
from miai.cli import doctor
from miai.cli.main import main
from miai.core.errors import UserError
from tests.cli.terminal import environment_for, run_miai


def fail_with(monkeypatch, error):
    def checks():
        raise error

    monkeypatch.setattr(doctor, "all_checks", checks)
    monkeypatch.delenv("MIAI_DEBUG", raising=False)


def test_ctrl_c_gives_one_line_and_exit_code_130(monkeypatch, capfd):
    fail_with(monkeypatch, KeyboardInterrupt())
    assert main(["doctor"]) == 130
    assert capfd.readouterr().err == "miai: interrupted\n"


def test_an_internal_error_is_one_line_that_names_the_debug_mode(monkeypatch, capfd):
    fail_with(monkeypatch, ZeroDivisionError("division\nby zero"))
    assert main(["doctor"]) == 1
    assert capfd.readouterr().err.startswith("miai: internal error: ZeroDivisionError: division by zero (MIAI_DEBUG=1 shows where")


def test_a_user_error_is_always_one_line(monkeypatch, capfd):
    fail_with(monkeypatch, UserError("the board\nhas 20 lines"))
    assert main(["doctor"]) == 2
    assert capfd.readouterr().err == "miai: error: the board has 20 lines\n"


def test_debug_mode_raises_the_exception(monkeypatch):
    fail_with(monkeypatch, ZeroDivisionError())
    monkeypatch.setenv("MIAI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["doctor"])


@pytest.mark.parametrize("arguments", [["--help"], ["doctor", "--json"], ["--version"]])
def test_a_closed_pipe_is_not_reported(arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "miai", *arguments], env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    with process:
        assert process.stderr.read() == b""


def test_the_version_is_that_of_the_package():
    done = run_miai("--version")
    assert (done.returncode, done.stdout) == (0, f"miai {__version__}\n")


def test_no_argument_prints_the_help():
    done = run_miai()
    assert done.returncode == 0
    assert done.stdout == run_miai("--help").stdout
    assert "doctor" in done.stdout
