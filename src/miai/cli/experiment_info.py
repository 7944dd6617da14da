"""The output of `miai experiment info` and `miai experiment compare --json`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from miai.core.settings import as_text
from miai.experiments.frame.inline import list_jobs
from miai.experiments.frame.parameters import declarations, make_parameters

if TYPE_CHECKING:
    from miai.experiments.frame import Experiment
    from miai.experiments.frame.report import RunComparison


def as_data(experiment: Experiment) -> dict[str, Any]:
    """Return question, source, presets with their number of jobs, and parameters, for JSON."""
    presets = {name: make_parameters(experiment, name) for name in experiment.presets}
    return {
        "name": experiment.name,
        "question": experiment.question,
        "source": experiment.source,
        "presets": {
            name: {"jobs": len(list_jobs(experiment, made)), "parameters": dataclasses.asdict(made)}
            for name, made in presets.items()
        },
        "parameters": [
            {"name": name, "default": setting.default, "meaning": setting.meaning}
            for name, setting in declarations(experiment).items()
        ],
        "tables": [table.title for table in experiment.tables],
    }


def print_info(experiment: Experiment) -> None:
    """Print question and source, and a table of parameters with their value in each preset."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    from miai.core.console import ReportConsole

    made = {name: make_parameters(experiment, name) for name in experiment.presets}
    table = Table("parameter", *made, "meaning", box=SIMPLE_HEAD, pad_edge=False)
    for name, setting in declarations(experiment).items():
        values = [escape(as_text(getattr(parameters, name))) for parameters in made.values()]
        table.add_row(f"[bold]{name}[/]", *values, escape(setting.meaning))
    table.add_row("[dim]jobs[/]", *(str(len(list_jobs(experiment, parameters))) for parameters in made.values()))
    console = ReportConsole(highlight=False)
    console.print(f"[bold]{experiment.name}[/]: {escape(experiment.question)}\n[dim]{escape(experiment.source)}[/]\n", table)


def comparison_as_data(comparison: RunComparison, shows_all: bool) -> dict[str, Any]:
    """Return the comparison of two runs cell by cell, for JSON."""
    return {
        "agreement": dataclasses.asdict(comparison.agreement),
        "in_both": len(comparison.pairs),
        "identical": comparison.identical,
        "only_first": comparison.only_first,
        "only_second": comparison.only_second,
        "cells": [
            {
                "measure": one.measure,
                "parameters": dict(one.parameters),
                "first": one.value,
                "second": two.value,
                **dataclasses.asdict(each),
            }
            for one, two, each in comparison.pairs
            if each.differs or shows_all
        ],
    }
