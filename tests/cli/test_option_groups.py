"""Dataclasses of options as arguments of a command."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from miai.cli.option_groups import prefixed, takes_groups


@dataclass(frozen=True)
class Board:
    size: Annotated[int, typer.Option("--size", "--board", min=2, help="Board size.")] = 9
    komi: Annotated[float | None, typer.Option(help="Points for White.")] = None


@pytest.fixture
def run():
    """Return a function that runs a command with two groups and returns the result and the arguments of the command."""
    app, calls = typer.Typer(), []

    @app.command()
    @takes_groups
    def play(
        name: Annotated[str, typer.Argument()],
        *,
        board: Board,
        other: prefixed(Board, "b"),
        seed: Annotated[int, typer.Option()] = 1,
    ) -> None:
        """Play."""
        calls.append((name, board, other, seed))

    return lambda *arguments: (CliRunner().invoke(app, arguments), calls)


def test_groups_reach_the_function_as_dataclasses_with_defaults(run):
    _, calls = run("x")
    assert calls == [("x", Board(), Board(), 1)]


def test_given_options_reach_their_group(run):
    _, calls = run("x", "--board", "5", "--b-size", "7", "--b-komi", "0.5", "--seed", "3")
    assert calls == [("x", Board(size=5), Board(size=7, komi=0.5), 3)]


def test_the_range_of_an_option_holds_with_a_prefix_too(run):
    result, calls = run("x", "--b-size", "1")
    assert result.exit_code == 2 and calls == []


def test_options_with_a_prefix_are_not_listed_in_the_help(run):
    output = run("--help")[0].output
    assert "--size" in output and "--b-size" not in output
