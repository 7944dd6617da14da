"""Text from files cannot control the terminal, and numbers from files are numbers in JSON."""

from __future__ import annotations

import json
import re

import pytest

from miai.cli.main import main
from miai.core.console import ReportConsole
from miai.core.printable import printable

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
CODES = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e"


@pytest.mark.parametrize(
    "record",
    [
        f"(;GM[1]SZ[{CODES}];B[aa])",
        f"(;GM[1]SZ[9]PB[{CODES}]PW[x]RE[{CODES}]RU[{CODES}];B[aa])",
        f"(;GM[1]SZ[9];B[{CODES}])",
        f"(;GM[1]SZ[9];{CODES}[aa])",
        f"{CODES}",
    ],
)
@pytest.mark.parametrize("words", [["show"], ["score", "--dead", "none"], ["show", "--json"]])
def test_a_record_cannot_control_the_terminal(tmp_path, capfd, record, words):
    file = tmp_path / "game.sgf"
    file.write_text(record, encoding="utf-8")
    main(["go", words[0], str(file), *words[1:]])
    said = capfd.readouterr()
    assert said.out or said.err
    assert not CONTROL.search(said.out + said.err)


def test_a_table_cannot_control_the_terminal(capsys):
    ReportConsole(force_terminal=False).print(f"[bold]a[/] {CODES}")
    out = capsys.readouterr().out
    assert out.startswith("a ") and not CONTROL.search(out)


def test_colours_of_a_report_stay(capsys):
    ReportConsole(force_terminal=True, color_system="standard", highlight=False).print("[red]a[/] \x1b[5m")
    out = capsys.readouterr().out
    assert "\x1b[31ma\x1b[0m" in out and "\\x1b[5m" in out


def test_a_file_name_with_codes_is_printed_harmlessly(capfd):
    assert main(["go", "show", f"{CODES}.sgf"]) == 2
    assert not CONTROL.search(capfd.readouterr().err)


@pytest.mark.parametrize("words", [["show"], ["score", "--dead", "none"]])
def test_a_komi_of_hundreds_of_digits_is_no_komi(tmp_path, capfd, words):
    file = tmp_path / "game.sgf"
    file.write_text(f"(;GM[1]SZ[9]KM[{'9' * 400}];B[aa])")
    assert main(["go", words[0], str(file), *words[1:], "--json"]) == 0
    out = capfd.readouterr().out
    data = json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} in JSON"))
    assert words != ["show"] or data["komi"] is None


def test_printable_text_stays():
    assert printable("père 囲碁 ♥\n\t") == "père 囲碁 ♥\n\t"
