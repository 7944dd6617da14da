"""Runs the jobs of a run directory: in processes on this machine, or on a Dask cluster. Knows nothing of what a job is.

    run.py       `run_jobs`: sends what is pending, writes what comes back, tells how far it is
    outcome.py   one job done once, wherever that is
    local.py     processes on this machine; one that dies is replaced
    worker.py    what such a process does
    cluster.py   Dask distributed
    progress.py  a bar on a terminal, a line now and then elsewhere

A **task** is a function of a `Job` that returns what JSON can hold. Other processes get it by pickle: it is a function at the top of a
module, or an object of a class there with its parameters in it. What it returns may depend on the job alone, not on when, where or in
which order jobs are run; then a run is the same however often it was interrupted.
"""

from miai.jobs.run import RunSummary, StopRun, run_jobs
from miai.store import Job

__all__ = ["Job", "RunSummary", "StopRun", "run_jobs"]
