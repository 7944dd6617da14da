"""The files of a finished search that a user can download: tables, exports for other programs, and one archive of everything."""

from __future__ import annotations

import csv
import io
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from miai.core.errors import UserError
from miai.core.files import replacing, write_file
from miai.genetics.exporting import WRITTEN, by_category, export_genotypes
from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import Grouping
from miai.genetics.panels.panel import Panel
from miai.web.panels.downloads import ARCHIVE, SHOWN


def write_panel_table(panel: Panel, path: Path) -> None:
    """Write the SNPs with the frequency of the alternative allele in each category."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["id", "chromosome", "position", "reference", "alternative", *panel.categories])
    for snp in panel.snps:
        shares = [f"{(2 * aa + ra) / (2 * (rr + ra + aa)):.4f}" if rr + ra + aa else "" for rr, ra, aa in snp.counts]
        rows.writerow([snp.id, snp.chromosome, snp.position, snp.reference, snp.alternative, *shares])
    write_file(path, text.getvalue())


def write_course(course: Sequence[tuple[float, int, float, float]], path: Path) -> None:
    """Write when the search found each better panel."""
    lines = ["seconds,evaluations,objective,percent", *(f"{a:.3f},{b},{c:.6g},{d:.3f}" for a, b, c, d in course)]
    write_file(path, "\n".join(lines) + "\n")


def write_everything(genotypes: Genotypes, panel: Panel, grouping: Grouping, folder: Path) -> None:
    """Write an archive of all results and of the panel's genotypes in every format, with categories as populations."""
    chosen = by_category(genotypes.select(snps=genotypes.snps.find([snp.id for snp in panel.snps])), grouping)
    with tempfile.TemporaryDirectory(dir=folder) as name, replacing(folder / ARCHIVE) as unfinished:
        exports = Path(name)
        left_out = []
        for format_name in WRITTEN:
            target = exports / format_name
            target.mkdir()
            try:
                export_genotypes(chosen, target / "panel", format_name)
            except UserError as error:
                left_out.append(f"{format_name}: {error}")
        if left_out:
            write_file(exports / "left-out.txt", "\n".join(left_out) + "\n")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in SHOWN:
                if file != ARCHIVE and (folder / file).is_file():
                    archive.write(folder / file, f"panel/{file}")
            for path in sorted(exports.rglob("*")):
                if path.is_file():
                    archive.write(path, f"panel/exports/{path.relative_to(exports).as_posix()}")
