"""Packing on several machines: every packer has its own random numbers; those of workers continue from the best packing of all.

A packer looks for a packing below a target height. A lower packing found elsewhere lowers the targets of all workers at once, so that they
spend no time on heights that were reached already. The packer of this process goes its own way: after the same number of simulations it
has what it would have found alone, so that the best of all is never worse. Workers on this machine have a lower priority, so that they
do not take time from it where there are more of them than cores.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np

from miai.core.system import work_in_background
from miai.distributed.actor import LEASE
from miai.distributed.assignment import Kind, PackingAssignment, Reply, Request, own_kind
from miai.distributed.member import Member
from miai.distributed.team import Team
from miai.jobs.cluster import LOCAL
from miai.problems.packing import Instance, Packer, PackingResult, Placement
from miai.problems.packing.checking import faults_of, height_of
from miai.problems.packing.solver import DEFAULT_SECONDS, Listener

STEP = 0.05
"""Seconds that a packer works before it looks at what others found."""
SEEDS = 1_000_003
"""Distance between the seeds of two packers."""


def pack_placements(placements: tuple[Placement, ...], simulations: int) -> bytes:
    """Return a packing as bytes, with the number of simulations of its packer."""
    return np.array([[simulations, 0, 0, 0], *placements], np.int64).tobytes()


def unpack_placements(data: bytes) -> tuple[int, tuple[Placement, ...]]:
    """Return (simulations, placements) from bytes."""
    rows = np.frombuffer(data, np.int64).reshape(-1, 4).tolist()
    return rows[0][0], tuple(Placement(*row) for row in rows[1:])


class PackingActor:
    """The packer of a worker."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._request: Request | None = None
        self._found: bytes | None = None
        self._best: bytes | None = None
        self._generation = -1
        self._trouble = ""
        self._last = time.monotonic()
        self._wake, self._closed = threading.Event(), False
        threading.Thread(target=self._work, name="miai-packer", daemon=True).start()

    def introduce(self) -> tuple[Kind, int]:
        """Return the kind of this process, and its process id."""
        return own_kind(), os.getpid()

    def close(self) -> None:
        """End the work."""
        self._closed = True
        self._wake.set()

    def exchange(self, request: Request) -> Reply:
        """Take a request, with the best packing of all, and return the best of this worker."""
        self._last, self._request = time.monotonic(), request
        self._best = request.message or self._best
        self._wake.set()
        return Reply(self._generation, 0, self._found if self._generation == request.generation else None, self._trouble)

    def _work(self) -> None:
        packer: Packer | None = None
        while not self._closed:
            self._wake.wait(timeout=1.0)
            self._wake.clear()
            request = self._request
            while request is not None and request.runs and not self._closed and time.monotonic() - self._last < LEASE:
                try:
                    assignment = request.assignment
                    if isinstance(assignment, PackingAssignment) and (packer is None or assignment.generation != self._generation):
                        packer, self._generation = Packer(assignment.instance, assignment.seed), assignment.generation
                        if assignment.is_local:
                            work_in_background()
                        self._best = self._found = None
                    if packer is None or packer.proven:
                        break
                    self._step(packer)
                except Exception as error:  # reported to the team
                    self._trouble = f"{type(error).__name__}: {' '.join(str(error).split())}"
                    return
                request = self._request

    def _step(self, packer: Packer) -> None:
        best, self._best = self._best, None
        if best is not None:
            packer.adopt(unpack_placements(best)[1])
        packer.run(STEP)
        self._found = pack_placements(packer.placements, packer.simulations)


class ClusterPacker:
    """A packer on this machine, and one on each worker of a cluster. Its methods are those of `Packer`.

    Parameters
    ----------
    instance : Instance
        What to pack.
    team : Team
        The workers, with actors of the class `PackingActor`.
    seed : int
        Random seed.
    """

    def __init__(self, instance: Instance, team: Team, seed: int = 0) -> None:
        self.instance, self.team, self.seed = instance, team, seed
        self.packer = Packer(instance, seed)
        self.generation, self.runs = team.next_generation(), False
        self._arrived: list[bytes] = []
        self._best: tuple[Placement, ...] = ()
        self._seconds, self._found_after = 0.0, 0.0

    @property
    def interval(self) -> float:
        """Seconds between two exchanges."""
        return self.team.sharing.interval

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The best packing so far."""
        return self._best

    def request_for(self, member: Member, runs: bool) -> Request:
        """Return the next request to a worker: the best packing of all."""
        assignment = None
        if member.generation != self.generation:
            assignment = PackingAssignment(
                self.generation, self.instance, self.seed + SEEDS * (1 + member.number), self.team.cluster.startswith(LOCAL)
            )
        message = pack_placements(self._best, 0) if runs and self._best else None
        return Request(self.generation, runs, None, assignment, message)

    def take(self, message: bytes) -> None:
        """Keep the packing of a worker until the packer of this machine looks at it."""
        self._arrived.append(message)

    def run(
        self,
        seconds: float | None = None,
        *,
        simulations: int | None = None,
        target: int | None = None,
        listener: Listener | None = None,
    ) -> PackingResult:
        """Search until a limit is reached, as `Packer.run`. A number of simulations is that of this machine's packer."""
        if seconds is None and simulations is None:
            seconds = DEFAULT_SECONDS
        self.packer.run(0.0, simulations=1)  # compiles
        began, before = time.perf_counter(), self.packer.simulations
        goal = max(self.packer.bound, target or 0)
        self.runs = True
        self.team.work_for(self)
        try:
            while not (self._best and height_of(self._best) <= goal):
                left = None if seconds is None else seconds - (time.perf_counter() - began)
                done = self.packer.simulations - before
                if (left is not None and left <= 0) or (simulations is not None and done >= simulations):
                    break
                before_step = self._best
                self.packer.run(
                    STEP if left is None else max(0.0, min(STEP, left)),
                    simulations=None if simulations is None else simulations - done,
                    target=target,
                )
                self._look()
                self._seconds = time.perf_counter() - began
                if self._best is not before_step:
                    self._found_after = self._seconds
                    if listener:
                        listener(self.result())
        finally:
            self.runs = False
            self.team.leave(self)
            self._look()
            self._seconds = time.perf_counter() - began
        return self.result()

    def _look(self) -> None:
        """Keep the best of this machine's packing and those that have arrived, if it is better than before."""
        arrived, self._arrived = self._arrived, []
        for placements in (self.packer.placements, *(unpack_placements(message)[1] for message in arrived)):
            is_lower = placements and (not self._best or height_of(placements) < height_of(self._best))
            if is_lower and not faults_of(self.instance, placements):
                self._best = placements

    def result(self) -> PackingResult:
        """Return the best packing of all."""
        height = height_of(self._best)
        return replace(
            self.packer.result(),
            placements=self._best,
            height=height,
            proven=height <= self.packer.bound,
            seconds=self._seconds,
            found_after=self._found_after,
        )


def open_packing_team(cluster: str, **options: Any) -> Team:
    """Return a team of packers."""
    return Team(cluster, actor=PackingActor, **options)
