"""Regression files in the format of GNU Go and GoGui: how they are read, and how answers are judged."""

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


def test_a_file_is_read_as_commands_some_with_expected_answers(tmp_path):
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
def test_answers_are_judged_by_the_whole_pattern(pattern, negated, known, answer, outcome):
    assert judge_answer(RegressionStep(1, "x", "1", pattern, negated, known), answer) == outcome


@pytest.mark.parametrize(
    "text, words",
    [
        ("#? [D4]\n", "line 1: an expected answer before"),
        ("1 x\n#? D4\n", "line 2: .* is not an expected answer"),
        ("1 x\n#? [(]\n", "line 2: .* is not a regular expression"),
        ("clear_board\n", "has no tests"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path, text, words):
    with pytest.raises(UserError, match=words):
        read_tests(write(tmp_path, text))


def test_records_are_looked_for_beside_the_test_file(tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[9])")
    assert with_path("loadsgf game.sgf 5", tmp_path / "t.tst") == f"loadsgf {tmp_path}/game.sgf 5"
    assert with_path("loadsgf other.sgf", tmp_path / "t.tst") == "loadsgf other.sgf"
    assert with_path("play black D4", tmp_path / "t.tst") == "play black D4"


def test_an_engine_that_crashes_fails_that_test_and_is_started_again(tmp_path):
    text = "boardsize 9\n" + "1 genmove black\n#? [.*]\n" * 7 + "9 name\n#? [fake crash]\n"
    answers = run_file(write(tmp_path, text), lambda: GtpClient([sys.executable, str(FAKE), "crash"]), 5.0)
    assert counts(answers) == {"tests": 8, "passed": 7, "failed": 1, "unexpected_pass": 0, "known_failure": 0, "ignored": 0}
    assert answers[4].answer.startswith("<crash: exit code 7")


def test_tests_on_a_position_that_could_not_be_set_up_fail_and_say_why(tmp_path):
    text = "loadsgf missing.sgf\n1 name\n#? [.*]\n2 name\n#? [.*]*\nboardsize 9\nclear_board\n3 name\n#? [fake good]\n"
    answers = run_file(write(tmp_path, text), lambda: GtpClient([sys.executable, str(FAKE), "good"]), 5.0)
    assert [answer.outcome for answer in answers] == ["failed", "known failure", "passed"]
    assert answers[0].answer == "<refusal: 'loadsgf missing.sgf' was refused: unknown command>"


def test_an_engine_that_was_started_again_has_its_position(tmp_path):
    """The fake that crashes at its fifth move would play on the stones of the file, if it did not know them."""
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


def test_the_table_has_a_line_for_each_file_and_one_for_all(tmp_path):
    files = [write(tmp_path, "1 name\n#? [fake.*]\n").rename(tmp_path / name) for name in ("one.tst",)]
    files.append(write(tmp_path, "1 name\n#? [fake.*]\n2 version\n#? [fake.*]\n"))
    done = run_miai("regress", *map(str, files), "--engine", fake("good"), COLUMNS="200")
    assert done.returncode == 0, done.stderr
    numbers = [line.split()[1:3] for line in done.stdout.splitlines()[2:]]
    assert numbers == [["1", "1"], ["2", "2"], ["3", "3"]]


def test_a_missing_file_is_told_in_one_line():
    assert "missing.tst: No such file" in the_one_line_of_error(run_miai("regress", "missing.tst"))
