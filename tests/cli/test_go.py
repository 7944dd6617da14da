"""`miai go`: drawings, JSON and errors."""

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


def test_without_a_terminal_the_last_position_is_drawn_as_plain_text(file):
    done = run_miai("go", "show", file)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == [
        "    A B C D E",
        " 5  . .(X). . 5   Ki \\x1b[31m (black) - 碁 (white)",
        " 4  . X . X . 4   result B+R",
        " 3  . . X . . 3   komi 6.5",
        " 2  . . . . . 2   rules Chinese",
        " 1  . . . . . 1   move 7: Black C5",
        "    A B C D E",
        "Black has captured 1",
        "White has captured 0",
        "White to play",
    ]


def test_an_earlier_position_is_found_by_its_number(file, capsys):
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


def test_a_missing_file_gets_one_line(tmp_path):
    assert "No such file" in the_one_line_of_error(run_miai("go", "show", str(tmp_path / "none.sgf")))
    assert "missing argument" in the_one_line_of_error(run_miai("go", "show"))
    assert "missing command" in the_one_line_of_error(run_miai("go"))


def test_characters_that_the_output_cannot_encode_are_replaced(file):
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


FINISHED = """(;SZ[5]KM[0.5]RU[{rules}]HA[{handicap}]RE[?]
AB[ca][cb][cc][cd][ce][ba][bd]AW[da][db][dc][dd][de][eb][ed][ab]PL[W])"""


def score(tmp_path, capsys, *options, rules="Chinese", handicap=0):
    path = tmp_path / "finished.sgf"
    path.write_text(FINISHED.format(rules=rules, handicap=handicap))
    assert main(["go", "score", str(path), "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_dead_stone_is_found_by_random_games(tmp_path, capsys):
    found = score(tmp_path, capsys, "--games", "200", "--seed", "5")
    assert found["dead"] == ["A4"]
    assert (found["method"], found["games"], found["seed"]) == ("estimated", 200, 5)
    assert (found["black"], found["white"], found["margin"], found["winner"], found["result"]) == (15, 10.5, 4.5, "black", "B+4.5")
    assert (found["rules"], found["counting"], found["komi"], found["recorded_result"]) == ("chinese", "area", 0.5, "?")


def test_the_dead_stones_can_be_given(tmp_path, capsys):
    found = score(tmp_path, capsys, "--dead", "a4", "--rules", "japanese", "--komi", "6.5")
    assert (found["black"], found["white"], found["method"], found["seki"]) == (9, 9.5, "given", [])


def test_without_dead_stones_all_are_alive(tmp_path, capsys):
    found = score(tmp_path, capsys, "--dead", "none")
    assert (found["black"], found["white"], found["method"]) == (7, 11.5, "all alive")
    assert score(tmp_path, capsys, "--rules", "tromp-taylor")["method"] == "all alive"


def test_seki_is_not_territory(tmp_path, capsys):
    found = score(tmp_path, capsys, "--dead", "A4", "--seki", "D5", "--rules", "japanese")
    assert found["white"] == 0.5
    assert found["seki"] == ["D1", "D2", "D3", "D4", "D5", "E2", "E4"]


@pytest.mark.parametrize(
    ("rules", "preset"), [("Japanese", "japanese"), ("AGA", "aga"), ("NZ", "chinese"), ("?", "chinese"), ("korean", "japanese")]
)
def test_the_rules_of_the_record_are_the_default(tmp_path, capsys, rules, preset):
    assert score(tmp_path, capsys, "--dead", "none", rules=rules)["rules"] == preset


def test_white_gets_points_for_handicap_if_the_rules_say_so(tmp_path, capsys):
    points = {
        rules: score(tmp_path, capsys, "--dead", "none", "--rules", rules, handicap=3)["handicap_points"]
        for rules in ("chinese", "aga", "japanese")
    }
    assert points == {"chinese": 3, "aga": 2, "japanese": 0}


def test_the_score_is_drawn_with_dead_stones_small(tmp_path, capsys):
    path = tmp_path / "finished.sgf"
    path.write_text(FINISHED.format(rules="Chinese", handicap=0))
    assert main(["go", "score", str(path), "--dead", "A4"]) == 0
    drawn = capsys.readouterr().out
    assert "by chinese rules, komi 0.5: B+4.5" in drawn
    assert " 4  o . X O O 4" in drawn


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--rules", "ing"], "unknown rules 'ing'"),
        (["--komi", "0.3"], "komi must be a multiple of one half"),
        (["--komi", "nan"], "komi must be a multiple of one half"),
        (["--dead", "A5"], "there is no stone at A5"),
        (["--dead", "I5"], "no column I"),
        (["--seki", "A4"], "--seki needs --dead"),
        (["--games", "0"], "--games"),
    ],
)
def test_wrong_options_get_one_line(tmp_path, capsys, options, reason):
    path = tmp_path / "finished.sgf"
    path.write_text(FINISHED.format(rules="Chinese", handicap=0))
    assert main(["go", "score", str(path), *options]) == 2
    assert reason in capsys.readouterr().err
