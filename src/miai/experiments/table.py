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
    "pgame-dag": Entry("miai.experiments.pgame_dag", "artificial games with combined positions: UCT, UCT-DAG and the other modes"),
}
"""By name, in the order in which `miai experiment list` lists them."""
