"""The origin of a panel: what a panel file keeps of the search that chose it, and how to repeat that search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from miai.core.errors import UserError
from miai.genetics.classifier.evaluator import Array
from miai.genetics.filters import SnpFilter
from miai.genetics.genotypes import Genotypes
from miai.genetics.methods.interface import Budget
from miai.genetics.panels.panel import Panel, make_panel
from miai.genetics.panels.selection import ENDS_BY_ITSELF, Selection, SelectionRequest
from miai.store.provenance import commit, in_words, now

KEPT = (
    *("data", "method", "seed", "value", "percent", "by_division", "classified", "evaluations", "seconds", "objective_value"),
    *("method_settings", "filters"),
)
"""Facts of a selection that its panel keeps."""


def panel_of(
    genotypes: Genotypes,
    categories: Array,
    names: Sequence[str],
    found: Selection,
    request: SelectionRequest,
    facts: dict[str, Any],
) -> Panel:
    """Return the best panel of a search with its origin; `facts` are those of the selection, with `data` and `grouping`."""
    origin = {name: facts[name] for name in KEPT} | {"made": now(), "commit": commit()}
    return make_panel(genotypes, categories, names, found.best.snps, request.settings, facts["grouping"], origin)


def request_of(panel: Panel, seed: int, evaluations: int | None = None) -> SelectionRequest:
    """Return the request that chose a panel, with another seed, for a validation of the whole procedure.

    The number of evaluations is that of the panel's search, or `evaluations`. A method that ends by itself gets no limit, as other people
    may need more evaluations. Raise `UserError` where the file names filters or a method that are not known.
    """
    origin = panel.provenance
    method = str(origin.get("method", "mcts"))
    spent = None if method in ENDS_BY_ITSELF else origin.get("evaluations")
    known = {each.name for each in fields(SnpFilter)}
    try:
        snp_filter = SnpFilter(**{name: value for name, value in dict(origin.get("filters", {})).items() if name in known})
        settings = {str(name): str(value) for name, value in dict(origin.get("method_settings", {})).items()}
    except (TypeError, ValueError) as error:
        raise UserError(f"the panel has damaged filters or settings: {' '.join(str(error).split())}") from None
    return SelectionRequest(len(panel.snps), method, Budget(None, evaluations or spent), seed, panel.settings, settings, snp_filter)


def about_panel(panel: Panel, data: str, grouping: str) -> dict[str, Any]:
    """Return what the head of a report says."""
    import miai

    kept = {name: panel.provenance.get(name) for name in ("method", "seed", "percent", "evaluations")}
    return {"data": data, "grouping": grouping, **kept, "made": now(), "version": in_words(miai.__version__, commit())}
