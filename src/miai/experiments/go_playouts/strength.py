"""How much strength do learning playouts gain?

The player with learning playouts plays matches against the player without, with the same number of playouts per move, and both play
against GNU Go. Games against base begin with two random stones, the same in every run, and are played in this process; GNU Go is started
for each game. A **side** is the learning player, the learning player with one part changed, or the base player. `same-time` gives the base
opponent as many more playouts as learning is slower. The published gain is that of isGO with four threads: 8,000 playouts here compare
with 4 x 2,000 there.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import decided_by
from miai.experiments.go_playouts.sides import POLICIES, PRESETS, SIDES, learning_player
from miai.experiments.published import BASALDUA, published_rows
from miai.experiments.shared.match_scores import elo_cells, is_above_half, score_cell, score_in_words

if TYPE_CHECKING:
    from miai.go.player import Player

Played = tuple[float, Sequence[tuple[float, ...]]]
"""A game: 1 if the side won, and the cost of the moves of side and opponent, in processor seconds and in playouts."""

ELO_OF_DOUBLING = 70.0
"""The gain from doubling the playouts, in Elo, as measured by Basaldúa (2013), who estimates the gain in equal time with it."""


@dataclass(frozen=True)
class Parameters:
    sizes: tuple[int, ...] = parameter((9,), "board sizes", low=5, high=19)
    playouts: tuple[int, ...] = parameter((1000,), "playouts per move", low=2)
    sides: tuple[str, ...] = parameter(("learning",), f"sides: {', '.join(SIDES)}")
    opponents: tuple[str, ...] = parameter(("base",), "opponents: base, or an engine such as gnugo:10")
    preset: str = parameter("learning", f"preset of both sides: {', '.join(PRESETS)}; with isgo-learning use policy=player")
    policy: str = parameter("base", f"playout policy of both sides: {', '.join(POLICIES)}")
    slowdown: float = parameter(1.4, "playouts of the opponent of same-time, as a multiple of those of the side", low=1, high=10)
    games: int = parameter(40, "games of each match, half of them with each colour", low=2)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        _words(parameters, side)  # reports a wrong name before any game is played
    for size in parameters.sizes:
        for playouts in parameters.playouts:
            for opponent in parameters.opponents:
                for side in parameters.sides:
                    for game in range(parameters.games if (side, opponent) != ("base", "base") else 0):
                        yield {"size": size, "playouts": playouts, "opponent": opponent, "side": side, "game": game}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    labels = {name: job[name] for name in ("size", "playouts", "opponent", "side", "game")}
    won, costs = (_play_here if job["opponent"] == "base" else _play_in_arena)(parameters, job, seed)
    cells = [Cell(labels, "won", won)]
    for name, cost in zip(("side", "opponent"), costs, strict=True):
        cells += [Cell(labels, f"{name}, {what}", spent) for what, spent in zip(("cpu_seconds", "playouts"), cost, strict=True)]
    return cells


def _play_here(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Played:
    from miai.experiments.shared.go_games import TimedPlayer, random_opening, wins

    size, playouts, game = (int(job[name]) for name in ("size", "playouts", "game"))
    for name in (str(job["side"]), "base"):
        _load(parameters, name, size)
    factor = parameters.slowdown if job["side"] == "same-time" else 1.0
    side = TimedPlayer(_player(parameters, str(job["side"]), size, playouts, 2 * seed))
    base = TimedPlayer(_player(parameters, "base", size, round(factor * playouts), 2 * seed + 1))
    won = wins(side, base, game % 2, random_opening(size, game // 2))
    return float(won), [(each.cpu_seconds, float(each.playouts)) for each in (side, base)]


@functools.cache
def _load(parameters: Parameters, side: str, size: int) -> None:
    """Compile and load once per process, so that the moves of games do not contain that time."""
    _player(parameters, side, size, 2, 0).prepare()


def _player(parameters: Parameters, side: str, size: int, playouts: int, seed: int) -> Player:
    return learning_player(_words(parameters, side), size, playouts, seed, parameters.preset)


def _play_in_arena(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Played:
    from miai.arena.game_job import play_job

    result = play_job(_game(parameters, job, seed))
    costs = [tuple(float(result["sides"][side].get(what) or 0.0) for what in ("cpu_seconds", "playouts")) for side in "ab"]
    return float(result["score_a"]), costs


def _game(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> dict[str, Any]:
    """Return a game as a job of the arena."""
    from miai.arena.conditions import Conditions
    from miai.arena.engines import parse_engine
    from miai.arena.game_job import new_game_job

    conditions = Conditions(size=int(job["size"]), referee="gnugo" if str(job["opponent"]).startswith("gnugo") else "miai")
    return new_game_job(
        f"game{job['game']}",
        _engine(parameters, str(job["side"]), int(job["playouts"])),
        parse_engine(str(job["opponent"])),
        conditions,
        seed % (2**31 - 1),
        a_plays="black" if int(job["game"]) % 2 == 0 else "white",
        pairing="learning",
        pair=int(job["game"]) // 2,
    )


def _engine(parameters: Parameters, side: str, playouts: int) -> Any:
    from miai.arena.engines import parse_engine

    words = [f"--set {word}" for word in _words(parameters, side)]
    return parse_engine(" ".join([f"miai:{parameters.preset}", *words]), {"playouts": playouts}, side)


def _words(parameters: Parameters, side: str) -> list[str]:
    """Return the settings of a side that differ from the preset."""
    look_up("preset", parameters.preset, {name: name for name in PRESETS})
    return [*look_up("policy", parameters.policy, POLICIES), *look_up("side", side, SIDES)]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    matches: dict[tuple[Scalar, ...], dict[str, list[float]]] = {}
    for cell in cells:
        key = tuple(cell.parameters[name] for name in ("size", "playouts", "opponent", "side"))
        matches.setdefault(key, {}).setdefault(cell.measure, []).append(cell.value or 0.0)
    return [
        each
        for key, found in matches.items()
        for each in _of_match(dict(zip(("size", "playouts", "opponent", "side"), key, strict=True)), found)
    ]


def _of_match(labels: dict[str, Scalar], found: Mapping[str, list[float]]) -> Iterable[Cell]:
    games = len(found["won"])
    score = score_cell(labels, sum(found["won"]), games)
    in_elo = elo_cells(score)
    yield from (score, *in_elo)
    cost = {who: sum(found[f"{who}, cpu_seconds"]) / max(1.0, sum(found[f"{who}, playouts"])) for who in ("side", "opponent")}
    if labels["opponent"] == "base" and min(cost.values()) > 0:
        slower = cost["side"] / cost["opponent"]
        yield Cell(labels, "slowdown", slower, count=games)
        for elo in in_elo:
            yield Cell(labels, "elo in equal time", (elo.value or 0.0) - ELO_OF_DOUBLING * math.log2(slower), count=games)


def published(cell: Cell) -> Published | None:
    if cell.measure not in ("elo", "slowdown"):
        return None
    names = ("size", "playouts", "opponent", "side")
    for row in published_rows("learning_playouts"):
        if all(row[name] == str(cell.parameters[name]) for name in names) and row[cell.measure]:
            if cell.measure == "slowdown":
                return Published(float(row["slowdown"]))
            return Published(float(row["elo"]), float(row["elo_low"]), float(row["elo_high"]))
    return None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    scores = [cell for cell in cells if cell.measure == "score" and cell.parameters["opponent"] == "base"]
    return [_judged(cell, len(scores)) for cell in scores]


def _judged(cell: Cell, comparisons: int) -> Finding:
    of = cell.parameters
    claim = f"{str(of['side']).capitalize()} gains at {of['playouts']} playouts per move on {of['size']}x{of['size']}"
    return Finding(claim, is_above_half(cell), score_in_words(cell), decided_by("95 % Wilson interval", comparisons))


def prepare(parameters: Parameters) -> None:
    """Compile once, not in every worker."""
    if "base" in parameters.opponents:
        for size in parameters.sizes:
            for side in (*parameters.sides, "base"):
                _load(parameters, side, size)


_ROWS = ("size", "playouts", "opponent")

EXPERIMENT = Experiment(
    name="learning-strength",
    question="How much strength do learning playouts gain, at equal playouts and in equal time, and which part gains it?",
    source=f"{BASALDUA}, tables 4.9 and 4.10 (with Fuego instead of GNU Go)",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": (9,), "playouts": (2,), "games": 2},
        "quick": {},
        "paper": {
            "sizes": (9, 13, 19),
            "playouts": (8000,),
            "sides": tuple(SIDES),
            "opponents": ("base", "gnugo:10"),
            "games": 600,
        },
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    published=published,
    findings=findings,
    prepare=prepare,
    cost=lambda parameters, job: float(job["size"]) ** 3 * float(job["playouts"]),
    tables=[
        Table("Share of games won", "score", rows=_ROWS, columns="side"),
        Table("Elo", "elo", rows=_ROWS, columns="side", digits=0),
        Table("Processor time of a playout, as a multiple of that of base", "slowdown", rows=_ROWS, columns="side", digits=2),
        Table("Elo in equal time, estimated as in the source", "elo in equal time", rows=_ROWS, columns="side", digits=0),
    ],
)
