"""Commands of GoGui: pictures of the search, and positions that are set up.

`gogui-analyze_commands` lists them: `dboard` is a number for every point, drawn as a colour, `sboard` a text or none, `cboard` a colour,
`gfx` a drawing, `param` a list of parameters that one can edit in GoGui (`miai-param`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from miai.go.board.board import cell_at
from miai.go.knowledge.grouping import GROUPS
from miai.go.notation.coordinates import Point, all_points
from miai.go.notation.position import Position
from miai.go.player.describing import AnalysisDetail
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.learned_moves import LearnedMove, learned_context_moves, learned_reply_moves
from miai.go.rules.game import Game
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_color, read_point
from miai.search.result import ActionResult

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

PICTURES = (
    ("param", "Parameters", "miai-param"),
    ("sboard", "Visits", "miai-visits"),
    ("sboard", "Win rate", "miai-values"),
    ("sboard", "Prior", "miai-priors"),
    ("sboard", "RAVE", "miai-rave"),
    ("dboard", "Ownership", "miai-ownership"),
    ("dboard", "Criticality", "miai-criticality"),
    ("cboard", "Groups", "miai-groups"),
    ("sboard", "Learned near the last move", "miai-learned"),
    ("sboard", "Learned replies to the last move", "miai-answers"),
    ("gfx", "Search", "miai-gfx"),
    ("hstring", "Expected play", "miai-pv"),
    ("plist", "Legal moves", "all_legal %c"),
    ("string", "Final score", "final_score"),
)

COLORS = ("red", "green", "blue", "yellow", "magenta", "cyan", "orange", "brown", "pink", "gray")


@command("gogui-analyze_commands")
def analyze_commands(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "\n".join(f"{kind}/{title}/{name}" for kind, title, name in PICTURES)


@command("gogui-interrupt")
def interrupt(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Announce that a running command may be interrupted: analysis ends with the next line, whatever it is."""
    return ""


@command("gogui-setup", most=None)
def setup(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Set up stones without playing them: colour, point, colour, point, ..."""
    if len(words) % 2:
        raise Failure("syntax error")
    game = engine.player.game
    position = game.position
    for color, point in zip(words[::2], words[1::2], strict=True):
        position = position.put(read_color(color), [read_point(point, game.size)])
    return _continue_from(engine, position, game.to_play)


@command("gogui-setup_player", least=1, most=1)
def setup_player(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _continue_from(engine, engine.player.game.position, read_color(words[0]))


def _continue_from(engine: GtpEngine, position: Position, to_play: int) -> str:
    made = Game.from_position(position, to_play, engine.player.game.rules)
    made.handicap = engine.player.game.handicap
    engine.player.set_game(made)
    return ""


def _rows(engine: GtpEngine) -> dict[Point, ActionResult]:
    """Return the result of the last search for each point. Raise `Failure` if there was no search."""
    search = engine.player.thinker.search
    if search is None:
        raise Failure("no search yet")
    size = engine.player.game.size
    rows = {row.action: row for row in search.result().actions}
    return {point: rows[cell] for point in all_points(size) if (cell := int(cell_at(point, size))) in rows}


def _draw(engine: GtpEngine, text_of: Callable[[Point], str]) -> str:
    """Return a text for every point, in lines from the top; empty ones as `""`."""
    size = engine.player.game.size
    rows = [" ".join(text_of((column, row)) for column in range(size)) for row in reversed(range(size))]
    return "\n" + "\n".join(rows)


def _draw_rows(engine: GtpEngine, text_of: Callable[[ActionResult], str]) -> str:
    rows = _rows(engine)
    return _draw(engine, lambda point: text_of(rows[point]) if point in rows else '""')


@command("miai-visits")
def visits(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_rows(engine, lambda row: str(row.visits) if row.visits else '""')


@command("miai-values")
def values(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_rows(engine, lambda row: '""' if row.value is None else f"{row.value:.3f}")


@command("miai-priors")
def priors(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_rows(engine, lambda row: f"{row.prior:.3f}")


@command("miai-rave")
def rave(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_rows(engine, lambda row: '""' if row.rave_value is None else f"{row.rave_value:.3f}")


@command("miai-ownership")
def ownership(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_cells(engine, "ownership")


@command("miai-criticality")
def criticality(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return _draw_cells(engine, "criticality")


def _draw_cells(engine: GtpEngine, what: str) -> str:
    if engine.player.thinker.search is None:
        raise Failure("no search yet")
    cells: Any = getattr(engine.player.thinker, what)()
    size = engine.player.game.size
    return _draw(engine, lambda point: f"{cells[int(cell_at(point, size))]:.3f}")


@command("miai-learned")
def learned(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Draw the success rates of context moves: points near the last move, where playouts learn."""
    return _draw_learned(engine, learned_context_moves, lambda row: f"{row.share:.3f}")


@command("miai-answers")
def answers(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Draw wins and updates of reply moves: the listed replies to the last move, where playouts learn."""
    return _draw_learned(engine, learned_reply_moves, lambda row: f"{row.wins}/{row.updates}")


def _draw_learned(
    engine: GtpEngine, learned_of: Callable[[Knowledge, Any], list[LearnedMove]], text_of: Callable[[LearnedMove], str]
) -> str:
    """Return a picture of learned moves, empty where playouts do not learn. Raise `Failure` if there was no search."""
    if engine.player.thinker.search is None:
        raise Failure("no search yet")
    knowledge = engine.player.thinker.knowledge
    found = [] if knowledge is None else learned_of(knowledge, engine.player.game.board)
    rows = {row.point: row for row in found}
    return _draw(engine, lambda point: text_of(rows[point]) if point in rows else '""')


@command("miai-groups")
def groups(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Draw the first group of every move, in the order of `miai.go.knowledge.grouping`, as a colour."""
    order = {group: place for place, group in enumerate(GROUPS.values())}

    def color_of(row: ActionResult) -> str:
        if not row.groups:
            return '""'
        first = min(order.get(group, group) for group in row.groups)
        return COLORS[first % len(COLORS)]

    return _draw_rows(engine, color_of)


@command("miai-group_values")
def group_values(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the win rates of the move groups as the setting `group_values` takes them, then a line with the choices of each."""
    rows = engine.player.thinker.group_rows()
    typed = ",".join(f"{name}:{rate:.3f}" for name, _, rate in rows)
    return "\n".join([typed, *(f"{name} chosen {chosen} times, win rate {rate:.3f}" for name, chosen, rate in rows)])


@command("miai-pv")
def expected_play(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Return the five best moves with values, visits and variations; nothing before the first search."""
    analysis = engine.player.analysis(AnalysisDetail(candidates=5))
    rows = analysis.candidates if analysis is not None else ()
    return "\n".join(f"{row.move} {row.win_rate:.3f} {row.visits}: {' '.join(row.variation)}" for row in rows)


@command("miai-gfx")
def gfx(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Draw the expected line of play on the board, with the win rate below it."""
    analysis = engine.player.analysis(AnalysisDetail(candidates=1))
    if analysis is None or not analysis.candidates:
        raise Failure("no search yet")
    best = analysis.candidates[0]
    names = ("b", "w") if analysis.to_play == "black" else ("w", "b")
    moves = " ".join(f"{names[i % 2]} {word}" for i, word in enumerate(best.variation))
    return f"VAR {moves}\nTEXT {best.move}: wins {best.win_rate:.1%}, {best.visits} of {analysis.candidate_visits} visits"
