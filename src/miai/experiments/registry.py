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
    "pgame-search": Entry("miai.experiments.pgame.search", "artificial games: UCT, plain Monte Carlo and alpha-beta"),
    "pgame-dag": Entry("miai.experiments.pgame.dag", "artificial games with combined positions: UCT, UCT-DAG and the other modes"),
    "pgame-groups": Entry("miai.experiments.pgame.groups", "artificial games: what move groups are worth, by bias and overlap"),
    "pgame-group-shape": Entry(
        "miai.experiments.pgame.group_shape", "artificial games: the number, size and accuracy of move groups"
    ),
    "pgame-modes": Entry("miai.experiments.pgame.modes", "artificial games: which mode of the graph is best where"),
    "pgame-maturity": Entry("miai.experiments.pgame.maturity", "artificial games: when a node should be expanded"),
    "pgame-large": Entry("miai.experiments.pgame.large", "artificial games that are wide and deep"),
    "bandit-ucb": Entry("miai.experiments.bandits.ucb", "How often does basic UCB find the best of nine arms?"),
    "bandit-groups": Entry(
        "miai.experiments.bandits.groups", "Does it help UCB to choose a group of arms first, and which groups help?"
    ),
    "bandit-fpu": Entry("miai.experiments.bandits.fpu", "What does first-play urgency do to UCB, with and without move groups?"),
    "bandit-sixty": Entry("miai.experiments.bandits.sixty", "Do move groups help where there are many arms?"),
    "bandit-regret": Entry("miai.experiments.bandits.regret", "Is regret a sign of how well the best arm is found?"),
    "bandit-online-groups": Entry(
        "miai.experiments.bandits.online_groups", "Can groups be made on the way, or from prior knowledge?"
    ),
    "bandit-runtime": Entry("miai.experiments.bandits.runtime", "How much time do move groups save?"),
    "ucb-variants": Entry("miai.experiments.bandits.ucb_variants", "How much regret does each selection rule have, beside theory?"),
    "graph-states": Entry(
        "miai.experiments.graph.states", "Go: how many states a tree and a graph hold, and how many parents they have"
    ),
    "graph-memory": Entry("miai.experiments.graph.memory", "Go: what the memory of earlier games is worth"),
    "engine-parts": Entry("miai.experiments.go_engine.parts", "Go: what each part of the engine is worth"),
    "learning-steps": Entry("miai.experiments.go_playouts.steps", "Go: which steps choose the moves of playouts that learn"),
    "learning-moves": Entry("miai.experiments.go_playouts.moves", "Go: how good the moves are that playouts learn"),
    "learning-choices": Entry("miai.experiments.go_playouts.choices", "Go: whether better moves are chosen where playouts learn"),
    "learning-strength": Entry(
        "miai.experiments.go_playouts.strength", "Go: what playouts that learn are worth, and which part of it"
    ),
    "wls-saturation": Entry("miai.experiments.win_loss_states.saturation", "How well does a byte remember a proportion of wins?"),
    "wls-settling": Entry("miai.experiments.win_loss_states.settling", "How soon does such a byte follow a change?"),
    "go-ladder": Entry(
        "miai.experiments.go_board.experiment", "random games of Go on five representations of the board: cost and growth"
    ),
}
"""By name, in the order in which `miai experiment list` lists them."""
