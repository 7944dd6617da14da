"""Small games are solved: the proven value is the exact one."""

from __future__ import annotations

import pytest

from miai.core.kernels import COMPILING
from miai.problems.exact import solve_exactly, successor
from miai.search import Search
from miai.search.problem import position_key
from tests.problems.positions import after
from tests.search.games import GARDENS

pytestmark = pytest.mark.unchecked
SLOW = pytest.mark.skipif(not COMPILING, reason="too many simulations for plain Python")
GRAPHS = ["path-mean", "uct-dag", "multipath"]


def solve(state, playouts, mode="uct-dag", memory=64 if COMPILING else 4, **settings):
    search = Search(state, mode=mode, memory=memory, **settings)
    return search, search.run(playouts)


@SLOW
@pytest.mark.parametrize("mode", ["tree", "shared", *GRAPHS])
def test_tictactoe_is_a_draw(mode):
    _, result = solve(after("tictactoe"), 50_000, mode)
    assert result.proven and result.value == 0.5


@pytest.mark.plain
def test_tictactoe_late_in_the_game_is_won_by_the_player_to_act():
    """
    X O X      X takes the corner a1 and then has two lines
    . O .
    . X O
    """
    state = after("tictactoe", "a3 b3 c3 b2 b1 c1")
    _, result = solve(state, 3000)
    assert result.proven and (result.value,) == (solve_exactly(state).value[0],)


@SLOW
@pytest.mark.parametrize("mode", ["tree", *GRAPHS])
@pytest.mark.parametrize("heaps", ["3,4,5", "1,2,3", "2,2", "1,3,5", "4,4,1"])
@pytest.mark.parametrize("misere", ["no", "yes"])
def test_nim_has_boutons_value(heaps, misere, mode):
    state = after("nim", "", f"heaps={heaps}", f"misere={misere}")
    _, result = solve(state, 200_000, mode)
    assert result.proven and result.value == solve_exactly(state).value[0]
    best = successor(state, result.best_action)
    assert solve_exactly(best).value[0] == result.value


@pytest.mark.plain
def test_nim_with_three_equal_heaps_is_lost_in_pairs():
    _, result = solve(after("nim", "", "heaps=1,2,3"), 400)
    assert result.proven and result.value == 0.0


@SLOW
@pytest.mark.parametrize("mode", GRAPHS)
@pytest.mark.parametrize("size, playouts", [(2, 1000), (3, 20_000), (4, 400_000)])
def test_hex_is_won_by_the_first_player(size, playouts, mode):
    if mode == "multipath" and size == 4:
        pytest.skip("every simulation walks through all ancestors")
    _, result = solve(after("hex", "", f"size={size}"), playouts, mode)
    assert result.proven and result.value == 1.0


@SLOW
@pytest.mark.parametrize("mode", ["uct-dag", "path-mean"])
def test_connect4_on_4x4_is_a_draw(mode):
    _, result = solve(after("connect4", "", "width=4", "height=4"), 400_000, mode)
    assert result.proven and result.value == 0.5


@SLOW
def test_connect4_on_5x4_is_a_draw():
    _, result = solve(after("connect4", "", "width=5", "height=4"), 4_000_000, memory=640)
    assert result.proven and result.value == 0.5


@SLOW
@pytest.mark.parametrize("threads", [2, 8])
def test_threads_prove_the_same(threads):
    _, result = solve(after("connect4", "", "width=4", "height=4"), 800_000, threads=threads)
    assert result.proven and result.value == 0.5


@pytest.mark.plain
@pytest.mark.parametrize("mode", ["tree", *GRAPHS])
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("dice", [0, 3])
def test_proven_values_of_all_nodes_are_exact(mode, players, dice):
    for seed in range(8 if COMPILING else 2):
        state = GARDENS[players].start(levels=6, breadth=3, branching=3, dice=dice, seed=seed)
        exact = solve_exactly(state)
        search, result = solve(state, 3000, mode)
        assert result.proven and result.value == pytest.approx(exact.value[0])
        if mode == "tree":
            continue  # there a key is that of a path
        for node in search.graph.nodes[: result.nodes]:
            low, high = float(node.low[0]), float(node.high[0])
            assert low - 1e-12 <= exact.values[int(node.key)][0] <= high + 1e-12


@pytest.mark.plain
def test_three_players_are_proven_where_no_player_is_indifferent():
    for pile in range(1, 12):
        state = after("race", "", f"pile={pile}")
        search, result = solve(state, 2000)
        assert result.proven and result.value == solve_exactly(state).value[0]
        assert search.graph.nodes[int(search.graph.head.root)].low.tolist() == list(solve_exactly(state).value)


@pytest.mark.plain
def test_an_indifferent_player_is_not_proven_but_proven_children_count():
    """Once it is expanded, no playout ends in a node whose children are all proven: that would blur what is known."""
    indifferent = 0
    for seed in range(20 if COMPILING else 4):
        search, result = solve(GARDENS[3].start(levels=3, breadth=4, branching=4, seed=seed), 600)
        for node in search.graph.nodes[: result.nodes]:
            if node.edge_count > 0 and (node.low != node.high).any():
                assert node.own_visits == 1
                indifferent += 1
    assert indifferent > 0


@pytest.mark.plain
def test_the_best_knapsack_is_proven():
    state = after("knapsack", "", "things=6", "seed=3")
    _, result = solve(state, 3000)
    assert result.proven and result.value == pytest.approx(solve_exactly(state).value[0] / 100)


@pytest.mark.plain
def test_bounds_tighten_before_the_root_is_proven():
    """A draw in hand is a lower bound while the search looks for more."""
    search = Search(after("tictactoe"), memory=16)
    seen = set()
    while not search.result().proven:
        search.run(50 if COMPILING else 200)
        seen.add((search.result().sure_low, search.result().sure_high))
        if not COMPILING and search.result().visits > 600:
            return
    assert (0.5, 0.5) in seen
    assert all(low <= 0.5 <= high for low, high in seen)


def test_position_key_of_the_root_is_that_of_its_state():
    search = Search(after("tictactoe", "b2"))
    assert search.graph.nodes[int(search.graph.head.root)].key == position_key(search.state)
