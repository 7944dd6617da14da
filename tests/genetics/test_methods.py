"""Search methods: exhaustive enumeration, slow twins, and laws of what they record."""

from __future__ import annotations

import itertools
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.settings import parse
from miai.core.streams import new_stream
from miai.genetics.methods import registry
from miai.genetics.methods.driver import SearchRun, run_search
from miai.genetics.methods.greedy import Greedy
from miai.genetics.methods.grqs import Grqs
from miai.genetics.methods.interface import Budget, PanelTask
from miai.genetics.methods.mcts import Beam, BeamSettings, Mcts, MctsSettings, PublishedMcts, TreeSettings
from miai.genetics.methods.topn import TopN
from miai.genetics.methods.warmups import small_task
from tests.twins import panels as twin

pytestmark = pytest.mark.plain

OBJECTIVES = ("counts", "log-loss", "expected")
ALL = [Mcts, PublishedMcts, Beam, Greedy, Grqs, TopN]


def all_values(task: PanelTask) -> dict[tuple[int, ...], float]:
    return {model: task.evaluator.value(model) for model in itertools.combinations(range(task.evaluator.snps), task.size)}


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("method", [Mcts, Grqs])
def test_a_small_problem_is_searched_to_the_end_and_its_best_model_found(method, objective):
    task = small_task(objective, snps=10, size=3)
    search = method(task, 1)
    search.advance(10**6)
    exact = all_values(task)
    assert search.is_finished
    assert search.best()[0].value == max(exact.values())
    assert [found.value for found in search.best()] == sorted(exact.values(), reverse=True)[:20]


@pytest.mark.parametrize("method", ALL)
def test_models_are_listed_once_with_their_values(method):
    task = small_task("counts", snps=9, size=3, seed=4)
    search = method(task, 3)
    search.advance(400)
    found = search.best()
    assert found
    assert len({each.snps for each in found}) == len(found)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    for each in found:
        assert each.value == task.evaluator.value(each.snps) and list(each.snps) == sorted(set(each.snps))
        assert 1 <= each.evaluation <= search.evaluations


@pytest.mark.parametrize("method", ALL)
def test_slices_do_not_change_the_search(method):
    settings = MctsSettings(period=30) if method is Mcts else None
    whole, sliced = (method(small_task("expected", snps=12, size=4), 5, settings) for _ in range(2))
    whole.prepare()
    sliced.prepare()
    whole.advance(700)
    for evaluations in range(sliced.evaluations + 1, 701, 7):
        sliced.advance(evaluations)
    sliced.advance(700)
    assert whole.evaluations == sliced.evaluations
    assert whole.best() == sliced.best()


def test_the_published_tree_equals_the_twin_visit_for_visit():
    task = small_task("expected", snps=9, size=3, seed=2)
    search = PublishedMcts(task, 7, TreeSettings(prior_scale=0.5))
    search.prepare()
    simulations = 150
    search.advance(search.evaluations + simulations)
    priors = list(0.5 * task.priors)
    stream = new_stream(7, 0x3C)
    root, models = twin.tree_search(task.evaluator.value, 9, 3, priors, search.settings.exploration, 0.02, stream, simulations)
    assert visits_of(search.tree) == twin.node_counts(root)
    assert max(map(task.evaluator.value, models)) == search.best()[0].value


def visits_of(tree):
    found = {}
    for node in range(int(tree.head.nodes)):
        snps, place = [], node
        while place > 0:
            snps.append(int(tree.snp[place]))
            place = int(tree.parent[place])
        if tree.visits[node]:
            found[tuple(reversed(snps))] = int(tree.visits[node])
    return found


def test_the_queue_evaluates_in_the_order_of_a_list_of_all_children():
    task = small_task("log-loss", snps=7, size=3, seed=3)  # counts have ties, whose order is not defined
    search = Grqs(task, 2)
    search.prepare()
    before = search.evaluations
    order = twin.queue_order(task.evaluator.value, 7, 3, task.priors, search.queue.slopes)
    search.advance(10**6)
    assert search.is_finished and search.evaluations - before == len(order)
    assert [tuple(model) for model in kept_models(search)] == [model for model in order if len(model) < 3]
    place = {model: number for number, model in enumerate(order, before + 1)}
    for found in search.best():
        assert found.evaluation == place[found.snps] or found.evaluation <= before  # found by a random chain


def kept_models(search):
    queue = search.queue
    for place in range(1, int(queue.head.models)):
        model, index = [], place
        while index > 0:
            model.append(int(queue.snp[index]))
            index = int(queue.parent[index])
        yield reversed(model)


def test_closed_paths_are_never_evaluated_again():
    task = small_task("counts", snps=10, size=3)
    search = Mcts(task, 1, MctsSettings(exchange=0.0))
    search.advance(10**6)
    sampled = 100  # random models by which K is chosen, which may be repeated
    assert search.evaluations - search.repeated == 120 and search.repeated <= sampled
    assert search.is_finished and int(search.tree.open_children[0]) == 0


def test_the_published_penalty_repeats_paths():
    search = PublishedMcts(small_task("counts", snps=10, size=3), 1)
    search.advance(2000)
    assert search.evaluations == 2000 and search.repeated > 1500


def test_the_beam_keeps_the_most_visited_nodes_of_a_depth():
    task = small_task("counts", snps=14, size=4)
    search = Beam(task, 1, BeamSettings(exchange=0.0, beam_visits=60, beam_width=2))
    search.advance(10**6)
    tree = search.tree
    kept = [node for node in range(int(tree.head.nodes)) if tree.depth[node] == 1 and tree.visits[node] > 60 / 2]
    assert search.is_finished and tree.depth_visits[1] == -1 and len(kept) <= 2
    assert search.evaluations < 1001  # of 1,001 sets


def test_greedy_ends_at_a_model_that_no_exchange_improves():
    task = small_task("log-loss", snps=12, size=3, seed=6)
    search = Greedy(task)
    search.advance(10**6)
    best = search.best()[0]
    assert search.is_finished
    for out in best.snps:
        others = [snp for snp in best.snps if snp != out]
        assert all(task.evaluator.value([*others, snp]) <= best.value for snp in range(12) if snp not in best.snps)


def test_greedy_takes_the_best_single_snp_first():
    task = small_task("expected", snps=12, size=1)
    search = Greedy(task)
    search.advance(10**6)
    assert search.best()[0].value == max(all_values(task).values())


def test_topn_takes_the_highest_of_each_statistic():
    task = small_task("counts", snps=6, size=2)
    statistics = {"a": np.array([0, 5, 1, 4, 0, 0.0]), "b": np.array([9, 0, 0, 0, 0, 8.0])}
    search = TopN(PanelTask(task.evaluator, 2, task.priors, statistics))
    search.advance(10)
    assert {found.snps for found in search.best()} == {(1, 3), (0, 5)} and search.evaluations == 2


def test_a_budget_of_evaluations_is_kept_exactly():
    run = run_search(SearchRun(Mcts(small_task("counts", snps=30, size=4)), Budget(None, 777)))
    assert run.search.evaluations == 777 and run.is_over
    times = [run.seconds_at(found.evaluation) for found in run.best()]
    assert all(0 <= time <= run.seconds for time in times)


def test_more_snps_than_candidates_is_one_line():
    task = small_task(snps=6, size=2)
    with pytest.raises(UserError, match="a panel of 7 SNPs cannot be chosen from 6 candidates; choose 1 to 6"):
        PanelTask(task.evaluator, 7, task.priors)


def test_unknown_methods_and_settings_are_one_line():
    with pytest.raises(UserError, match=r"unknown method 'mtcs'; did you mean 'mcts'\?"):
        registry.find_method("mtcs")
    with pytest.raises(UserError, match=r"unknown setting 'kick'; did you mean 'kicks'\?"):
        parse(Greedy.Settings(), {"kick": "3"})
    with pytest.raises(UserError, match="setting kicks must be a whole number from 0 to 2147483647, not -1"):
        parse(Greedy.Settings(), {"kicks": "-1"})


class FirstSnps(TopN):
    name = "first"


def test_another_package_can_add_a_method(monkeypatch):
    point = EntryPoint("first", f"{__name__}:FirstSnps", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    assert registry.find_method("first").name == "first" and "first" in registry.method_names()
