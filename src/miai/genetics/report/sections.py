"""The sections of the report, each from the facts."""

from __future__ import annotations

from html import escape
from typing import Any

from miai.genetics.report.checklist import checklist
from miai.genetics.report.pictures import accuracy_chart, legend, scatter, shade
from miai.genetics.report.tables import cell, heads, row, share_cell, table

Facts = dict[str, Any]


def _names(facts: Facts) -> list[str]:
    return [each["name"] for each in facts["categories"]]


def panel_section(facts: Facts) -> str:
    """Return the SNPs with statistics and frequencies, annotations, and frequencies by population."""
    words = (
        "Frequency of the alternative allele A in each category; In, theta and Delta, each with its rank among all SNPs; p of a "
        "chi-squared test of allele against category, times the number of SNPs tested."
    )
    has_places = any(snp["position"] for snp in facts["panel"])
    named = heads(["SNP", *(["place"] if has_places else []), "R / A"], "text")
    head = [*named, *heads(["calls", "In", "theta", "Delta", "p corrected"]), *heads(_names(facts))]
    rows = [_panel_row(snp, has_places) for snp in facts["panel"]]
    return f'<p class="soft">{words}</p>' + table(head, rows) + _annotations(facts) + _populations(facts)


def _panel_row(snp: dict[str, Any], has_places: bool) -> str:
    place = f"{snp['chromosome']}:{snp['position']:,}" if snp["position"] else "unknown"
    ranked = [f"<td>{snp[name]:.3f} <small>{snp[f'rank_{name}']:,}</small></td>" for name in ("informativeness", "theta", "delta")]
    p_value = "below 1e-300" if snp["p_corrected"] == 0 else f"{snp['p_corrected']:.2g}"
    return row(
        cell(snp["id"], "text"),
        *([cell(place, "text")] if has_places else []),
        cell(f"{snp['reference']} / {snp['alternative']}", "text"),
        cell(f"{snp['call_rate']:.1%}"),
        *ranked,
        cell(p_value),
        *map(share_cell, snp["frequencies"]),
    )


def _annotations(facts: Facts) -> str:
    if not any("annotation" in snp for snp in facts["panel"]):
        return ""
    rows = []
    for snp in facts["panel"]:
        found = snp["annotation"]
        genes = [gene["name"] + (f" ({gene['distance']:,} bp away)" if gene["distance"] else "") for gene in found["genes"]]
        studies = [f"{each['trait']}, p {each['p_value']}, PubMed {each['pubmed']} (by {each['by']})" for each in found["studies"]]
        effects = [", ".join(f"{name} {value}" for name, value in each.items()) for each in found["effects"]]
        rows.append(
            row(cell(snp["id"], "text"), *(cell("; ".join(part) or "–", "text wrap") for part in (genes, studies, effects)))
        )
    return "<h3>Annotations</h3>" + table(heads(["SNP", "genes", "published associations", "effects"], "text"), rows)


def _populations(facts: Facts) -> str:
    if not facts["populations"]:
        return ""
    snps = [snp["id"] for snp in facts["panel"]]
    head = [*heads(["population", "category"], "text"), *heads(["people"]), *heads(snps, "turned")]
    rows = [
        row(
            cell(each["population"], "text"),
            cell(each["category"], "text soft"),
            cell(each["people"]),
            *map(share_cell, each["frequencies"]),
        )
        for each in facts["populations"]
    ]
    return f"<details><summary>Frequencies by population</summary>{table(head, rows)}</details>"


def components_section(facts: Facts) -> str:
    """Principal components of the panel beside those of all SNPs."""
    panel, everything = facts["components"]["panel"], facts["components"]["all"]
    names = _names(facts)
    left = scatter(panel, names, f"The panel: {panel['snps']} SNPs")
    right = scatter(everything, names, f"All data: {everything['snps']:,} SNPs with a rarer allele of 5 % or more")
    return f'{legend(list(enumerate(names)))}<div class="pair">{left}{right}</div>'


def classification_section(facts: Facts) -> str:
    """Held-out figures if there are any, else those of the panel's own SNPs with a warning."""
    found = facts["validation"]
    if found is None and facts["own"] is None:
        return '<p class="note">Not computed: a category has too few people to hold any out.</p>'
    if found is None:
        words = (
            '<p class="note">These figures are optimistic: the SNPs were chosen with the people who are classified here. '
            "Frequencies were learned without them.</p>"
        )
        return words + _confusion(facts, facts["own"]) + _recalls(facts["own"])
    words = (
        f"<p>Nested validation with {len(found['splits'])} splits: a third of each population was held out; filters, ranks, SNPs and "
        f"frequencies come from the others. Of the most confident 95 % of those held out, <b>{found['held_out_percent']:.1f} %</b> are "
        f"right ({found['low']:.1f} to {found['high']:.1f}).{_own_words(facts)}</p>"
    )
    if "balanced_percent" in found:
        words += f"<p>Mean of the categories, each counted once: {found['balanced_percent']:.1f} %.</p>"
    if "stability" in found:
        index = round(found["stability"]["index"], 2) + 0.0  # no minus before a zero
        words += (
            f'<p class="soft">Stability of the panels over splits: {index:.2f} (1: the same SNPs, 0: as by chance); '
            f"two panels share {found['stability']['jaccard']:.0%} of their SNPs.</p>"
        )
    return words + _confusion(facts, found) + _recalls(found)


def _own_words(facts: Facts) -> str:
    if facts["own"] is None:
        return ""
    percent = facts["own"]["percent"]
    return f" With the SNPs of this panel, which were chosen with all people, {percent:.1f} % are right: that is optimistic."


def _confusion(facts: Facts, found: dict[str, Any]) -> str:
    names = _names(facts)
    rows = []
    for number, (name, counts) in enumerate(zip(names, found["confusion"], strict=True)):
        total = max(sum(counts), 1)
        cells = [f"<td{shade(count / total, is_hit=place == number)}>{count}</td>" for place, count in enumerate(counts)]
        recall = found["recall"].get(name)
        right = [cell(f"{recall['percent']:.1f} %"), cell(f"{recall['low']:.1f} to {recall['high']:.1f}", "soft")] if recall else []
        rows.append(row(cell(name, "text"), *cells, *right))
    head = [*heads(["true category"], "text"), *heads(names), *heads(["right", "95 % interval"])]
    words = (
        "People by true category (rows) and assigned category (columns), over all splits. A person can be held out in several splits, so "
        "that the intervals of single categories and populations are approximate."
    )
    return f'<p class="soft">{words}</p>' + table(head, rows)


def _recalls(found: dict[str, Any]) -> str:
    rows = []
    for name, recall in found.get("recall_by_population", {}).items():
        bar = f'<td class="text"><span class="bar"><i style="width:{recall["percent"]:.0f}%"></i></span></td>'
        interval = cell(f"{recall['low']:.0f} to {recall['high']:.0f}", "soft")
        people = cell(recall["people"])
        rows.append(row(cell(name or "no population", "text"), people, bar, cell(f"{recall['percent']:.0f} %"), interval))
    if not rows:
        return ""
    head = [*heads(["population"], "text"), *heads(["people"]), *heads(["right"], "text"), *heads(["", "95 % interval"])]
    return f"<details><summary>Right by population</summary>{table(head, rows)}</details>"


def accuracy_section(facts: Facts) -> str:
    """Accuracy against the number of SNPs."""
    curve, found = facts["curve"], facts["validation"]
    if curve is None:
        return '<p class="soft">Not computed.</p>'
    point = None if found is None else (len(facts["panel"]), found["held_out_percent"], found["low"], found["high"])
    words = (
        f"<p>SNPs were chosen from the learning people of {curve['splits']} splits: one by one, each the one that helps most, or the "
        "most informative ones. Bands are 95 % intervals of the mean over splits, which share people; they are approximate.</p>"
    )
    return words + accuracy_chart(curve, point)


def linkage_section(facts: Facts) -> str:
    """r^2 between the SNPs of the panel, and neighbours in linkage disequilibrium."""
    ids = [snp["id"] for snp in facts["panel"]]
    rows = []
    for one, (name, values) in enumerate(zip(ids, facts["linkage"]["matrix"], strict=True)):
        rows.append(row(cell(name, "text"), *(share_cell(value, is_hidden=one == other) for other, value in enumerate(values))))
    words = '<p class="soft">r² of calls within categories: differences between categories do not count as linkage.</p>'
    return words + table([*heads([""], "text"), *heads(ids, "turned")], rows) + _neighbours(facts)


def _neighbours(facts: Facts) -> str:
    rows = []
    for name, found in facts["linkage"]["neighbours"].items():
        for each in found:
            distance, r_squared = cell(f"{each['distance']:,}"), cell(f"{each['r_squared']:.2f}")
            rows.append(row(cell(name, "text"), cell(each["id"], "text"), distance, r_squared))
    if not rows:
        return ""
    head = [*heads(["SNP of the panel", "neighbour"], "text"), *heads(["base pairs away", "r²"])]
    return f"<details><summary>SNPs nearby with r² of 0.5 or more</summary>{table(head, rows)}</details>"


def checklist_section(facts: Facts) -> str:
    """Return the replication checklist."""
    rows = [
        row(cell(item.subject, f"text wrap {'yes' if item.is_computed else 'no'}"), cell(item.answer, "text wrap"))
        for item in checklist(facts)
    ]
    words = (
        "Points of the NCI-NHGRI Working Group on Replication in Association Studies (Nature 447, 2007). A tick marks what was "
        "computed here."
    )
    return f'<p class="soft">{words}</p>' + table(heads(["point", "answer"], "text"), rows)


def data_section(facts: Facts) -> str:
    """Return categories with their populations, and warnings from reading."""
    rows = [
        row(cell(each["name"], "text"), cell(each["people"]), cell(", ".join(each["populations"]) or "–", "text wrap"))
        for each in facts["categories"]
    ]
    notes = "".join(f"<li>{escape(note)}</li>" for note in facts["notes"])
    head = [*heads(["category"], "text"), *heads(["people"]), *heads(["populations"], "text")]
    return table(head, rows) + (f"<p>Warnings from reading:</p><ul>{notes}</ul>" if notes else "")
