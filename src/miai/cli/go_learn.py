"""`miai go learn`: weights of the features of moves, from games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.registry import examples
from miai.core.errors import UserError, did_you_mean

LEARN_EXAMPLES = examples(
    ("miai go learn games_9x9.tsv.gz --out weights.npy", "learn the weights for small boards"),
    ("miai go learn a_19x19.tsv.gz b_19x19.tsv.gz --out weights.npy --games 700", "and those for large ones, from 700 games"),
    ("miai go learn games_9x9.tsv.gz --without square", "how well are moves foretold without the 24 points around?"),
    ("miai go learn games_9x9.tsv.gz --json", "only say how well the moves can be foretold, for a program"),
)


def learn(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES.tsv.gz...", help="Tables of games, all of one board size.")],
    out: Annotated[
        Path | None, typer.Option(help="Write the weights here; those of the other kind of board stay as they are there.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games to learn from, at most; taken from the files in turn.")] = 10_000,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="How often every position is looked at.")] = 6,
    seed: Annotated[int, typer.Option(min=0, help="Of the order of the positions.")] = 1,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="Leave out a kind of features, to see what it is worth; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Learn which moves strong players choose.

    Reads tables of games, a line each, with a column `split`: games marked train are learned from, those marked valid tell how well the
    moves of other games are foretold. The columns are named in docs/go/priors.md.
    """
    from miai.go.knowledge.learned.tables import open_tables

    tables = open_tables(files)
    from miai.go.knowledge.learned.lesson import learn_from
    from miai.go.knowledge.learned.weights import write_row

    lesson = learn_from(tables, games, rounds, seed, _kinds(without or []))
    if out is not None:
        write_row(out, lesson.size, lesson.weights)
    found = {**lesson.as_data(), "out": None if out is None else str(out)}
    print(json.dumps(found, indent=2)) if as_json else _print(found)


def _kinds(names: list[str]) -> list[str]:
    from miai.go.knowledge.learned.features import KINDS

    for name in names:
        if name not in KINDS:
            raise UserError(
                f"go learn: there is no kind of features {name!r}{did_you_mean(name, KINDS)}; there are: {', '.join(KINDS)}"
            )
    return names


def _print(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        "games", "positions", "first choice", "among five", "loss", title=f"{found['size']}x{found['size']}", title_justify="left"
    )
    for split in ("train", "valid"):
        row = found[split]
        table.add_row(
            f"{split}, {row['games']:,}",
            f"{row['positions']:,}",
            f"{row['first']:.1%}",
            f"{row['among_five']:.1%}",
            f"{row['loss']:.3f}",
        )
    Console().print(table)
