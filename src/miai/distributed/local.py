"""A Dask cluster on this machine that outlives the command that started it: `miai cluster start | status | stop`.

The scheduler and the workers are Dask's own programs. A file in the user's state folder has their process numbers and the address.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs

from miai.core.errors import UserError
from miai.core.extras import need
from miai.core.files import replacing
from miai.core.system import KILL, signal_group
from miai.distributed.assignment import own_kind
from miai.jobs.cluster import connected, is_scheduler_address

SECONDS_TO_START = 60.0
SECONDS_TO_END = 10.0


@dataclass(frozen=True)
class StartedCluster:
    """The processes that were started on this machine."""

    address: str
    processes: list[int]
    started: list[float]
    """When each process started: after a restart of the machine another may have its number."""
    log: str


def state_file() -> Path:
    """Return the file that describes the cluster started here."""
    return Path(platformdirs.user_state_dir("miai", appauthor=False)) / "cluster.json"


def start_cluster(workers: int | None, threads: int, host: str, port: int, join: str | None) -> StartedCluster:
    """Start a scheduler, unless `join` names one, and workers. Raise `UserError` if they do not start."""
    need("cluster", "miai cluster")
    if join is not None and not is_scheduler_address(join):
        raise UserError(f"--join: {join!r} is not the address of a Dask scheduler, such as tcp://host:8786")
    running = read_state()
    if running is not None:
        raise UserError(f"a cluster is running already: {running.address}; end it with: miai cluster stop")
    if join is None:
        _check_port(host, port)
    workers = workers if workers is not None else 1 if join else max(1, os.cpu_count() or 1)
    address = join or f"tcp://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    before = _workers_of(join) if join is not None else 0
    log = state_file().with_suffix(".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    processes: list[int] = []
    with log.open("wb") as output:
        if join is None:
            options = ["--host", host, "--port", str(port), "--no-dashboard"]
            processes.append(_launch(["distributed.cli.dask_scheduler", *options], output))
        if workers:
            options = [address, "--nworkers", str(workers), "--nthreads", str(threads), "--no-dashboard"]
            processes.append(_launch(["distributed.cli.dask_worker", *options], output))
    started = StartedCluster(address, processes, [_start_of(pid) for pid in processes], str(log))
    try:
        _await_start(started, before + workers if workers else 0)
    except BaseException:
        _end(processes)
        raise
    with replacing(state_file()) as unfinished:
        unfinished.write_text(json.dumps(vars(started)))
    return started


def _check_port(host: str, port: int) -> None:
    """Raise `UserError` if no scheduler can listen there: it would not say so, and workers would look for it elsewhere."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).partition(" (")[0]
        raise UserError(f"cannot listen on port {port} of {host}: {reason}; choose others with --host and --port") from None


def _launch(words: list[str], output: Any) -> int:
    """Start one of Dask's programs in a group of its own, so that Ctrl-C in this terminal does not end it."""
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
    ).pid


def _await_start(started: StartedCluster, workers: int) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        ended = [pid for pid in started.processes if not _is_running(pid)]
        if ended:
            raise UserError(f"the cluster has not started: {_last_line(Path(started.log))}; the whole log is in {started.log}")
        if workers == 0 and time.monotonic() > deadline - SECONDS_TO_START + 3:
            return
        if workers and _count_workers(started.address) >= workers:
            return
        if time.monotonic() > deadline:
            raise UserError(f"the cluster has not started within {SECONDS_TO_START:g} s; its log is {started.log}")
        time.sleep(0.2)


def _workers_of(address: str) -> int:
    """Return the number of workers that a scheduler has. Raise `UserError` if there is no scheduler at the address."""
    from distributed import Client

    try:
        with Client(address, timeout=5, set_as_default=False) as client:
            return len(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, ValueError) as error:
        raise UserError(f"cannot reach a Dask scheduler at {address}: {' '.join(str(error).split())}") from None


def _count_workers(address: str) -> int:
    """Return the number of workers that a scheduler has; 0 while it does not answer."""
    try:
        return _workers_of(address)
    except UserError:
        return 0


def _is_running(pid: int) -> bool:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # a child of this process that ended is no longer there afterwards
    return _start_of(pid) > 0.0


def _start_of(pid: int) -> float:
    """Return when a process started, in seconds since 1970; 0 if there is none with this number."""
    import psutil  # comes with Dask

    try:
        return float(psutil.Process(pid).create_time())
    except psutil.NoSuchProcess:
        return 0.0


def _last_line(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


def read_state() -> StartedCluster | None:
    """Return what was started on this machine and still runs, if only in part: a scheduler may have died. `None` if nothing does."""
    try:
        known = StartedCluster(**json.loads(state_file().read_text()))
    except (OSError, ValueError, TypeError):
        return None
    alive = [(pid, began) for pid, began in zip(known.processes, known.started, strict=False) if _start_of(pid) == began]
    return replace(known, processes=[pid for pid, _ in alive], started=[began for _, began in alive]) if alive else None


def stop_cluster() -> int:
    """End the cluster that was started here; return how many of its processes were running."""
    known = read_state()
    state_file().unlink(missing_ok=True)
    return 0 if known is None else _end(known.processes)


def _end(processes: list[int]) -> int:
    """End processes with their groups: first politely, then not."""
    alive = [pid for pid in processes if _is_running(pid)]
    for sent in (signal.SIGTERM, KILL):
        for pid in alive:
            signal_group(pid, sent)
        deadline = time.monotonic() + SECONDS_TO_END
        while time.monotonic() < deadline and any(_is_running(pid) for pid in alive):
            time.sleep(0.05)
    return len(alive)


def describe_cluster(address: str | None) -> dict[str, Any]:
    """Return the workers of a cluster with their versions, as plain data. Raise `UserError` if it cannot be reached."""
    if address is None:
        known = read_state()
        if known is None:
            raise UserError("no cluster was started here; start one with `miai cluster start`, or name one with --cluster ADDRESS")
        address = known.address
    with connected(address) as client:
        info = client.scheduler_info(n_workers=-1)["workers"]
        kinds = client.run(own_kind, on_error="return")
    rows = []
    for worker, about in info.items():
        kind = kinds.get(worker)
        usable = kind == own_kind()
        rows.append(
            {
                "address": worker,
                "host": about["host"],
                "threads": about["nthreads"],
                "kind": " ".join(str(kind).split())[:80],
                "usable": usable,
            }
        )
    return {"address": address, "kind": str(own_kind()), "workers": rows}
