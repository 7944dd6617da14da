"""The rank correlation of priors and found values, Basaldúa (2013), section 3.2.2."""

from __future__ import annotations

import numpy as np
import pytest

from miai.go.player.prior_quality import correlation, correlations_below
from miai.search.graph import EXPANDED, NONE
from tests.search.formulas.drawn_graphs import DrawnGraph

pytestmark = pytest.mark.plain


def test_the_correlation_is_that_of_spearman():
    # ranks 1 2 3 4 and 2 1 4 3: 1 - 6 (1 + 1 + 1 + 1) / (4 (16 - 1)) = 0.6
    found = correlation([0.1, 0.2, 0.3, 0.4], [0.5, 0.45, 0.9, 0.8])
    assert found is not None and found[0] == pytest.approx(0.6)


@pytest.mark.parametrize("priors, values", [([0.1, 0.2, 0.3], [1, 2, 3]), ([0.5] * 4, [1, 2, 3, 4]), ([1, 2, 3, 4], [0.5] * 4)])
def test_few_or_constant_values_have_no_correlation(priors, values):
    assert correlation(priors, values) is None


def test_every_node_with_enough_visits_is_judged():
    drawn = DrawnGraph({"mode": "tree"})
    drawn.expand("R", "ABCD")
    for place, (name, wins) in enumerate(zip("ABCD", (14, 10, 25, 20), strict=True)):
        drawn.edge("R", name).prior, drawn.edge("R", name).prior_weight = 0.1 * (place + 1), 10.0
        for i in range(30):
            drawn.simulate("R" + name, float(i < wins))
    assert drawn.node("R").phase == EXPANDED and drawn.edge("R", "A").child != NONE
    assert correlations_below(drawn) == pytest.approx([0.6])  # type: ignore[arg-type]  # all that it reads is the graph
    drawn.node("R").player = 1  # who wants the opposite
    assert correlations_below(drawn) == pytest.approx([-0.6])  # type: ignore[arg-type]
    assert np.isfinite(drawn.value("R"))
