"""One search on several machines: searches in Dask actors share statistics with the search of this process.

source.py        a state and its problem, to be made again in another process
assignment.py    what a worker is asked to search
actor.py         the search of a worker
member.py        a worker, as this process knows it
team.py          all workers, and the thread that exchanges messages with them
recruiting.py    the thread that finds workers, and notices lost ones
packing.py       packers on several machines: each continues from the best packing of all

from miai.search import Search
search = Search(state, cluster="local:4")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.distributed.team import Team, open_team

__all__ = ["Team", "open_team"]


def __getattr__(name: str) -> Any:
    """Import the team at its first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from miai.distributed import team

    return getattr(team, name)
