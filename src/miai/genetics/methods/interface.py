"""The interface of a method: its input, and the functions that the driver calls.

A method is a class with a `name`, a dataclass `Settings` (see `miai.core.settings`) and the methods of `PanelSearch`. It is found by
the entry point group `miai.genetics.methods`, so a package of your own can add one:

    [project.entry-points."miai.genetics.methods"]
    my-method = "my_package.my_module:MySearch"

A search does exactly as many evaluations as `advance` asks for, and what it does may depend on the task, the seed and the settings
alone. Then results by evaluations are the same however the driver slices the work.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new
from miai.core.settings import Checked
from miai.genetics.classifier.evaluator import Evaluator
from miai.genetics.kernels import record_keeping
from miai.genetics.kernels.record_keeping import Record, counts_t

Array = np.ndarray[Any, np.dtype[Any]]

LISTED = 20
"""Models that a search keeps."""
FIRST_SEEN = 1 << 14
MOST_SEEN = 1 << 24
"""Places of the hash table of evaluated models, 16 bytes each, at first and at most."""


@dataclass(frozen=True)
class PanelTask:
    """The problem: find the set of `size` SNPs with the highest value.

    SNPs are numbered by their place in the candidate list, the best first, and are rows of the evaluator's genotypes. `priors` are the
    combined statistics V(p) of the candidates, which fall, from 1; `statistics` are the single ones, by name. `indices` are the places
    of the candidates in the genotypes.
    """

    evaluator: Evaluator
    size: int
    priors: Array
    statistics: dict[str, Array] = field(default_factory=dict)
    indices: Array | None = None

    def __post_init__(self) -> None:
        candidates = self.evaluator.snps
        if not 1 <= self.size <= candidates:
            raise UserError(f"a panel of {self.size} SNPs cannot be chosen from {candidates} candidates; choose 1 to {candidates}")
        if self.priors.size != candidates:
            raise ValueError(f"{self.priors.size} priors for {candidates} candidates")
        if np.any(np.diff(self.priors) > 0):
            raise ValueError("priors of candidates must fall with the rank")


@dataclass(frozen=True)
class Found:
    """A model of the list of the best: its SNPs in increasing order, its value, and the evaluation that found it."""

    snps: tuple[int, ...]
    value: float
    evaluation: int


@dataclass(frozen=True)
class NoSettings(Checked):
    """The settings of a method that has none."""


class PanelSearch(ABC):
    """A search that is under way. `is_finished` says that nothing is left to evaluate."""

    name: ClassVar[str]
    summary: ClassVar[str]
    Settings: ClassVar[Any]
    is_finished = False

    def __init__(self, task: PanelTask, seed: int = 1, settings: Any = None) -> None:
        self.task = task
        self.seed = seed
        self.settings = type(self).Settings() if settings is None else settings
        self.log = new_record(task.size)

    @abstractmethod
    def advance(self, evaluations: int) -> None:
        """Continue until `evaluations` have been done in total, or nothing is left to do."""

    def prepare(self) -> None:  # noqa: B027 - most methods have nothing to prepare
        """Make all parts, so that a checkpoint can replace them."""

    @abstractmethod
    def parts(self) -> dict[str, Any]:
        """The named tuples that hold all that changes, by name; `replace_part` exchanges one for another."""

    @abstractmethod
    def replace_part(self, name: str, part: Any) -> None:
        """Take over a part that was read from a checkpoint."""

    @property
    def evaluations(self) -> int:
        return int(self.log.counts.evaluations)

    @property
    def repeated(self) -> int:
        return int(self.log.counts.repeated)

    def best(self) -> list[Found]:
        """Return the best models, the best first."""
        log = self.log
        return [
            Found(tuple(int(snp) for snp in log.models[place]), float(log.values[place]), int(log.found[place]))
            for place in range(int(log.counts.listed))
        ]

    def evaluate(self, model: Array) -> float:
        """Return the value of a model (int32), counted, and listed if the model is complete. For steps that no kernel does."""
        self.make_room_for_key()
        value = self.task.evaluator.value(model)
        key = np.uint64(record_keeping.model_key(model, model.size))
        record_keeping.count_evaluation(self.log, key, value)
        if model.size == self.task.size:
            record_keeping.list_model(self.log, model, value, key)
        return value

    def notes(self) -> dict[str, Any]:
        """Return further facts for the report."""
        return {}

    def make_room(self) -> None:
        """Make room for what an evaluation adds. Kernels stop where there is none."""
        self.make_room_for_key()

    def make_room_for_key(self) -> None:
        """Double the hash table of evaluated models when it is nearly full; clear it if it would be too large."""
        if record_keeping.has_room(self.log):
            return
        old, size = self.log, self.log.seen.size
        if size < MOST_SEEN:
            self.log = old._replace(seen=np.zeros(2 * size, np.uint64), seen_values=np.zeros(2 * size))
            record_keeping.copy_keys(old, self.log)
        else:
            old.seen[:] = 0
            old.counts.seen = 0


def new_record(size: int) -> Record:
    """Return an empty record for models of `size` SNPs."""
    return Record(
        new(counts_t),
        np.zeros((LISTED, size), np.int32),
        np.zeros(LISTED),
        np.zeros(LISTED, np.int64),
        np.zeros(LISTED, np.uint64),
        np.zeros(FIRST_SEEN, np.uint64),
        np.zeros(FIRST_SEEN),
    )


def grown(part: Any, fields: tuple[str, ...], factor: int = 2) -> Any:
    """Return a named tuple with some of its arrays enlarged, zeros behind what they hold."""
    larger = {}
    for name in fields:
        old = getattr(part, name)
        larger[name] = np.concatenate([old, np.zeros((factor - 1) * old.size, old.dtype)])
    return part._replace(**larger)


class Budget(NamedTuple):
    """Limits of a search, which stops at the first that is reached. Without a limit the method must end without one."""

    seconds: float | None = None
    evaluations: int | None = None
