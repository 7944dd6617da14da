"""Root and leaf parallel search: playouts add up, proofs are combined, wrong input is refused."""

import pytest

from miai.core.errors import UserError
from miai.problems import load
from miai.search.parallel import search_leaves, search_roots
from miai.search.settings import Settings

PLAIN = Settings(solver=False)


@pytest.fixture(scope="module")
def nim():
    return load("nim").start()


def test_roots_share_the_playouts_and_their_visits_add_up(nim):
    result = search_roots(nim, 1001, threads=3, seed=1, settings=PLAIN)
    assert result.simulations == 1001 == result.visits
    assert sum(row.visits for row in result.actions) == 1001 - 3  # each root has one playout of its own
    assert result.threads == 3


def test_roots_draw_different_numbers(nim):
    one = search_roots(nim, 200, threads=1, seed=1, settings=PLAIN)
    two = search_roots(nim, 400, threads=2, seed=1, settings=PLAIN)
    doubled = {row.action: 2 * row.visits for row in one.actions}
    assert {row.action: row.visits for row in two.actions} != doubled


def test_root_parallel_results_are_reproducible(nim):
    first, second = (search_roots(nim, 500, threads=2, seed=7, settings=PLAIN) for _ in range(2))
    assert first.actions == second.actions


def test_leaf_parallel_search_counts_a_descent_once_and_averages_its_playouts(nim):
    result = search_leaves(nim, 900, threads=3, seed=1, settings=PLAIN)
    assert result.simulations == result.visits == 300
    assert 0.0 < result.value < 1.0


def test_leaf_parallel_search_on_one_thread_equals_plain_search(nim):
    from miai.search.driver import Search

    alone = search_leaves(nim, 400, threads=1, seed=3, settings=PLAIN)
    plain = Search(nim, PLAIN, seed=3).run(400)
    assert alone.actions == plain.actions


@pytest.mark.parametrize("way", [search_roots, search_leaves])
def test_root_and_leaf_parallel_search_prove_a_small_game(way):
    result = way(load("tictactoe").start(), 40_000, threads=2, seed=1)
    assert result.proven and result.value == 0.5


@pytest.mark.parametrize("way", [search_roots, search_leaves])
@pytest.mark.parametrize("playouts, threads", [(0, 2), (10, 0), (10, 1000), ("many", 2)])
def test_wrong_numbers_are_refused(way, nim, playouts, threads):
    with pytest.raises(UserError, match="must be a whole number"):
        way(nim, playouts, threads=threads)
