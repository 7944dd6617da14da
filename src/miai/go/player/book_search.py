"""Books and long searches: verify the moves of a book, and let a book grow. Both continue where an earlier call stopped.

**Verification** searches the position after each move, the most frequent move first, and enters the win rate of its player. **Growth**
searches a position that is not in the book yet and enters its good moves. The position is the one at the end of the line that costs least:
each move costs what it loses against the best move of its position, and a little for its depth. So the book becomes deep where moves are
forced, and wide where several are good.

A search begins with a seed of its own position, so that a book does not depend on interruptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from miai.core.settings import Checked, number, whole
from miai.go.analysis import PositionAnalysis
from miai.go.book.book import Book, BookMove, as_stored
from miai.go.book.positions import position_key
from miai.go.book.tree import Branch, Line, Values, backed_up, branches, place_after
from miai.go.notation.coordinates import from_vertex
from miai.go.player.describing import AnalysisDetail, describe_position
from miai.go.player.player import Player
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game
from miai.go.rules.rulesets import Rules
from miai.search.store_protocol import Store

_DETAIL = AnalysisDetail(candidates=12, variation=1)


@dataclass(frozen=True)
class GrowthSettings(Checked):
    """How a book grows."""

    noun = "setting of the book"

    deepest: int = whole(16, 1, 100, "most moves of a line")
    worse: float = number(0.04, 0, 1, "how much less than the best move a move may win to be entered")
    least_share: float = number(0.03, 0, 1, "share of the visits that a move must have to be entered")
    most_moves: int = whole(5, 1, 50, "most moves of a position")
    depth_cost: float = number(0.02, 0, 1, "cost of each move of a line, in win rate: larger values make a wider book")


class BookSearcher:
    """Searches of positions for a book, by fixed settings of a player."""

    def __init__(self, size: int, rules: Rules, settings: PlayerSettings, store: Store | None = None) -> None:
        self.size, self.rules, self.store = size, rules, store
        self.settings = replace(settings, book="none", early_stop=False, ponder=False)

    def search(self, line: Line) -> PositionAnalysis:
        """Return the analysis of the position after `line`. With a store it begins with what is known, and adds what it finds."""
        place = place_after(line, self.size)
        assert place is not None
        seed = (place.key ^ self.settings.seed * 0x9E3779B97F4A7C15) % 2**62
        player = Player(self.size, self.rules, replace(self.settings, seed=seed), self.store)
        for color, point in line:
            player.play(color, point)
        try:
            player.look(player.game.to_play)
            return describe_position(player.thinker, player.game, _DETAIL)
        finally:
            player.close()


def unverified(book: Book, size: int) -> list[Branch]:
    """Return the moves of a book that no search has verified yet and that are not struck out, the most frequent first."""
    waiting = [branch for branch in branches(book, size) if branch.move.value is None and not branch.move.struck]
    return sorted(waiting, key=lambda branch: (-branch.move.games, len(branch.line), branch.key, branch.move.point))


def verify(book: Book, searcher: BookSearcher, most: int | None = None) -> Iterator[tuple[Branch, float]]:
    """Search after up to `most` moves, enter their win rates, and yield each move with it."""
    for branch in unverified(book, searcher.size)[:most]:
        found = searcher.search(branch.played)
        value = as_stored(1.0 - found.candidates[0].win_rate if found.candidates else 0.5)
        book.change(searcher.size, branch.key, branch.move.point, value=value)
        yield branch, value


def grow(
    book: Book, searcher: BookSearcher, positions: int, settings: GrowthSettings | None = None
) -> Iterator[tuple[Line, tuple[BookMove, ...]]]:
    """Enter up to `positions` new positions, and yield each with its line; fewer if no line is open."""
    settings = settings or GrowthSettings()
    for _ in range(positions):
        line = cheapest_open_line(book, searcher.size, settings)
        if line is None:
            return
        yield line, _enter(book, searcher, line, settings)


def cheapest_open_line(book: Book, size: int, settings: GrowthSettings) -> Line | None:
    """Return the line to the position outside the book that costs least; `None` if there is none.

    A move without a value costs what its share of the position's games says: 0 for the most frequent, up to `worse` for a rare one.
    """
    found = branches(book, size)
    if not found:
        return ()
    values = backed_up(found)
    cost: dict[int, float] = {found[0].key: 0.0}
    best, best_cost, known = None, float("inf"), book.tables[size]
    for branch in found:  # shorter lines first, so that the costs of positions before a move are known
        if branch.move.struck or branch.key not in cost:
            continue
        spent = cost[branch.key] + settings.depth_cost + _drop(branch, known[branch.key], values, settings)
        if branch.after in known:
            cost[branch.after] = min(spent, cost.get(branch.after, spent))
        elif spent < best_cost and len(branch.played) < settings.deepest:
            best, best_cost = branch.played, spent
    return best


def _drop(branch: Branch, moves: tuple[BookMove, ...], values: Values, settings: GrowthSettings) -> float:
    known = [values[branch.key, move.point] for move in moves if (branch.key, move.point) in values]
    if branch.move.value is not None:
        return max(known) - values[branch.key, branch.move.point]
    return settings.worse * (1.0 - branch.move.games / max(move.games for move in moves))


def _enter(book: Book, searcher: BookSearcher, line: Line, settings: GrowthSettings) -> tuple[BookMove, ...]:
    """Search a position and enter its moves: the best one, and others that are nearly as good."""
    size = searcher.size
    found = searcher.search(line)
    game = Game(size)
    for color, point in line:
        game.play(point, color)
    place = position_key(game, 1 + len(line) % 2)
    best = found.candidates[0].win_rate if found.candidates else 0.0
    entered: dict[int, BookMove] = {}
    for rank, each in enumerate(found.candidates):
        move = from_vertex(each.move, size)
        is_good = each.win_rate >= best - settings.worse and each.visits >= settings.least_share * found.candidate_visits
        if isinstance(move, str) or not (is_good or rank == 0):
            continue
        number = place.turned(move)
        if number not in entered and len(entered) < settings.most_moves:
            wins, value = as_stored(each.visits * each.win_rate), as_stored(each.win_rate)
            entered[number] = BookMove(number, each.visits, wins, value)
    book.put(size, place.key, entered.values())
    return book.moves(size, place.key)
