"""Execution of the jobs of a run directory, in processes on this machine or on a Dask cluster. Independent of the contents of jobs.

    run.py       `run_jobs`: sends pending jobs, stores results, shows progress
    outcome.py   one attempt at one job
    local.py     processes on this machine; a process that dies is replaced
    worker.py    the main function of such a process
    cluster.py   Dask distributed
    progress.py  a progress bar on a terminal, a line from time to time elsewhere

A **task** is a callable that takes a `Job` and returns data for JSON. It is sent to other processes by pickle, so it is a module-level
function, or an instance of a module-level class. Its result may depend on the job only, not on time, place or order; then an interrupted
and resumed run gives the same results.
"""

from miai.jobs.run import RunSummary, StopRun, run_jobs
from miai.store import Job

__all__ = ["Job", "RunSummary", "StopRun", "run_jobs"]
