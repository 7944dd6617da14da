"""`miai go playouts`: statistics of the games of a playout policy."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON, SEED, print_settings
from miai.cli.registry import examples
from miai.core.errors import UserError, unknown_name

if TYPE_CHECKING:
    from miai.go.playouts.learning.settings import LearningSettings
    from miai.go.playouts.settings import PlayoutSettings

PLAYOUTS_EXAMPLES = examples(
    ("miai go playouts", "the base policy on 9x9: share of moves chosen by each step"),
    ("miai go playouts --size 19 --games 20000", "more games, on 19x19"),
    ("miai go playouts --set pattern=0.25 --set eye-shape=off", "with other settings"),
    ("miai go playouts --policy uniform --json", "uniformly random games, for a program"),
    ("miai go playouts --policy learning --games 20000", "base playouts that learn from each other"),
    ("miai go playouts --policy learning --set learning.context=24", "with another setting of learning"),
    ("miai go playouts --settings", "all settings of a policy"),
)


_LEARNING = "learning."
POLICIES = ("uniform", "base", "learning")


def playouts(
    size: Annotated[int, typer.Option(min=2, max=19, help="Board size.")] = 9,
    policy: Annotated[str, typer.Option(help="Policy: uniform, base, or learning (base playouts that learn).")] = "base",
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="Number of games from the empty board.")] = 5000,
    words: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Setting of the policy, or of learning as learning.NAME. Repeatable.",
        ),
    ] = None,
    seed: SEED = 1,
    show_settings: Annotated[bool, typer.Option("--settings", help="List the settings of the policy, then exit.")] = False,
    as_json: JSON = False,
) -> None:
    """Play games by a playout policy and report which steps chose the moves.

    Also reports the length of games, the share that Black wins at komi 7.5, and the speed.
    """
    settings, learning = _chosen(policy, words or [])
    if show_settings:
        print_settings(_described(learning is not None), as_json)
        return
    from miai.go.playouts.report import report_policy

    found = {"policy": policy, **report_policy(size, settings, games, seed, learning)}
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _print_report(found)


def _chosen(policy: str, words: list[str]) -> tuple[PlayoutSettings, LearningSettings | None]:
    """Return the settings of a policy, and of its learning if it learns. Raises `UserError`."""
    from miai.core.settings import parse_words
    from miai.go.playouts.learning.settings import LearningSettings
    from miai.go.playouts.settings import policy_settings

    of_learning = [word.strip().removeprefix(_LEARNING) for word in words if word.strip().startswith(_LEARNING)]
    others = [word for word in words if not word.strip().startswith(_LEARNING)]
    if policy == "learning":
        _check_prefixes(others)
        return policy_settings("base", others), parse_words(LearningSettings(on=True), of_learning)
    if policy not in POLICIES:
        raise unknown_name("policy", policy, POLICIES, where="go playouts")
    if of_learning:
        raise UserError(f"go playouts: --set {_LEARNING}... needs --policy learning, not {policy}")
    return policy_settings(policy, others), None


def _check_prefixes(words: list[str]) -> None:
    """Raise `UserError` for a setting of learning that is typed without its prefix."""
    from miai.core.settings import settings_of
    from miai.go.playouts.learning.settings import LearningSettings

    known = settings_of(LearningSettings)
    for word in words:
        name = word.partition("=")[0].strip().replace("-", "_")
        if name in known:
            raise UserError(f"go playouts: {name} is a setting of learning; write --set {_LEARNING}{word.strip()}")


def _described(learns: bool) -> list[tuple[str, str, str, str]]:
    """Return all settings of a policy, for a table."""
    from miai.core.settings import describe
    from miai.go.playouts.learning.settings import LearningSettings
    from miai.go.playouts.settings import PlayoutSettings

    return [*describe(PlayoutSettings), *(describe(LearningSettings, _LEARNING) if learns else ())]


def _print_report(found: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    title = f"{found['games']:,} games of the policy {found['policy']} on {found['size']}x{found['size']}, seed {found['seed']}"
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("step")
    table.add_column("share of moves", justify="right")
    table.add_column(f"table 4.8, {'learning' if 'learning' in found else 'base'}", justify="right")
    for step, share in found["steps"].items():
        published = found["published"].get(step)
        table.add_row(step, f"{share:.2%}", f"{published:.2%}" if published is not None else "")
    console = ReportConsole()
    console.print(table)
    console.print(
        f"{found['moves_per_game']:.1f} moves per game, Black wins {found['black_wins']:.1%} at komi {found['komi']}, "
        f"{found['cut_off']} cut off",
        f"{found['games_per_second']:,.0f} games per second of processor time, {found['nanoseconds_per_move']:.0f} ns a move",
        sep="\n",
        highlight=False,
    )
    if "balance" in found:
        last = found["balance"][-1]
        console.print(
            f"offsets of the thresholds after {last['games']:,} games: {last['context_moves']:+d} states for context moves, "
            f"{last['reply_moves']:+d} for reply moves (raised for Black, lowered for White)",
            highlight=False,
        )
