"""`miai tournament`: play many engines against each other and rate them together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.contests import PlayByDefault, report, run_and_report
from miai.cli.option_groups import takes_groups
from miai.cli.options import CONFIDENCE, JSON, RUN_DIRECTORY, SEED, RunOptions, print_result
from miai.cli.registry import examples, new_app

app = new_app()
app.info.cls = PlayByDefault


@app.callback()
def tournament() -> None:
    """Play tournaments between engines."""


PLAY_EXAMPLES = examples(
    ("miai tournament my.toml --games 50", "the pairings of a file, 50 games each"),
    ("miai tournament uct-dag-grouping --preset quick", "a published plan that comes with miai"),
    ("miai tournament list", "the plans that come with miai"),
    ("miai tournament show runs/tournament-my --json", "print the results again, or the results so far"),
)


@app.command(epilog=PLAY_EXAMPLES)
@takes_groups
def play(
    file: Annotated[str, typer.Argument(metavar="FILE.toml", help="Tournament file, or a name from miai tournament list.")],
    *,
    preset: Annotated[str | None, typer.Option(help="Preset that the file defines.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games per pairing. Default: as the file says.")] = None,
    seed: SEED = 1,
    as_json: JSON = False,
    run: RunOptions,
) -> None:
    """Play a tournament, or continue one: round-robin, gauntlet or ladder, as its file says.

    Pairings take turns, game by game. Ratings are Bradley-Terry ratings with intervals. Everything else works as in `miai match`.
    """
    from miai.arena.game_job import file_name
    from miai.arena.tournament_files import find_tournament, read_tournament

    contest = read_tournament(find_tournament(file), preset, games, seed)
    run_and_report(contest, run.out or Path("runs") / f"tournament-{file_name(contest.name)}", run, as_json)


@app.command(epilog=examples(("miai tournament show DIR", "as tables"), ("miai tournament show DIR --json", "for a program")))
def show(directory: RUN_DIRECTORY, confidence: CONFIDENCE = 0.95, as_json: JSON = False) -> None:
    """Show the results in a directory and redraw the plots. Works while games are being played."""
    report(directory, as_json, confidence)


@app.command(
    "list", epilog=examples(("miai tournament list", "names and presets"), ("miai tournament list --json", "for a program"))
)
def list_tournaments(as_json: JSON = False) -> None:
    """List the tournaments that come with miai."""
    from miai.arena.engine_files import read_toml
    from miai.arena.tournament_files import SHIPPED, shipped_tournaments

    found = {name: list(read_toml(SHIPPED / f"{name}.toml").get("presets", {})) for name in shipped_tournaments()}
    data = {"tournaments": [{"name": name, "presets": presets} for name, presets in found.items()]}
    lines = [f"{name}  (presets: {', '.join(presets)})" for name, presets in found.items()]
    print_result(as_json, data, lambda: print("\n".join(lines)))
