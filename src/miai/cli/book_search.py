"""`miai book check` and `miai book grow`: long searches for an opening book, which continue where an earlier run stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.option_groups import takes_groups
from miai.cli.options import JSON, RULES_HELP, print_note, print_result
from miai.cli.registry import examples
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.book.book import Book
    from miai.go.player.book_search import BookSearcher
    from miai.go.rules.rulesets import Rules

SAVED_EVERY = 30.0
"""Seconds between two writings of the book."""

CHECK_EXAMPLES = examples(
    ("miai book check my.book --size 9", "search after every move of the 9x9 book, and strike out what loses"),
    ("miai book check my.book --size 19 --searches 500", "only the 500 most frequent moves that are not verified yet"),
    ("miai book check my.book --size 9 --playouts 10000 --seconds 3600", "longer searches, for an hour at most"),
)
GROW_EXAMPLES = examples(
    ("miai book grow my.book --size 13 --positions 200", "add 200 positions; the file is made if there is none"),
    ("miai book grow my.book --size 9 --playouts 20000 --graph go.graph", "with statistics of earlier searches, which it adds to"),
    ("miai book grow my.book --size 9 --depth-cost 0.005", "deeper rather than wider"),
)


@dataclass(frozen=True)
class BookSearchOptions:
    """The searches for a book, and when to stop."""

    size: Annotated[int, typer.Option(min=5, max=19, help="Board size.")] = 19
    playouts: Annotated[int, typer.Option(min=10, help="Playouts of each search.")] = 2000
    seconds: Annotated[float | None, typer.Option(min=0, help="Begin no search after this number of seconds.")] = None
    rules: Annotated[str, typer.Option(help=f"{RULES_HELP}.")] = "chinese"
    komi: Annotated[float | None, typer.Option(help="Points for White. Default: as the rules say.")] = None
    threads: Annotated[int, typer.Option(min=1, max=64, help="Number of search threads; with one a run is repeatable.")] = 1
    memory: Annotated[float, typer.Option(min=1, help="Memory limit of each search graph in MiB.")] = 64.0
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0
    loss: Annotated[float, typer.Option(min=0, max=1, help="Win rate below which a move is struck out.")] = 0.35
    worse: Annotated[float, typer.Option(min=0, max=1, help="Strike out moves that win this much less than the best one.")] = 0.1
    graph: Annotated[Path | None, typer.Option(metavar="FILE", help="Graph on disk that searches begin with and add to.")] = None


@takes_groups
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Book. It is changed.")],
    searches: Annotated[int | None, typer.Option(min=0, help="Most searches of this run. Default: all.")] = None,
    *,
    how: BookSearchOptions,
    as_json: JSON = False,
) -> None:
    """Verify the moves of a book by searches, and strike out those that lose.

    Each search looks at the position after a move, the most frequent move first. A move is worth at most what the answers in the book
    leave of it. The book is written twice a minute and at the end: after Ctrl-C the same command does the rest.
    """
    from miai.go.book.book import read_book
    from miai.go.player.book_search import unverified, verify

    book = read_book(file)
    if not book.tables.get(how.size):
        raise UserError(f"{file}: has no positions on {how.size}x{how.size}")
    made = _search(file, book, how, lambda searcher: verify(book, searcher, searches), "moves verified")
    left = len(unverified(book, how.size))
    data = made | {"verified": made.pop("steps"), "left": left}
    print_result(as_json, data, lambda: _print_check(data))


@takes_groups
def grow(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Book. It is changed, or made if there is none.")],
    positions: Annotated[int, typer.Option(min=1, help="Positions to add.")] = 100,
    deepest: Annotated[int, typer.Option(min=1, max=100, help="Most moves of a line.")] = 16,
    depth_cost: Annotated[
        float, typer.Option(min=0, max=1, help="Cost of each move of a line, in win rate: larger values make a wider book.")
    ] = 0.02,
    *,
    how: BookSearchOptions,
    as_json: JSON = False,
) -> None:
    """Let a book grow by the engine's own searches.

    Each search adds the good moves of one position: that at the end of the line whose moves lose least against the best ones. The book is
    written twice a minute and at the end: after Ctrl-C the same command continues.
    """
    from miai.go.book.book import Book, read_book
    from miai.go.player import book_search

    settings = book_search.GrowthSettings(deepest=deepest, depth_cost=depth_cost)
    book = read_book(file) if file.exists() else Book()
    made = _search(file, book, how, lambda searcher: book_search.grow(book, searcher, positions, settings), "positions added")
    data = made | {"added": made.pop("steps")}
    print_result(as_json, data, lambda: _print_growth(data))


def _search(
    file: Path, book: Book, how: BookSearchOptions, steps: Callable[[BookSearcher], Iterator[Any]], noun: str
) -> dict[str, Any]:
    """Run the steps of a search until the end or the limit of time, strike out moves, write the book, and return a summary."""
    from miai.go.book.book import write_book
    from miai.go.book.tree import StrikeSettings, strike

    rules = _rules(how)
    store = None
    if how.graph is not None:
        from miai.store.graph import open_fault_tolerant

        store = open_fault_tolerant(how.graph, print_note, writes=True, limit=4096)
    book.about.setdefault("searches", {})[str(how.size)] = {"playouts": how.playouts, "rules": how.rules, "komi": rules.komi}
    count, began = 0, time.monotonic()
    saved = began
    try:
        for count, _ in enumerate(steps(_searcher(how, rules, store)), 1):
            now = time.monotonic()
            if how.seconds is not None and now - began >= how.seconds:
                break
            if now - saved >= SAVED_EVERY:
                saved = now
                write_book(file, book)
                print_note(f"{count:,} {noun}")
    finally:
        struck = strike(book, how.size, StrikeSettings(how.loss, how.worse))
        write_book(file, book)
        if store is not None:
            store.close()
    return {"file": str(file), "size": how.size, "playouts": how.playouts, "steps": count, "struck": struck}


def _rules(how: BookSearchOptions) -> Rules:
    from miai.go.rules.rulesets import rules_named

    try:
        rules = rules_named(how.rules)
        return rules if how.komi is None else rules.with_komi(how.komi)
    except ValueError as error:
        raise UserError(f"book: {error}") from None


def _searcher(how: BookSearchOptions, rules: Rules, store: Any) -> BookSearcher:
    from miai.go.player.book_search import BookSearcher
    from miai.go.player.settings import PlayerSettings

    settings = PlayerSettings(playouts=how.playouts, threads=how.threads, memory=how.memory, seed=how.seed)
    return BookSearcher(how.size, rules, settings, store)


def _print_check(data: dict[str, Any]) -> None:
    print(f"{data['file']}: {data['verified']:,} moves verified, {data['left']:,} left, {data['struck']:,} struck out by searches")


def _print_growth(data: dict[str, Any]) -> None:
    print(
        f"{data['file']}: {data['added']:,} positions added on {data['size']}x{data['size']}, {data['struck']:,} moves struck out"
    )
