"""A panel as a file: JSON with all that is needed to classify people without the training data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import miai
from miai.core.errors import UserError
from miai.core.files import write_file
from miai.core.json_text import parse_json
from miai.genetics.classifier.evaluator import MISSING, Array, counts_of
from miai.genetics.classifier.scores import Classification, classify_codes
from miai.genetics.genotypes import Genotypes, PeopleTable
from miai.genetics.groupings import grouping_named
from miai.genetics.panels.settings import PanelSettings, settings_from

KIND = "miai panel"
VERSION = 1
COMPLEMENT = {"A": "T", "T": "A", "C": "G", "G": "C"}


@dataclass(frozen=True)
class PanelSnp:
    """A SNP of a panel: its place, its alleles, and the genotype counts [category][RR, RA, AA] that frequencies come from."""

    id: str
    chromosome: str
    position: int
    reference: str
    alternative: str
    counts: list[list[int]]


@dataclass(frozen=True)
class Panel:
    """A panel with what it was made from.

    | field | meaning |
    |---|---|
    | `snps` | the SNPs with alleles and counts |
    | `categories` | names, in the order of the counts |
    | `prior` | probability of each category before any SNP is seen |
    | `threshold` | likelihood ratio (natural logarithm) of the least confident of the 95 % that are classified |
    | `settings` | how frequencies are estimated and how the panel was valued |
    | `grouping` | name of the grouping |
    | `provenance` | method, seed, value, data, version and time |
    """

    snps: list[PanelSnp]
    categories: list[str]
    prior: list[float]
    threshold: float
    settings: PanelSettings
    grouping: str
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def probabilities(self) -> Array:
        """Genotype probabilities [SNPs, categories, 3]."""
        return self.settings.frequency_model.probabilities(np.array([snp.counts for snp in self.snps]))

    def classify(self, codes: Array) -> Classification:
        """Classify people by their codes [SNPs of the panel, people]."""
        return classify_codes(codes, np.log(self.probabilities), np.log(self.prior))

    def as_dict(self) -> dict[str, Any]:
        probabilities = self.probabilities
        return {
            "kind": KIND,
            "version": VERSION,
            "grouping": self.grouping,
            "categories": self.categories,
            "prior": self.prior,
            "threshold": self.threshold,
            "settings": self.settings.as_dict(),
            "snps": [
                {
                    "id": snp.id,
                    "chromosome": snp.chromosome,
                    "position": snp.position,
                    "reference": snp.reference,
                    "alternative": snp.alternative,
                    "counts": snp.counts,
                    "frequencies": [[round(float(p), 6) for p in row] for row in probabilities[place]],
                }
                for place, snp in enumerate(self.snps)
            ],
            "provenance": self.provenance,
        }


def make_panel(
    genotypes: Genotypes,
    categories: Array,
    names: Sequence[str],
    snps: Sequence[int],
    settings: PanelSettings,
    grouping: str,
    provenance: dict[str, Any],
) -> Panel:
    """Return the panel of some SNPs, with the frequencies of all people who have a category."""
    people = np.flatnonzero(categories >= 0)
    k = len(names)
    codes = genotypes.calls(np.asarray(snps), people)
    groups = categories[people].astype(np.int32)
    counts = counts_of(codes, groups, k)
    table = genotypes.snps
    members = [
        PanelSnp(
            str(table.ids[snp]),
            str(table.chromosome[snp]),
            int(table.position[snp]),
            str(table.reference[snp]),
            str(table.alternative[snp]),
            counts[place].tolist(),
        )
        for place, snp in enumerate(snps)
    ]
    prior = [float(share) for share in settings.prior_of(groups, k)]
    panel = Panel(members, list(names), prior, 0.0, settings, grouping, {"miai": miai.__version__, **provenance})
    found = panel.classify(codes)
    threshold = float(found.ratio[found.most_confident()].min())
    return Panel(members, list(names), prior, threshold, settings, grouping, panel.provenance)


def save_panel(panel: Panel, path: Path) -> None:
    """Write a panel, as a whole or not at all. Raise `UserError` where it cannot be written."""
    try:
        write_file(path, json.dumps(panel.as_dict(), indent=1) + "\n")
    except OSError as error:
        raise UserError(f"cannot write the panel {path}: {error.strerror or error}") from None


def load_panel(path: Path) -> Panel:
    """Read a panel. Raise `UserError` where the file is missing or is no panel."""
    try:
        data = parse_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read the panel {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise UserError(f"{path} is not a panel: it is not JSON ({error})") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise UserError(f"{path} is not a panel; make one with: miai genetics select --save FILE")
    if data.get("version") != VERSION:
        raise UserError(f"{path} is a panel of version {data.get('version')}; this miai reads version {VERSION}")
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path} is not a complete panel: {' '.join(str(error).split())}") from None


def _read(data: dict[str, Any]) -> Panel:
    names = ("id", "chromosome", "position", "reference", "alternative", "counts")
    snps = [PanelSnp(**{name: each[name] for name in names}) for each in data["snps"]]
    k = len(data["categories"])
    if not snps or len(data["prior"]) != k or any(np.shape(snp.counts) != (k, 3) for snp in snps):
        raise ValueError("SNPs, categories and counts do not fit together")
    settings = settings_from(data["settings"])
    return Panel(snps, data["categories"], data["prior"], data["threshold"], settings, data["grouping"], data["provenance"])


@dataclass(frozen=True)
class MatchReport:
    """Numbers of a panel's SNPs that other data have, have swapped, or lack."""

    found: int = 0
    swapped: int = 0
    absent: list[str] = field(default_factory=list)
    other_alleles: list[str] = field(default_factory=list)
    unknown_alleles: list[str] = field(default_factory=list)


def panel_codes(panel: Panel, genotypes: Genotypes) -> tuple[Array, MatchReport]:
    """Return the codes of all people of `genotypes` at the panel's SNPs, with the panel's alleles; missing for absent SNPs.

    SNPs are found by id. Where the data name the alleles in the other order, or those of the other strand, codes are converted; where they
    name other alleles, the SNP counts as missing. Raise `UserError` where no SNP of the panel is in the data.
    """
    place_of = {str(name): place for place, name in reversed(list(enumerate(genotypes.snps.ids)))}
    codes = np.full((len(panel.snps), len(genotypes.people)), MISSING, np.uint8)
    found, swapped = 0, 0
    absent, other, unknown = [], [], []
    for row, snp in enumerate(panel.snps):
        place = place_of.get(snp.id)
        if place is None:
            absent.append(snp.id)
            continue
        alleles = (str(genotypes.snps.reference[place]), str(genotypes.snps.alternative[place]))
        is_swapped = orientation((snp.reference, snp.alternative), alleles)
        if is_swapped is None:
            other.append(snp.id)
            continue
        if "0" in (*alleles, snp.reference, snp.alternative):
            unknown.append(snp.id)
        found += 1
        swapped += is_swapped
        calls = genotypes.calls(np.array([place]))[0]
        codes[row] = np.where((calls < MISSING) & is_swapped, 2 - calls, calls)
    if not found:
        raise UserError(f"none of the {len(panel.snps)} SNPs of the panel is in the data, such as {panel.snps[0].id!r}")
    return codes, MatchReport(found, swapped, absent, other, unknown)


def known_categories(panel: Panel, people: PeopleTable) -> list[str | None]:
    """Return the category of each person by the grouping of the panel; `None` where the grouping or its file does not know the person."""
    try:
        assigned = grouping_named(panel.grouping).assign(people)
    except UserError:
        return [None] * len(people)
    return [category if category in panel.categories else None for category in assigned]


def orientation(panel: tuple[str, str], data: tuple[str, str]) -> bool | None:
    """Whether the data name the alleles (reference, alternative) of a SNP in the other order; `None` for other alleles.

    An unknown allele `0` fits any. Of alleles that complement each other (A and T, C and G) the letters decide.
    """
    mine = (panel[0].upper(), panel[1].upper())
    theirs = (data[0].upper(), data[1].upper())
    other_strand = (COMPLEMENT.get(theirs[0], theirs[0]), COMPLEMENT.get(theirs[1], theirs[1]))
    for alleles in (theirs, other_strand):
        if _fits(mine, alleles):
            return False
        if _fits(mine, alleles[::-1]):
            return True
    return None


def _fits(mine: tuple[str, str], theirs: tuple[str, str]) -> bool:
    return all(a == b or "0" in (a, b) for a, b in zip(mine, theirs, strict=True))
