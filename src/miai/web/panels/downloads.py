"""The names of the files that a user can download. The page imports this module, which needs no genetics."""

from __future__ import annotations

ARCHIVE = "panel.zip"
SHOWN = {
    "report.html": "Report (HTML)",
    "panel.json": "Panel (JSON, for miai genetics classify)",
    "panel.csv": "SNPs with frequencies (CSV)",
    "value.csv": "Value over time (CSV)",
    "selection.json": "Result of the search (JSON)",
    "evaluation.json": "Held-out figures (JSON)",
    ARCHIVE: "Everything, with PLINK, VCF, EIGENSTRAT, STRUCTURE, Arlequin, PHASE and NEXUS (ZIP)",
}
"""Names and descriptions of the files that can be downloaded; no other file is served."""
