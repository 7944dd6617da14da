"""A running validation on disk: the splits and permutations that are done, so that a killed `evaluate` continues where it was.

The file is JSON. The search of the split that is under way has its own checkpoint beside it, `NAME.search`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.core.json_text import parse_json
from miai.genetics.classifier.evaluator import Array
from miai.genetics.genotypes import Genotypes
from miai.genetics.panels.checkpoint import Checkpoint
from miai.genetics.panels.selection import SelectionRequest

KIND = "miai validation"
VERSION = 1


@dataclass
class SavedValidation:
    """The file of a validation. `parts` are the finished parts by name, ready for JSON."""

    path: Path
    identity: str = ""
    parts: dict[str, Any] = field(default_factory=dict)

    def open(self, identity: str) -> None:
        """Read the file if it exists. Raise `UserError` if it is damaged or belongs to another validation."""
        self.identity = identity
        if not self.path.exists():
            return
        try:
            data = parse_json(self.path.read_text(encoding="utf-8"))
            known = data["kind"] == KIND and data["version"] == VERSION
            found, parts = data["identity"], dict(data["parts"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UserError(f"{self.path} is not a saved validation, or it is damaged: {' '.join(str(error).split())}") from None
        if not known or found != identity:
            raise UserError(f"{self.path} belongs to another validation (data, grouping, settings, method or seed differ)")
        self.parts = parts

    def keep(self, name: str, part: Any) -> None:
        """Add a finished part and write the file; the checkpoint of its search is deleted."""
        self.parts[name] = part
        data = {"kind": KIND, "version": VERSION, "identity": self.identity, "parts": self.parts}
        try:
            write_file(self.path, json.dumps(data) + "\n")
        except OSError as error:
            raise UserError(f"cannot write {self.path}: {error.strerror or error}") from None
        self._search_path().unlink(missing_ok=True)

    def checkpoint(self, name: str) -> Checkpoint:
        """Return the checkpoint of the search of a part. One of another part, which a kill left behind, is deleted."""
        owner = self._search_path().with_name(f"{self._search_path().name}.part")
        if not owner.exists() or owner.read_text(encoding="utf-8") != name:
            self._search_path().unlink(missing_ok=True)
            write_file(owner, name)
        return Checkpoint(self._search_path())

    def end(self) -> None:
        """Delete the checkpoint of the last search; the finished parts stay, so that the same command prints its result again."""
        path = self._search_path()
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink(missing_ok=True)

    def _search_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.search")


def validation_identity(genotypes: Genotypes, categories: Array, request: SelectionRequest, share: float) -> str:
    """Return a fingerprint of all that the results of splits depend on; their number is not part of it."""
    digest = hashlib.blake2b(digest_size=16)
    for array in (genotypes.packed, np.asarray(categories, np.int8)):
        digest.update(np.ascontiguousarray(array).tobytes())
    for column in (genotypes.snps.ids, genotypes.people.ids, genotypes.people.family):
        digest.update("\0".join(map(str, column)).encode())
    digest.update(repr((request, share)).encode())
    return digest.hexdigest()
