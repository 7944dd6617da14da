"""The analysis of a game: the review queue, summaries at nodes, and mistakes."""

from __future__ import annotations

import pytest

from miai.web.game_analysis import GameAnalysis, analyses_of_line, keep_summary, mistakes_of_line
from miai.web.tree import GameTree
from tests.web.games import report, tree_of

pytestmark = pytest.mark.plain


def analysed(wins: list[float | None]) -> GameTree:
    """Return a game whose positions have these win rates of Black."""
    tree = tree_of("E5 C3 G7 D4"[: 3 * (len(wins) - 1)])
    for number, win in enumerate(wins):
        if win is not None:
            keep_summary(tree.nodes[number], report(win=win))
    return tree


def test_a_summary_from_more_visits_is_kept():
    node = tree_of("").node
    for visits, win in ((100, 0.4), (300, 0.6), (200, 0.9)):
        keep_summary(node, report(visits=visits, win=win))
    assert node.analysis is not None and (node.analysis["visits"], node.analysis["win"]) == (300, 0.6)


def test_candidates_come_from_the_latest_report_or_from_the_summary():
    tree, analysis = analysed([0.5, 0.5]), GameAnalysis()
    assert analysis.candidates(tree.nodes[0])[0][:3] == ["E5", 0.5, 50]
    analysis.take(report(win=0.7), 0, is_shown=True)
    assert analysis.candidates(tree.nodes[0])[0][1] == 0.7 and analysis.owners(tree.nodes[0]) == [0] * 81
    assert analysis.candidates(tree.nodes[1])[0][1] == 0.5 and analysis.owners(tree.nodes[1]) is None


def test_a_review_skips_nodes_that_were_taken_back():
    tree, analysis = tree_of("E5 C3"), GameAnalysis()
    analysis.start_review([0, 2, 1], 50)
    analysis.finish_review_of(0)
    tree.take_back()
    assert analysis.next_in_review(tree) == 1
    analysis.finish_review_of(1)
    assert analysis.next_in_review(tree) is None and analysis.review_total == 3


def test_the_line_has_an_analysis_for_each_analysed_position():
    found = analyses_of_line(analysed([0.5, None, 0.3]))
    assert [each and (each.to_play, each.win_rate, each.played) for each in found] == [
        ("black", 0.5, "E5"),
        None,
        ("black", 0.3, None),
    ]


def test_mistakes_are_sorted_by_their_cost_and_need_both_positions():
    # Black's candidates begin with E5, so the first move is no mistake; then Black gains 0.2 by White's move and loses 0.3
    mistakes = mistakes_of_line(analysed([0.5, 0.4, 0.6, 0.3, None]))
    assert [(each.number, each.color, round(each.cost, 2)) for each in mistakes] == [(3, "black", 0.3), (2, "white", 0.2)]
