"""The replication checklist of association studies: what of its thirteen points can be computed, and what it shows.

The points follow the NCI-NHGRI Working Group on Replication in Association Studies (Nature 447, 2007), in our words.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class ChecklistItem(NamedTuple):
    """A point of the list: its subject, whether a computer can answer it from the data, and the answer."""

    subject: str
    is_computed: bool
    answer: str


def checklist(facts: dict[str, Any]) -> list[ChecklistItem]:
    """Return the thirteen points with their answers."""
    quality, panel = facts["quality"], facts["panel"]
    return [
        ChecklistItem("Significance of the findings", True, _significance(panel)),
        ChecklistItem("Power of the study", True, _power(quality)),
        ChecklistItem(
            "Design: selection of people, possible biases", False, "Describe it beside this report; the data hold no record of it."
        ),
        ChecklistItem("Definition of the phenotype", True, _definition(facts)),
        ChecklistItem("Consistency over subgroups", True, _subgroups(facts)),
        ChecklistItem("Quality control does not decide the result", True, _control(quality)),
        ChecklistItem("Known duplicates or public samples", True, _duplicates(quality)),
        ChecklistItem("Call rates, missing data, concordance of duplicates", True, _calls(quality, panel)),
        ChecklistItem("A second technology for some SNPs", False, "Needs new measurements."),
        ChecklistItem("Nearby SNPs in linkage disequilibrium", facts["linkage"]["places_known"] > 0, _linkage(facts)),
        ChecklistItem("Replication, also where it fails", facts["validation"] is not None, _replication(facts)),
        ChecklistItem("Genetic differences between the groups", True, _heterogeneity(facts)),
        ChecklistItem("Correction for multiple comparisons", True, _corrections(facts)),
    ]


def _significance(panel: list[dict[str, Any]]) -> str:
    least, most = min(row["p"] for row in panel), max(row["p"] for row in panel)
    return f"Chi-squared tests of allele against category for {len(panel)} SNPs: p from {least:.2g} to {most:.2g}; see the panel's table."


def _power(quality: dict[str, Any]) -> str:
    power = quality["power"]
    return (
        f"{power['people']:,} people detect an effect of w = {power['w_single_test']:.3f} with 80 % power in one test at the 5 % level, "
        f"and of w = {power['w_corrected']:.3f} after correction for {quality['passed']:,} SNPs."
    )


def _definition(facts: dict[str, Any]) -> str:
    sizes = ", ".join(f"{row['name']} {row['people']}" for row in facts["categories"])
    return f"Grouping {facts['about'].get('grouping', '')}: {sizes} people. The populations of each category are listed under Data."


def _subgroups(facts: dict[str, Any]) -> str:
    recalls = (facts["validation"] or facts["own"] or {}).get("recall_by_population", {})
    if not recalls:
        return "Frequencies of every SNP by category are in the panel's table."
    worst = sorted(recalls.items(), key=lambda item: item[1]["percent"])[:3]
    shown = ", ".join(f"{name} {row['percent']:.0f} % of {row['people']}" for name, row in worst)
    return f"Right by population: lowest {shown}. Frequencies of every SNP by population are in a table below."


def _control(quality: dict[str, Any]) -> str:
    removed = ", ".join(f"{each['name'].replace('_', ' ')} {each['removed']:,}" for each in quality["filters"])
    return f"Standard filters leave {quality['passed']:,} of {quality['snps']:,} SNPs; removed: {removed}. No people were removed."


def _duplicates(quality: dict[str, Any]) -> str:
    if not quality["duplicate_pairs"]:
        return "No pair of people has the kinship of duplicates (0.354 or more)."
    pairs = "; ".join(
        f"{' and '.join(each['people'])} ({each['concordance']:.2%} equal calls)" for each in quality["duplicates"][:5]
    )
    return f"{quality['duplicate_pairs']} pairs have the kinship of duplicates: {pairs}."


def _calls(quality: dict[str, Any], panel: list[dict[str, Any]]) -> str:
    snp, person = quality["snp_call_rate"], quality["person_call_rate"]
    return (
        f"Mean call rate {snp['mean']:.2%}, missing {1 - snp['mean']:.2%}; lowest of a SNP {snp['lowest']:.2%}, of a person "
        f"{person['lowest']:.2%}; {snp['below_95']:,} SNPs and {person['below_95']:,} people are below 95 %. "
        f"Lowest of the panel's SNPs {min(row['call_rate'] for row in panel):.2%}."
    )


def _linkage(facts: dict[str, Any]) -> str:
    linkage = facts["linkage"]
    if not linkage["places_known"]:
        return "The data give no positions."
    found = {name: rows for name, rows in linkage["neighbours"].items() if rows}
    if not found:
        return "No SNP within 500,000 base pairs of a chosen one has r² of 0.5 or more within categories."
    shown = "; ".join(f"{name}: {rows[0]['id']} (r² {rows[0]['r_squared']:.2f})" for name, rows in list(found.items())[:5])
    return f"{len(found)} SNPs of the panel have neighbours with r² of 0.5 or more: {shown}."


def _replication(facts: dict[str, Any]) -> str:
    found = facts["validation"]
    if found is None:
        return "Not computed: make the report with a validation, and test the panel on people from elsewhere."
    return (
        f"Held-out people, {len(found['splits'])} splits: {found['held_out_percent']:.1f} % right "
        f"({found['low']:.1f} to {found['high']:.1f}). People of another study remain to be tested."
    )


def _heterogeneity(facts: dict[str, Any]) -> str:
    shares = facts["components"]["all"]["shares"]
    return (
        f"Mean theta between categories over common SNPs {facts['quality']['mean_theta']:.3f}; the first two principal components of "
        f"{facts['components']['all']['snps']:,} SNPs hold {shares[0]:.1%} and {shares[1]:.1%} of the variance."
    )


def _corrections(facts: dict[str, Any]) -> str:
    quality, panel = facts["quality"], facts["panel"]
    corrected = sum(row["p_corrected"] < 0.05 for row in panel)
    genome_wide = sum(row["p"] < quality["genome_wide"] for row in panel)
    models = facts["about"].get("evaluations")
    searched = f" The search evaluated {models:,} panels, which the held-out figures account for." if models else ""
    return (
        f"{quality['passed']:,} SNPs tested, corrected level {quality['power']['level_corrected']:.2g}: {corrected} of {len(panel)} SNPs "
        f"are below it, {genome_wide} below the genome-wide {quality['genome_wide']:.0e}.{searched}"
    )
