"""The page's end of the workers: a pool with a limit, in which every worker can answer any request."""

from __future__ import annotations

from miai.web.engine.client import EngineClient
from miai.web.engine.pool import EnginePool

PROBLEM_WORKER = "miai.web.problems.process"
"""The program of a worker of the page *Problems*."""


def worker_pool(most: int, arguments: list[str]) -> EnginePool:
    """Return a pool of at most `most` workers, each started with `arguments`."""
    return EnginePool(most, [], make=lambda: EngineClient(arguments, module=PROBLEM_WORKER))
