"""What an experiment declares. Plain data and functions: nothing here runs, stores or draws."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Scalar = int | float | str
"""What parameters of jobs and of cells are made of: what JSON can hold in one word (true and false too)."""

VERDICTS = ("holds", "does not hold", "undecided")


def parameter(
    default: Any, meaning: str, *, low: float | None = None, high: float | None = None, choices: Sequence[Scalar] = ()
) -> Any:
    """A field of an experiment's `Parameters`, a frozen dataclass: default, one sentence, and where it makes sense what is accepted.

    Its annotation says how words are read: int, float, bool, str, or a tuple of one of them (`tuple[float, ...]`: 0.5,1,2). For a
    tuple `low`, `high` and `choices` hold for each element, and it may not be empty.
    """
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high, "choices": tuple(choices)})


@dataclass(frozen=True)
class Cell:
    """One number. `measure` and `parameters` together identify it within a run.

    `low` and `high` are the bounds of its 95 % interval, `None` where there is none. What is not finite is kept as `None`: no number.
    `count` is the number of trials behind it, 0 where that does not apply. NumPy's scalars are taken as Python's.
    """

    parameters: Mapping[str, Scalar]
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None
    count: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", plain_scalars("a cell", self.parameters))
        for name in ("value", "low", "high"):
            object.__setattr__(self, name, _finite_or_none(getattr(self, name)))
        object.__setattr__(self, "count", int(self.count))

    @property
    def key(self) -> tuple[str, frozenset[tuple[str, Scalar]]]:
        """What identifies the cell: the same in every run, whatever the order of its parameters."""
        return self.measure, frozenset(self.parameters.items())


def plain_scalars(whose: str, parameters: Mapping[str, Any]) -> dict[str, Scalar]:
    """`parameters` as Python's own scalars. Raises `TypeError` that names the parameter which is none."""
    plain = {}
    for name, value in parameters.items():
        scalar = value.item() if hasattr(value, "item") else value
        if not isinstance(scalar, Scalar) or scalar != scalar:
            raise TypeError(f"parameter {name!r} of {whose} is a number, a word or true or false, not {value!r}")
        plain[name] = scalar
    return plain


def _finite_or_none(value: Any) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None


@dataclass(frozen=True)
class Published:
    """The source's number for a cell, with the 95 % interval of its trials (and of its rounding) where that is known."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Finding:
    """A claim of the source (or ours), whether it holds here, and one line of numbers that shows it."""

    claim: str
    verdict: str
    evidence: str

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}, not {self.verdict!r}")


@dataclass(frozen=True)
class Table:
    """A table of the cells of one `measure` that fit `where`: a line for each value of `rows`, a column for each of `columns`.

    `rows` may be several parameters. Without `columns` the columns are the measures, of which there may then be several.
    `digits` are those behind the point.
    """

    title: str
    measure: str | Sequence[str]
    rows: str | Sequence[str]
    columns: str = ""
    where: Mapping[str, Scalar] = field(default_factory=dict)
    digits: int = 3


@dataclass(frozen=True)
class Curve:
    """A plot of the cells of one `measure` that fit `where`: against `x`, a line for each value of `line`, side by side for `panel`.

    Intervals are drawn as bands, published numbers as open markers. `name` is that of its files. Labels are taken from the names of
    measure and parameters where they are not given.
    """

    name: str
    measure: str
    x: str
    line: str = ""
    panel: str = ""
    where: Mapping[str, Scalar] = field(default_factory=dict)
    log_x: bool = False
    log_y: bool = False
    title: str = ""
    x_label: str = ""
    y_label: str = ""
    line_label: str = ""


Plot = Curve | Callable[[Any, Sequence[Cell]], "Figure | None"]
"""A curve, or a function of parameters and cells whose name is that of its files; it returns `None` if there is nothing to draw."""


@dataclass(frozen=True)
class Experiment:
    """All that is to be said about an experiment. The functions must be at the top of a module: other processes look them up there.

    | function | contract |
    |---|---|
    | `jobs(parameters)` | the jobs, each a dict of scalars; no two alike |
    | `measure(parameters, job, seed)` | the cells of one job; pure: the same arguments give the same cells |
    | `published(cell)` | the source's number for a cell, or `None` |
    | `findings(parameters, cells)` | what follows from all cells; called when every job is done |
    | `derived(parameters, cells)` | more cells, made from those of all jobs (counts, ratios); called when every job is done |
    | `cost(parameters, job)` | about how long a job takes, in any unit: long ones are started first |
    | `prepare(parameters)` | called once before the jobs, in the runner: compiles what all of them need, so that not every worker does |
    """

    name: str
    question: str
    source: str
    parameters: type
    presets: Mapping[str, Mapping[str, Any]]
    jobs: Callable[[Any], Iterable[Mapping[str, Scalar]]]
    measure: Callable[[Any, Mapping[str, Scalar], int], Sequence[Cell]]
    published: Callable[[Cell], Published | None] = lambda cell: None
    findings: Callable[[Any, Sequence[Cell]], Sequence[Finding]] = lambda parameters, cells: []
    derived: Callable[[Any, Sequence[Cell]], Sequence[Cell]] = lambda parameters, cells: []
    cost: Callable[[Any, Mapping[str, Scalar]], float] = lambda parameters, job: 1.0
    prepare: Callable[[Any], None] = lambda parameters: None
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()

    def __post_init__(self) -> None:
        known = {each.name for each in dataclasses.fields(self.parameters)}
        for preset, values in self.presets.items():
            unknown = set(values) - known
            if unknown:
                raise ValueError(f"{self.name}: preset {preset!r} sets {min(unknown)!r}, which is no parameter")
