"""How much of the others' work does a search of a team see, and how much of it do they do twice? Go on 9x9, in seconds.

    python benchmarks/cluster_overlap.py                                     # 400 and 16,000 playouts of four searches
    python benchmarks/cluster_overlap.py --playouts 4000 --runs 8

For each setting of sharing: the different positions that the team visited for each 100 playouts (one search: about 100), the parts of all
visits and of all RAVE counts that a member knows, and the mean bytes of a message. The parts are means over the positions that the
member has visited, with its visits as weights, at the end of the run. They are no strength, but a change that makes them worse needs
a reason.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.distributed.simulated import SimulatedPartners
from miai.go.player import PlayerSettings
from miai.go.problem import go_problem
from miai.search import Search
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.simulation import Faults

MEMBERS = 4
NO_LIMIT = 10**6
SIDES: dict[str, dict[str, Any]] = {
    "default": {},
    "least_visits=4": {"least_visits": 4},
    "rave_counts=2000": {"rave_counts": 2000},
    "no limit of bytes": {"most_bytes": NO_LIMIT},
    "least_visits=4, rave_counts=2000": {"least_visits": 4, "rave_counts": 2000},
}


@dataclass(frozen=True)
class Overlap:
    """The figures of one run of a team."""

    different: float
    visits: float
    raves: float
    size: float


def counts_of(search: Search) -> dict[int, tuple[int, int]]:
    """Return visits and RAVE counts of each visited position of a search, by key."""
    head, edges = search.graph.head, np.asarray(search.graph.edges)
    found = {}
    for node in np.asarray(search.graph.nodes[: head.node_count]):
        if node["visits"] > 0:
            own = edges[node["first_edge"] : node["first_edge"] + node["edge_count"]]
            found[int(node["key"])] = int(node["visits"]), int(own["rave_visits"].sum())
    return found


def measure(playouts: int, exchanges: int, seed: int, sharing: Mapping[str, Any]) -> Overlap:
    """Return the overlap of the searches of a team, after a run from the empty board."""
    partners = SimulatedPartners(MEMBERS, SharingSettings(**sharing), rounds=exchanges, faults=Faults(delay=0))
    search = Search(go_problem(9).start(), PlayerSettings().search, seed=seed, memory=64, cluster=partners)
    search.run(playouts)
    assert partners.team is not None
    members = partners.team.members
    counts = [counts_of(member) for member in members]
    seen, weights = np.zeros(2), np.zeros(2)
    for own, member in zip(counts, members, strict=True):
        assert member.exchange is not None
        ledger, name = member.exchange.ledger, member.exchange.name
        tables = [ledger.sum_without(name), ledger.raves_without(name)]
        heard = [dict(zip(table.keys.tolist(), table.visits.tolist(), strict=True)) for table in tables]
        for key, pair in own.items():
            for kind in (0, 1):
                total = sum(each[key][kind] for each in counts if key in each)
                if total > 0:
                    seen[kind] += pair[0] * (pair[kind] + heard[kind].get(key, 0)) / total
                    weights[kind] += pair[0]
    network = partners.team.network
    different = 100 * len(set().union(*counts)) / playouts
    return Overlap(different, seen[0] / weights[0], seen[1] / weights[1], network.bytes / network.messages)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--playouts", type=int, nargs="*", default=[400, 16_000], help="Playouts of all members together.")
    options.add_argument("--exchanges", type=int, default=8)
    options.add_argument("--runs", type=int, default=4, help="Runs, each with its own seed.")
    given = options.parse_args()
    for playouts in given.playouts:
        print(f"{MEMBERS} searches, {playouts:,} playouts, {given.exchanges} exchanges")
        print(
            "| sharing | different positions | visits known | RAVE counts known | bytes of a message |\n|---|---:|---:|---:|---:|"
        )
        for name, sharing in SIDES.items():
            runs = [measure(playouts, given.exchanges, seed, sharing) for seed in range(given.runs)]
            different, visits, raves, size = (statistics.mean(getattr(each, part) for each in runs) for part in vars(runs[0]))
            print(f"| {name} | {different:.0f} | {100 * visits:.0f} % | {100 * raves:.0f} % | {size:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
