"""The data sets that a user may choose: those of one folder of the server, and the user's uploads. No other path is ever opened.

A choice is the label of a listed file, such as `server/hgdp.bed`. A label that is not listed is refused, so that no text from a browser
becomes part of a path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from miai.core.errors import UserError
from miai.web.languages import text as _

COMPANIONS = {".bed": (".bim", ".fam"), ".ped": (".map",), ".geno": (".snp", ".ind")}
"""Endings of the files that a file with calls needs beside it."""
GENOTYPES = (*COMPANIONS, ".vcf", ".vcf.gz", ".bcf", ".csv", ".tsv", ".csv.gz", ".tsv.gz")
TABLES = (".txt", ".tsv", ".csv")
ACCEPTED = (*GENOTYPES, ".bim", ".fam", ".map", ".snp", ".ind", ".txt")
"""Endings of uploads."""
MOST_LISTED = 500
DEEPEST = 3
"""Folders below the server's folder that are listed."""
MOST_BYTES = 64 * 2**20
"""Size limit of all uploads of a user."""
MOST_FILES = 20
PIECE_BYTES = 4 * 2**20
"""Size limit of one piece of an upload: access control refuses larger requests."""
_NAME = re.compile(r"[\w][\w.+@ -]{0,80}")


def list_files(folder: Path | None, prefix: str, endings: tuple[str, ...]) -> dict[str, Path]:
    """Return the files below `folder` with one of the endings, by label. Links that lead out of the folder are left out."""
    if folder is None or not folder.is_dir():
        return {}
    inside = folder.resolve()
    found: dict[str, Path] = {}
    for path in _walk(inside):
        if path.name.endswith(endings) and _is_inside(path, inside) and len(found) < MOST_LISTED:
            found[f"{prefix}/{path.relative_to(inside).as_posix()}"] = path
    return found


def list_data(folder: Path | None, prefix: str) -> dict[str, Path]:
    """Return the data sets below `folder`: files with calls whose companions are there and inside too."""
    found = {}
    for label, path in list_files(folder, prefix, GENOTYPES).items():
        assert folder is not None
        beside = [path.with_suffix(ending) for ending in COMPANIONS.get(path.suffix, ())]
        if all(each.is_file() and _is_inside(each, folder.resolve()) for each in beside):
            found[label] = path
    return found


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder in the order of their names, without hidden ones."""
    for top, folders, names in os.walk(folder):
        depth = len(Path(top).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < DEEPEST else []
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(top) / name


def _is_inside(path: Path, folder: Path) -> bool:
    return path.is_file() and path.resolve().is_relative_to(folder)


def check_name(name: str) -> str:
    """Return the name of an upload. Raise `UserError` unless it is a plain name with a known ending."""
    if not _NAME.fullmatch(name) or ".." in name:
        text = _("{name}: a file name has letters, digits, blanks and the signs . _ - + @ only")
        raise UserError(text.format(name=repr(name[:60])))
    if not name.endswith(ACCEPTED):
        raise UserError(_("{name}: unknown kind of file; accepted: {endings}").format(name=name, endings=", ".join(ACCEPTED)))
    return name


class UploadFolder:
    """The uploads of one user. A file arrives in pieces and appears when the last one is there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add_piece(self, name: str, offset: int, data: bytes, is_last: bool) -> None:
        """Write a piece of the file `name`. Raise `UserError` for a bad name, a gap, or more than the limits."""
        check_name(name)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self.folder / f".{name}.part"
        present = part.stat().st_size if part.exists() and offset else 0
        if offset != present:
            raise UserError(_("{name}: the upload was interrupted; please send it again").format(name=name))
        self._check_room(name, part, present + len(data))
        with part.open("ab" if offset else "wb") as file:
            file.write(data)
        if is_last:
            os.replace(part, self.folder / name)

    def _check_room(self, name: str, part: Path, size: int) -> None:
        others = [each for each in self.folder.iterdir() if each != part and each.name != name]
        if size + sum(each.stat().st_size for each in others) > MOST_BYTES:
            part.unlink(missing_ok=True)
            text = _("{name}: uploads may have {limit} MiB in all; put larger files into the server's folder")
            raise UserError(text.format(name=name, limit=MOST_BYTES // 2**20))
        if len(others) >= MOST_FILES:
            text = _("{name}: {limit} files may be uploaded; remove others first")
            raise UserError(text.format(name=name, limit=MOST_FILES))

    def clear(self) -> None:
        """Delete all uploads."""
        for file in self.folder.glob("*") if self.folder.is_dir() else ():
            file.unlink(missing_ok=True)
        for file in self.folder.glob(".*.part") if self.folder.is_dir() else ():
            file.unlink(missing_ok=True)
