"""Regression files in the format of GNU Go and GoGui: reading them and judging answers."""

import json
import sys

import pytest

from miai.arena.gtp_client import GtpClient
from miai.arena.regression import RegressionStep, counts, judge_answer, read_tests, run_file, with_path
from miai.core.errors import UserError
from tests.arena.games import FAKE, fake
from tests.cli.terminal import run_miai, the_one_line_of_error
from tests.needs import need_program

TESTS = """\
# comments and empty lines are skipped

boardsize 9
clear_board
10 reg_genmove black   # with a comment
#? [D4|E5]
20 reg_genmove white
#? [!(A1|T19)]*
30 final_score
#? [.*]&
"""


def write(path, text):
    file = path / "t.tst"
    file.write_text(text)
    return file


def test_a_file_is_read_into_commands_and_expected_answers(tmp_path):
    steps = read_tests(write(tmp_path, TESTS))
    assert [step.command for step in steps] == [
        "boardsize 9",
        "clear_board",
        "reg_genmove black",
        "reg_genmove white",
        "final_score",
    ]
    assert steps[2] == RegressionStep(5, "reg_genmove black", "10", "D4|E5")
    assert steps[3] == RegressionStep(7, "reg_genmove white", "20", "(A1|T19)", negated=True, known_to_fail=True)
    assert steps[4].ignored


@pytest.mark.parametrize(
    "pattern, negated, known, answer, outcome",
    [
        ("D4|E5", False, False, "E5", "passed"),
        ("D4|E5", False, False, "e5", "passed"),
        ("D4|E5", False, False, "D44", "failed"),
        ("D4", True, False, "D4", "failed"),
        ("D4", True, False, "PASS", "passed"),
        ("D4", False, True, "E5", "known failure"),
        ("D4", False, True, "D4", "unexpected pass"),
        ("D4", True, False, None, "failed"),
        (".*", False, True, None, "known failure"),
        ("1 D4.*", False, False, "1 D4 E5", "passed"),
    ],
)
def test_a_pattern_must_match_the_whole_answer(pattern, negated, known, answer, outcome):
    assert judge_answer(RegressionStep(1, "x", "1", pattern, negated, known), answer) == outcome


@pytest.mark.parametrize(
    "text, words",
    [
        ("#? [D4]\n", "line 1: expected answer before"),
        ("1 x\n#? D4\n", "line 2: invalid expected answer"),
        ("1 x\n#? [(]\n", "line 2: invalid regular expression"),
        ("clear_board\n", "no tests found"),
    ],
)
def test_errors_in_a_file_are_reported_with_their_line(tmp_path, text, words):
    with pytest.raises(UserError, match=words):
        read_tests(write(tmp_path, text))


def test_records_are_looked_for_beside_the_test_file(tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[9])")
    assert with_path("loadsgf game.sgf 5", tmp_path / "t.tst") == f"loadsgf {tmp_path}/game.sgf 5"
    assert with_path("loadsgf other.sgf", tmp_path / "t.tst") == "loadsgf other.sgf"
    assert with_path("play black D4", tmp_path / "t.tst") == "play black D4"


def test_an_engine_that_crashes_fails_the_test_and_is_restarted(tmp_path):
    text = "boardsize 9\n" + "1 genmove black\n#? [.*]\n" * 7 + "9 name\n#? [fake crash]\n"
    answers = run_file(write(tmp_path, text), lambda: GtpClient([sys.executable, str(FAKE), "crash"]), 5.0)
    assert counts(answers) == {"tests": 8, "passed": 7, "failed": 1, "unexpected_pass": 0, "known_failure": 0, "ignored": 0}
    assert answers[4].answer.startswith("<crash: exit code 7")


def test_tests_fail_with_the_reason_if_the_position_cannot_be_set_up(tmp_path):
    text = "loadsgf missing.sgf\n1 name\n#? [.*]\n2 name\n#? [.*]*\nboardsize 9\nclear_board\n3 name\n#? [fake good]\n"
    answers = run_file(write(tmp_path, text), lambda: GtpClient([sys.executable, str(FAKE), "good"]), 5.0)
    assert [answer.outcome for answer in answers] == ["failed", "known failure", "passed"]
    assert answers[0].answer == "<refusal: 'loadsgf missing.sgf' was refused: unknown command>"


def test_a_restarted_engine_has_its_position(tmp_path):
    """Without its position, the restarted engine would play on an occupied point instead of passing."""
    stones = "".join(
        f"play black {letter}{row}\n" for row in range(1, 6) for letter in "ABCDE" if letter + str(row) not in ("A1", "C3")
    )
    text = f"boardsize 5\nclear_board\n{stones}" + "1 genmove white\n#? [PASS]\n" * 6
    answers = run_file(write(tmp_path, text), lambda: GtpClient([sys.executable, str(FAKE), "crash"]), 5.0)
    assert [answer.outcome for answer in answers] == ["passed"] * 4 + ["failed", "passed"]


def test_gnu_go_answers_a_position_from_a_record(tmp_path):
    need_program("gnugo")
    (tmp_path / "game.sgf").write_text("(;SZ[9];B[ee];W[cc];B[gg])")
    file = write(
        tmp_path,
        "loadsgf game.sgf 3\n1 color E5\n#? [black]\n2 color G3\n#? [empty]\n3 color C7\n#? [black]*\n4 color C7\n#? [black]\n",
    )
    done = run_miai("regress", str(file), "--engine", "gnugo", "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert (data["tests"], data["passed"], data["failed"], data["known_failure"]) == (4, 2, 1, 1)
    assert data["files"][0]["answers"][3]["answer"] == "white"


def test_the_table_has_one_line_per_file_and_a_total(tmp_path):
    files = [write(tmp_path, "1 name\n#? [fake.*]\n").rename(tmp_path / name) for name in ("one.tst",)]
    files.append(write(tmp_path, "1 name\n#? [fake.*]\n2 version\n#? [fake.*]\n"))
    done = run_miai("regress", *map(str, files), "--engine", fake("good"), COLUMNS="200")
    assert done.returncode == 0, done.stderr
    numbers = [line.split()[1:3] for line in done.stdout.splitlines()[2:]]
    assert numbers == [["1", "1"], ["2", "2"], ["3", "3"]]


def test_a_missing_file_gives_a_one_line_error():
    assert "missing.tst: No such file" in the_one_line_of_error(run_miai("regress", "missing.tst"))
