"""The analysis of one game: a switch, a queue of positions to review, the latest report, and a summary at each analysed node."""

from __future__ import annotations

import itertools
from typing import Any

from miai.go.analysis import CandidateMove, Mistake, PositionAnalysis, mistakes_in
from miai.go.game_report import GameReport, report_game
from miai.go.notation.coordinates import COLOR_NAMES, to_vertex
from miai.web.engine.protocol import Message
from miai.web.tree import GameNode, GameTree

KEPT_OPTIONS = 6
"""Candidate moves that are kept at a node."""
KEPT_LINE = 8
"""Moves of an expected variation that are kept at a node."""


class GameAnalysis:
    """The state of analysis. It decides nothing about the engine; the session asks it for the next position."""

    def __init__(self) -> None:
        self.is_on = False
        """Whether the position on the board is analysed until the user switches it off."""
        self.review_queue: list[int] = []
        """Nodes that a whole-game analysis has not reached yet."""
        self.review_total = 0
        self.review_playouts = 400
        self.report: Message | None = None
        """The latest report, about the position at `report_node`."""
        self.report_node: int | None = None
        self.graph: Message | None = None
        """The latest description of the search graph."""

    def clear(self) -> None:
        """Discard the analysis of the previous game."""
        self.is_on = False
        self.review_queue.clear()
        self.report = self.report_node = self.graph = None

    def start_review(self, nodes: list[int], playouts: int) -> None:
        """Queue `nodes` for evaluation with `playouts` each; an empty list ends a review."""
        self.review_queue, self.review_total, self.review_playouts = list(nodes), len(nodes), playouts

    def next_in_review(self, tree: GameTree) -> int | None:
        """Return the next node to evaluate, skipping nodes that were taken back."""
        while self.review_queue and self.review_queue[0] not in tree.nodes:
            self.review_queue.pop(0)
        return self.review_queue[0] if self.review_queue else None

    def finish_review_of(self, number: int) -> None:
        """Remove a node from the queue."""
        self.review_queue = [node for node in self.review_queue if node != number]

    def take(self, report: Message, number: int, is_shown: bool) -> None:
        """Store a report about node `number`; `is_shown` says whether the board and the panels show it."""
        if is_shown:
            self.report, self.report_node = report, number
        if "graph" in report:
            self.graph = report["graph"] | {"speed": report["speed"], "visits": report["visits"]}

    def candidates(self, node: GameNode) -> list[list[Any]]:
        """Return the candidate moves at `node`, from the latest report or as they were kept: [move, value, visits, variation, lead]."""
        if self.report and self.report_node == node.number:
            return list(self.report["moves"])
        return list(node.analysis["options"]) if node.analysis else []

    def owners(self, node: GameNode) -> list[int] | None:
        """Return the expected owner of each point at `node`; `None` without a current report."""
        return self.report["owners"] if self.report and self.report_node == node.number else None


def keep_summary(node: GameNode, report: Message) -> None:
    """Store the main figures of a report at its node, unless those there come from more visits."""
    if node.analysis is not None and node.analysis["visits"] > report["visits"]:
        return
    options = [[*row[:3], row[3][:KEPT_LINE], *row[4:]] for row in report["moves"][:KEPT_OPTIONS]]
    node.analysis = {"win": report["win"], "lead": report["lead"], "visits": report["visits"], "options": options}


def analyses_of_line(tree: GameTree) -> list[PositionAnalysis | None]:
    """Return the analyses of the positions of the current line; `None` for positions without one."""
    line = tree.line()
    return [
        _analysis_at(tree, place, number, after) for place, (number, after) in enumerate(zip(line, [*line[1:], None], strict=True))
    ]


def _analysis_at(tree: GameTree, place: int, number: int, after: int | None) -> PositionAnalysis | None:
    """Return the analysis at node `number`, where the game continues with node `after`."""
    summary = tree.nodes[number].analysis
    if summary is None:
        return None
    following = tree.nodes[after] if after is not None else None
    mover = following.color if following is not None and following.color is not None else tree.game(number).to_play
    candidates = tuple(
        CandidateMove(move, win, visits, 0.0, tuple(line), lead=lead[0] if lead else None)
        for move, win, visits, line, *lead in summary["options"]
    )
    played = to_vertex(following.move) if following is not None and following.move is not None else None
    return PositionAnalysis(place, COLOR_NAMES[mover], summary["win"], candidates, (), played, summary["lead"])


def analysis_of_move(tree: GameTree, number: int) -> tuple[PositionAnalysis, PositionAnalysis] | None:
    """Return the analyses of the positions before and after the move at a node; `None` if one is missing."""
    path = tree.path(number)
    if len(path) < 2:
        return None
    before = _analysis_at(tree, len(path) - 2, path[-2], number)
    after = _analysis_at(tree, len(path) - 1, number, None)
    return None if before is None or after is None or before.played is None else (before, after)


def report_of_line(tree: GameTree) -> GameReport:
    """Return the report of the current line, as far as it is analysed."""
    return report_game(analyses_of_line(tree), tree.size)


def mistakes_of_line(tree: GameTree, most: int = 6) -> list[Mistake]:
    """Return the moves of the current line that lost most, where the positions before and after are analysed."""
    found: list[Mistake] = []
    for before, after in itertools.pairwise(analyses_of_line(tree)):
        if before is not None and after is not None:
            found += mistakes_in([before, after])
    return sorted(found, key=lambda mistake: -mistake.cost)[:most]
