"""Are the moves that playouts learn better than the moves that they replace?

One colour uses the learned moves, the other does not; playouts learn from both, and thresholds are not balanced. If learned moves are
better, the colour that uses them wins more playouts than without learning. That is a question about moves. `learning-strength` asks
whether the search is stronger: playouts in which both sides play better need not estimate better who is ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import bounds, decided_by, is_above
from miai.experiments.go_playouts.sides import POLICIES, SIDES
from miai.experiments.published import BASALDUA
from miai.experiments.shared.match_scores import gain_cell

_NOT_HERE = ("base", "same-time", "forget", "no-balance", "tree", "both")
OF_MOVES = {name: words for name, words in SIDES.items() if name not in _NOT_HERE}
"""The sides that differ in the moves that playouts learn; here there is no tree to learn from."""
KOMI = 7.5
THINKING = 60
"""Playouts per move in the games that lead to the positions."""
LEVEL = 4
"""The level of the player in these games, which adds randomness, so that positions differ."""
FEWEST_MOVES, MOVES_APART = 14 / 81, 2
"""The moves per point before the first position, and the number of moves between two positions."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    sides: tuple[str, ...] = parameter(("nodes-only", "edges-only", "learning", "draws"), f"sides: {', '.join(OF_MOVES)}")
    memory: tuple[float, ...] = parameter((2.0, 64.0), "memory limits of the learned tables in MiB", low=0.1)
    policy: str = parameter("source", f"playout policy: {', '.join(POLICIES)}")
    positions: int = parameter(8, "positions, from games of the player with itself", low=2)
    before: int = parameter(2000, "playouts to learn from before the measurement", low=0)
    playouts: int = parameter(4000, "playouts of the measurement", low=1)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        look_up("side", side, OF_MOVES)  # reports a wrong name before any playout
    look_up("policy", parameters.policy, POLICIES)
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
    from miai.core.settings import parse_words
    from miai.go.playouts.learning.settings import LearningSettings

    words = [word.removeprefix("learning.") for word in look_up("side", side, OF_MOVES)]
    return parse_words(LearningSettings(balance=False), [*words, f"memory={memory}", "on=true"])


def _position(size: int, number: int, seed: int) -> Any:
    """Return two boards: a position of a game of the player with itself, and scratch space for playouts from it."""
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
    """Return the share of playouts from a position that Black wins, where the colour `denied` does not use learned moves."""
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
    """Return the mean gain over positions; each position has one number, the mean over both colours."""
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
    gains = [cell for cell in cells if cell.measure == "gain"]
    return [_judged(cell, len(gains)) for cell in gains]


def _judged(cell: Cell, comparisons: int) -> Finding:
    claim = f"Moves of {cell.parameters['side']} with {cell.parameters['memory']} MiB are better than the moves that they replace"
    low, high = bounds(cell)
    evidence = f"the side wins {cell.value or 0.0:+.1f} % more of the playouts ({low:+.1f} to {high:+.1f})"
    return Finding(claim, is_above((low, high)), evidence, decided_by("95 % t interval over positions", comparisons))


EXPERIMENT = Experiment(
    name="learning-moves",
    question="Are the moves that playouts learn better than the moves that they replace?",
    source=f"{BASALDUA}, section 4.7 (which says so, without numbers)",
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
    tables=[
        Table("Additional playouts that the side with learned moves wins, in %", "gain", rows=("side",), columns="memory", digits=1)
    ],
)
