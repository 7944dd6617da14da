"""Jobs on a Dask cluster, for more than one machine. Needs the extra `cluster`, which is imported on demand.

Dask may run a job twice; the caller stores each outcome once. If a worker dies, its job is repeated on another one, up to MOST_ATTEMPTS
times; then the job fails.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import signal
import socket
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
    # A local cluster does not replace a worker that has not restarted within this time. On a busy machine a restart may take long, and
    # without workers the run would wait for ever.
    "distributed.deploy.lost-worker-timeout": "24 hours",
}


def check_address(cluster: str) -> None:
    """Raise `UserError` if `cluster` is not a valid address or the extra is missing."""
    if cluster.startswith(LOCAL):
        count = cluster.removeprefix(LOCAL)
        if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= 1024:
            raise UserError(f"--cluster local:N: N must be a number of workers from 1 to 1024, not {count!r}")
    elif not is_scheduler_address(cluster):
        raise UserError(f"--cluster: {cluster!r} is neither local:N nor the address of a Dask scheduler, such as tcp://host:8786")
    need("cluster", "--cluster")


def is_scheduler_address(address: str) -> bool:
    """Return whether this may be the address of a Dask scheduler: a host and a port, with or without `tcp://` or `tls://`."""
    scheme, _, place = address.rpartition("://")
    host, _, port = place.removesuffix("/").rpartition(":")
    is_port = port.isascii() and port.isdigit() and 1 <= int(port) <= 65535
    return scheme in ("", "tcp", "tls") and bool(host) and is_port


def run_on_cluster(task: Any, jobs: Sequence[Job], cluster: str) -> Generator[JobOutcome]:
    """Yield the outcomes of `jobs` as they arrive; earlier jobs have priority. Closing the iterator cancels the rest.

    Raise `UserError` if the cluster cannot be reached, has no workers, or is lost.
    """
    from distributed import as_completed

    pickled = pickle.dumps(task)
    name = hashlib.sha256(pickled).hexdigest()[:16]  # a scheduler considers tasks with the same key to be the same, across runs
    with connected(cluster) as client:
        futures = {
            client.submit(attempt, pickled, job, miai.__version__, key=f"miai-{name}-{job.id}", priority=-place): job
            for place, job in enumerate(jobs)
        }
        arriving = as_completed(futures)
        for future in arriving:
            if future.status in ("lost", "pending"):  # its worker died with the result: Dask repeats it
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
        raise UserError(f"lost the cluster at {cluster}; finished jobs are saved, run the same command to resume") from None
    except KilledWorker:
        return JobOutcome(job.id, None, f"its worker died, {MOST_ATTEMPTS} times", 0.0, cluster)
    except Exception as error:  # an error of Dask itself; errors of the task are in the outcome
        return JobOutcome(job.id, None, f"{type(error).__name__}: {' '.join(str(error).split())}", 0.0, cluster)


@contextmanager
def connected(cluster: str, spare: int = 0) -> Iterator[Any]:
    """Yield a client of the cluster; a local cluster is started and stopped with it, with `spare` workers less than its address says.

    Raise `UserError` if the cluster cannot be reached or has no workers.
    """
    import dask
    from distributed import Client

    check_address(cluster)
    _silence_dask()
    with dask.config.set(_CONFIGURATION):
        if cluster.startswith(LOCAL):
            with _local_cluster(int(cluster.removeprefix(LOCAL)) - spare) as made, Client(made, direct_to_workers=True) as client:
                yield client
            return
        _find_host(cluster)
        try:
            client = Client(cluster, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise UserError(f"cannot reach a Dask scheduler at {cluster}: {' '.join(str(error).split())}") from None
        with client:
            _wait_for_a_worker(client, cluster)
            yield client


def _find_host(cluster: str) -> None:
    """Raise `UserError` if the host of an address has no address of its own: Dask would look for it until its time is over."""
    host = cluster.rpartition("://")[2].rpartition(":")[0].strip("[]")
    try:
        socket.getaddrinfo(host, None)
    except (OSError, UnicodeError) as error:
        raise UserError(f"cannot reach a Dask scheduler at {cluster}: host {host!r} is not known ({error})") from None


def _silence_dask() -> None:
    """Switch off Dask's loggers, which all have their own level: dead workers and schedulers are reported by us in one line."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _local_cluster(workers: int) -> Any:
    """Return a cluster of processes that ignore Ctrl-C: the runner is interrupted, and ends them.

    They inherit the blocked signals of the thread that starts them, which inherits them from this thread.
    """
    from multiprocessing import resource_tracker

    from distributed import LocalCluster

    resource_tracker.ensure_running()  # otherwise the first process would start it and unblock the signal
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            scheduler_kwargs={
                "dashboard_address": "127.0.0.1:0"
            },  # without a dashboard Dask still opens a port, the same each time
            silence_logs=logging.CRITICAL,
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


def _wait_for_a_worker(client: Any, cluster: str) -> None:
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError:
        raise UserError(f"the Dask scheduler at {cluster} has no workers; start some with: dask worker {cluster}") from None
