"""How much strength does each part of the Go engine gain?

The default engine plays against an ablation of itself, or against itself with one part added, with equal playouts or equal time per move.
The two games of a pair begin with the same two random stones, with colours exchanged. A part that is on by default is justified if the
engine without it scores less than half; a part that is off by default is rightly off if the engine with it scores less than half.

Matches in equal time depend on the machine. Run them on an otherwise idle core.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import decided_by
from miai.experiments.shared.go_games import random_opening, wins
from miai.experiments.shared.match_scores import elo_cells, is_below_half, score_cell, score_in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from miai.go.player import Player

WITHOUT: dict[str, tuple[str, ...]] = {
    "rave": ("rave=off",),
    "priors": ("prior=off",),
    "learned priors": ("preset=by-hand",),
    "ladders": ("ladders=off",),
    "margin": ("margin_weight=0",),
    "reuse": ("reuse=off",),
    "early stop": ("early_stop=off",),
    "playouts that know Go": ("preset=uniform",),
    "tuned odds of steps": ("playout.policy=base",),
    "atari tactics": ("playout.atari=0",),
    "nakade": ("playout.nakade=0",),
    "patterns": ("playout.pattern=0",),
    "two liberties": ("playout.low_liberties=0",),
    "second look": ("playout.skipped=off",),
    "eye shape": ("playout.eye_shape=off",),
    "eye potential": ("playout.eye_potential=off",),
    "self-atari rules": ("playout.self_atari=ignore",),
}
"""Parts that are on by default, and the settings that switch them off."""
INSTEAD: dict[str, tuple[str, ...]] = {
    "widening": ("widening=log",),
    "mode tree": ("mode=tree",),
    "mode path-mean": ("mode=path-mean",),
    "mode shared": ("mode=shared",),
    "groups by distance": ("grouping=given", "group.groups=enemy-distance,friendly-distance,else"),
    "groups of James": ("grouping=given", "group.groups=total-distance,kills,saves,many-liberties,else"),
    "learning playouts": ("learning.on=true",),
}
"""Parts that are off by default, and the settings that switch them on."""
PARTS = {**WITHOUT, **INSTEAD}
PAIRS_OF_A_JOB = 5


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    playouts: tuple[int, ...] = parameter((1000,), "playouts per move, for matches at equal playouts", low=2)
    seconds: tuple[float, ...] = parameter((0.1,), "seconds per move, for matches in equal time; 0: none", low=0, high=3600)
    parts: tuple[str, ...] = parameter(tuple(PARTS), "parts: " + ", ".join(PARTS))
    games: int = parameter(200, "games of each match, a multiple of 10", low=10)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for part in parameters.parts:
        look_up("part", part, PARTS)  # reports a wrong name before any game is played
    for block in range(-(-parameters.games // (2 * PAIRS_OF_A_JOB))):
        for limit in limits(parameters):
            for part in parameters.parts:
                yield {"part": part, "limit": limit, "block": block}


def limits(parameters: Parameters) -> list[str]:
    """Return the limits of a move as text."""
    return [f"{count} playouts" for count in parameters.playouts] + [f"{time:g} s" for time in parameters.seconds if time]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    won = 0
    for game in range(2 * PAIRS_OF_A_JOB):
        opening = random_opening(parameters.size, seed + game // 2)
        changed, whole = (
            new_player(parameters, str(job["limit"]), words, 2 * (seed + game) + number)
            for number, words in enumerate((PARTS[str(job["part"])], ()))
        )
        won += wins(changed, whole, game % 2, opening)
    return [Cell(dict(job), "won", won, count=2 * PAIRS_OF_A_JOB)]


def new_player(parameters: Parameters, limit: str, words: Sequence[str], seed: int) -> Player:
    from miai.go.player import Player
    from miai.go.player.presets import preset_named
    from miai.go.player.settings import change_all

    number, unit = limit.split()
    chosen: dict[str, Any] = {"playouts": int(number)} if unit == "playouts" else {"seconds": float(number)}
    preset = next((word.removeprefix("preset=") for word in words if word.startswith("preset=")), "default")
    settings = change_all(preset_named(preset), [word for word in words if not word.startswith("preset=")])
    return Player(parameters.size, settings=replace(settings, seed=seed % 2**62, memory=128.0, **chosen))


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return score and Elo of the changed engine, for each part and limit."""
    matches: dict[tuple[Scalar, Scalar], list[Cell]] = {}
    for cell in cells:
        matches.setdefault((cell.parameters["part"], cell.parameters["limit"]), []).append(cell)
    made = []
    for (part, limit), blocks in matches.items():
        won = sum(block.value or 0.0 for block in blocks)
        score = score_cell({"part": part, "limit": limit}, won, sum(block.count for block in blocks))
        made += [score, *elo_cells(score)]
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    scores = [cell for cell in cells if cell.measure == "score"]
    return [_judged(cell, len(scores)) for cell in scores]


def _judged(cell: Cell, comparisons: int) -> Finding:
    """Judge that a part that is on is better on, or that a part that is off is better off."""
    part, limit = cell.parameters["part"], cell.parameters["limit"]
    claim = f"{part}: better {'on' if part in WITHOUT else 'off'}, at {limit} per move"
    return Finding(
        claim,
        is_below_half(cell),
        f"the changed engine has {score_in_words(cell)}",
        decided_by("95 % Wilson interval", comparisons),
    )


def parts(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw the score of each part with its interval, in a colour for each limit."""
    from miai.experiments.frame.style import OKABE_ITO, legend_outside, new_figure

    shown = [cell for cell in cells if cell.measure == "score" and cell.value is not None]
    if not shown:
        return None
    figure, (axes, *_) = new_figure()
    figure.set_size_inches(8.0, 0.32 * len(parameters.parts) + 1.2)
    places = {part: -number for number, part in enumerate(parameters.parts)}
    for number, limit in enumerate(limits(parameters)):
        for cell in (cell for cell in shown if cell.parameters["limit"] == limit):
            height = places[str(cell.parameters["part"])] + 0.14 - 0.28 * number
            axes.plot([cell.low, cell.high], [height, height], color=OKABE_ITO[number], linewidth=1.5)
            axes.plot([cell.value], [height], "o", color=OKABE_ITO[number], markersize=4)
        axes.plot([], [], "o-", color=OKABE_ITO[number], markersize=4, label=f"{limit} per move")
    axes.axvline(0.5, color="black", linewidth=0.8)
    axes.set_yticks(list(places.values()), [f"{'no' if part in WITHOUT else 'with'} {part}" for part in places])
    axes.set_xlim(0, 1)
    axes.set_ylim(0.6 - len(places), 0.4)
    axes.set_xlabel("share of games won against the default engine")
    legend_outside(figure)
    return figure


def prepare(parameters: Parameters) -> None:
    for part in ((), *(PARTS[part] for part in parameters.parts)):
        new_player(parameters, "2 playouts", part, 0).prepare()


EXPERIMENT = Experiment(
    name="engine-parts",
    question="How much strength does each part of the Go engine gain, at equal playouts and in equal time?",
    source="a question of our own",
    parameters=Parameters,
    presets={
        "smoke": {"playouts": (2,), "seconds": (0.0,), "parts": ("nakade", "widening"), "games": 10},
        "quick": {"playouts": (200,), "seconds": (0.02,), "games": 10},
        "standard": {"playouts": (400,), "seconds": (0.04,), "games": 60},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of games that the changed engine wins", "score", rows=("part",), columns="limit"),
        Table("The same in Elo", "elo", rows=("part",), columns="limit", digits=0),
    ],
    plots=[parts],
)
