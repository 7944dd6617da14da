"""The registry of experiments, one line each. `miai experiment list` reads it without importing the modules that it names.

To add an experiment, write `miai/experiments/<subject>/<name>.py` that ends with `EXPERIMENT = Experiment(...)` (see
`miai.experiments.frame`), and add its line here. An experiment in a file outside the package needs no line: people type the path of the
file instead of a name.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExperimentEntry:
    """The module of an experiment, and its line in `miai experiment list`."""

    module: str
    help: str


def _entry(module: str, help: str) -> ExperimentEntry:
    return ExperimentEntry(f"miai.experiments.{module}", help)


EXPERIMENTS: dict[str, ExperimentEntry] = {
    "pgame-search": _entry("pgame.search", "Artificial games: UCT, plain Monte Carlo and alpha-beta."),
    "pgame-dag": _entry("pgame.dag", "Artificial games with transpositions: UCT, UCT-DAG and the other modes."),
    "pgame-groups": _entry("pgame.groups", "Artificial games: the gain from move groups, by bias and overlap."),
    "pgame-group-shape": _entry("pgame.group_shape", "Artificial games: the number, size and accuracy of move groups."),
    "pgame-modes": _entry("pgame.modes", "Artificial games: the best mode of the graph, by size and transpositions."),
    "pgame-maturity": _entry("pgame.maturity", "Artificial games: the expansion threshold of nodes."),
    "pgame-large": _entry("pgame.large", "Artificial games that are wide and deep."),
    "bandit-ucb": _entry("bandits.ucb", "How often does basic UCB find the best of nine arms?"),
    "bandit-groups": _entry("bandits.groups", "Does UCB gain by choosing a group of arms first, and which groups help?"),
    "bandit-fpu": _entry("bandits.fpu", "How does first-play urgency change UCB, with and without move groups?"),
    "bandit-sixty": _entry("bandits.sixty", "Do move groups help with many arms?"),
    "bandit-regret": _entry("bandits.regret", "Does low regret go with finding the best arm?"),
    "bandit-online-groups": _entry("bandits.online_groups", "Can groups be made during the search, or from prior knowledge?"),
    "bandit-runtime": _entry("bandits.runtime", "How much time do move groups save?"),
    "ucb-variants": _entry("bandits.ucb_variants", "How much regret does each selection rule have, compared with theory?"),
    "graph-states": _entry("graph.states", "Go: states in a tree and in a graph, and parents per state."),
    "graph-memory": _entry("graph.memory", "Go: the gain from statistics of earlier games."),
    "distributed-strength": _entry("distributed.strength", "Searches that share statistics: the share of playouts that counts."),
    "engine-parts": _entry("go_engine.parts", "Go: the gain from each part of the engine."),
    "engine-levels": _entry("go_engine.levels", "Go: the distances in strength between the levels of the engine."),
    "go-urgency": _entry("go_engine.urgency", "Go: how well the points around a move predict the moves of strong players."),
    "go-plan": _entry("go_engine.plan", "Go: six published configurations of UCT with transpositions and move groups."),
    "opening-knowledge": _entry("go_openings.judged", "Go: points that knowledge of openings gains in fifty moves."),
    "opening-games": _entry("go_openings.whole", "Go: whole games that knowledge of openings wins on 19x19."),
    "opening-prediction": _entry("go_openings.prediction", "Go: moves of strong players predicted by knowledge of openings."),
    "opening-levels": _entry("go_openings.by_level", "Go: territory and strength in openings, by level of play."),
    "playout-model": _entry("go_playouts.model", "Go: the playout as a random walk."),
    "drawn-playouts": _entry("go_playouts.drawn", "Go: playouts that draw their moves by the strength of patterns."),
    "learning-steps": _entry("go_playouts.steps", "Go: the steps that choose the moves of learning playouts."),
    "learning-moves": _entry("go_playouts.moves", "Go: the quality of the moves that playouts learn."),
    "learning-evaluation": _entry("go_playouts.evaluation", "Go: how well playouts evaluate positions, with and without learning."),
    "learning-choices": _entry("go_playouts.choices", "Go: the quality of the moves that a search with learning playouts chooses."),
    "learning-strength": _entry("go_playouts.strength", "Go: the gain from learning playouts, and from each part of them."),
    "panels-held-out": _entry("panels.held_out", "Genetics: panels chosen by search and by a greedy peer, on held-out people."),
    "panels-search": _entry("panels.search", "Genetics: best panels of each search method at equal budgets."),
    "panels-size": _entry("panels.size", "Genetics: accuracy on held-out people by the number of SNPs, up to 100."),
    "wls-saturation": _entry("win_loss_states.saturation", "How accurately does one byte hold a success rate?"),
    "wls-settling": _entry("win_loss_states.settling", "How soon does such a byte follow a change?"),
    "go-ladder": _entry("go_board.experiment", "Go: cost and growth of random games on five representations of the board."),
}
"""The experiments by name, in the order of `miai experiment list`."""
