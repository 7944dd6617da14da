"""The report of a run as data in its results: everything that is shown, so that showing a run executes no file.

A results directory may come from someone else. Results of our own experiments are shown by the code of this package. Those of a user's
own file are shown from what `run` has stored here: question, source, tables, curves, and with all jobs done the derived cells, the
published numbers and the findings. The file itself is executed by `run` only, or where the user names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from miai.core.settings import as_text
from miai.experiments.frame.declaration import Cell, Curve, Experiment, Finding, Published, Table

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,99}")


@dataclass(frozen=True)
class StoredParameters:
    """The parameters of an experiment whose file is not loaded: none are declared."""


def describe(experiment: Experiment) -> dict[str, Any]:
    """Return what can be shown of an experiment before it is complete, as JSON data."""
    return {
        "question": experiment.question,
        "source": experiment.source,
        "tables": [_as_data(table) for table in experiment.tables],
        "curves": [_as_data(plot) for plot in experiment.plots if isinstance(plot, Curve)],
    }


def describe_outcome(
    experiment: Experiment,
    derived: Sequence[Cell],
    findings: Sequence[Finding],
    published: Mapping[Any, Published],
    cells: Sequence[Cell],
) -> dict[str, Any]:
    """Return what can be shown of a complete run, as JSON data. `published` has the published numbers by the key of the cell."""
    return describe(experiment) | {
        "derived": [asdict(cell) for cell in derived],
        "findings": [asdict(finding) for finding in findings],
        "published": [
            {"measure": cell.measure, "parameters": dict(cell.parameters), **asdict(published[cell.key])}
            for cell in cells
            if cell.key in published
        ],
    }


def _as_data(declared: Table | Curve) -> dict[str, Any]:
    data = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(declared).items()}
    return data | {"where": dict(declared.where)}


def stored_experiment(name: str, report: Any, cells: Sequence[Cell]) -> Experiment:
    """Return an experiment that shows what is stored in `report`; without one, a table for each measure.

    Raises `ValueError`, `TypeError` or `KeyError` for a report that is not as `describe` makes it.
    """
    if report is None:
        tables = [_table_of(measure, cells) for measure in dict.fromkeys(cell.measure for cell in cells)]
        return _experiment(name, {"question": "unknown", "source": "unknown"}, tables, [])
    tables = [Table(**_checked(Table, data)) for data in report["tables"]]
    curves = [Curve(**_checked(Curve, data)) for data in report["curves"]]
    for curve in curves:
        if not _FILE_NAME.fullmatch(curve.name):  # it becomes the name of a file
            raise ValueError(f"a curve has the name {curve.name!r}")
    return _experiment(name, report, tables, curves)


def _experiment(name: str, report: Mapping[str, Any], tables: Sequence[Table], curves: Sequence[Curve]) -> Experiment:
    derived = [Cell(**data) for data in report.get("derived", ())]
    findings = [Finding(**{field: as_text(text) for field, text in data.items()}) for data in report.get("findings", ())]
    published = {}
    for data in report.get("published", ()):
        key = Cell(data["parameters"], data["measure"], None).key
        published[key] = Published(*(None if data[field] is None else float(data[field]) for field in ("value", "low", "high")))  # type: ignore[arg-type]
    return Experiment(
        name=name,
        question=str(report["question"]),
        source=str(report["source"]),
        parameters=StoredParameters,
        presets={},
        jobs=lambda parameters: [],
        measure=lambda parameters, job, seed: [],
        published=lambda cell: published.get(cell.key),
        findings=lambda parameters, cells: findings,
        derived=lambda parameters, cells: derived,
        tables=tables,
        plots=curves,
    )


def _table_of(measure: str, cells: Sequence[Cell]) -> Table:
    """Return a table with a row for each cell of `measure`."""
    names = dict.fromkeys(name for cell in cells if cell.measure == measure for name in cell.parameters)
    return Table(measure, measure, rows=tuple(names))


_KINDS: dict[type, dict[str, tuple[type, ...]]] = {
    Table: {"title": (str,), "measure": (str, list), "rows": (str, list), "columns": (str,), "where": (dict,), "digits": (int,)},
    Curve: dict.fromkeys(("name", "measure", "x", "line", "panel", "title", "x_label", "y_label", "line_label"), (str,))
    | {"where": (dict,), "log_x": (bool,), "log_y": (bool,)},
}


def _checked(declared: type, data: Any) -> dict[str, Any]:
    """Return the fields of a table or curve. Raise `ValueError` for another field, or one of a wrong type."""
    kinds = _KINDS[declared]
    for name, value in dict(data).items():
        if name not in kinds or not isinstance(value, kinds[name]):
            raise ValueError(f"field {name!r} of a {declared.__name__.lower()} is {value!r}")
        if isinstance(value, list) and not all(isinstance(each, str) for each in value):
            raise ValueError(f"field {name!r} of a {declared.__name__.lower()} is {value!r}")
    if not 0 <= data.get("digits", 0) <= 20:
        raise ValueError(f"a table has {data['digits']} digits")
    return dict(data)
