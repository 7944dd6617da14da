"""Analysis: what the search thinks while it thinks, in the dialects of Leela Zero and KataGo.

    lz-analyze [COLOR] [INTERVAL] [interval CENTISECONDS] [minmoves N] [maxmoves N] [avoid|allow COLOR MOVES UNTIL]
    kata-analyze, analyze: the same, and [ownership true] [rootInfo true] [pvVisits true]

Lines come until the next line is sent. Values are those of the player to move.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, RESIGN, Point, all_points, from_vertex, to_vertex
from miai.go.player import Player
from miai.go.player.thinking import ForbiddenMoves
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_bool, read_color, read_float, read_int, read_move
from miai.search.result import principal_variation

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

DEFAULT_INTERVAL = 1.0
LONGEST_VARIATION = 15


@dataclass
class AnalysisRequest:
    """What an analysis was asked for."""

    color: int
    interval: float = DEFAULT_INTERVAL
    least_moves: int = 0
    most_moves: int = 1000
    avoid: dict[int, set[Point]] = field(default_factory=dict)
    """By colour, points that it may not play on."""
    allow: dict[int, set[Point]] = field(default_factory=dict)
    """By colour, the only points that it may play on."""
    until: int = 0
    """Moves from now for which that holds."""
    ownership: bool = False
    root_info: bool = False
    pv_visits: bool = False

    def forbidden(self, size: int) -> ForbiddenMoves | None:
        """The moves that may not be considered."""
        if not self.avoid and not self.allow:
            return None
        forbidden = {color: set(points) for color, points in self.avoid.items()}
        for color, points in self.allow.items():
            forbidden.setdefault(color, set()).update(set(all_points(size)) - points)
        return ForbiddenMoves(forbidden, self.until)


@dataclass(frozen=True)
class Candidate:
    """One move as analysis tells it. Values are from 0 to 1, seen by the player to move."""

    move: str
    visits: int
    value: float
    low: float
    prior: float
    pv: tuple[str, ...]


def candidates(player: Player) -> list[Candidate]:
    """The moves that were looked at, the best first, with the line of play that is expected after each."""
    search = player.thinker.search
    if search is None:
        return []
    view, root = search.view(), int(search.graph.head.root)
    rows = [row for row in search.result().actions if row.weight > 0 and row.value is not None]
    mass = sum(row.prior_weight * row.prior for row in rows) or 1.0
    found = []
    for row in rows:
        pv = principal_variation(view, root, search.state, row.action, LONGEST_VARIATION)
        value = float(row.value or 0.0)
        low = value - 1.96 * math.sqrt(max(value * (1 - value), 0.01) / row.weight)
        found.append(Candidate(row.text, row.visits, value, max(0.0, low), row.prior * row.prior_weight / mass, pv))
    return found


def read_options(engine: GtpEngine, words: tuple[str, ...]) -> AnalysisRequest:
    """The words after an analysis command. Raises `Failure`."""
    left = list(words)
    options = AnalysisRequest(engine.player.game.to_play)
    if left and left[0].lower() in ("b", "w", "black", "white"):
        options.color = read_color(left.pop(0))
    if left and left[0].replace(".", "", 1).isdigit():
        options.interval = read_float(left.pop(0), 0, 1e6) / 100
    while left:
        _read_option(engine, options, left)
    options.interval = max(0.01, options.interval)
    return options


def _read_option(engine: GtpEngine, options: AnalysisRequest, left: list[str]) -> None:
    """Take one option off the front of `left`."""
    name = left.pop(0).lower()
    if name in ("avoid", "allow"):
        if len(left) < 3:
            raise Failure("syntax error")
        color, points, until = read_color(left.pop(0)), left.pop(0), read_int(left.pop(0), 1)
        chosen = options.avoid if name == "avoid" else options.allow
        chosen.setdefault(color, set()).update(_read_points(engine, points))
        options.until = max(options.until, until)
        return
    if not left:
        raise Failure("syntax error")
    word = left.pop(0)
    if name == "interval":
        options.interval = read_float(word, 0, 1e6) / 100
    elif name == "minmoves":
        options.least_moves = read_int(word, 0)
    elif name == "maxmoves":
        options.most_moves = read_int(word, 1)
    elif name == "ownership":
        options.ownership = read_bool(word)
    elif name == "rootinfo":
        options.root_info = read_bool(word)
    elif name == "pvvisits":
        options.pv_visits = read_bool(word)
    elif name in ("movesownership", "pvedgevisits", "ownershipstdev", "movesownershipstdev", "norootinfo"):
        read_bool(word)  # known to KataGo's clients; nothing of the kind is computed here
    else:
        raise Failure("syntax error")


def _read_points(engine: GtpEngine, text: str) -> set[Point]:
    """Points with commas between. A pass is never forbidden, so that it is left out."""
    found = set()
    for word in text.split(","):
        move = read_move(word, engine.player.game.size)
        if move == RESIGN:
            raise Failure("syntax error")
        if not isinstance(move, str):
            found.add(move)
    return found


def wanted_rows(player: Player, options: AnalysisRequest) -> list[Candidate]:
    """The candidates to tell of."""
    return candidates(player)[: options.most_moves]


def lz_line(player: Player, options: AnalysisRequest) -> str:
    """One line as Leela Zero writes it: shares of ten thousand."""
    told = (
        f"info move {row.move} visits {row.visits} winrate {round(10000 * row.value)} prior {round(10000 * row.prior)} "
        f"lcb {round(10000 * row.low)} order {order} pv {' '.join(row.pv)}"
        for order, row in enumerate(wanted_rows(player, options))
    )
    return " ".join(told)


def kata_line(player: Player, options: AnalysisRequest) -> str:
    """One line as KataGo writes it."""
    lead = expected_lead(player, options.color)
    parts = []
    for order, row in enumerate(wanted_rows(player, options)):
        text = (
            f"info move {row.move} visits {row.visits} utility {2 * row.value - 1:.4f} winrate {row.value:.4f} "
            f"scoreMean {lead:.2f} scoreStdev 0.0 scoreLead {lead:.2f} scoreSelfplay {lead:.2f} prior {row.prior:.4f} "
            f"lcb {row.low:.4f} utilityLcb {2 * row.low - 1:.4f} weight {row.visits} order {order} pv {' '.join(row.pv)}"
        )
        if options.pv_visits:
            text += f" pvVisits {' '.join(map(str, _visits_along(player, row)))}"
        parts.append(text)
    if options.root_info:
        result = player.thinker.result()
        parts.append(
            f"rootInfo visits {result.visits} utility {2 * result.value - 1:.4f} winrate {result.value:.4f} "
            f"scoreMean {lead:.2f} scoreStdev 0.0 scoreLead {lead:.2f} scoreSelfplay {lead:.2f} weight {result.visits}"
        )
    if options.ownership:
        parts.append(f"ownership {ownership_text(player, options.color)}")
    return " ".join(parts)


def _visits_along(player: Player, row: Candidate) -> list[int]:
    """The visits of the positions along the expected line of a candidate."""
    search = player.thinker.search
    assert search is not None
    view, index = search.view(), int(search.graph.head.root)
    size, found = player.game.size, []
    for word in row.pv:
        move = from_vertex(word, size)
        index = view.child_by_action(index, 0 if isinstance(move, str) else int(cell_at(move, size)))
        found.append(int(view.node(index).visits) if index >= 0 else 0)
    return found


def ownership_text(player: Player, color: int) -> str:
    """The owner of every point, row by row from the top, 1 for `color`."""
    owned = player.thinker.ownership() * (1 if color == BLACK else -1)
    size = player.game.size
    return " ".join(f"{owned[int(cell_at(point, size))]:.3f}" for point in all_points(size))


def expected_lead(player: Player, color: int) -> float:
    """The points that `color` leads by, by the mean owner of every point and komi."""
    owned: np.ndarray[Any, Any] = player.thinker.ownership()
    game = player.game
    lead = float(owned.sum()) - game.rules.komi - game.rules.points_for_handicap(game.handicap)
    return lead if color == BLACK else -lead


@command("lz-analyze", most=None)
def lz_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _analyse(engine, read_options(engine, words), lz_line)


@command("kata-analyze", "analyze", most=None)
def kata_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _analyse(engine, read_options(engine, words), kata_line)


def _analyse(engine: GtpEngine, options: AnalysisRequest, line: Any) -> str:
    player = engine.player
    engine.begin_stream()
    if engine.is_awaited():
        return ""
    engine.may_be_interrupted = True
    player.thinker.is_awaited = engine.is_awaited
    try:
        forbidden = options.forbidden(player.game.size)
        player.analyse(options.color, lambda: engine.write(line(player, options) + "\n"), options.interval, forbidden)
    finally:
        player.thinker.is_awaited = lambda: False
    return ""


@command("lz-genmove_analyze", most=None)
def lz_genmove_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _genmove(engine, read_options(engine, words), lz_line)


@command("kata-genmove_analyze", "genmove_analyze", most=None)
def kata_genmove_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _genmove(engine, read_options(engine, words), kata_line)


def _genmove(engine: GtpEngine, options: AnalysisRequest, line: Any) -> str:
    player = engine.player
    engine.begin_stream()

    def report() -> None:
        engine.write(line(player, options) + "\n")

    forbidden = options.forbidden(player.game.size)
    move = player.genmove(options.color, report, options.interval, report_last=True, forbidden=forbidden)
    return f"play {to_vertex(move)}"
