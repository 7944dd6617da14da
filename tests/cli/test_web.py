"""`miai web` on the command line: errors at the start, and the modules that it must not import."""

from __future__ import annotations

import socket

import pytest

from tests.cli.terminal import run_miai, the_one_line_of_error
from tests.core.processes import run_python

pytest.importorskip("nicegui")


def test_a_taken_port_gets_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = the_one_line_of_error(run_miai("web", "--no-open", "--port", str(port), MIAI_STATE_DIR=str(tmp_path)))
    assert line == f"web: cannot listen on 127.0.0.1:{port}: Address already in use; choose another with --port"


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (("--port", "70000"), "--port: input should be less than or equal to 65535"),
        (("--port", "x"), "--port: input should be a valid integer"),
        (("--host", "no.such.host.invalid"), "cannot listen on no.such.host.invalid"),
        (("--host", " "), "--host must be an address"),
        (("--engines", "0"), "--engines: input should be greater than or equal to 1"),
    ],
)
def test_a_wrong_option_gets_one_line(tmp_path, arguments, reason):
    assert reason in the_one_line_of_error(run_miai("web", "--no-open", *arguments, MIAI_STATE_DIR=str(tmp_path)))


def test_an_unwritable_state_folder_gets_one_line():
    assert "MIAI_STATE_DIR" in the_one_line_of_error(run_miai("web", "--no-open", "--port", "0", MIAI_STATE_DIR="/proc/miai"))


def test_the_process_of_the_page_does_not_import_numba():
    modules = run_python("-c", "import sys, miai.web.server, miai.web.page.board_page; print('numba' in sys.modules)")
    assert modules.strip() == "False"
