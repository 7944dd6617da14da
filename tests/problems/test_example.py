"""The game on the page *Write your own game* works as the page describes."""

import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load, open_problem, start_state
from miai.problems.contract import check_play
from miai.problems.exact import solve_exactly
from miai.search.driver import search
from tests.core.processes import run_python
from tests.problems.example import code_blocks, pasted_into
from tests.problems.positions import play, rewards

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def chomp(tmp_path_factory):
    return load(pasted_into(tmp_path_factory.mktemp("pasted")))


def test_the_game_is_about_a_page_long():
    lines = [line for line in code_blocks()[0].splitlines() if line.strip()]
    assert len(lines) <= 66


def test_the_game_keeps_the_contract(chomp):
    for seed in range(10 if COMPILING else 3):
        check_play(chomp, chomp.start(), seed)


@pytest.mark.parametrize("columns, rows", [(1, 1), (1, 5), (2, 2), (3, 2), (4, 3)])
def test_the_first_player_wins_every_bar_larger_than_the_poison(chomp, columns, rows):
    value = 0.0 if (columns, rows) == (1, 1) else 1.0
    assert solve_exactly(chomp.start(columns, rows)).value == (value, 1.0 - value)


def test_the_player_who_eats_the_poison_loses(chomp):
    assert rewards(play(chomp.start(), "b1 a2 a1")) == (0.0, 1.0)


def test_the_search_proves_that_the_first_player_wins(chomp):
    result = search(chomp.start(3, 3), playouts=20_000 if COMPILING else 3000, seed=1)
    assert result.best_text == "b2"  # on a square bar: leave two arms of the same length
    assert result.value > 0.9
    assert result.proven or not COMPILING


def test_the_bar_is_drawn(chomp):
    assert chomp.state_text(play(chomp.start(3, 2), "b2")) == "2 #\n1 # # #\n  a b c d e f g h"


def test_options_are_those_of_start(chomp):
    assert start_state(chomp, ["columns=2", "rows=1"]).height.tolist() == [1, 1, 0, 0, 0, 0, 0, 0]


def test_the_game_opens_without_an_error(tmp_path):
    assert open_problem(pasted_into(tmp_path)).name == "chomp"


def test_a_key_without_the_player_to_act_is_an_error(tmp_path):
    file = pasted_into(tmp_path)
    file.write_text(file.read_text().replace("key = np.uint64(state.player)", "key = np.uint64(0)"))
    with pytest.raises(UserError, match="it must include whose turn it is"):
        open_problem(file)


def test_the_lines_for_python_run(tmp_path, monkeypatch):
    pasted_into(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "use.py").write_text(code_blocks()[1].replace("20_000", "500"))
    best, value = run_python("use.py", NUMBA_DISABLE_JIT="1").split()  # compilation would take a minute
    assert best[0] in "abcd" and 0 <= float(value) <= 1
