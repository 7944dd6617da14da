"""The experiments: one line each. `miai experiment list` reads this table and imports none of the modules named in it.

To add an experiment, write `miai/experiments/<name>.py` that ends with `EXPERIMENT = Experiment(...)` (see `miai.experiments.frame`), and
add its line here. Experiments in a file of one's own need no line: the path of the file takes the place of the name.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """Where an experiment is, and what `miai experiment list` says of it."""

    module: str
    help: str


EXPERIMENTS: dict[str, Entry] = {
    "pgame-search": Entry("miai.experiments.pgame_search", "artificial games: UCT, plain Monte Carlo and alpha-beta"),
    "pgame-dag": Entry("miai.experiments.pgame_dag", "artificial games with combined positions: UCT, UCT-DAG and the other modes"),
    "pgame-groups": Entry("miai.experiments.pgame_groups", "artificial games: what move groups are worth, by bias and overlap"),
    "pgame-group-shape": Entry(
        "miai.experiments.pgame_group_shape", "artificial games: the number, size and accuracy of move groups"
    ),
    "pgame-modes": Entry("miai.experiments.pgame_modes", "artificial games: which mode of the graph is best where"),
    "pgame-maturity": Entry("miai.experiments.pgame_maturity", "artificial games: when a node should be expanded"),
    "pgame-large": Entry("miai.experiments.pgame_large", "artificial games that are wide and deep"),
}
"""By name, in the order in which `miai experiment list` lists them."""
