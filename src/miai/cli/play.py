"""`miai play`: a game against the search in the terminal."""

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
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="The name of a built-in problem, or a file.py of your own.")],
    first: Annotated[bool, typer.Option("--first/--second", help="Whether you are the first player or the second.")] = True,
    playouts: Annotated[int, typer.Option(min=1, help="How many playouts the search has for each of its moves.")] = 10_000,
    seed: Annotated[int | None, typer.Option(help="For the search and the dice; without it each game is another.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the problem.")] = None,
) -> None:
    """Play against the search.

    Type an action as it is listed, or hint, undo, help, quit. End of input and Ctrl-C end the game too.
    """
    import secrets

    from miai.cli.terminal_game import Game
    from miai.problems import open_problem, start_state

    opened = open_problem(problem)
    state = start_state(opened, settings or ())
    chosen = secrets.randbits(32) if seed is None else seed
    Game(opened, state, human=0 if first or opened.players == 1 else 1, playouts=playouts, seed=chosen).play()
