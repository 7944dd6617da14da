"""Board representations: all play the same games by the same rules, and the fit of the growth is correct."""

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.streams import new_stream
from miai.experiments.frame import Cell, run_here
from miai.experiments.frame.parameters import make_parameters
from miai.experiments.go_board import experiment, measure, record_board
from miai.experiments.go_board.experiment import EXPERIMENT
from miai.experiments.go_board.forest import find
from miai.experiments.go_board.game import clear, new_chooser, place, play_game
from miai.experiments.go_board.grid import PASS, new_grid
from miai.experiments.go_board.linked_lists import LINKED_LISTS
from miai.experiments.go_board.naive import NAIVE
from miai.experiments.go_board.pseudo_liberties import PSEUDO_LIBERTIES
from miai.experiments.go_board.union_find import UNION_FIND
from miai.experiments.go_board.union_find_delete import UNION_FIND_DELETE, add_element, delete_element, unite_trees
from miai.go.notation.position import Position
from miai.go.rules import plain
from tests.twins import go_rules

pytestmark = pytest.mark.plain

SIZE = 5
RUNGS = {rung.name: rung.new_state for rung in (NAIVE, UNION_FIND, LINKED_LISTS, UNION_FIND_DELETE, PSEUDO_LIBERTIES)} | {
    "record_board": record_board.new_state
}


def games_on(rung, count, seed=3):
    """Return the moves of the first games of a stream."""
    state, grid, chooser, stream = RUNGS[rung](SIZE), new_grid(SIZE), new_chooser(SIZE), new_stream(seed)
    games = []
    for _ in range(count):
        length = play_game(state, grid, chooser, stream)
        games.append([int(cell) for cell in chooser.moves[:length]])
    return games


@pytest.mark.parametrize("rung", list(RUNGS)[1:])
def test_every_rung_plays_the_same_games_as_the_naive_rung(rung):
    assert games_on(rung, 30) == games_on("naive", 30)


def elements_of(state, tree):
    """Return the elements of a tree and the number of its nodes, by its ring."""
    found, node, nodes = [], int(tree), 0
    while node and (nodes == 0 or node != int(tree)):
        if state.element[node] != 0:
            found.append(int(state.element[node]))
        nodes += 1
        node = int(state.next_node[node])
    return sorted(found), nodes


def test_a_stone_has_a_liberty_for_each_side_and_a_chain_those_of_its_stones():
    state, grid, removed = UNION_FIND_DELETE.new_state(SIZE), new_grid(SIZE), np.zeros(SIZE**2, np.uint16)
    clear(state, grid)
    a, b, width = grid.points[6], grid.points[7], SIZE + 1  # two neighbours in the middle
    place(state, grid, a, 1, removed)
    up, left, right, down = ((a - width, 3), (a - 1, 2), (a + 1, 1), (a + width, 0))  # a point, and its side with the stone
    assert elements_of(state, state.tree_of[a]) == (sorted(4 * int(p) + side for p, side in (up, left, right, down)), 4)
    place(state, grid, b, 1, removed)
    tree = state.tree_of[find(state.parent, b)]
    assert len(elements_of(state, tree)[0]) == int(state.live[tree]) == 6, "figure 5.6: four liberties, then six"


def test_trees_with_deletion_hold_the_same_elements_as_sets():
    state, grid, random = UNION_FIND_DELETE.new_state(SIZE), new_grid(SIZE), np.random.default_rng(4)
    clear(state, grid)
    sets = []  # pairs of a root and a set of elements
    for _ in range(600):
        outside = sorted(set(range(4, 100)) - {element for _, held in sets for element in held})
        action = random.integers(4)
        if action < 2 and outside:
            element = int(random.choice(outside))
            tree, held = sets.pop(random.integers(len(sets))) if sets and action else (0, set())
            sets.append((add_element(state, tree, element), held | {element}))
        elif action == 2 and len(sets) > 4:
            (one, a), (two, b) = sets.pop(random.integers(len(sets))), sets.pop(random.integers(len(sets)))
            sets.append((unite_trees(state, one, two), a | b))
        elif sets:
            place_of = random.integers(len(sets))
            tree, held = sets.pop(place_of)
            element = int(random.choice(sorted(held)))
            tree, held = delete_element(state, element), held - {element}
            assert (tree == 0) == (not held)
            sets += [(tree, held)] if held else []
        for tree, held in sets:
            found, nodes = elements_of(state, tree)
            assert found == sorted(held) and int(state.live[tree]) == len(held)
            assert nodes == int(state.used[tree]) <= 2 * len(held), "at most half of the nodes are vacant"
            assert all(find(state.up, np.int64(state.node_of[element])) == tree for element in held)
    assert len(sets) > 1


def test_games_follow_the_rules_and_end_when_nothing_is_playable():
    width = SIZE + 1
    for moves in games_on("pseudo_liberties", 5):
        game = plain.PlainGame(Position.of(SIZE))
        for cell in moves:
            playable = go_rules.playable_points(game)
            point = "pass" if cell == PASS else (cell % width - 1, cell // width - 1)
            assert point in playable or (point == "pass" and not playable)
            game.play(point)
        assert game.is_terminal()


def test_the_exponent_of_an_exact_power_is_found():
    sizes = (5, 7, 9, 13, 19)
    found = measure.growth(sizes, [0.3 * size**2.5 for size in sizes])
    assert found["exponent"] == pytest.approx(2.5)
    assert found["last_step"] == pytest.approx(2.5)
    assert found["low"] == pytest.approx(2.5) and found["high"] == pytest.approx(2.5)


def test_the_interval_of_the_exponent_covers_the_truth_in_95_percent():
    noise, sizes = np.random.default_rng(1), np.array([5, 7, 9, 13, 19])
    inside = 0
    for _ in range(400):
        found = measure.growth(sizes, sizes**2.0 * np.exp(noise.normal(0, 0.1, 5)))
        inside += found["low"] < 2.0 < found["high"]
    assert 0.92 < inside / 400 < 0.98


def test_two_sizes_give_an_exponent_without_an_interval():
    assert measure.growth([3, 6], [9.0, 36.0]) == {
        "exponent": pytest.approx(2),
        "low": None,
        "high": None,
        "last_step": pytest.approx(2),
    }


def test_growth_of_one_size_is_refused():
    with pytest.raises(ValueError, match="two board sizes"):
        measure.run_ladder([9], seconds=0.1, seed=1, rounds=1)


def loops(size):
    """Return a player that needs no compilation; its cost grows with the number of points."""
    return lambda stream, count: (sum(1 for _ in range(10 * size**2 * count)), 0)


def test_a_short_run_gives_a_cell_for_each_board_and_size(monkeypatch):
    two = [measure.Contestant("loops", loops), measure.Contestant("pseudo-liberties", loops)]
    monkeypatch.setattr(measure, "CONTESTANTS", two)
    cells = run_here(EXPERIMENT, "smoke", seed=7, seconds=0.1, rounds=7, sizes=(4, 5))
    found = {(cell.measure, cell.parameters["board"], cell.parameters.get("size")): cell for cell in cells}
    assert [found["moves", "moves in a game", size].value for size in (4, 5)] == [160, 250]
    for board in ("loops", "pseudo-liberties"):
        assert all(0 < found["microseconds", board, size].low <= found["microseconds", board, size].value for size in (4, 5))
        assert found["exponent", board, None].low is None
    assert experiment.published(found["exponent", "pseudo-liberties", None]).value == 2
    assert experiment.published(found["exponent", "loops", None]) is None
    assert [finding.verdict for finding in experiment.findings(EXPERIMENT.parameters(), cells)] == ["undecided"]


def test_the_plot_has_a_line_for_each_board_and_three_slopes():
    cells = [Cell({"board": board, "size": size}, "microseconds", size**2) for board in "ab" for size in (5, 9)]
    figure = experiment.go_board_ladder(EXPERIMENT.parameters(sizes=(5, 9)), cells)
    assert len(figure.axes[0].lines) == 2 + 3


def test_a_claim_holds_if_a_narrow_interval_contains_it():
    wide = [Cell({"board": "linked lists"}, "exponent", 1.9, 1.2, 2.6)]
    assert [finding.verdict for finding in experiment.findings(EXPERIMENT.parameters(), wide)] == ["undecided"]
    cells = [
        Cell({"board": "linked lists"}, "exponent", 1.9, 1.7, 2.1),
        Cell({"board": "naive arrays, flood fill"}, "exponent", 4, 3, 5),
    ]
    verdicts = {finding.claim: finding.verdict for finding in experiment.findings(EXPERIMENT.parameters(), cells)}
    assert verdicts == {
        "The cost of a game on naive arrays, flood fill grows like n^6.": "does not hold",
        "The cost of a game on linked lists grows like n^2.": "holds",
    }


def test_the_interval_of_the_median_covers_the_truth_in_95_percent():
    noise = np.random.default_rng(1)
    bounds = [experiment.interval_of_median(noise.exponential(size=9)) for _ in range(1000)]
    inside = sum(low < np.log(2) < high for low, high in bounds)
    assert 0.94 < inside / 1000 < 0.98  # 0.961 for nine values
    assert experiment.interval_of_median(range(9)) == (1, 7)
    assert experiment.interval_of_median(range(5)) == (None, None)
    assert experiment.interval_of_median(range(6)) == (0, 5)


@pytest.mark.parametrize("settings", [{"sizes": "9"}, {"sizes": "9,9"}, {"sizes": "9,20"}, {"seconds": "0"}, {"rounds": "0"}])
def test_wrong_parameters_are_refused(settings):
    with pytest.raises(UserError, match="go-ladder: parameter"):
        make_parameters(EXPERIMENT, "quick", settings)
