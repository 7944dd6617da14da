"""Raw data of one person as testing companies hand them out: a line for each SNP, with rs number, chromosome, position and call.

The call is one column (`AG`) or two (`A`, `G`). The separator is a tab, a comma or blanks; cells may be quoted; lines that begin with
`#` are comments. One letter, as for X and Y of men, counts as two equal alleles. A call of other letters than A, C, G and T is missing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from miai.core.errors import UserError
from miai.genetics.columns import open_text, read_lines, split_line
from miai.genetics.formats.common import ReadOptions, chromosome_names
from miai.genetics.genotypes import MISSING, RA, RR, UNKNOWN, Genotypes, PeopleTable, SnpTable, strings

_BASES = frozenset("ACGT")
_HEADERS = ("rsid", "# rsid", "#rsid", "snp", "name", "marker")


def read_personal(path: Path, options: ReadOptions) -> Genotypes:
    """Read the raw data of one person. The first allele of a call becomes the reference, the other, if any, the alternative."""
    ids, chromosomes, positions, calls = [], [], [], []
    alleles: list[tuple[str, str]] = []
    skipped = 0
    size, done = path.stat().st_size, 0
    with open_text(path) as file:
        for number, line in read_lines(file, path):
            done += len(line)
            if line.startswith("#") or not line.strip():
                continue
            cells = split_line(line)
            if cells[0].casefold() in _HEADERS:
                continue
            if len(cells) not in (4, 5) or not cells[2].isdigit():
                raise UserError(
                    f"{path}, line {number}: accepted: rs number, chromosome, position, and a call in one or two columns"
                )
            letters = "".join(cells[3:]).upper()
            if not set(letters) <= _BASES or len(letters) not in (1, 2):
                skipped += 1
                letters = ""
            ids.append(cells[0])
            chromosomes.append(cells[1])
            positions.append(int(cells[2]))
            calls.append(MISSING if not letters else RA if len(set(letters)) == 2 else RR)
            alleles.append((letters[0], letters[-1]) if len(set(letters)) == 2 else (letters[:1] or UNKNOWN, UNKNOWN))
            if number % 10_000 == 0:
                options.report(min(done, size), size)
    if not ids:
        raise UserError(f"{path}: there are no SNPs in the file")
    snps = SnpTable(
        strings(ids),
        chromosome_names(chromosomes),
        np.array(positions, np.int64),
        strings([one for one, _ in alleles]),
        strings([other for _, other in alleles]),
    )
    name = path.name.split(".")[0]
    person = PeopleTable(strings([name]), strings([""]), strings([""]))
    found = Genotypes.from_calls(np.array(calls, np.uint8)[:, None], snps, person)
    return found.with_notes(f"{skipped} SNPs have no call of A, C, G and T") if skipped else found


def looks_personal(path: Path) -> bool:
    """Whether a text file looks like the raw data of one person: four or five columns, the third a position, the last a call."""
    with open_text(path) as file:
        for _, line in read_lines(file, path):
            if not line.strip() or line.startswith("#"):
                continue
            cells = split_line(line)
            if cells[0].casefold() in _HEADERS and len(cells) in (4, 5):
                continue
            return len(cells) in (4, 5) and cells[2].isdigit() and 1 <= len(cells[3]) <= 2 and not cells[3].isdigit()
    return False
