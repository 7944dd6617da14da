"""UCT-DAG by its equation and by its text, with the counts of the source's figures.

Brodeur and Childs (2008), figure 2.1: B leads to D (3 visits) and E (2 visits), C leads to E (3 visits) and F (2 visits).

            A
          /   \\
         B     C
        / \\   / \\
       D    E    F
"""

from __future__ import annotations

import pytest

from tests.search.formulas.drawn_graphs import DrawnGraph

pytestmark = pytest.mark.plain


def after_the_figure(mode):
    """Return the graph after the ten simulations of the figure, of which the last two pass through B and C."""
    drawn = DrawnGraph({"mode": mode})
    drawn.expand("A", "BC")
    drawn.expand("B", "DE")
    drawn.expand("C", "EF")
    for path, results in (("ABE", (1, 0)), ("ACE", (1, 1, 1)), ("ACF", (0, 0)), ("ABD", (0, 0, 1))):
        for result in results:
            drawn.simulate(path, float(result))
    return drawn


def test_the_counts_are_those_of_the_figure():
    drawn = after_the_figure("uct-dag")
    assert [drawn.edge(*pair).visits for pair in ("BD", "BE", "CE", "CF")] == [3, 2, 3, 2]
    assert drawn.node("E").visits == 5 and drawn.node("B").visits == 5


def test_the_equation_weighs_the_value_over_all_paths_by_the_count_of_the_parent():
    # section 2.2.1: a_D = 1/3, a_E = (1 + 0 + 1 + 1 + 1) / 5 = 4/5, a_B = (n_D a_D + n_E1 a_E) / n_B = (3 . 1/3 + 2 . 4/5) / 5
    drawn = after_the_figure("uct-dag")
    assert drawn.value("E") == pytest.approx(0.8)
    assert drawn.value("B") == pytest.approx(0.52)


def test_plain_uct_and_the_text_average_the_results_that_came_through_the_parent():
    # a_E1 = 1/2: (3 . 1/3 + 2 . 1/2) / 5, the equation that section 2.2.1 gives for plain UCT
    assert after_the_figure("path-mean").value("B") == pytest.approx(0.4)


def test_multipath_keeps_the_equation_true_in_parents_that_were_not_visited():
    drawn = after_the_figure("multipath")
    drawn.simulate("ACE", 0.0)  # a_E = 4/6 now, seen through C only
    assert drawn.value("B") == pytest.approx((3 * 1 / 3 + 2 * 4 / 6) / 5)
    late = after_the_figure("uct-dag")
    late.simulate("ACE", 0.0)
    assert late.value("B") == pytest.approx(0.52)
