"""`miai play`, driven through a pipe."""

from __future__ import annotations

import io
import re

import pytest

from miai.cli.main import main
from tests.cli.terminal import run_miai, the_one_line_of_error
from tests.problems.example import pasted_into

pytestmark = pytest.mark.plain


@pytest.fixture
def play(monkeypatch, capsys):
    """Run `miai play` with arguments and typed lines. Return the exit code and the output."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(["play", *arguments, "--playouts", "30", "--seed", "1"])
        out, err = capsys.readouterr()
        errors = [line for line in err.splitlines() if "compil" not in line]
        assert errors == []
        return code, out

    return run


def test_a_whole_game_of_nim_is_won_by_taking_the_last(play):
    code, out = play("nim", "--set", "heaps=1", typed="a1\n")
    assert code == 0
    assert "legal: a1" in out
    assert "You win." in out


def test_a_game_is_lost_if_the_search_takes_the_last(play):
    code, out = play("nim", "--set", "heaps=1", "--second")
    assert code == 0
    assert "you are player 2 of 2" in out
    assert "the search plays a1" in out
    assert "You lose." in out


def test_a_draw_is_announced(play):
    _, out = play("connect4", "--set", "width=1", "--set", "height=1", typed="1\n")
    assert "A draw." in out


def test_the_board_is_drawn_before_each_turn(play):
    _, out = play("tictactoe", typed="b2\nquit\n")
    assert re.search(r"│  2 \. \. \. *│", out)
    assert re.search(r"│  2 . X . *│", out)
    assert "the search plays" in out


def test_case_and_blanks_of_an_action_do_not_matter(play):
    _, out = play("tictactoe", typed="   B2  \nquit\n")
    assert "is not legal" not in out


@pytest.mark.parametrize(
    "typed, answer",
    [
        ("z9", "'z9' is not legal here; type an action such as a1, or hint, undo, help, quit"),
        ("undoo", "'undoo' is not legal here (did you mean 'undo'?); type an action such as a1, or hint, undo, help, quit"),
        ("", "type an action such as a1, or hint, undo, help, quit"),
        ("[bold]", "'[bold]' is not legal here"),
        ("\x00\x1b[2J", "is not legal here"),
    ],
)
def test_bad_input_gets_one_line_and_another_chance(play, typed, answer):
    code, out = play("tictactoe", typed=f"{typed}\nquit\n")
    assert code == 0
    assert answer in out
    assert out.count("your action:") == 2


def test_undo_restores_the_state_before_the_last_action_of_the_person(play):
    _, out = play("tictactoe", typed="b2\nundo\na1\nquit\n")
    boards = out.split("your action:")
    assert re.search(r"2 \. \. \.", boards[2])
    assert re.search(r"1 X", boards[3])


def test_undo_at_the_start_is_refused(play):
    assert "nothing to take back" in play("tictactoe", typed="undo\n")[1]


def test_hint_names_a_legal_action_and_its_value(play):
    _, out = play("tictactoe", typed="hint\nquit\n")
    assert re.search(r"hint: [abc][123] \(value \d\.\d\d for you, ", out)


def test_help_lists_the_words_that_may_be_typed(play):
    _, out = play("tictactoe", typed="help\nquit\n")
    for word in ("hint", "undo", "help", "quit"):
        assert re.search(rf"^  {word}  \w", out, re.M)


@pytest.mark.parametrize("typed", ["", "b2\n", "quit\n", "QUIT\n"])
def test_the_end_of_input_and_quit_end_politely(play, typed):
    code, out = play("tictactoe", typed=typed)
    assert code == 0
    assert out.endswith("Goodbye.\n")


def test_ctrl_c_ends_politely(play, monkeypatch):
    monkeypatch.setattr("miai.cli.terminal_game.TerminalGame._ask", lambda self: (_ for _ in ()).throw(KeyboardInterrupt))
    code, out = play("tictactoe")
    assert code == 0
    assert out.endswith("Goodbye.\n")


def test_the_dice_are_rolled_and_shown_and_follow_from_the_seed(play):
    games = [play("pig", "--set", "target=8", typed="roll\n" * 40)[1] for _ in range(2)]
    assert re.search(r"^chance: [1-6]$", games[0], re.M)
    assert games[0] == games[1]


def test_three_players_get_their_rewards(play):
    _, out = play("race", "--set", "pile=3", "--second", typed="1\n1\n")
    assert "you are player 2 of 3" in out
    assert "player 1 plays" in out
    assert re.search(r"Rewards: player 1 [\d.]+, you [\d.]+, player 3 [\d.]+", out)


def test_one_player_plays_alone(play):
    _, out = play("knapsack", "--set", "things=2", typed="hint\na\nb\n")
    assert "you play alone" in out
    assert "Your result: " in out or "Goodbye." in out


def test_a_game_in_a_file_of_the_user_is_played(play, tmp_path):
    _, out = play(str(pasted_into(tmp_path)), "--set", "columns=2", "--set", "rows=1", typed="b1\n")
    assert "the search plays a1" in out
    assert "You win." in out


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["conect4"], "unknown problem 'conect4'; did you mean 'connect4'?"),
        (["nowhere.py"], "no file 'nowhere.py'"),
        (["connect4", "--set", "width"], "a connect4 option is given as name=value"),
        (["connect4", "--set", "widht=3"], "did you mean 'width'?"),
        (["connect4", "--playouts", "0"], "--playouts"),
        (["connect4", "--playouts", "many"], "--playouts"),
        (["connect4", "--seed", "x"], "--seed"),
        ([], "PROBLEM"),
    ],
)
def test_wrong_arguments_get_one_line(arguments, expected, capsys):
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("miai: error: ")
    assert expected in err


def test_a_separate_process_without_input_ends_politely():
    done = run_miai("play", "nim", "--playouts", "5", NUMBA_DISABLE_JIT="1", typed="a1\n")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")
    assert "Traceback" not in done.stderr
    assert the_one_line_of_error(run_miai("play", "nimm", NUMBA_DISABLE_JIT="1")).startswith("unknown problem 'nimm'")
