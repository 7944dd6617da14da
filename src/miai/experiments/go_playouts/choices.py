"""Does the player choose better moves with learning playouts?

Each side chooses a move in positions from the player's own games, and a search with more playouts values the moves. Where two sides choose
the same move there is no difference, so that this finds much smaller differences than games in the same time. `twice`, the base side with
twice the playouts, shows how large a difference is.

A side also searches its last moves before the position, since the graph and the learned tables are kept from move to move. The judge has
the search of the player and the playouts `base` as published, which do not learn: it cannot see what these misjudge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import bounds, decided_by, is_above
from miai.experiments.go_playouts.sides import POLICIES, SIDES, learning_player
from miai.experiments.published import BASALDUA
from miai.experiments.shared.choices import open_position, value_of, worth
from miai.experiments.shared.match_scores import gain_cell

if TYPE_CHECKING:
    from miai.go.rules.game import Game

TWICE = "twice"
THREADS = {"learning-2-threads": ("threads=2",), "base-2-threads": ("threads=2", *SIDES["base"])}
"""Sides with two threads, which share the learned tables. Their choices are not reproducible."""
CHOOSERS = {
    **{name: words for name, words in SIDES.items() if name not in ("base", "same-time")},
    TWICE: SIDES["base"],
    **THREADS,
}
"""The sides that are compared with base, and their settings that differ from the preset `learning`."""
SEARCHES: dict[str, tuple[str, ...]] = {
    "player": (),
    "no-rave": ("rave=off", "exploration=0.2"),
    "uct": ("rave=off", "exploration=0.5", "prior.learned=0", "prior.ladder=0"),
}
"""Settings of the search of all sides: as in the player; without RAVE; without RAVE and priors."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    playouts: int = parameter(1000, "playouts per move", low=2)
    sides: tuple[str, ...] = parameter(("learning", "draws", TWICE), f"sides compared with base: {', '.join(CHOOSERS)}")
    policy: str = parameter("source", f"playout policy of all sides: {', '.join(POLICIES)}")
    search: str = parameter("player", f"search of all sides: {', '.join(SEARCHES)}")
    memory: float = parameter(0.0, "memory limit of the learned tables in MiB; 0: the default", low=0, high=1 << 16)
    positions: int = parameter(100, "positions, from games of the player with itself", low=2)
    before: int = parameter(2, "own moves before the position that a side searches too", low=0)
    repeats: int = parameter(2, "choices of each side in a position, with different seeds", low=1)
    judge: int = parameter(4000, "playouts of the judge after each chosen move", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        look_up("side", side, CHOOSERS)  # reports a wrong name before any game is played
    _words(parameters, "base")
    return [{"position": number} for number in range(parameters.positions)]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    game = open_position(parameters.size, parameters.judge, seed)
    worths: dict[Any, float] = {}
    cells = []
    for side in ("base", *dict.fromkeys(parameters.sides)):
        total = 0.0
        for repeat in range(parameters.repeats):
            move = _choice(parameters, side, game, seed + repeat)
            if move not in worths:
                worths[move] = worth(game, move, parameters.judge, seed)
            total += worths[move]
        cells.append(Cell({"side": side, "position": job["position"]}, "worth", total / parameters.repeats))
    return cells


def _choice(parameters: Parameters, side: str, game: Game, seed: int) -> Any:
    """Return the move of a side, or "pass"."""
    playouts = parameters.playouts * (2 if side == TWICE else 1)
    player = learning_player(_words(parameters, side), game.size, playouts, seed)
    for number, (color, move) in enumerate(game.moves):
        left = len(game.moves) - number
        if left % 2 == 0 and left <= 2 * parameters.before:
            player.choose(color, may_resign=False)
        player.play(color, move)
    return player.choose(game.to_play, may_resign=False).move


def _words(parameters: Parameters, side: str) -> list[str]:
    """Return the settings of a side that differ from the preset `learning`."""
    both = (*look_up("policy", parameters.policy, POLICIES), *look_up("search", parameters.search, SEARCHES))
    return [*both, f"learning.memory={parameters.memory}", *{"base": SIDES["base"], **CHOOSERS}[side]]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the mean over positions of the value of a side's moves minus the value of base's, in % of games."""
    worths: dict[Scalar, dict[Scalar, float]] = {}
    for cell in cells:
        worths.setdefault(cell.parameters["side"], {})[cell.parameters["position"]] = cell.value or 0.0
    base = worths.get("base", {})
    found = []
    for side, by_position in worths.items():
        gains = [100 * (worth - base[position]) for position, worth in by_position.items() if position in base]
        if side != "base" and len(gains) > 1:
            found.append(gain_cell({"side": side}, gains))
    return found


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    gains = [cell for cell in cells if cell.measure == "gain"]
    return [_judged(cell, len(gains)) for cell in gains]


def _judged(cell: Cell, comparisons: int) -> Finding:
    side, (low, high) = cell.parameters["side"], bounds(cell)
    claim = "Base chooses better with twice the playouts" if side == TWICE else f"{str(side).capitalize()} chooses better than base"
    evidence = f"its moves win {cell.value or 0.0:+.2f} % more games ({low:+.2f} to {high:+.2f})"
    return Finding(claim, is_above((low, high)), evidence, decided_by("95 % t interval over positions", comparisons))


def prepare(parameters: Parameters) -> None:
    """Compile once, not in every worker."""
    from miai.go.rules.game import Game

    empty, few = Game(parameters.size), replace(parameters, playouts=2)
    for side in ("base", *dict.fromkeys(parameters.sides)):
        _choice(few, side, empty, 0)
    value_of(empty, 2, 0)


EXPERIMENT = Experiment(
    name="learning-choices",
    question="Does the player choose better moves with learning playouts?",
    source=f"{BASALDUA}, section 4.8, where games are played: table 4.9",
    parameters=Parameters,
    presets={
        "smoke": {"size": 5, "playouts": 2, "sides": ("draws",), "positions": 2, "before": 1, "judge": 4},
        "quick": {},
        "paper": {
            "sides": tuple(name for name in CHOOSERS if name not in THREADS),
            "playouts": 8000,
            "positions": 1000,
            "judge": 32000,
        },
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[Table("Value of a move minus the value of base's move, in % of games", "gain", rows=("side",), digits=2)],
)
