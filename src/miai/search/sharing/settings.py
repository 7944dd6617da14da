"""The settings of sharing."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.settings import Checked, choice, number, whole

SHARES = ("nodes", "root", "end")


@dataclass(frozen=True)
class SharingSettings(Checked):
    """The settings of a search that shares its statistics with others."""

    share: str = choice(
        SHARES,
        "nodes",
        "statistics that searches exchange: of nodes near the root; of the root's moves; of these at the end only, for the decision",
    )
    interval: float = number(0.25, 0.005, 60, "seconds between two exchanges")
    least_share: float = number(0.002, 0, 1, "least share of the root's visits of a node whose moves are shared")
    least_visits: int = whole(1, 1, 2**30, "least visits of a node whose moves are shared")
    depth: int = whole(12, 1, 200, "most moves from the root to a node that is shared")
    rows: int = whole(600, 8, 100_000, "most nodes in one message; the others follow in later ones, in turn")
    rave_counts: int = whole(6000, 0, 10_000_000, "with RAVE: most all-moves-as-first counts in one message")
    most_bytes: int = whole(
        22_000, 500, 10**9, "most bytes of a message, on average: where rows are long, fewer are in one message"
    )
    wait: float = number(10.0, 0.1, 3600, "seconds without an answer after which a worker is given up and started again")
