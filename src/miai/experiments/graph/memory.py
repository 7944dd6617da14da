"""What is the memory of earlier games worth?

A player plays against itself and remembers (`miai.store.graph`). When it has played 20, 100, 400 games, it plays a match against the
same player without memory: both colours in turn, as many playouts a move for both, none saved where a move is decided early. In the
match the memory is frozen. With the largest memory the player without one also gets more playouts, to see what the memory is worth in
these. m (`present_weight`) is that of the match; n (`past_decay`) that of the self-play before it, which is played with m = 1.

Positions must recur, or there is nothing to remember: all games of a block, in self-play and match, begin with one of a few openings,
the first moves of games of the player without memory. After them both sides play as they like.

The source, *A persistent game graph in computer Go*, proposes m above 1 and n below 1 and reports no games.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.shared.go_games import Opening, play_game, wins
from miai.experiments.shared.match_scores import bounds, elo_cells, is_above_half, score_cell

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.store.graph import GraphStore

MOST_RECALLED = 20_000
"""Positions that a game begins with, the most visited; a game of few playouts meets few of the others."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(7, "board size", low=5, high=19)
    playouts: int = parameter(100, "playouts a move", low=2)
    memories: tuple[int, ...] = parameter((0, 20, 100, 400), "games of self-play before a match, rising", low=0)
    present: tuple[float, ...] = parameter((1.0, 4.0, 16.0), "m: weights of the present in the match", low=0.001)
    decay: tuple[float, ...] = parameter((0.5, 0.9, 1.0), "n: what is left of the past in self-play", low=0, high=1)
    odds: tuple[float, ...] = parameter((1.0, 2.0), "playouts of the player without memory, times those of the other", low=0.1)
    openings: int = parameter(4, "openings of a block; 0: games begin with the empty board", low=0)
    opening_moves: int = parameter(4, "moves of an opening", low=1, high=20)
    games: int = parameter(100, "games of a match in each block", low=2)
    blocks: int = parameter(4, "memories made independently, with their matches", low=1)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for block in range(parameters.blocks):
        for decay in parameters.decay:
            yield {"decay": decay, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    from miai.store.graph import GraphStore

    openings = [new_opening(parameters, seed + 3 * 10**6 + number) for number in range(parameters.openings)] or [[]]
    cells: list[Cell] = []
    with tempfile.TemporaryDirectory() as folder, GraphStore(Path(folder) / "memory.graph", is_durable=False) as store:
        played = 0
        for memory in parameters.memories:
            for number in range(played, memory):
                play_with_itself(parameters, float(job["decay"]), store, seed + number, openings[number % len(openings)])
            played = max(played, memory)
            for odds in odds_with(parameters, memory):
                cells += play_matches(parameters, {**job, "memory": memory, "odds": odds}, store, seed, openings)
    return cells


def odds_with(parameters: Parameters, memory: int) -> list[float]:
    """Handicaps are for the largest memory, and for none, to compare with."""
    return [odds for odds in parameters.odds if odds == 1 or memory in (0, max(parameters.memories))]


def new_opening(parameters: Parameters, seed: int) -> Opening:
    """The first moves of a game without memory."""
    player = new_player(parameters, seed, 1.0, None)
    return [player.genmove(1 + number % 2) for number in range(parameters.opening_moves)]


def play_with_itself(parameters: Parameters, decay: float, store: GraphStore, seed: int, opening: Opening) -> None:
    """A game that is remembered."""
    player = new_player(parameters, seed, 1.0, Memory(store, learns=True), past_decay=decay)
    play_game(player, player, opening)
    player.close()


def play_matches(
    parameters: Parameters, labels: Mapping[str, Scalar], store: GraphStore, seed: int, openings: Sequence[Opening]
) -> Iterable[Cell]:
    """The matches with the memory in `store`, one for each m; where there is none m does not matter, and one is enough."""
    for present in parameters.present if labels["memory"] else parameters.present[:1]:
        won = 0
        for game in range(parameters.games):
            opening = openings[game // 2 % len(openings)]
            with_memory = new_player(parameters, 2 * (seed + 10**6 + game), present, Memory(store, learns=False))
            without = new_player(parameters, 2 * (seed + 10**6 + game) + 1, 1.0, None, factor=float(labels["odds"]))
            won += wins(with_memory, without, game % 2, opening)
        yield Cell({**labels, "present": present}, "won", won)


class Memory:
    """A store that recalls little at once and learns if it may."""

    def __init__(self, store: GraphStore, learns: bool) -> None:
        self.store, self.learns = store, learns

    def load_history(self, identity: Any, root: int, most: int) -> Any:
        return self.store.load_history(identity, root, min(most, MOST_RECALLED))

    def add_positions(self, identity: Any, found: Any, decay: float) -> None:
        if self.learns:
            self.store.add_positions(identity, found, decay)


def new_player(parameters: Parameters, seed: int, present: float, store: Any, factor: float = 1.0, **changes: Any) -> Player:
    from miai.go.player import Player, PlayerSettings

    settings = PlayerSettings(
        playouts=max(2, round(parameters.playouts * factor)), seed=seed % 2**62, memory=64.0, judge_playouts=200, early_stop=False
    )
    search = replace(settings.search, present_weight=present, **changes)
    return Player(parameters.size, settings=replace(settings, search=search), store=store)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Shares of games won: for each m and n, and for all of them together."""
    won: dict[tuple[str, tuple[tuple[str, Scalar], ...]], list[float]] = {}
    for cell in cells:
        for measured, names in (("score", ("decay", "present", "memory", "odds")), ("score of all", ("memory", "odds"))):
            won.setdefault((measured, tuple((name, cell.parameters[name]) for name in names)), []).append(cell.value or 0.0)
    return [
        score_cell(dict(labels), sum(counts), parameters.games * len(counts), measured)
        for (measured, labels), counts in won.items()
    ]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """What the largest memory is worth, by all m and n together; the best of them is named, and flatters."""
    last = [cell for cell in cells if cell.parameters.get("memory") == max(parameters.memories)]
    return [_judged([cell for cell in last if cell.parameters["odds"] == odds], odds) for odds in parameters.odds]


def _judged(cells: Sequence[Cell], odds: float) -> Finding:
    claim = "At equal playouts the memory wins" if odds == 1 else f"The memory is worth more than {odds:g} times the playouts"
    singles = [cell for cell in cells if cell.measure == "score"]
    every = next((cell for cell in cells if cell.measure == "score of all"), None)
    if every is None or not singles:
        return Finding(claim, "undecided", "no such match")
    low, high = bounds(every)
    best = max(singles, key=lambda cell: cell.value or 0.0)
    where = f"m {float(best.parameters['present']):g}, n {float(best.parameters['decay']):g}"
    elo = "".join(f", {cell.value:+.0f} Elo" for cell in elo_cells(every))
    evidence = f"{every.value:.3f} ({low:.3f} to {high:.3f}){elo}; the best of {len(singles)}: {best.value:.3f}, {where}"
    return Finding(claim, is_above_half(every), evidence)


def prepare(parameters: Parameters) -> None:
    new_player(parameters, 0, 1.0, None).prepare()


_SMALL: dict[str, Any] = {"decay": (1.0,), "odds": (1.0,)}

EXPERIMENT = Experiment(
    name="graph-memory",
    question="What is the memory of earlier games worth, in games won and in playouts?",
    source="A persistent game graph in computer Go, which proposes it and reports no games",
    parameters=Parameters,
    presets={
        "smoke": {**_SMALL, "size": 9, "playouts": 4, "memories": (0, 1), "present": (1.0,), "games": 2, "blocks": 1},
        "quick": {**_SMALL, "playouts": 50, "memories": (0, 20), "present": (1.0, 8.0), "games": 40, "blocks": 1},
        "standard": {"decay": (0.5, 1.0), "games": 20, "blocks": 4},
        "paper": {"games": 250},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of games won by the player with memory", "score", rows=("odds", "decay", "present"), columns="memory"),
        Table("The same, all m and n together", "score of all", rows=("odds",), columns="memory"),
    ],
    plots=[
        Curve(
            "score",
            "score",
            x="memory",
            line="present",
            panel="decay",
            where={"odds": 1.0},
            x_label="games of self-play before",
            y_label="share of games won with memory",
            line_label="m",
        )
    ],
)
