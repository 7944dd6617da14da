"""The frame of an experiment: one readable file declares its question, parameters, jobs, measurements, tables and plots.

An **experiment** answers a question. A **job** is the unit of work: it runs once and is stored completely or not at all. A **cell** is one
number of a table or a curve, with its parameters and its interval. One job yields one or more cells.

    declaration.py  the declaration: `Experiment`, `Cell`, `Published`, `Finding`, `Table`, `Curve`, `parameter`
    parameters.py   parameters from a preset and from what people type
    verdicts.py     verdicts on claims, from intervals
    agreement.py    comparison of two numbers with intervals
    identity.py     the id of a job and the seed of its random numbers
    inline.py       `run_here`: all jobs one after another in this process, for tests and notebooks
    loading.py      an experiment by name, or by the path of its file
    running.py      `run_into`: the jobs in parallel, stored in a directory, resumable at any time
    results.py      a run that is read back, beside the published numbers
    stored.py       the report of a run as data, so that showing it executes no file
    tables.py, plots.py, report.py, exporting.py    output; style.py: the look of all plots

A new experiment imports everything it needs from here.
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
