"""How much strength do statistics of earlier games gain?

A player plays against itself and stores its statistics (`miai.store.graph`). After 20, 100, 400 games it plays a match against the same
player without a store: both colours in turn, the same number of playouts per move for both, without early stopping. The store is read-only
during a match. With the largest store the player without one also gets more playouts, to express the gain in playouts. m
(`present_weight`) is that of the match; n (`past_decay`) is that of the self-play before it, which has m = 1.

A store helps only where positions recur. So all games of a block, in self-play and match, begin with one of a few openings: the first
moves of games of the player without a store.

Huang and Liu (2011) propose m above 1 and n below 1 and report no games.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import OPEN, bounds, decided_by
from miai.experiments.published import HUANG_LIU
from miai.experiments.shared.go_games import Opening, play_game, wins
from miai.experiments.shared.match_scores import elo_cells, is_above_half, score_cell

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.store.graph import GraphStore

MOST_RECALLED = 20_000
"""The number of positions that a game recalls, the most visited first. A game with few playouts reaches few of the others."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(7, "board size", low=5, high=19)
    playouts: int = parameter(100, "playouts per move", low=2)
    memories: tuple[int, ...] = parameter((0, 20, 100, 400), "games of self-play before a match, ascending", low=0)
    present: tuple[float, ...] = parameter((1.0, 4.0, 16.0), "m: weights of the present in the match", low=0.001)
    decay: tuple[float, ...] = parameter((0.5, 0.9, 1.0), "n: factors of the past in self-play", low=0, high=1)
    odds: tuple[float, ...] = parameter((1.0, 2.0), "playouts of the player without a store, as multiples of the other's", low=0.1)
    openings: int = parameter(4, "openings of a block; 0: games begin with the empty board", low=0)
    opening_moves: int = parameter(4, "moves of an opening", low=1, high=20)
    games: int = parameter(100, "games of a match in each block", low=2)
    blocks: int = parameter(4, "independent stores, each with its matches", low=1)


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
    """Return the odds of the matches with a store of `memory` games. Odds other than 1 are for the largest store and for none."""
    return [odds for odds in parameters.odds if odds == 1 or memory in (0, max(parameters.memories))]


def new_opening(parameters: Parameters, seed: int) -> Opening:
    """Return the first moves of a game without a store."""
    player = new_player(parameters, seed, 1.0, None)
    return [player.genmove(1 + number % 2).move for number in range(parameters.opening_moves)]


def play_with_itself(parameters: Parameters, decay: float, store: GraphStore, seed: int, opening: Opening) -> None:
    """Play a game of the player with itself and store its statistics."""
    player = new_player(parameters, seed, 1.0, LimitedStore(store, learns=True), past_decay=decay)
    play_game(player, player, opening)
    player.close()


def play_matches(
    parameters: Parameters, labels: Mapping[str, Scalar], store: GraphStore, seed: int, openings: Sequence[Opening]
) -> Iterable[Cell]:
    """Play the matches with `store`, one for each m, and yield their cells. Without stored games m has no effect: one match is enough."""
    for present in parameters.present if labels["memory"] else parameters.present[:1]:
        won = 0
        for game in range(parameters.games):
            opening = openings[game // 2 % len(openings)]
            with_memory = new_player(parameters, 2 * (seed + 10**6 + game), present, LimitedStore(store, learns=False))
            without = new_player(parameters, 2 * (seed + 10**6 + game) + 1, 1.0, None, factor=float(labels["odds"]))
            won += wins(with_memory, without, game % 2, opening)
        yield Cell({**labels, "present": present}, "won", won)


class LimitedStore:
    """A store that recalls up to `MOST_RECALLED` positions and is read-only unless it `learns`."""

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
    """Return the share of games won for each m and n, and for all of them together."""
    won: dict[tuple[str, tuple[tuple[str, Scalar], ...]], list[float]] = {}
    for cell in cells:
        for measured, names in (("score", ("decay", "present", "memory", "odds")), ("score of all", ("memory", "odds"))):
            won.setdefault((measured, tuple((name, cell.parameters[name]) for name in names)), []).append(cell.value or 0.0)
    return [
        score_cell(dict(labels), sum(counts), parameters.games * len(counts), measured)
        for (measured, labels), counts in won.items()
    ]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge the largest store by all m and n together. The evidence names the best pair, whose score is biased upwards."""
    last = [cell for cell in cells if cell.parameters.get("memory") == max(parameters.memories)]
    return [_judged([cell for cell in last if cell.parameters["odds"] == odds], odds) for odds in parameters.odds]


def _judged(cells: Sequence[Cell], odds: float) -> Finding:
    claim = (
        "At equal playouts the player with a store wins" if odds == 1 else f"A store gains more than {odds:g} times the playouts"
    )
    singles = [cell for cell in cells if cell.measure == "score"]
    every = next((cell for cell in cells if cell.measure == "score of all"), None)
    if every is None or not singles:
        return Finding(claim, OPEN, "no such match")
    low, high = bounds(every)
    best = max(singles, key=lambda cell: cell.value or 0.0)
    where = f"m {float(best.parameters['present']):g}, n {float(best.parameters['decay']):g}"
    elo = "".join(f", {cell.value:+.0f} Elo" for cell in elo_cells(every))
    evidence = (
        f"score {every.value:.3f} ({low:.3f} to {high:.3f}){elo}; the best of {len(singles)} matches: {best.value:.3f}, {where}"
    )
    return Finding(claim, is_above_half(every), evidence, decided_by("95 % Wilson interval over all matches"))


def prepare(parameters: Parameters) -> None:
    new_player(parameters, 0, 1.0, None).prepare()


_SMALL: dict[str, Any] = {"decay": (1.0,), "odds": (1.0,)}

EXPERIMENT = Experiment(
    name="graph-memory",
    question="How much strength do statistics of earlier games gain, in games won and in playouts?",
    source=f"{HUANG_LIU}, which proposes it and reports no games",
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
        Table("Share of games won by the player with a store", "score", rows=("odds", "decay", "present"), columns="memory"),
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
            y_label="share of games won with a store",
            line_label="m",
        )
    ],
)
