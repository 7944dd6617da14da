"""`miai go learn`: learn the weights of move features from games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.options import JSON
from miai.cli.registry import examples
from miai.core.errors import unknown_name

LEARN_EXAMPLES = examples(
    ("miai go learn games_9x9.tsv.gz --out weights.npy", "learn the weights for small boards"),
    (
        "miai go learn a_19x19.tsv.gz b_19x19.tsv.gz --out weights.npy --games 700",
        "learn the weights for large boards, from 700 games",
    ),
    ("miai go learn games_9x9.tsv.gz --without square", "accuracy without the 24 points around a move"),
    ("miai go learn games_9x9.tsv.gz --json", "accuracy only, for a program"),
)


def learn(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES.tsv.gz...", help="Tables of games, all with the same board size.")],
    out: Annotated[
        Path | None, typer.Option(help="File for the weights. Weights for the other board sizes in it are kept.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=2, help="Maximum number of games to learn from, taken from the files in turn.")
    ] = 10_000,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="Passes over all positions.")] = 6,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the order of positions.")] = 1,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Features to leave out: shape, tactics, liberties, fate, last, previous, place, diamond or square. Repeatable.",
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Learn which moves strong players choose.

    Reads tables with one game per line and a column `split`: games marked train are used for learning, games marked valid for measuring
    accuracy. docs/go/learned-moves.md describes the columns.
    """
    from miai.core.files import check_folder
    from miai.go.knowledge.learned.game_tables import open_tables

    if out is not None:
        check_folder(out)
    tables = open_tables(files)
    from miai.go.knowledge.learned.training import train
    from miai.go.knowledge.learned.weights import write_row

    trained = train(tables, games, rounds, seed, _kinds(without or []))
    if out is not None:
        write_row(out, trained.size, trained.weights)
    found = {**trained.as_dict(), "out": None if out is None else str(out)}
    print(json.dumps(found, indent=2)) if as_json else _print(found)


def _kinds(names: list[str]) -> list[str]:
    from miai.go.knowledge.learned.features import KINDS

    for name in names:
        if name not in KINDS:
            raise unknown_name("feature kind", name, KINDS, where="go learn")
    return names


def _print(found: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

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
    ReportConsole().print(table)
