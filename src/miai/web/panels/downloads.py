"""The names of the files that a user can download. The page imports this module, which needs no genetics."""

from __future__ import annotations

from miai.web.languages import mark

ARCHIVE = "panel.zip"
SHOWN = {
    "report.html": mark("Report (HTML)"),
    "panel.json": mark("Panel (JSON, for miai genetics classify)"),
    "panel.csv": mark("SNPs with frequencies (CSV)"),
    "value.csv": mark("Value over time (CSV)"),
    "selection.json": mark("Result of the search (JSON)"),
    "evaluation.json": mark("Held-out figures (JSON)"),
    ARCHIVE: mark("Everything, with PLINK, VCF, EIGENSTRAT, STRUCTURE, Arlequin, PHASE and NEXUS (ZIP)"),
}
"""Names and descriptions of the files that can be downloaded; no other file is served."""
