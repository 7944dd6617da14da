"""The table of SNP statistics: one row a SNP, with ranks, as CSV or as the best rows for a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from miai.genetics.annotations import SnpAnnotation
from miai.genetics.formats.writing import all_or_none, open_output
from miai.genetics.genotypes import Genotypes, Indices
from miai.genetics.permutation import PermutationTest
from miai.genetics.statistics import STATISTICS, TREND_MODELS, SnpStatistics, ranks

TOGETHER = 20_000
"""Rows that are formatted at once."""


@dataclass(frozen=True)
class StatisticsTable:
    """Statistics of SNPs with the names of categories.

    | field | meaning |
    |---|---|
    | `genotypes` | the data |
    | `statistics` | see `compute_statistics` |
    | `names` | names of the categories |
    | `permuted` | p-values by permutation, or `None` |
    | `annotations` | one for each SNP, or `None` |
    """

    genotypes: Genotypes
    statistics: SnpStatistics
    names: tuple[str, ...]
    permuted: PermutationTest | None = None
    annotations: list[SnpAnnotation] | None = None

    @cached_property
    def columns(self) -> dict[str, tuple[str, Any]]:
        """The columns by header: the format of the values, and an array."""
        snps, found = self.genotypes.snps, self.statistics
        columns: dict[str, tuple[str, Any]] = {
            "id": ("%s", snps.ids),
            "chromosome": ("%s", snps.chromosome),
            "position": ("%d", snps.position),
            "reference": ("%s", snps.reference),
            "alternative": ("%s", snps.alternative),
            "call_rate": ("%.4f", found.call_rate),
            "minor_allele_frequency": ("%.4f", found.minor_allele_frequency),
        }
        for place, name in enumerate(self.names):
            columns[f"frequency_{name}"] = ("%.4f", found.frequencies[:, place])
        for name in STATISTICS:
            columns[name] = ("%.6f", getattr(found, name))
        for name in STATISTICS:
            columns[f"rank_{name}"] = ("%d", ranks(getattr(found, name)))
        if found.trend is not None:
            p_values = found.trend_p_values()
            for place, name in enumerate(TREND_MODELS):
                columns[f"trend_{name}"] = ("%.4f", found.trend[:, place])
                columns[f"trend_{name}_p"] = ("%.4g", p_values[:, place])
        if self.permuted is not None:
            for place, name in enumerate(STATISTICS):
                columns[f"{name}_p"] = ("%.4g", self.permuted.p_values[:, place])
                columns[f"{name}_family_wise_p"] = ("%.4g", self.permuted.family_wise[:, place])
        if self.annotations is not None:
            texts = [annotation.as_text() for annotation in self.annotations]
            for name in ("genes", "studies", "effects"):
                columns[name] = ("%s", [text[name] for text in texts])
        return columns

    def best(self, statistic: str, count: int) -> Indices:
        """Return the SNPs with the highest values of one statistic, highest first."""
        return np.argsort(-getattr(self.statistics, statistic), kind="stable")[:count]

    def rows(self, indices: Sequence[int] | Indices) -> list[dict[str, Any]]:
        """Some rows, ready for JSON; a frequency without calls is `None`."""
        columns = self.columns
        return [{name: _plain(values[index]) for name, (_, values) in columns.items()} for index in indices]

    def write_csv(self, path: Path) -> None:
        """Write all rows, comma-separated, compressed if the name ends in .gz. A frequency without calls is an empty cell."""
        columns = self.columns
        line = ",".join(form for form, _ in columns.values()) + "\n"
        with all_or_none(path) as (temporary,), open_output(temporary, path) as file:
            file.write(",".join(_quoted(name) for name in columns) + "\n")
            for first in range(0, len(self.statistics), TOGETHER):
                parts = [_listed(form, values[first : first + TOGETHER]) for form, values in columns.values()]
                text = "".join([line % row for row in zip(*parts, strict=True)])
                file.write(text.replace(",nan,", ",,").replace(",nan,", ",,"))  # twice, since matches cannot share a comma


def _listed(form: str, values: Any) -> list[Any]:
    return [_quoted(value) for value in values] if form == "%s" else values.tolist()


def _quoted(text: str) -> str:
    """Return a text as a cell of CSV, in quotes if necessary."""
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n') else text


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    number = value.item()
    return None if number != number else number
