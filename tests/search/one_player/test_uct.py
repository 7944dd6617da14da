"""The tree search: exhausted subtrees, bounds, wide nodes, beams."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.kernels import COMPILING
from miai.problems import load, start_state
from miai.problems.packing import make_instance
from miai.problems.packing import start_state as strip_of
from miai.search.one_player import OnePlayerSearch, search_solution
from miai.search.one_player.tree import NONE
from tests.search.one_player import wide
from tests.search.one_player.brute import best_reward


def knapsack(things: int, seed: int = 0):
    return start_state(load("knapsack"), [f"things={things}", f"seed={seed}"])


@pytest.mark.parametrize("bounds", [True, False])
@pytest.mark.parametrize("share", [True, False])
def test_a_space_searched_to_the_end_says_so_and_has_the_optimum(bounds, share):
    for seed in range(20 if COMPILING else 2):
        state = knapsack(7, seed)
        result = search_solution(state, 10**6, bounds=bounds, share=share, seed=seed, sample=10)
        assert result.exhausted and result.simulations < 10**6
        assert result.solution.reward == pytest.approx(best_reward(state))


def test_exhausted_subtrees_are_closed_through_transpositions():
    """Shared positions need fewer simulations to be exhausted than the tree of all orders."""
    counts = [search_solution(knapsack(8), 10**6, share=share, sample=10).simulations for share in (True, False)]
    assert counts[0] < counts[1]


def test_bounds_close_nodes_that_cannot_be_better():
    state = strip_of(make_instance(6, [(3, 2), (3, 4), (2, 2), (6, 1), (1, 5)]))
    counts = {}
    for bounds in (True, False):
        result = search_solution(state, 10**6 if COMPILING else 20_000, bounds=bounds, sample=10)
        assert result.solution.reward == best_reward(state)
        counts[bounds] = result.simulations
        assert result.exhausted or not COMPILING
    assert counts[True] < counts[False]


def test_plain_uct_repeats_itself_and_fading_or_closing_escapes():
    """The trap: a path without randomness is taken again and again (Basaldúa 2013, 7.2.6)."""
    state = wide.start(60)
    count = 20_000 if COMPILING else 3_000
    options = dict(select="prior", exploration=0.02, seed=3)
    trapped = search_solution(state, count, repeats="allow", **options)
    penalised = search_solution(state, count, repeats="penalty", **options)
    faded = search_solution(state, count, repeats="fade", **options)
    closed = search_solution(state, count, repeats="close", **options)
    assert trapped.repeated > 0.5 * count
    assert penalised.repeated > 0.5 * count  # all plays in the tree are lowered alike, which does not help here
    assert count - faded.repeated > 5 * (count - trapped.repeated)
    assert closed.repeated < 0.25 * count
    assert closed.solution.reward >= max(trapped.solution.reward, penalised.solution.reward)


def test_memory_grows_with_visits_not_with_actions():
    state = wide.start()
    result = search_solution(state, 2_000 if COMPILING else 100, select="prior", exploration=0.1, memory=64)
    edges = result.memory_used
    assert result.nodes <= 2_001 and edges < 64 * 2**20


def test_ranked_children_are_made_in_the_order_of_the_prior():
    running = OnePlayerSearch(wide.start(200), select="prior", exploration=0.05, sample=10)
    running.run(300)
    tree = running.engines[0].tree
    place, actions = int(tree.nodes[0].first_edge), []
    while place != NONE:
        actions.append(int(tree.edges[place].action))
        place = int(tree.edges[place].next)
    assert actions == list(range(len(actions))) and 1 < len(actions) < 198


def test_lazily_made_children_are_chosen_as_if_all_existed():
    """The same problem with and without ranks: the root's children get the same visits, since untried ones compete by their priors."""
    visits = []
    for ranked in (1, 0):
        running = OnePlayerSearch(wide.start(40), select="prior", exploration=0.1, seed=5)
        running.engines[0].kernel_settings.ranked = ranked
        running.run(1_000 if COMPILING else 200)
        tree = running.engines[0].tree
        place, found = int(tree.nodes[0].first_edge), {}
        while place != NONE:
            child = int(tree.edges[place].child)
            if child != NONE:
                found[int(tree.edges[place].action)] = int(tree.nodes[child].visits)
            place = int(tree.edges[place].next)
        visits.append(found)
    assert visits[0] == visits[1] and len(visits[0]) > 3


def test_progressive_widening_limits_the_children():
    running = OnePlayerSearch(wide.start(), width=1.0, width_power=0.5, exploration=0.3, sample=10)
    running.run(400)
    assert int(running.engines[0].tree.nodes[0].edge_count) <= 1 + int(401**0.5)


def test_a_beam_keeps_the_most_visited_nodes_of_a_depth():
    running = OnePlayerSearch(knapsack(12), beam_width=3, beam_after=200, share=False, sample=10)
    result = running.run(2_000)
    nodes = running.engines[0].tree.nodes[: result.nodes]
    for depth in (1, 2):
        assert int((nodes[nodes.depth == depth].closed == 0).sum()) <= 3
    assert not result.exhausted  # what was cut off is not known


def test_a_restart_begins_with_an_empty_tree_and_keeps_the_best():
    running = OnePlayerSearch(knapsack(14), restart=100, sample=10)
    result = running.run(1_050)
    assert result.nodes <= 101
    assert result.solution.found_after <= 1_050


def test_a_search_with_a_full_tree_continues_with_playouts():
    result = search_solution(knapsack(20), 3_000, memory=0.01)
    assert result.simulations == 3_000 and result.nodes < 200


def test_the_exploration_weight_is_chosen_from_a_sample_and_repeatable():
    first, second = (search_solution(knapsack(12), 200, seed=9).exploration for _ in range(2))
    assert first == second and 0.0 < first < 1.0
    assert search_solution(knapsack(12), 200, exploration=0.3).exploration == 0.3


def test_quantiles_are_those_of_the_scores_seen():
    running = OnePlayerSearch(knapsack(14), scale="quantiles", sample=2, seed=4)
    running.run(200)
    worker = running.engines[0].worker
    sample = worker.sample[: worker.sampled]
    assert worker.sampled == 200 and (np.diff(sample) >= 0).all()
    assert (worker.low, worker.high) == (sample[10], sample[189])
    assert worker.lowest == sample[0] and worker.highest == sample[-1]
    running.run(400)
    assert worker.sampled == 256 and (np.diff(worker.sample) >= 0).all()
    assert worker.lowest <= worker.low < worker.high <= worker.highest


@pytest.mark.parametrize("threads", [1, 2])
def test_quantile_scaling_finds_the_optimum(threads):
    state = knapsack(8 if COMPILING else 4)
    result = search_solution(state, 5_000 if COMPILING else 200, scale="quantiles", threads=threads, sample=10)
    assert result.solution.reward == pytest.approx(best_reward(state))
