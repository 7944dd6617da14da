"""The frame in which an experiment is one readable file: its question, its parameters, its jobs, what is measured, how it is shown.

An **experiment** answers a question. A **job** is the unit of work that is run and written once, whole or not at all. A **cell** is one
number of a table or a curve, with its parameters and its interval. One job yields one or many cells.

    declaration.py  what an experiment says: `Experiment`, `Cell`, `Published`, `Finding`, `Table`, `Curve`, `parameter`
    settings.py     parameters from a preset and from what people type
    identity.py     the name of a job and the seed of its random numbers
    here.py         `run_here`: all jobs one after another in this process, for tests and notebooks
    loading.py      an experiment by its name, or by the path of its file
    running.py      `run_into`: the jobs into a directory, in parallel, to be resumed at any time
    results.py      a run as it is read back, beside the published numbers
    agreement.py    do two numbers with intervals differ?
    tables.py, plots.py, report.py, exporting.py    how it is shown; style.py: how all plots look

A new experiment imports all it needs from here.
"""

from miai.experiments.frame.declaration import (
    Cell,
    Curve,
    Experiment,
    Finding,
    Published,
    Scalar,
    Table,
    parameter,
)
from miai.experiments.frame.inline import run_here

__all__ = ["Cell", "Curve", "Experiment", "Finding", "Published", "Scalar", "Table", "parameter", "run_here"]
