"""`miai play`: play a game against the search in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from miai.cli.registry import examples, new_app

app = new_app()

EXAMPLES = examples(
    ("miai play connect4", "you begin"),
    ("miai play hex --set size=7 --second", "the search begins, on a larger board"),
    ("miai play mygame.py --playouts 1000", "your own game, against a weaker opponent"),
)


@app.command(epilog=EXAMPLES)
def play(
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="Name of a built-in problem, or your own file.py.")],
    first: Annotated[bool, typer.Option("--first/--second", help="Play first or second.")] = True,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts per move of the search.")] = 10_000,
    seed: Annotated[
        int | None, typer.Option(help="Random seed of the search and the dice. Default: a new one for each game.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Option of the problem. Repeatable.")
    ] = None,
) -> None:
    """Play against the search.

    Type an action as it is listed, or hint, undo, help or quit. Ctrl-C and the end of input also end the game.
    """
    import secrets

    from miai.cli.terminal_game import TerminalGame
    from miai.problems import open_problem, start_state

    opened = open_problem(problem)
    state = start_state(opened, settings or ())
    chosen = secrets.randbits(32) if seed is None else seed
    TerminalGame(opened, state, human=0 if first or opened.players == 1 else 1, playouts=playouts, seed=chosen).play()
