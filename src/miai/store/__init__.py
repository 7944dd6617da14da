"""Data on disk: the graph of searches, and results with their provenance.

    graph/            statistics of positions, kept between searches (LMDB)

The results of runs:

    run_directory.py  a directory with one file of results: made or resumed by one writer, read by any process
    schema.py         the tables of that file, its version, and the check for foreign files
    lock.py           one writer at a time
    provenance.py     version, commit and machine
    disk_errors.py    a full or unwritable disk, reported in one line

A **run** is a list of jobs with parameters and a seed. It has a kind (an experiment, a match). The result of a job is one JSON value,
written once, together with the mark that the job is done. Views of the kind show the results as tables to people who open the file with
SQLite.
"""

from miai.store.run_directory import DONE, FAILED, PENDING, Job, JobRecord, RunDirectory, RunHead, open_run, read_run

__all__ = ["DONE", "FAILED", "PENDING", "Job", "JobRecord", "RunDirectory", "RunHead", "open_run", "read_run"]
