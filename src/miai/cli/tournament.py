"""`miai tournament`: many engines, rated together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from miai.cli.registry import examples, new_app


class TournamentGroup(TyperGroup):
    """`miai tournament FILE` plays; `miai tournament show DIR` and `miai tournament list` are the others."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        return super().parse_args(ctx, args if args[:1] in (["show"], ["list"]) else ["play", *args])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Without the word `play`, which nobody has typed, in the help."""
        name, command, rest = super().resolve_command(ctx, args)
        return ("" if name == "play" else name), command, rest


app = new_app()
app.info.cls = TournamentGroup

JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.callback()
def tournament() -> None:
    """Play tournaments between engines."""


PLAY_EXAMPLES = examples(
    ("miai tournament my.toml --games 50", "the pairings of a file, 50 games each"),
    ("miai tournament uct-dag-grouping --preset quick", "a published plan that comes with miai"),
    ("miai tournament list", "which those are"),
    ("miai tournament show runs/tournament-my --json", "the results again, or so far"),
)


@app.command(epilog=PLAY_EXAMPLES)
def play(
    file: Annotated[str, typer.Argument(metavar="FILE.toml", help="A tournament file, or the name of one of the list.")],
    preset: Annotated[str | None, typer.Option(help="One of the file's presets.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Of each pairing; as the file says by default.")] = None,
    seed: Annotated[int, typer.Option(help="Of openings, engines and all else that is random.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", "--parallel", min=1, max=1024, help="Games at a time; one a core by default.")
    ] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on Dask: an address, or local:N.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to; runs/tournament-NAME by default.")] = None,
    as_json: JSON = False,
) -> None:
    """Play a tournament, or go on with one: round-robin, gauntlet or ladder, as its file says.

    All pairings are played in turn; ratings are by Bradley and Terry, with intervals. The rest is as with `miai match`.
    """
    from miai.arena.game_job import file_name
    from miai.arena.tournament_files import find_tournament, read_tournament
    from miai.cli.match import run_and_report

    contest = read_tournament(find_tournament(file), preset, games, seed)
    run_and_report(contest, out or Path("runs") / f"tournament-{file_name(contest.name)}", workers, cluster, as_json)


@app.command(epilog=examples(("miai tournament show DIR", "as tables"), ("miai tournament show DIR --json", "for a program")))
def show(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a tournament.")],
    confidence: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Of all intervals.")] = 0.95,
    as_json: JSON = False,
) -> None:
    """Show the results in a directory, also while the games are being played; draws the plots anew."""
    from miai.cli.match import report

    report(directory, as_json, confidence)


@app.command(
    "list", epilog=examples(("miai tournament list", "names and presets"), ("miai tournament list --json", "for a program"))
)
def list_tournaments(as_json: JSON = False) -> None:
    """List the tournaments that come with miai."""
    import json

    from miai.arena.engine_files import read_toml
    from miai.arena.tournament_files import SHIPPED, shipped_tournaments

    found = {name: list(read_toml(SHIPPED / f"{name}.toml").get("presets", {})) for name in shipped_tournaments()}
    if as_json:
        print(json.dumps({"tournaments": [{"name": name, "presets": presets} for name, presets in found.items()]}, indent=2))
        return
    for name, presets in found.items():
        print(f"{name}  (presets: {', '.join(presets)})")
