"""Panels for real people: people held out, at a small budget."""

from __future__ import annotations

from miai.genetics.groupings import grouping_named
from miai.genetics.methods.interface import Budget
from miai.genetics.panels.selection import SelectionRequest
from miai.genetics.panels.settings import PanelSettings
from miai.genetics.panels.validation import held_out, validate
from miai.genetics.reading import read_genotypes
from tests.needs import need_shared


def test_four_snps_tell_three_continents_apart_and_a_search_beats_the_single_best_snps():
    path = need_shared("data/genetics/hgdp_ho5000.bed").with_suffix("")
    genotypes = read_genotypes(path)
    categories, names = grouping_named("world3").categories(genotypes.people)
    few = PanelSettings(candidates=300)
    found = {}
    for method in ("mcts", "topn"):
        request = SelectionRequest(4, method, Budget(None, 8000), settings=few)
        found[method] = held_out(validate(genotypes, categories, len(names), request, splits=2))["held_out_percent"]
    assert found["mcts"] > 88
    assert found["mcts"] > found["topn"]
