"""Are the moves that playouts learn better than those that they take the place of?

One colour is helped by what was learned, the other plays as if nothing had been; both are learned from, and thresholds are not balanced.
If learned moves are better, the colour that is helped wins more of the playouts than it does where nobody is. That is a question about
moves. Whether the search is stronger is another (`learning-strength`): playouts in which both play better need not tell better who is
ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import words_named
from miai.experiments.go_playouts.strength import POLICIES, SIDES
from miai.experiments.shared.match_scores import bounds, gain_cell, is_gain

OF_MOVES = {name: words for name, words in SIDES.items() if name not in ("base", "same-time", "forget", "no-balance")}
"""The sides that differ in the moves that they learn."""
KOMI = 7.5
THINKING = 60
"""Playouts of the moves that lead to the positions."""
LEVEL = 4
"""At which they are chosen with some chance, so that positions differ."""
FEWEST_MOVES, MOVES_APART = 14 / 81, 2
"""A position has so many moves a point at least, and the next has so many more."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    sides: tuple[str, ...] = parameter(("nodes-only", "edges-only", "learning", "draws"), f"of: {', '.join(OF_MOVES)}")
    memory: tuple[float, ...] = parameter((2.0, 64.0), "limits of the tables in MiB", low=0.1)
    policy: str = parameter("source", f"what the playouts know besides, of: {', '.join(POLICIES)}")
    positions: int = parameter(8, "positions, from the player's own games", low=2)
    before: int = parameter(2000, "playouts that are learned from before it counts", low=0)
    playouts: int = parameter(4000, "playouts that count", low=1)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        words_named("side", side, OF_MOVES)  # a wrong name is told before anything is played
    words_named("policy", parameters.policy, POLICIES)
    return [{"position": number} for number in range(parameters.positions)]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    boards = _position(parameters.size, int(job["position"]), seed)
    without = _share_of_black(parameters, boards, seed, None, 0)
    cells = []
    for side in parameters.sides:
        for memory in parameters.memory:
            for color, share in ((1, without), (2, 1 - without)):
                found = _share_of_black(parameters, boards, seed, _settings(side, memory), 3 - color)
                won = found if color == 1 else 1 - found
                labels: dict[str, Scalar] = {"side": side, "memory": memory, "position": job["position"], "helped": color}
                cells.append(Cell(labels, "more won", won - share))
    return cells


def _settings(side: str, memory: float) -> Any:
    from miai.go.playouts.learning.settings import LearningSettings, learning_settings

    words = [word.removeprefix("learning.") for word in words_named("side", side, OF_MOVES)]
    return learning_settings([*words, f"memory={memory}", "on=true"], LearningSettings(balance=False))


def _position(size: int, number: int, seed: int) -> Any:
    """Two boards: a position of a game of the player with itself, and room for playouts from it."""
    from miai.core.records import new_array
    from miai.experiments.shared.go_games import own_game
    from miai.go.board.board import board_dtype
    from miai.go.player import Player
    from miai.go.player.settings import PlayerSettings

    player = Player(size, settings=PlayerSettings(playouts=THINKING, level=LEVEL, seed=seed % 2**62))
    boards = new_array(board_dtype(size), 2)
    boards[0] = own_game(player, round(FEWEST_MOVES * size * size) + MOVES_APART * (number % size)).board
    return boards


def _share_of_black(parameters: Parameters, boards: Any, seed: int, settings: Any, denied: int) -> float:
    """Of the playouts from a position, what is learned being kept from the colour `denied`."""
    from miai.core.records import new
    from miai.core.streams import new_stream
    from miai.go.player.settings import PlayerSettings, change_all
    from miai.go.playouts.game import policy_games
    from miai.go.playouts.learning.knowledge import Knowledge
    from miai.go.playouts.learning.learner import learning_games
    from miai.go.playouts.observers import tally_t

    policy = change_all(PlayerSettings(), POLICIES[parameters.policy]).playout.as_record()
    if settings is None:
        _, won, _ = policy_games(boards, policy, new_stream(seed), parameters.playouts, KOMI, new(tally_t))
        return float(won) / parameters.playouts
    knowledge = Knowledge(parameters.size, settings)
    [learner] = knowledge.learners(1)
    learner.denied = denied
    learning_games(boards, policy, new_stream(seed, 1), parameters.before, KOMI, new(tally_t), learner)
    _, won, _ = learning_games(boards, policy, new_stream(seed), parameters.playouts, KOMI, new(tally_t), learner)
    return float(won) / parameters.playouts


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """The mean over positions, of which each has one number: that of both colours."""
    by_position: dict[tuple[Scalar, Scalar], dict[Scalar, list[float]]] = {}
    for cell in cells:
        of = by_position.setdefault((cell.parameters["side"], cell.parameters["memory"]), {})
        of.setdefault(cell.parameters["position"], []).append(100 * (cell.value or 0.0))
    found = []
    for (side, memory), positions in by_position.items():
        if len(positions) > 1:
            found.append(gain_cell({"side": side, "memory": memory}, [sum(each) / len(each) for each in positions.values()]))
    return found


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    return [_judged(cell) for cell in cells if cell.measure == "gain"]


def _judged(cell: Cell) -> Finding:
    claim = f"Moves of {cell.parameters['side']} with {cell.parameters['memory']} MiB are better than those in whose place they are"
    low, high = bounds(cell)
    return Finding(claim, is_gain(cell), f"{cell.value or 0.0:+.1f} % of the playouts ({low:+.1f} to {high:+.1f})")


EXPERIMENT = Experiment(
    name="learning-moves",
    question="Are the moves that playouts learn better than those that they take the place of?",
    source="Monte-Carlo tree search using expert knowledge, section 4.7 (which says that they are, and has no numbers)",
    parameters=Parameters,
    presets={
        "smoke": {"sides": ("draws",), "memory": (2.0,), "size": 5, "positions": 2, "before": 5, "playouts": 10},
        "quick": {},
        "paper": {"sides": tuple(OF_MOVES), "memory": (2.0, 8.0, 64.0), "positions": 40},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    tables=[Table("Playouts that the colour wins more which is helped, in %", "gain", rows=("side",), columns="memory", digits=1)],
)
