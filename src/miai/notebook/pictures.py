"""Which picture an object has. `_repr_html_` of the search and the formatters of IPython end here."""

from __future__ import annotations

from typing import Any

from miai.core.errors import UserError
from miai.notebook.picture import Picture


def html_of(thing: Any) -> str:
    """Return a `Result` or a `Search` as HTML. Raise `UserError` for anything else."""
    from miai.notebook.result_table import table_of_result
    from miai.search.driver import Search
    from miai.search.result import Result

    if isinstance(thing, Result):
        return table_of_result(thing)
    if isinstance(thing, Search):
        return _html_of_search(thing)
    raise _no_picture(thing)


def _html_of_search(running: Any) -> str:
    """Return a search as HTML: its state, its result and the top of its graph."""
    from miai.notebook.graph_picture import plot_graph
    from miai.notebook.result_table import table_of_result
    from miai.notebook.state_picture import picture_of_state

    result = running.result()
    graph = plot_graph(running).svg if result.visits > 1 else ""
    columns = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
    return f'<div style="{columns}"><div>{picture_of_state(running.state)}</div><div>{table_of_result(result)}</div></div>{graph}'


def svg_of(thing: Any) -> str:
    """Return a state, a graph or a Go position as SVG. Raise `UserError` for anything else."""
    return show(thing).svg


def svg_or_none(thing: Any) -> str | None:
    """Return `thing` as SVG, or `None` if it has no picture: for the formatters of IPython, which are asked for every record."""
    try:
        return svg_of(thing)
    except UserError:
        return None


def show(thing: Any, **options: Any) -> Picture:
    """Return the picture of an object: a state of any problem, a `Search` (its graph), a Go game, player or position.

    Parameters
    ----------
    thing : object
        The object to draw.
    **options
        For a Go position or game: `analysis` (a `PositionAnalysis`, drawn as candidate moves and owners) and `last` (a point).

    Returns
    -------
    Picture
        A notebook shows it; `save(path)` writes it as SVG.

    Examples
    --------
    >>> from miai.notebook import show
    >>> from miai.problems import load
    >>> print(show(load("tictactoe").start()))
       a b c
     1 . . .
     2 . . .
     3 . . .
    """
    from miai.notebook.state_picture import is_state, picture_of_state

    if is_state(thing):
        from miai.search.problem import problem_of

        return Picture(picture_of_state(thing), problem_of(thing).state_text(thing))
    name = type(thing).__module__
    if name.startswith("miai.go."):
        return _show_go(thing, options)
    if name == "miai.search.driver":
        from miai.notebook.graph_picture import plot_graph

        return plot_graph(thing)
    raise _no_picture(thing)


def _show_go(thing: Any, options: dict[str, Any]) -> Picture:
    from miai.go.notation.position import Position
    from miai.go.player import Player
    from miai.go.rules.game import Game
    from miai.notebook.go_picture import show_position

    game = thing.game if isinstance(thing, Player) else thing
    if isinstance(game, Position):
        return show_position(game, **options)
    if not isinstance(game, Game):
        raise _no_picture(thing)
    if "last" not in options and game.moves and not isinstance(game.moves[-1][1], str):
        options["last"] = game.moves[-1][1]
    return show_position(game.position, **options)


def _no_picture(thing: Any) -> UserError:
    known = "a Result, a Search, a state of a problem, and a Go game, player or position"
    return UserError(f"a {type(thing).__name__} has no picture; {known} have one")
