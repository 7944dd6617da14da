"""Does knowledge of openings gain points in the first fifty moves of 19x19?

The engine with knowledge plays against the engine without, with equal playouts per move, to move 50. Two games of a block have the same
seeds, with colours exchanged. The last position is judged by GNU Go (`estimate_score`) and by the engine without knowledge, with ten times
the playouts. Basaldúa (2013), table 3.3, did so with another program as judge, and gave the side without knowledge 0 to 16 points besides
komi: 80.0 %, 74.5 %, 65.5 %, 58.2 % and 50.9 % of 220 games were won by the side with knowledge.

| side | knowledge |
|---|---|
| `answers` | answers of patterns of corners and sides |
| `m-eval` | M-eval: virtual visits by qualities and a local search, as won playouts |
| `m-eval visits` | the same as visits with a win rate, as published |
| `both` | answers and M-eval |
| `book` | the opening book that comes with miai |
| `book and answers` | the book, and answers of patterns where it ends |
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import decided_by, is_above
from miai.experiments.go_openings.sides import COLORS, SIDES, SIZE
from miai.experiments.published import BASALDUA
from miai.experiments.shared.match_scores import is_above_half, score_cell, score_in_words

if TYPE_CHECKING:
    from miai.go.player import Player
    from miai.go.rules.game import Game

JUDGES = ("gnugo", "search")


@dataclass(frozen=True)
class Parameters:
    sides: tuple[str, ...] = parameter(("answers", "both"), "knowledge of one side: " + ", ".join(SIDES))
    judges: tuple[str, ...] = parameter(JUDGES, "judges of the last position", choices=JUDGES)
    table: str = parameter("default", "patterns: default, or a file of `miai go joseki learn`")
    playouts: int = parameter(200, "playouts per move", low=2)
    moves: int = parameter(50, "moves of a game", low=2, high=300)
    factor: int = parameter(10, "playouts of the judge, in those of a move", low=1)
    games: int = parameter(200, "games of each side, both colours in turn", low=2)
    komi: tuple[float, ...] = parameter((0.0, 4.0, 8.0, 12.0, 16.0), "points for the side without knowledge besides komi")


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for side in parameters.sides:
        look_up("side", side, SIDES)  # reports a wrong name before any game is played
    for block in range(-(-parameters.games // 2)):
        for side in parameters.sides:
            yield {"side": side, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    """Return the lead of the side with knowledge, komi included, by each judge and colour."""
    cells = []
    for number, color in enumerate(COLORS):
        game = play_opening(parameters, str(job["side"]), number, seed)
        for judge in parameters.judges:
            lead = lead_by_gnugo(game) if judge == "gnugo" else lead_by_search(parameters, game, seed)
            if lead is not None:
                cells.append(Cell({**job, "color": color, "judge": judge}, "lead", lead if number == 0 else -lead))
    return cells


def play_opening(parameters: Parameters, side: str, color: int, seed: int) -> Game:
    """Return the first moves of a game in which `side` plays Black if `color` is 0, else White."""
    knowing = new_player(parameters, (f"joseki.table={parameters.table}", *SIDES[side]), 2 * seed)
    plain = new_player(parameters, (), 2 * seed + 1)
    players = (knowing, plain) if color == 0 else (plain, knowing)
    for number in range(parameters.moves):
        mover, other = players[number % 2], players[1 - number % 2]
        move = mover.choose(1 + number % 2, may_resign=False).move
        mover.play(1 + number % 2, move)
        other.play(1 + number % 2, move)
    return knowing.game


def new_player(parameters: Parameters, words: Sequence[str], seed: int) -> Player:
    from miai.go.player import Player, PlayerSettings
    from miai.go.player.settings import change_all

    settings = change_all(PlayerSettings(playouts=parameters.playouts, memory=64.0, early_stop=False), words)
    return Player(SIZE, settings=replace(settings, seed=seed % 2**62))


def lead_by_search(parameters: Parameters, game: Game, seed: int) -> float:
    """Return Black's lead, komi included, by the mean of the playouts of a search without knowledge."""
    judge = new_player(replace(parameters, playouts=parameters.playouts * parameters.factor), (), seed + 3)
    judge.set_game(game.copy())
    judge.look(game.to_play)
    return judge.thinker.lead


def lead_by_gnugo(game: Game) -> float | None:
    """Return Black's lead, komi included, by GNU Go's estimate; `None` if it is not installed or gives none."""
    from miai.core.machine import find_program
    from miai.go.notation.coordinates import BLACK, to_vertex

    program = find_program("gnugo")
    if not program:
        return None
    lines = [f"boardsize {SIZE}", "clear_board", f"komi {game.rules.komi:g}"]
    lines += [
        f"play {'b' if color == BLACK else 'w'} {move if isinstance(move, str) else to_vertex(move)}" for color, move in game.moves
    ]
    asked = "\n".join([*lines, "estimate_score", "quit", ""])
    answer = subprocess.run(
        [program, "--mode", "gtp", "--chinese-rules", "--seed", "1"],
        input=asked,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    ).stdout
    return parse_estimate(answer)


def parse_estimate(answer: str) -> float | None:
    """Return Black's lead in the answer of GNU Go to `estimate_score`: "= W+7.5 (upper bound: ...)"."""
    for line in answer.splitlines():
        words = line.removeprefix("=").split()
        if words and words[0][:2] in ("B+", "W+"):
            points = float(words[0][2:])
            return points if words[0][0] == "B" else -points
    return None


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return for each side and judge the mean lead of pairs of games, and the share of games won at each komi."""
    leads: dict[tuple[str, str], dict[Scalar, list[float]]] = {}
    for cell in cells:
        key = str(cell.parameters["side"]), str(cell.parameters["judge"])
        leads.setdefault(key, {}).setdefault(cell.parameters["block"], []).append(cell.value or 0.0)
    made: list[Cell] = []
    for (side, judge), blocks in leads.items():
        labels: dict[str, Scalar] = {"side": side, "judge": judge}
        made += _mean_lead(labels, [sum(pair) / 2 for pair in blocks.values() if len(pair) == 2])
        every = [lead for pair in blocks.values() for lead in pair]
        for extra in parameters.komi:
            won = sum(0.5 if lead == extra else float(lead > extra) for lead in every)
            made.append(score_cell({**labels, "komi": extra}, won, len(every)))
    return made


def _mean_lead(labels: dict[str, Scalar], pairs: list[float]) -> list[Cell]:
    from miai.core.statistics import mean_with_interval

    if len(pairs) < 2:
        return []
    mean = mean_with_interval(pairs)
    return [Cell(labels, "mean lead", mean.mean, mean.low, mean.high, 2 * len(pairs))]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge that a side is ahead, by the mean lead of pairs, and by games won at even komi."""
    found = []
    for cell in cells:
        side, judge = cell.parameters.get("side"), cell.parameters.get("judge")
        if cell.measure == "mean lead":
            low, high = cell.low or 0.0, cell.high or 0.0
            words = f"{cell.value or 0.0:+.1f} points in {cell.count} games ({low:+.1f} to {high:+.1f})"
            found.append(
                Finding(f"{side}: ahead by {judge}", is_above((low, high), 0.0), words, decided_by("95 % interval of pairs"))
            )
        elif cell.measure == "score" and cell.parameters.get("komi") == 0.0:
            claim = f"{side}: wins most games by {judge}"
            found.append(Finding(claim, is_above_half(cell), score_in_words(cell), decided_by("95 % Wilson interval")))
    return found


def prepare(parameters: Parameters) -> None:
    small = replace(parameters, playouts=4, moves=4, factor=1)
    lead_by_search(small, play_opening(small, "both", 0, 0), 0)


def _presets() -> dict[str, dict[str, Any]]:
    return {
        "smoke": {"playouts": 4, "moves": 6, "games": 2, "factor": 1},
        "quick": {"playouts": 100, "games": 20},
        "paper": {"playouts": 2000, "games": 220, "sides": tuple(SIDES)},
    }


EXPERIMENT = Experiment(
    name="opening-knowledge",
    question="Does knowledge of openings gain points in the first fifty moves of 19x19?",
    source=f"{BASALDUA}, section 3.4.10, table 3.3",
    parameters=Parameters,
    presets=_presets(),
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Mean lead of the side with knowledge after the opening, in points", "mean lead", rows=("side",), columns="judge"),
        Table("Share of games won, by points for the other side besides komi", "score", rows=("side", "judge"), columns="komi"),
    ],
)
