"""The declaration of an experiment: plain data and functions. Nothing in this module runs, stores or draws anything."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from miai.core.settings import infer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Scalar = int | float | str
"""The type of parameters of jobs and cells: a JSON scalar (true and false included)."""

VERDICTS = ("holds", "does not hold", "undecided")


def parameter(
    default: Any, meaning: str, *, low: float | None = None, high: float | None = None, choices: Sequence[Scalar] = ()
) -> Any:
    """Declare one parameter of an experiment: a field of its `Parameters`, which is a frozen dataclass.

    The annotation of the field says how a text is read: `int`, `float`, `bool`, `str`, or a tuple of one of them
    (`tuple[float, ...]` reads `0.5,1,2`).

    Parameters
    ----------
    default
        The value where a preset or a person gives none.
    meaning
        One phrase for `miai experiment info`, with units.
    low, high
        The smallest and largest value that is accepted; for a tuple, of each element.
    choices
        The values that are accepted; for a tuple, of each element. A tuple may not be empty.

    Returns
    -------
    Any
        A dataclass field.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from miai.experiments.frame import parameter
    >>> @dataclass(frozen=True)
    ... class Parameters:
    ...     trials: int = parameter(1000, "trials of each coin", low=1)
    ...     coins: tuple[float, ...] = parameter((0.5, 0.6), "probabilities of heads", low=0, high=1)
    >>> Parameters(trials=10).coins
    (0.5, 0.6)
    """
    return field(default=default, metadata={"setting": infer(default, meaning, low=low, high=high, choices=choices)})


@dataclass(frozen=True)
class Cell:
    """One number of an experiment, identified within a run by its measure and parameters.

    Parameters
    ----------
    parameters
        What the number belongs to. NumPy scalars are stored as Python scalars.
    measure
        The name of the measured quantity.
    value
        The number. A value or bound that is not finite is stored as `None`: no number.
    low, high
        The bounds of its 95 % interval; `None` where there is none.
    count
        The number of trials behind it; 0 where that does not apply.

    Raises
    ------
    TypeError
        If a parameter is not a scalar. The message names it.

    Examples
    --------
    >>> from miai.experiments.frame import Cell
    >>> cell = Cell({"coin": 0.5}, "heads", 0.48, 0.45, 0.51, count=1000)
    >>> cell.parameters["coin"], cell.value
    (0.5, 0.48)
    >>> Cell({"coin": 0.5}, "heads", float("nan")).value is None
    True
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
        """The identity of the cell: the same in every run, whatever the order of its parameters."""
        return self.measure, frozenset(self.parameters.items())


def plain_scalars(whose: str, parameters: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return `parameters` as Python scalars. Raise `TypeError` that names the first parameter that is not a scalar."""
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
    """The published number for a cell, with the 95 % interval of its trials (and of its rounding) where that is known."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Finding:
    """A claim, the verdict on it, and the evidence in numbers.

    Parameters
    ----------
    claim
        A sentence of the source, or of ours.
    verdict
        "holds", "does not hold" or "undecided", chosen by an interval; `miai.experiments.frame.verdicts` has the functions.
    evidence
        One line of numbers that shows it.
    test
        The interval or test that decided, and the number of comparisons; `miai.experiments.frame.verdicts.decided_by` writes it.

    Raises
    ------
    ValueError
        If the verdict is another word.

    Examples
    --------
    >>> from miai.experiments.frame import Cell, Finding
    >>> from miai.experiments.frame.verdicts import bounds, is_above
    >>> cell = Cell({"coin": 0.6}, "heads", 0.61, 0.58, 0.64, count=1000)
    >>> Finding("the coin favours heads", is_above(bounds(cell), 0.5), "0.61 (0.58 to 0.64)").verdict
    'holds'
    """

    claim: str
    verdict: str
    evidence: str
    test: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}, not {self.verdict!r}")


@dataclass(frozen=True)
class Table:
    """A table of cells: one row for each value of `rows`, one column for each value of `columns`.

    Parameters
    ----------
    title
        The caption.
    measure
        The measure of the cells. Without `columns` there may be several, and each is a column.
    rows
        The parameter, or the parameters, whose values are the rows.
    columns
        The parameter whose values are the columns; empty: the columns are the measures.
    where
        Parameters that a cell must have to be in the table.
    digits
        Digits after the decimal point.

    Examples
    --------
    >>> from miai.experiments.frame import Table
    >>> Table("Share of heads", "heads", rows="coin", columns="trials", digits=2).where
    {}
    """

    title: str
    measure: str | Sequence[str]
    rows: str | Sequence[str]
    columns: str = ""
    where: Mapping[str, Scalar] = field(default_factory=dict)
    digits: int = 3


@dataclass(frozen=True)
class Curve:
    """A plot of cells of one `measure` against `x`: one line for each value of `line`, one panel for each value of `panel`.

    Only cells that have the parameters of `where` are drawn. Intervals are drawn as bands, published numbers as open markers. `name` is
    the name of the plot's files. Labels default to the names of measure and parameters.
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
"""A curve, or a function of parameters and cells. The function's name is the name of the files; it returns `None` for nothing to draw."""


@dataclass(frozen=True)
class Experiment:
    """The declaration of an experiment, at the end of its file as `EXPERIMENT = Experiment(...)`.

    All functions must be defined at the top level of a module, because worker processes look them up there.

    Parameters
    ----------
    name
        The name that people type.
    question
        The question that the experiment answers.
    source
        Author, year, title, and the tables or sections that are repeated.
    parameters
        A frozen dataclass whose fields are declared by `parameter`. Its `__post_init__` may raise `UserError`.
    presets
        Values of parameters by the name of the preset: `smoke` (seconds), `quick` (minutes), `paper` (the published scale).
    jobs
        `jobs(parameters)` returns the jobs, each a mapping of scalars; no two may be equal.
    measure
        `measure(parameters, job, seed)` returns the cells of one job. The same arguments must give the same cells.
    published
        `published(cell)` returns the published number for a cell, or `None`.
    findings
        `findings(parameters, cells)` returns the findings. It is called when every job is done.
    derived
        `derived(parameters, cells)` returns more cells, computed from those of all jobs. It is called when every job is done.
    cost
        `cost(parameters, job)` returns about how long a job takes, in any unit. Long jobs start first.
    prepare
        `prepare(parameters)` is called once before the jobs, in the runner: it compiles kernels that all workers need.
    outdated
        `outdated(stored)` returns why a run with these stored parameters cannot be read any more, as one phrase; empty where it can.
    tables, plots
        How the cells are shown.

    Raises
    ------
    ValueError
        If a preset sets a parameter that does not exist.

    Examples
    --------
    >>> import random
    >>> from dataclasses import dataclass
    >>> from miai.core.statistics import wilson
    >>> from miai.experiments.frame import Cell, Experiment, Table, parameter, run_here
    >>> @dataclass(frozen=True)
    ... class Parameters:
    ...     trials: int = parameter(1000, "trials of each coin", low=1)
    >>> def jobs(parameters):
    ...     return [{"coin": 0.5}, {"coin": 0.6}]
    >>> def measure(parameters, job, seed):
    ...     source = random.Random(seed)
    ...     heads = wilson(sum(source.random() < job["coin"] for _ in range(parameters.trials)), parameters.trials)
    ...     return [Cell(job, "heads", heads.share, heads.low, heads.high, parameters.trials)]
    >>> EXPERIMENT = Experiment(
    ...     name="coins",
    ...     question="How often does each coin show heads?",
    ...     source="Bernoulli (1713), Ars Conjectandi",
    ...     parameters=Parameters,
    ...     presets={"smoke": {"trials": 100}, "quick": {}, "paper": {"trials": 25550}},
    ...     jobs=jobs,
    ...     measure=measure,
    ...     tables=[Table("Share of heads", "heads", rows="coin")],
    ... )
    >>> [cell.low < cell.parameters["coin"] < cell.high for cell in run_here(EXPERIMENT, "quick")]
    [True, True]
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
    outdated: Callable[[Mapping[str, Any]], str] = lambda stored: ""
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()

    def __post_init__(self) -> None:
        known = {each.name for each in dataclasses.fields(self.parameters)}
        for preset, values in self.presets.items():
            unknown = set(values) - known
            if unknown:
                raise ValueError(f"{self.name}: preset {preset!r} sets {min(unknown)!r}, which is not a parameter")
