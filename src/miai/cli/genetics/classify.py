"""`miai genetics classify`: classify people by a saved panel."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.genetics.options import DATA, JSON, FileOptions, report
from miai.cli.option_groups import takes_groups
from miai.cli.registry import examples
from miai.core.errors import warn

EXAMPLES = examples(
    ("miai genetics classify panel.json new", "categories of the people of new.bed, new.bim, new.fam"),
    ("miai genetics classify panel.json new.vcf.gz --json", "for a program"),
)


@takes_groups
def classify(
    panel: Annotated[Path, typer.Argument(metavar="PANEL", help="Panel saved by miai genetics select --save.")],
    data: DATA,
    *,
    as_json: JSON = False,
    files: FileOptions,
) -> None:
    """Classify people by a saved panel; the training data are not needed.

    SNPs are found by their ids. Alleles in the other order or on the other strand are converted; SNPs with other alleles count as missing.
    A person is classified with confidence if the likelihood ratio reaches that of the most confident 95 % of the training data. Where the
    data name populations, the categories of the panel's grouping are compared.
    """
    from miai.genetics.panels.panel import known_categories, load_panel, panel_codes

    used = load_panel(panel)
    genotypes = files.load(data)
    codes, match = panel_codes(used, genotypes)
    _warn(match, len(used.snps))
    found = used.classify(codes)
    true = known_categories(used, genotypes.people)
    people = [
        {
            "id": str(genotypes.people.ids[person]),
            "population": str(genotypes.people.family[person]),
            "true_category": true[person],
            "category": used.categories[found.best[person]],
            "second": used.categories[found.second[person]],
            "log_likelihood_ratio": float(found.ratio[person]),
            "probability": float(found.probabilities[person, found.best[person]]),
            "is_confident": bool(found.ratio[person] >= used.threshold and found.calls[person] > 0),
            "calls": int(found.calls[person]),
        }
        for person in range(len(genotypes.people))
    ]
    facts = {
        "panel": str(panel),
        "data": data,
        "snps": len(used.snps),
        "snps_found": match.found,
        "snps_turned": match.swapped,
        "snps_absent": match.absent,
        "snps_with_other_alleles": match.other_alleles,
        "categories": used.categories,
        "people": people,
        "right": count_right(people),
    }
    report(as_json, facts, lambda: _show(facts))


def count_right(people: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return how many of the people with a known category are right, and of the confident ones; `None` if no category is known."""
    known = [person for person in people if person["true_category"] is not None]
    confident = [person for person in known if person["is_confident"]]
    if not known:
        return None
    right, confidently = (sum(each["category"] == each["true_category"] for each in some) for some in (known, confident))
    return {"known": len(known), "right": right, "confident": len(confident), "confident_right": confidently}


def _warn(match: Any, count: int) -> None:
    for ids, words in ((match.absent, "are not in the data"), (match.other_alleles, "have other alleles in the data")):
        if ids:
            shown = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
            warn(f"{len(ids)} of {count} SNPs {words} and count as missing: {shown}")
    if match.unknown_alleles:
        warn(f"{len(match.unknown_alleles)} SNPs have unknown alleles; their order is taken to be that of the panel")


def _show(facts: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole(highlight=False)
    table = Table(
        "person", "population", "category", "probability", "ratio", "second", "", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for person in facts["people"]:
        table.add_row(
            person["id"],
            person["population"],
            f"[bold]{person['category']}[/]",
            f"{person['probability']:.3f}",
            f"{person['log_likelihood_ratio']:.2f}",
            person["second"],
            "" if person["is_confident"] else "not confident",
        )
    console.print(table)
    if facts["right"]:
        found = facts["right"]
        console.print(
            f"right: {found['right']} of {found['known']} people whose category is known, "
            f"{found['confident_right']} of {found['confident']} confident ones"
        )
    console.print(f"{facts['snps_found']} of {facts['snps']} SNPs found, {facts['snps_turned']} with alleles in the other order")
