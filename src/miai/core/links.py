"""Symbolic links in folders from elsewhere: writing through one would change a file outside of the folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from miai.core.errors import UserError


def refuse_links(paths: Iterable[Path]) -> None:
    """Raise `UserError` if one of the paths is a symbolic link."""
    for path in paths:
        if path.is_symlink():
            raise UserError(f"{path} is a symbolic link, through which nothing is written; remove it")


def folder_inside(parent: Path, name: str) -> Path:
    """Return a folder of `parent`, which is made if it does not exist. Raise `UserError` for a link, `OSError` if it cannot be made."""
    folder = parent / name
    refuse_links([folder])
    folder.mkdir(parents=True, exist_ok=True)
    return folder
