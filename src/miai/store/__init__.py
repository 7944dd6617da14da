"""What outlives a process: the graph, and results with their provenance.

    graph/            the graph that searches remember (LMDB)

The results of runs:

    run_directory.py  a directory with one file of results: made or resumed by one writer, read by anybody
    schema.py         the tables of that file, its version, and how a foreign file is told
    lock.py           one writer at a time
    provenance.py     version, commit and machine
    trouble.py        a full or unwritable disk, in one line

A **run** is a list of jobs with parameters and a seed. It is of a kind (an experiment, a match), and what a job yields is up to the
kind: one value that JSON can hold, written together with the mark that the job is done, once. Views named by the kind make tables of it
for those who open the file with SQLite.
"""

from miai.store.run_directory import DONE, FAILED, PENDING, Job, JobRecord, RunDirectory, RunHead, open_run, read_run

__all__ = ["DONE", "FAILED", "PENDING", "Job", "JobRecord", "RunDirectory", "RunHead", "open_run", "read_run"]
