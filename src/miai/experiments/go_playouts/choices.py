"""Does the player choose better moves where its playouts learn?

Positions of the player's own games; each side chooses a move in them, and a search with more playouts says what the moves are worth. Where
two sides choose the same there is no difference, so that much smaller ones are found than in as many hours of games. `twice`, the side
without learning that has twice the playouts, is the measure of what a difference means.

A side has thought about its last moves before the position as well: what it found and what its playouts learned is kept from move to move.
The judge has the search of the player and the playouts `base` as published, which do not learn: what they misjudge it does not see.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import words_named
from miai.experiments.go_playouts.strength import POLICIES, SIDES, learning_player
from miai.experiments.shared.match_scores import bounds, gain_cell, is_gain

if TYPE_CHECKING:
    from miai.go.rules.game import Game

TWICE = "twice"
THREADS = {"learning-2-threads": ("threads=2",), "base-2-threads": ("threads=2", *SIDES["base"])}
"""Two threads share what they learn. Such choices cannot be repeated exactly."""
CHOOSERS = {
    **{name: words for name, words in SIDES.items() if name not in ("base", "same-time")},
    TWICE: SIDES["base"],
    **THREADS,
}
"""Those who are compared with base, and their settings that are not those of the preset `learning`."""
SEARCHES: dict[str, tuple[str, ...]] = {
    "player": (),
    "no-rave": ("rave=off", "exploration=0.2"),
    "uct": ("rave=off", "exploration=0.5", "prior.learned=0", "prior.ladder=0"),
}
"""What the search of all sides knows besides playouts: as it comes; without all-moves-as-first; without priors as well."""
THINKING = 200
"""Playouts of the moves that lead to the positions."""
FEWEST_MOVES, MOST_MOVES = 0.1, 0.6
"""Moves of a position, in moves a point."""
OPEN = 0.85
"""A position in which a player wins more than this is not looked at: whatever is played there is worth about the same."""
TRIES = 40
"""Games that are begun to find one that is open."""
JUDGE_MEMORY = 128.0
"""MiB."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    playouts: int = parameter(1000, "playouts a move", low=2)
    sides: tuple[str, ...] = parameter(("learning", "draws", TWICE), f"that are compared with base, of: {', '.join(CHOOSERS)}")
    policy: str = parameter("source", f"what the playouts of all know besides, of: {', '.join(POLICIES)}")
    search: str = parameter("player", f"what the search of all knows besides, of: {', '.join(SEARCHES)}")
    memory: float = parameter(0.0, "limit of the tables of what is learned in MiB; 0: as they come", low=0, high=1 << 16)
    positions: int = parameter(100, "positions, from the player's own games", low=2)
    before: int = parameter(
        2, "own moves before the position that are thought about as well, what is found and learned being kept", low=0
    )
    repeats: int = parameter(2, "choices of each side in a position, with different seeds", low=1)
    judge: int = parameter(4000, "playouts after each move that was chosen, to say what it is worth", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        words_named("side", side, CHOOSERS)  # a wrong name is told before anything is played
    _words(parameters, "base")
    return [{"position": number} for number in range(parameters.positions)]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    game = _open_position(parameters, seed)
    worths: dict[Any, float] = {}
    cells = []
    for side in ("base", *dict.fromkeys(parameters.sides)):
        total = 0.0
        for repeat in range(parameters.repeats):
            move = _choice(parameters, side, game, seed + repeat)
            if move not in worths:
                worths[move] = _worth(game, move, parameters.judge, seed)
            total += worths[move]
        cells.append(Cell({"side": side, "position": job["position"]}, "worth", total / parameters.repeats))
    return cells


def _open_position(parameters: Parameters, seed: int) -> Game:
    """A position of a game of the player with itself in which either side may win; the last one of `TRIES`, if there is none."""
    from miai.experiments.shared.go_games import own_game, random_opening
    from miai.go.player import Player
    from miai.go.player.settings import PlayerSettings

    size, dice = parameters.size, random.Random(seed)
    for _ in range(TRIES):
        settings = PlayerSettings(playouts=min(THINKING, parameters.judge), seed=dice.randrange(2**62))
        moves = round(dice.uniform(FEWEST_MOVES, MOST_MOVES) * size * size)
        game = own_game(Player(size, settings=settings), moves, random_opening(size, dice.randrange(2**62)))
        if 1 - OPEN <= _search(game, parameters.judge, seed) <= OPEN:
            break
    return game


def _choice(parameters: Parameters, side: str, game: Game, seed: int) -> Any:
    """The move of a side, or "pass"."""
    playouts = parameters.playouts * (2 if side == TWICE else 1)
    player = learning_player(_words(parameters, side), game.size, playouts, seed)
    for number, (color, move) in enumerate(game.moves):
        left = len(game.moves) - number
        if left % 2 == 0 and left <= 2 * parameters.before:
            player.choose(color, may_resign=False)
        player.play(color, move)
    return player.choose(game.to_play, may_resign=False)


def _worth(game: Game, move: Any, playouts: int, seed: int) -> float:
    """How often the player to move wins after `move`, as a search without learning has it."""
    after = game.copy()
    after.play(move)
    return 1 - _search(after, playouts, seed)


def _search(game: Game, playouts: int, seed: int) -> float:
    """How often the player to move wins."""
    from miai.go.player.settings import PlayerSettings
    from miai.go.problem import go_problem, state_of
    from miai.search import Search

    go_problem(game.size)
    search = Search(state_of(game), PlayerSettings().search, seed=seed % 2**62, memory=JUDGE_MEMORY)
    return search.run(playouts).value


def _words(parameters: Parameters, side: str) -> list[str]:
    """The settings of a side that are not those of the preset `learning`."""
    both = (*words_named("policy", parameters.policy, POLICIES), *words_named("search", parameters.search, SEARCHES))
    return [*both, f"learning.memory={parameters.memory}", *{"base": SIDES["base"], **CHOOSERS}[side]]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """What the moves of a side are worth more than those of base, in % of games: the mean over positions."""
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
    return [_judged(cell) for cell in cells if cell.measure == "gain"]


def _judged(cell: Cell) -> Finding:
    side, (low, high) = cell.parameters["side"], bounds(cell)
    claim = "Base chooses better with twice the playouts" if side == TWICE else f"{str(side).capitalize()} chooses better than base"
    return Finding(claim, is_gain(cell), f"its moves win {cell.value or 0.0:+.2f} % more games ({low:+.2f} to {high:+.2f})")


def prepare(parameters: Parameters) -> None:
    """Compile once, and not in every worker."""
    from miai.go.rules.game import Game

    empty, few = Game(parameters.size), replace(parameters, playouts=2)
    for side in ("base", *dict.fromkeys(parameters.sides)):
        _choice(few, side, empty, 0)
    _search(empty, 2, 0)


EXPERIMENT = Experiment(
    name="learning-choices",
    question="Does the player choose better moves where its playouts learn?",
    source="Monte-Carlo tree search using expert knowledge, section 4.8, where games are played: table 4.9",
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
    tables=[Table("What a move is worth more than that of base, in % of games", "gain", rows=("side",), digits=2)],
)
