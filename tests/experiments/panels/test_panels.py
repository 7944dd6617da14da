"""The experiments on panels: the smoke runs, the source's t-tests, and splits that all sides share."""

from __future__ import annotations

import pytest
from scipy import stats

from miai.experiments.frame import run_here
from miai.experiments.panels.held_out import EXPERIMENT as HELD_OUT
from miai.experiments.panels.held_out import Parameters, findings, request_of
from miai.experiments.panels.search import EXPERIMENT as SEARCH
from miai.experiments.panels.search import source_table
from miai.experiments.panels.size import EXPERIMENT as SIZE
from miai.experiments.published import published_rows


def test_the_smoke_run_holds_people_out():
    cells = run_here(HELD_OUT, "smoke")
    held = {cell.parameters["side"]: cell for cell in cells if cell.measure == "held out %"}
    assert held.keys() == {"mcts", "peer"}
    for side, cell in held.items():
        splits = [each.value for each in cells if each.measure == "split %" and each.parameters["side"] == side]
        assert cell.value == pytest.approx(sum(splits) / len(splits))
    parameters = Parameters(**{**HELD_OUT.presets["smoke"]})
    assert {finding.verdict for finding in findings(parameters, cells)} <= {"holds", "does not hold", "undecided"}


def test_the_smoke_run_of_sizes_has_a_curve_and_searched_panels():
    cells = run_here(SIZE, "smoke")
    held = {(cell.parameters["side"], cell.parameters["size"]) for cell in cells if cell.measure == "held out %"}
    assert held == {*((side, size) for side in ("one by one", "ranked") for size in (1, 2, 3, 4)), ("beam", 3)}


def test_sides_differ_in_search_objective_and_prior():
    requests = {side: request_of(Parameters(), side, 4) for side in Parameters().sides}
    assert requests["mcts"].settings.prior == requests["peer prior"].settings.prior == "observed"
    assert (
        requests["mcts uniform"].settings.prior == requests["peer"].settings.prior == requests["topn"].settings.prior == "uniform"
    )
    assert requests["peer"].settings.objective == "log-loss" and requests["peer"].method == "greedy"
    assert len({request.seed for request in requests.values()}) == 1


def test_the_smoke_run_of_searches_has_the_tables_of_the_source():
    cells = run_here(SEARCH, "smoke")
    measures = {cell.measure for cell in cells}
    assert {
        "best %",
        "mean best %",
        "mean second %",
        "mean worst division %",
        "mean found after %",
        "gain over one unit",
    } <= measures
    spent = {(cell.parameters["method"], cell.parameters["budget"]): cell.value for cell in cells if cell.measure == "evaluations"}
    assert spent["mcts", 1] == spent["grqs", 1] == 150 and spent["mcts", 2] == 300 and spent["topn", 2] == 3
    worst = {cell.key[1]: cell.value for cell in cells if cell.measure == "worst division %"}
    best = {cell.key[1]: cell.value for cell in cells if cell.measure == "best %"}
    assert all(worst[key] <= best[key] for key in best)


def test_the_t_tests_are_two_sided_as_the_published_p_values_show():
    rows = {
        (row["budget"], row["size"], row["method"]): (float(row["percent"]), float(row["deviation"]))
        for row in published_rows("panels")
    }
    for budget, published in (("1", 0.0002), ("4", 0.0332), ("16", 0.7595)):
        first, second = rows[budget, "4", "mcts"], rows[budget, "4", "grqs"]
        p = stats.ttest_ind_from_stats(*first, 15, *second, 15).pvalue
        assert round(float(p), 4) == published
    assert source_table().count("\n") == 10
