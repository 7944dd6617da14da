"""`miai go`: what is drawn, what is given as JSON, what is refused."""

import json

import pytest

from miai.cli.main import main
from tests.cli.terminal import run_miai, the_one_line_of_error

GAME = "(;SZ[5]KM[6.5]RU[Chinese]PB[Ki \033[31m]PW[碁]RE[B+R];B[cc];W[cb];B[bb];W[tt];B[db];W[];B[ca])"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_the_last_position_is_drawn_as_plain_text_where_there_is_no_terminal(file):
    done = run_miai("go", "show", file)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == [
        "    A B C D E",
        " 5  . .(X). . 5   Ki  [31m (black) - 碁 (white)",
        " 4  . X . X . 4   result B+R",
        " 3  . . X . . 3   komi 6.5",
        " 2  . . . . . 2   rules Chinese",
        " 1  . . . . . 1   move 7: Black C5",
        "    A B C D E",
        "Black has captured 1",
        "White has captured 0",
        "White to play",
    ]


def test_a_position_on_the_way_is_found_by_its_number(file, capsys):
    assert main(["go", "show", file, "--move", "2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["move"], shown["last"], shown["to_play"]) == (2, ["white", "C4"], "black")
    assert (shown["black"], shown["white"]) == (["C3"], ["C4"])
    assert shown["diagram"] == [". . . . .", ". . O . .", ". . X . .", ". . . . .", ". . . . ."]
    assert (shown["size"], shown["komi"], shown["result"], shown["handicap"]) == (5, 6.5, "B+R", 0)
    assert main(["go", "show", file, "--move", "0"]) == 0
    assert "before the first move" in capsys.readouterr().out


def test_a_move_that_was_not_made_is_refused(file):
    assert the_one_line_of_error(run_miai("go", "show", file, "--move", "8")).endswith("the game has 7 moves; there is no move 8")
    assert "--move" in the_one_line_of_error(run_miai("go", "show", file, "--move", "-1"))


def test_a_broken_record_is_one_line_with_file_place_and_reason(tmp_path):
    broken = tmp_path / "broken.sgf"
    broken.write_bytes(b"(;SZ[9];B[aa];W[aa])")
    line = the_one_line_of_error(run_miai("go", "show", str(broken)))
    assert line == f"{broken}: line 1, byte 13: move 2, White A9: there is a stone already"


def test_what_is_missing_is_one_line(tmp_path):
    assert "No such file" in the_one_line_of_error(run_miai("go", "show", str(tmp_path / "none.sgf")))
    assert "missing argument" in the_one_line_of_error(run_miai("go", "show"))
    assert "missing command" in the_one_line_of_error(run_miai("go"))


def test_letters_that_the_output_cannot_write_do_not_break_it(file):
    done = run_miai("go", "show", file, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "? (white)" in done.stdout


def test_drawing_needs_no_compiler(file):
    done = run_miai(
        "-c",
        f"import sys; from miai.cli.main import main; main(['go', 'show', {file!r}]); assert 'numba' not in sys.modules",
        python=(),
    )
    assert done.returncode == 0, done.stderr
