"""`miai go playouts`: what the games of a playout policy are like."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.registry import examples
from miai.core.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from miai.go.playouts.learning.settings import LearningSettings
    from miai.go.playouts.settings import PlayoutSettings

PLAYOUTS_EXAMPLES = examples(
    ("miai go playouts", "the base policy on 9x9: which steps choose the moves"),
    ("miai go playouts --size 19 --games 20000", "more games, on 19x19"),
    ("miai go playouts --set pattern=0.25 --set eye-shape=off", "with other settings"),
    ("miai go playouts --policy uniform --json", "uniformly random games, for a program"),
    ("miai go playouts --policy learning --games 20000", "base playouts that learn from each other"),
    ("miai go playouts --policy learning --set learning.context=24", "with another setting of what they learn"),
    ("miai go playouts --settings", "all settings of a policy, with their meaning"),
)


_LEARNING = "learning."
POLICIES = ("uniform", "base", "learning")


def playouts(
    size: Annotated[int, typer.Option(min=2, max=19, help="The board size.")] = 9,
    policy: Annotated[str, typer.Option(help="uniform, base, or learning: base playouts that learn.")] = "base",
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="Games to play, from the empty board.")] = 5000,
    words: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Another value of a setting of the policy, or of learning.NAME.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the random numbers.")] = 1,
    show_settings: Annotated[bool, typer.Option("--settings", help="Print the settings of a policy and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play games by a playout policy and say which steps chose the moves.

    Also how long the games are, how many Black wins at komi 7.5, and how fast they are played.
    """
    settings, learning = _chosen(policy, words or [])
    if show_settings:
        _print_settings(_described(learning is not None), as_json)
        return
    from miai.go.playouts.report import report_policy

    found = {"policy": policy, **report_policy(size, settings, games, seed, learning)}
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _print_report(found)


def _chosen(policy: str, words: list[str]) -> tuple[PlayoutSettings, LearningSettings | None]:
    """The settings of a policy, and of what it learns if it does. Raises `UserError`."""
    from miai.go.playouts.learning.settings import learning_settings
    from miai.go.playouts.settings import policy_settings

    of_learning = [word.strip().removeprefix(_LEARNING) for word in words if word.strip().startswith(_LEARNING)]
    others = [word for word in words if not word.strip().startswith(_LEARNING)]
    if policy == "learning":
        _check_prefixes(others)
        return policy_settings("base", others), learning_settings(["on=true", *of_learning])
    if policy not in POLICIES:
        raise UserError(f"there is no policy {policy!r}{did_you_mean(policy, POLICIES)}; there are: {', '.join(POLICIES)}")
    if of_learning:
        raise UserError(f"go playouts: --set {_LEARNING}... is for --policy learning, not {policy}")
    return policy_settings(policy, others), None


def _check_prefixes(words: list[str]) -> None:
    """Raise `UserError` for a setting of learning that is typed without its prefix."""
    from miai.go.playouts.learning.settings import describe_learning_settings

    known = {name for name, *_ in describe_learning_settings()}
    for word in words:
        name = word.partition("=")[0].strip().replace("-", "_")
        if name in known:
            raise UserError(f"go playouts: {name} is a setting of what is learned: write --set {_LEARNING}{word.strip()}")


def _described(learns: bool) -> list[tuple[str, str, str, str]]:
    """All settings, for a table."""
    from miai.go.playouts.learning.settings import describe_learning_settings
    from miai.go.playouts.settings import describe_playout_settings

    described = describe_learning_settings() if learns else []
    of_learning = [(_LEARNING + name, default, accepted, meaning) for name, default, accepted, meaning in described]
    return describe_playout_settings() + of_learning


def _print_settings(rows: list[tuple[str, str, str, str]], as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    if as_json:
        print(json.dumps([dict(zip(("name", "default", "accepted", "meaning"), row, strict=True)) for row in rows], indent=2))
        return
    table = Table("setting", "default", "accepted", "meaning")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _print_report(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{found['games']:,} games of the policy {found['policy']} on {found['size']}x{found['size']}, seed {found['seed']}"
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("step")
    table.add_column("share of moves", justify="right")
    table.add_column(f"table 4.8, {'learning' if 'learning' in found else 'base'}", justify="right")
    for step, share in found["steps"].items():
        published = found["published"].get(step)
        table.add_row(step, f"{share:.2%}", f"{published:.2%}" if published is not None else "")
    console = Console()
    console.print(table)
    console.print(
        f"{found['moves_per_game']:.1f} moves a game, Black wins {found['black_wins']:.1%} at komi {found['komi']}, "
        f"{found['cut_off']} cut off",
        f"{found['games_per_second']:,.0f} games per second of processor time, {found['nanoseconds_per_move']:.0f} ns a move",
        sep="\n",
        highlight=False,
    )
    if "balance" in found:
        last = found["balance"][-1]
        console.print(
            f"offsets of the thresholds after {last['games']:,} games: {last['node_moves']:+d} states for node moves, "
            f"{last['edge_moves']:+d} for edge moves (Black's is raised by so much, White's lowered)",
            highlight=False,
        )
