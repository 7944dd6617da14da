"""Analysis commands: the search so far, in the dialects of Leela Zero and KataGo.

    lz-analyze [COLOR] [INTERVAL] [interval CENTISECONDS] [minmoves N] [maxmoves N] [avoid|allow COLOR MOVES UNTIL]
    kata-analyze, analyze: the same, and [ownership true] [rootInfo true] [pvVisits true]

The engine writes lines until the next command arrives. Values are from the viewpoint of the player to move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from miai.go.analysis import PositionAnalysis
from miai.go.notation.coordinates import RESIGN, Point, all_points, to_vertex
from miai.go.player.describing import AnalysisDetail
from miai.go.player.thinking import ForbiddenMoves
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_bool, read_color, read_float, read_int, read_move

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

DEFAULT_INTERVAL = 1.0
LONGEST_VARIATION = 15


@dataclass
class AnalysisRequest:
    """The options of an analysis command."""

    color: int
    interval: float = DEFAULT_INTERVAL
    """Seconds between two lines."""
    least_moves: int = 0
    most_moves: int = 1000
    avoid: dict[int, set[Point]] = field(default_factory=dict)
    """By colour, points that it may not play on."""
    allow: dict[int, set[Point]] = field(default_factory=dict)
    """By colour, the only points that it may play on."""
    until: int = 0
    """Number of moves from now for which `avoid` and `allow` hold."""
    ownership: bool = False
    root_info: bool = False
    pv_visits: bool = False

    def forbidden(self, size: int) -> ForbiddenMoves | None:
        """Return the moves that may not be considered."""
        if not self.avoid and not self.allow:
            return None
        points = {color: set(points) for color, points in self.avoid.items()}
        for color, allowed in self.allow.items():
            points.setdefault(color, set()).update(set(all_points(size)) - allowed)
        return ForbiddenMoves(points, self.until)

    def detail(self) -> AnalysisDetail:
        """Return how much of the search the lines need."""
        return AnalysisDetail(self.most_moves, LONGEST_VARIATION, self.pv_visits)


Format = Callable[[PositionAnalysis, AnalysisRequest], str]
"""A function that writes an analysis as one line."""


def read_request(engine: GtpEngine, words: tuple[str, ...]) -> AnalysisRequest:
    """Return the options in the words after an analysis command. Raise `Failure`."""
    left = list(words)
    request = AnalysisRequest(engine.player.game.to_play)
    if left and left[0].lower() in ("b", "w", "black", "white"):
        request.color = read_color(left.pop(0))
    if left and left[0].replace(".", "", 1).isdigit():
        request.interval = read_float(left.pop(0), 0, 1e6) / 100
    while left:
        _read_option(engine, request, left)
    request.interval = max(0.01, request.interval)
    return request


def _read_option(engine: GtpEngine, request: AnalysisRequest, left: list[str]) -> None:
    """Read one option from the front of `left` into `request`. Changes both."""
    name = left.pop(0).lower()
    if name in ("avoid", "allow"):
        if len(left) < 3:
            raise Failure("syntax error")
        color, points, until = read_color(left.pop(0)), left.pop(0), read_int(left.pop(0), 1)
        chosen = request.avoid if name == "avoid" else request.allow
        chosen.setdefault(color, set()).update(_read_points(engine, points))
        request.until = max(request.until, until)
        return
    if not left:
        raise Failure("syntax error")
    word = left.pop(0)
    if name == "interval":
        request.interval = read_float(word, 0, 1e6) / 100
    elif name == "minmoves":
        request.least_moves = read_int(word, 0)
    elif name == "maxmoves":
        request.most_moves = read_int(word, 1)
    elif name == "ownership":
        request.ownership = read_bool(word)
    elif name == "rootinfo":
        request.root_info = read_bool(word)
    elif name == "pvvisits":
        request.pv_visits = read_bool(word)
    elif name in ("movesownership", "pvedgevisits", "ownershipstdev", "movesownershipstdev", "norootinfo"):
        read_bool(word)  # clients of KataGo send these; the engine computes nothing of the kind
    else:
        raise Failure("syntax error")


def _read_points(engine: GtpEngine, text: str) -> set[Point]:
    """Return the points in a list with commas. A pass in it is ignored: it is never forbidden."""
    found = set()
    for word in text.split(","):
        move = read_move(word, engine.player.game.size)
        if move == RESIGN:
            raise Failure("syntax error")
        if not isinstance(move, str):
            found.add(move)
    return found


def lz_line(analysis: PositionAnalysis, request: AnalysisRequest) -> str:
    """Return the analysis as Leela Zero writes it, in shares of ten thousand."""
    parts = (
        f"info move {row.move} visits {row.visits} winrate {round(10000 * row.win_rate)} prior {round(10000 * row.prior_share)} "
        f"lcb {round(10000 * row.lower_bound)} order {order} pv {' '.join(row.variation)}"
        for order, row in enumerate(analysis.candidates)
    )
    return " ".join(parts)


def kata_line(analysis: PositionAnalysis, request: AnalysisRequest) -> str:
    """Return the analysis as KataGo writes it."""
    lead = _sign(analysis) * analysis.lead
    parts = []
    for order, row in enumerate(analysis.candidates):
        own = lead if row.lead is None else row.lead
        text = (
            f"info move {row.move} visits {row.visits} utility {2 * row.win_rate - 1:.4f} winrate {row.win_rate:.4f} "
            f"scoreMean {own:.2f} scoreStdev 0.0 scoreLead {own:.2f} scoreSelfplay {own:.2f} prior {row.prior_share:.4f} "
            f"lcb {row.lower_bound:.4f} utilityLcb {2 * row.lower_bound - 1:.4f} weight {row.visits} order {order} "
            f"pv {' '.join(row.variation)}"
        )
        if request.pv_visits:
            text += f" pvVisits {' '.join(map(str, row.variation_visits))}"
        parts.append(text)
    if request.root_info:
        parts.append(
            f"rootInfo visits {analysis.visits} utility {2 * analysis.value - 1:.4f} winrate {analysis.value:.4f} "
            f"scoreMean {lead:.2f} scoreStdev 0.0 scoreLead {lead:.2f} scoreSelfplay {lead:.2f} weight {analysis.visits}"
        )
    if request.ownership:
        sign = _sign(analysis)
        parts.append(f"ownership {' '.join(f'{sign * owner:.3f}' for row in analysis.ownership for owner in row)}")
    return " ".join(parts)


def _sign(analysis: PositionAnalysis) -> int:
    """Return the factor that turns Black's values into those of the player to move."""
    return 1 if analysis.to_play == "black" else -1


@command("lz-analyze", most=None)
def lz_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _analyse(engine, read_request(engine, words), lz_line)


@command("kata-analyze", "analyze", most=None)
def kata_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _analyse(engine, read_request(engine, words), kata_line)


def _analyse(engine: GtpEngine, request: AnalysisRequest, line: Format) -> str:
    engine.begin_stream()
    if engine.is_awaited():
        return ""
    engine.may_be_interrupted = True
    player = engine.player
    player.analyse(
        request.color,
        lambda: _write_line(engine, player.analysis(request.detail()), request, line),
        request.interval,
        should_stop=engine.is_awaited,
        forbidden=request.forbidden(player.game.size),
    )
    return ""


@command("lz-genmove_analyze", most=None)
def lz_genmove_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _genmove(engine, read_request(engine, words), lz_line)


@command("kata-genmove_analyze", "genmove_analyze", most=None)
def kata_genmove_analyze(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _genmove(engine, read_request(engine, words), kata_line)


def _genmove(engine: GtpEngine, request: AnalysisRequest, line: Format) -> str:
    engine.begin_stream()
    player = engine.player
    decision = player.genmove(
        request.color,
        detail=request.detail(),
        forbidden=request.forbidden(player.game.size),
        on_report=lambda: _write_line(engine, player.analysis(request.detail()), request, line),
        interval=request.interval,
    )
    _write_line(engine, decision.analysis, request, line)
    return f"play {to_vertex(decision.move)}"


def _write_line(engine: GtpEngine, analysis: PositionAnalysis | None, request: AnalysisRequest, line: Format) -> None:
    if analysis is not None:
        engine.stream(line(analysis, request))
