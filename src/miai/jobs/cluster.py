"""Jobs on Dask distributed: the way past one machine. Needs the extra `cluster`, which is imported when it is asked for.

Dask may do a job twice, and tells of neither: whoever takes in the outcomes writes each once. A worker that dies loses its job to
another, a few times; then the job has failed.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import miai
from miai.core.errors import UserError
from miai.core.extras import need
from miai.jobs.local import MOST_ATTEMPTS
from miai.jobs.outcome import JobOutcome, attempt
from miai.store import Job

SECONDS_TO_CONNECT = 20
LOCAL = "local:"

_CONFIGURATION = {
    "distributed.scheduler.allowed-failures": MOST_ATTEMPTS - 1,
    # A local cluster gives a worker up for good if it is not there so long after one was lost. On a busy machine it may take a while to
    # start, or another may have died just then; with none left the run would wait for ever.
    "distributed.deploy.lost-worker-timeout": "24 hours",
}


def check_address(cluster: str) -> None:
    """Raises `UserError` unless `cluster` can be meant and the extra is there."""
    if cluster.startswith(LOCAL):
        count = cluster.removeprefix(LOCAL)
        if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= 1024:
            raise UserError(f"--cluster local:N takes a number of workers from 1, not {count!r}")
    elif ":" not in cluster:
        raise UserError(f"--cluster takes local:N or the address of a Dask scheduler, such as tcp://host:8786; not {cluster!r}")
    need("cluster", "--cluster")


def run_on_cluster(task: Any, jobs: Sequence[Job], cluster: str) -> Generator[JobOutcome]:
    """The outcomes of `jobs`, as they come, those that stand first with priority. Closing the iterator gives the rest up.

    Raises `UserError` if the cluster cannot be reached, has no workers, or goes away.
    """
    from distributed import as_completed

    pickled = pickle.dumps(task)
    name = hashlib.sha256(pickled).hexdigest()[:16]  # a scheduler takes tasks of the same key, of whatever run, to be the same
    with _connected(cluster) as client:
        futures = {
            client.submit(attempt, pickled, job, miai.__version__, key=f"miai-{name}-{job.id}", priority=-place): job
            for place, job in enumerate(jobs)
        }
        arriving = as_completed(futures)
        for future in arriving:
            if future.status in ("lost", "pending"):  # done, and its worker died with the result: Dask has it done again
                arriving.add(future)
            else:
                yield _outcome(future, futures.pop(future), cluster)
                future.release()


def _outcome(future: Any, job: Job, cluster: str) -> JobOutcome:
    from distributed import CancelledError, KilledWorker

    try:
        outcome: JobOutcome = future.result()
        return outcome
    except CancelledError:
        raise UserError(f"the cluster at {cluster} has gone; what is done is kept, and the same command resumes") from None
    except KilledWorker:
        return JobOutcome(job.id, None, f"its worker died, {MOST_ATTEMPTS} times", 0.0, cluster)
    except Exception as error:  # of Dask itself: the task's own are in the outcome
        return JobOutcome(job.id, None, f"{type(error).__name__}: {' '.join(str(error).split())}", 0.0, cluster)


@contextmanager
def _connected(cluster: str) -> Iterator[Any]:
    """A client of the cluster, which is made for the occasion if it is a local one."""
    import dask
    from distributed import Client

    check_address(cluster)
    _silence_dask()
    with dask.config.set(_CONFIGURATION):
        if cluster.startswith(LOCAL):
            with _local_cluster(int(cluster.removeprefix(LOCAL))) as made, Client(made) as client:
                yield client
            return
        try:
            client = Client(cluster, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise UserError(f"cannot reach a Dask scheduler at {cluster}: {' '.join(str(error).split())}") from None
        with client:
            _wait_for_a_worker(client, cluster)
            yield client


def _silence_dask() -> None:
    """A dead worker or scheduler is our business: we tell of it in one line. Dask has given each of its loggers a level."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _local_cluster(workers: int) -> Any:
    """A cluster of processes that do not notice Ctrl-C: who is interrupted is the runner, and it ends them.

    They inherit the signals that are held back from the thread that starts them, which inherits them from this one.
    """
    from multiprocessing import resource_tracker

    from distributed import LocalCluster

    resource_tracker.ensure_running()  # else the first process would start it, and lets the signal through when it does
    held_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=logging.CRITICAL
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held_before)


def _wait_for_a_worker(client: Any, cluster: str) -> None:
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError:
        raise UserError(f"the Dask scheduler at {cluster} has no workers; start some with: dask worker {cluster}") from None
