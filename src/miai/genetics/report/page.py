"""The report as one HTML file that needs nothing else: no scripts, no fonts, no files from elsewhere."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from miai.genetics.report import sections

STYLE = Path(__file__).with_name("style.css")

SECTIONS = {
    "Panel": sections.panel_section,
    "Principal components": sections.components_section,
    "Classification": sections.classification_section,
    "Accuracy against the number of SNPs": sections.accuracy_section,
    "Linkage disequilibrium within the panel": sections.linkage_section,
    "Replication checklist": sections.checklist_section,
    "Data": sections.data_section,
}
"""The sections by title, in their order."""


def report_page(facts: dict[str, Any]) -> str:
    """Return the HTML of a report from its facts (see `gather_facts`)."""
    title = f"A panel of {len(facts['panel'])} SNPs for {len(facts['categories'])} categories"
    shown = "".join(f"<section><h2>{escape(name)}</h2>{section(facts)}</section>" for name, section in SECTIONS.items())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>"
        f"<body>{_head(facts, title)}{_cards(facts)}{shown}</body></html>\n"
    )


def _head(facts: dict[str, Any], title: str) -> str:
    about = facts["about"]
    named = [name for name in ("data", "grouping", "method", "seed", "made", "version") if about.get(name) not in (None, "")]
    words = " · ".join(f"{name} {about[name]}" for name in named)
    return f'<header><h1>{escape(title)}</h1><p class="soft">{escape(words)}</p></header>'


def _cards(facts: dict[str, Any]) -> str:
    found, quality = facts["validation"], facts["quality"]
    cards = []
    if found is not None:
        interval = f"{found['low']:.1f} to {found['high']:.1f}"
        cards.append((f"{found['held_out_percent']:.1f} %", f"held-out people right; 95 % interval {interval}"))
    percent = facts["about"].get("percent")
    if percent is not None:
        cards.append((f"{percent:.1f} %", "on the people the panel was chosen from: optimistic"))
    cards.append((f"{len(facts['panel'])}", f"SNPs of {quality['passed']:,} that pass the filters"))
    cards.append((f"{quality['grouped']:,}", f"people in {len(facts['categories'])} categories"))
    shown = "".join(f'<div class="card"><b>{escape(value)}</b><span>{escape(words)}</span></div>' for value, words in cards)
    return f'<div class="cards">{shown}</div>'
