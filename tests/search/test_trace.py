"""Single simulations: the same search as many at once, with the numbers that chose every edge."""

from __future__ import annotations

import math

import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.search.driver import Search
from miai.search.problem import CHANCE, is_terminal
from miai.search.settings import RULES
from miai.search.trace import Tracer

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]
STEPS = 60 if COMPILING else 15
C = 0.7


def search_of(name, **settings):
    return Search(load(name).start(), seed=3, memory=4, **{"solver": False, **settings})


def traces(search, count=STEPS):
    tracer = Tracer(search)
    return [trace for trace in (tracer.step() for _ in range(count)) if trace is not None]


@pytest.mark.parametrize("mode", ["tree", "uct-dag", "shared"])
@pytest.mark.parametrize("solver", [False, True])
def test_single_steps_are_the_same_search_as_many_simulations_at_once(mode, solver):
    stepped, whole = (search_of("tictactoe", mode=mode, solver=solver) for _ in range(2))
    found = traces(stepped)
    whole.advance(len(found))
    assert stepped.simulations == whole.simulations == STEPS
    assert stepped.graph.nodes.tobytes() == whole.graph.nodes.tobytes()
    assert stepped.graph.edges.tobytes() == whole.graph.edges.tobytes()
    assert stepped.workers[0].stream.tobytes() == whole.workers[0].stream.tobytes()


@pytest.mark.parametrize("rule", RULES)
def test_the_shown_scores_choose_the_edge_that_was_taken(rule):
    """With the same random numbers for ties and draws, the rule takes the same edge from the scores that are shown."""
    for trace in traces(search_of("tictactoe", select=rule)):
        for choice in trace.choices:
            assert choice.replayed == choice.place


def test_the_numbers_of_ucb1_equal_the_formula():
    """Auer et al. (2002): value + c sqrt(ln N / n), recomputed from the counts that are shown."""
    seen = 0
    for trace in traces(search_of("tictactoe", exploration=C)):
        for choice in trace.choices:
            assert choice.total == sum(edge.visits for edge in choice.edges)
            for edge in choice.edges:
                if edge.visits == 0:
                    assert edge.score is None and edge.value is None
                    continue
                term = C * math.sqrt(math.log(choice.total) / edge.visits)
                assert edge.exploration == pytest.approx(term, abs=1e-12)
                assert edge.score == pytest.approx(edge.value + term, abs=1e-12)
                seen += 1
            scores = [math.inf if edge.score is None else edge.score for edge in choice.edges]
            assert scores[choice.place] == max(scores)
    assert seen > STEPS


def test_the_values_are_the_means_of_the_results_so_far():
    """In a tree without proofs an edge's value is the mean of the results below it, which the traces give one by one."""
    results: dict[tuple[int, ...], list[float]] = {}
    for trace in traces(search_of("tictactoe", mode="tree")):
        path: tuple[int, ...] = ()
        for choice in trace.choices:
            for edge in choice.edges:
                known = results.get((*path, edge.action), [])
                assert edge.visits == len(known)
                if known:
                    mean = sum(known) / len(known)
                    assert edge.value == pytest.approx(mean if choice.player == 0 else 1 - mean, abs=1e-9)
            path = (*path, choice.action)
        for length in range(len(path) + 1):
            results.setdefault(path[:length], []).append(trace.result[0])


def test_a_backup_adds_one_visit_to_every_node_of_the_path():
    for trace in traces(search_of("nim")):
        assert [each.visits[1] - each.visits[0] for each in trace.changes] == [1] * len(trace.changes)
        assert len(trace.changes) == len(trace.choices) + 1
        assert bool(is_terminal(trace.end_state))


def test_a_choice_by_chance_shows_the_probabilities():
    found = [choice for trace in traces(search_of("pig")) for choice in trace.choices if choice.player == CHANCE]
    assert found
    assert [edge.score for edge in found[0].edges] == pytest.approx([1 / 6] * 6)
    assert all(choice.replayed == choice.place for choice in found)


def test_a_proven_search_has_no_further_steps():
    search = Search(load("nim").start(heaps=(1, 1)), seed=1, memory=4)
    assert len(traces(search, 40)) < 40
    assert search.result().proven


@pytest.mark.parametrize("settings", [{"threads": 2}, {"mode": "table"}, {"grouping": "made"}])
def test_searches_whose_steps_cannot_be_shown_are_refused(settings):
    if settings.get("threads") and not COMPILING:
        pytest.skip("plain Python has one thread")
    with pytest.raises(UserError, match="single steps"):
        Tracer(Search(load("tictactoe").start(), memory=4, **settings))
