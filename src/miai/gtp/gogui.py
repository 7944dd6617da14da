"""Commands for GoGui: pictures of what the search knows, and positions set up by hand.

`gogui-analyze_commands` names them: `dboard` is a number for every point, drawn as a colour, `sboard` a text or none, `cboard` a colour,
`gfx` a drawing, `param` a list of parameters that GoGui lets one edit (`miai-param`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from miai.go.board.board import cell_at
from miai.go.knowledge.grouping import GROUPS
from miai.go.notation.coordinates import BLACK, Point, all_points
from miai.go.notation.position import Position
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.learning.learned_moves import LearnedMove, learned_context_moves, learned_reply_moves
from miai.go.rules.game import Game
from miai.gtp.analysis import candidates
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
    ("sboard", "LearnedMove near the last move", "miai-learned"),
    ("sboard", "LearnedMove answers to the last move", "miai-answers"),
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
    """Says that what runs may be interrupted. (Analysis ends with the next line, whatever it is.)"""
    return ""


@command("gogui-setup", most=None)
def setup(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Put stones on the board without playing: colour, point, colour, point, ..."""
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
    """What is known of each point at the root of the last search. Raises `Failure` where there is none."""
    search = engine.player.thinker.search
    if search is None:
        raise Failure("no search yet")
    size = engine.player.game.size
    rows = {row.action: row for row in search.result().actions}
    return {point: rows[cell] for point in all_points(size) if (cell := int(cell_at(point, size))) in rows}


def _draw(engine: GtpEngine, text_of: Callable[[Point], str]) -> str:
    """A value for every point, in lines from the top; empty ones as `""`."""
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
    """How often the points near the last move have won in such surroundings (context moves), where playouts learn."""
    return _draw_learned(engine, learned_context_moves, lambda row: f"{row.share:.3f}")


@command("miai-answers")
def answers(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Wins and playouts of the answers to the last move that are listed (reply moves), where playouts learn."""
    return _draw_learned(engine, learned_reply_moves, lambda row: f"{row.wins}/{row.updates}")


def _draw_learned(
    engine: GtpEngine, learned_of: Callable[[Knowledge, Any], list[LearnedMove]], text_of: Callable[[LearnedMove], str]
) -> str:
    """A picture of what was learned; an empty one where playouts do not learn. Raises `Failure` where there was no search."""
    if engine.player.thinker.search is None:
        raise Failure("no search yet")
    knowledge = engine.player.thinker.knowledge
    found = [] if knowledge is None else learned_of(knowledge, engine.player.game.board)
    rows = {row.point: row for row in found}
    return _draw(engine, lambda point: text_of(rows[point]) if point in rows else '""')


@command("miai-groups")
def groups(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """The first move group of every move, in the order of `miai.go.knowledge.grouping`, as a colour."""
    order = {group: place for place, group in enumerate(GROUPS.values())}

    def color_of(row: ActionResult) -> str:
        if not row.groups:
            return '""'
        first = min(order.get(group, group) for group in row.groups)
        return COLORS[first % len(COLORS)]

    return _draw_rows(engine, color_of)


@command("miai-pv")
def expected_play(engine: GtpEngine, words: tuple[str, ...]) -> str:
    found = candidates(engine.player)
    return "\n".join(f"{row.move} {row.value:.3f} {row.visits}: {' '.join(row.pv)}" for row in found[:5])


@command("miai-gfx")
def gfx(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """The expected line of play on the board, and the win rate below it."""
    found = candidates(engine.player)
    if not found:
        raise Failure("no search yet")
    color = engine.player.thinker.search.state.board.to_play if engine.player.thinker.search else BLACK
    names = ("b", "w") if color == BLACK else ("w", "b")
    moves = " ".join(f"{names[i % 2]} {word}" for i, word in enumerate(found[0].pv))
    visits = f"{found[0].visits} of {sum(row.visits for row in found)} visits"
    return f"VAR {moves}\nTEXT {found[0].move}: wins {found[0].value:.1%}, {visits}"
