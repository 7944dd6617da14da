"""One person's game: what is on the board, who plays, how far it is, and what may be done with it.

A session knows no page. Whatever changes it tells its listeners in one word what to draw again:

    board     stones, moves, phase, result          thought   what the engine thinks of the position
    engine    whether it works, compiles, waits     graph     the search graph
    review    progress of a whole-game analysis     settings  of the search
    wishes    what the person likes to see          message   something to say, once
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from miai.core.errors import UserError
from miai.go.notation.coordinates import (
    BLACK,
    COLOR_NAMES,
    PASS,
    RESIGN,
    Move,
    Point,
    from_vertex,
    other,
    to_vertex,
)
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.rulesets import PRESETS
from miai.go.rules.tally import whole_chains
from miai.web import records
from miai.web.clocks import Clocks, clocks_from, time_settings
from miai.web.engine.pool import Pool
from miai.web.engine_controller import KEPT_OPTIONS, Mind
from miai.web.scoring import Count, count
from miai.web.setup import Setup, Wishes
from miai.web.tree import GameTree


@dataclass
class Session:
    """A person's game. Not to be used by several threads."""

    pool: Pool
    setup: Setup = field(default_factory=Setup)
    wishes: Wishes = field(default_factory=Wishes)

    def __post_init__(self) -> None:
        self.listeners: list[Callable[[str], None]] = []
        self.on_change: Callable[[bool], None] = lambda soon: None
        """Called when there is something to write to disk, soon or at leisure."""
        self.message: tuple[str, str] = ("", "info")
        self.touched = time.monotonic()
        self.mind = Mind(self, self.pool)
        self._begin(records.new_tree(self.setup.size, self._rules(), self.setup.stones()))

    def _rules(self) -> Any:
        return PRESETS[self.setup.rules].with_komi(self.setup.komi)

    def _begin(self, tree: GameTree) -> None:
        self.tree = tree
        self.live = tree.line()[-1]
        """Where the game is: the engine answers here, wherever the person looks."""
        self.phase = "play"
        """`play`, `count` (dead stones are marked) or `over`."""
        self.dead: frozenset[Point] = frozenset()
        self.seki: frozenset[Point] = frozenset()
        self.is_judged = False
        self.result = ""
        self.names = ("", "")
        self.clocks = Clocks(time_settings(self.setup.main_minutes, self.setup.byo_seconds, self.setup.byo_periods))

    # --- telling ------------------------------------------------------------------------------------------------------------------

    def tell(self, *words: str) -> None:
        """Something has changed; see the table above."""
        self.touched = time.monotonic()
        if {"board", "wishes", "settings"} & set(words):
            self.on_change(True)
        elif {"thought", "review"} & set(words):
            self.on_change(False)
        for word in words:
            for listener in list(self.listeners):
                listener(word)

    def say(self, text: str, kind: str = "info") -> None:
        """Say something to the person: kind is info, warning, negative or positive."""
        self.message = (text, kind)
        self.tell("message")

    def is_watched(self) -> bool:
        """Whether a page shows this game."""
        return bool(self.listeners)

    # --- a new game ---------------------------------------------------------------------------------------------------------------

    def new_game(self, setup: Setup) -> None:
        """Begin anew. Raises `UserError` with nothing changed."""
        setup.check()
        self.setup = setup
        self._begin(records.new_tree(setup.size, self._rules(), setup.stones()))
        self._forget_thoughts()
        self._moved()

    def load(self, tree: GameTree) -> None:
        """Look at a game from a file. The engine neither plays nor analyses it until it is asked."""
        self.setup = Setup(**(asdict(self.setup) | dict(size=tree.size, engine=None, rules=tree.rules.name, komi=tree.rules.komi)))
        self.setup.handicap = tree.handicap if tree.handicap >= 2 else 0
        self._begin(tree)
        self.result = tree.nodes[0].properties.get("RE", [""])[0][:40]
        self.names = tuple(tree.nodes[0].properties.get(key, [""])[0][:60] for key in ("PB", "PW"))  # type: ignore[assignment]
        tree.go_to(0)
        self._forget_thoughts()
        self.tell("board", "engine", "thought", "review")

    def _forget_thoughts(self) -> None:
        self.mind.analysing = False
        self.mind.to_review.clear()
        self.mind.telling = self.mind.told_of = self.mind.graph = None
        self.mind.update()

    def sgf(self) -> bytes:
        """The game as a file, with what was analysed."""
        return records.to_sgf(self.tree, self.result, self.player_names())

    def player_names(self) -> tuple[str, str]:
        """Black's and White's."""
        if any(self.names) or self.setup.engine is None:
            return self.names[0] or "Black", self.names[1] or "White"
        strength, amount = self.setup.strength, f"{self.setup.amount:g}"
        engine = f"miai, {strength} {amount}" if strength == "level" else f"miai, {amount} {strength}"
        return (engine, "You") if self.setup.engine == BLACK else ("You", engine)

    # --- playing ------------------------------------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        """Who is to play in the position that is looked at."""
        return self.tree.game().to_play

    def is_engine_to_move(self) -> bool:
        """Whether the game waits for a move of the engine's."""
        return self.phase == "play" and self.tree.game(self.live).to_play == self.setup.engine

    def click(self, point: Point) -> None:
        """A point was clicked: a move, or a stone that is dead or not."""
        if self.phase == "count" and self.tree.current == self.live:
            self.toggle_dead(point)
        else:
            self.play(point)

    def play(self, move: Move) -> None:
        """The person makes a move where they look. What is not allowed is said."""
        if self.setup.engine is not None and self.phase == "over":
            self.say("The game is over. Take a move back, begin a new game, or let the engine play neither colour.", "info")
            return
        if self.setup.engine is not None and self.to_play == self.setup.engine:
            self.say("It is the engine's turn.", "warning")
            return
        mover = self.to_play
        try:
            self.tree.play(move)
        except IllegalMove as error:
            self.say(f"Not {to_vertex(move)}: {error}.", "warning")
            return
        self.clocks.move_made(mover)
        self._arrived()

    def _arrived(self) -> None:
        """A move was made, and the game is now at the present node."""
        self.live = self.tree.current
        self.phase, self.result, self.is_judged = "play", "", False
        self.dead = self.seki = frozenset()
        if self.tree.game().is_terminal():
            self.begin_count()
        self._moved()

    def _moved(self) -> None:
        self.clocks.start(self.tree.game(self.live).to_play if self.phase == "play" and self.setup.engine is not None else None)
        self.mind.update()
        self.tell("board", "thought")

    def engine_moves(self, node: int, word: str) -> None:
        """The engine has chosen a move for the position at `node`."""
        move = from_vertex(word, self.tree.size)
        color = self.tree.game(node).to_play
        if move == RESIGN:
            self.say("The engine resigns.", "positive")
            self._end(f"{'W' if color == BLACK else 'B'}+R")
            return
        looked_at, self.tree.current = self.tree.current, node
        self.clocks.move_made(color)
        self.tree.play(PASS if self.tree.why_illegal(move) else move)
        self._arrived()
        if looked_at != node and self.phase == "play":
            self.tree.current = looked_at
            self.say(f"The engine plays {word}.", "info")
            self.tell("board")

    def pass_(self) -> None:
        """The person passes."""
        self.play(PASS)

    def resign(self) -> None:
        """The person gives up."""
        if self.phase == "over":
            return
        self.tree.go_to(self.live)
        loser = other(self.setup.engine) if self.setup.engine is not None else self.to_play
        self._end(f"{'W' if loser == BLACK else 'B'}+R")

    def undo(self) -> None:
        """Take the last move back; against the engine, up to the person's own last move."""
        self.tree.go_to(self.live)
        if not self.tree.take_back():
            self.say("There is no move to take back.", "info")
            return
        self.phase, self.result, self.is_judged = "play", "", False
        self.dead = self.seki = frozenset()
        if self.setup.engine is not None and self.to_play == self.setup.engine:
            self.tree.take_back()
        self.live = self.tree.current
        self._moved()

    def _end(self, result: str) -> None:
        self.phase, self.result = "over", result
        self.clocks.start(None)
        self._moved()

    def tick(self) -> None:
        """A second has passed: has time run out?"""
        if self.clocks.has_run_out() and self.clocks.running is not None:
            loser = self.clocks.running
            self.say(f"{COLOR_NAMES[loser].capitalize()}'s time has run out.", "warning")
            self._end(f"{'W' if loser == BLACK else 'B'}+T")

    def limits(self) -> dict[str, float]:
        """How long the engine may think about its next move."""
        setup = self.setup
        found: dict[str, float] = {setup.strength: setup.amount if setup.strength == "seconds" else int(setup.amount)}
        color = setup.engine or BLACK
        left = self.clocks.seconds_for(color, setup.size**2, self.tree.moves_to(self.live))
        if left is not None:
            found["seconds"] = min(left, found.get("seconds", left))
        return found

    # --- the end ------------------------------------------------------------------------------------------------------------------

    def begin_count(self) -> None:
        """Mark dead stones and count, in the position where the game is."""
        self.tree.go_to(self.live)
        self.phase, self.is_judged = "count", not self.tree.rules.dead_stones
        self.clocks.start(None)
        self.mind.update()
        self.tell("board")

    def judged(self, dead: list[Any], seki: list[Any]) -> None:
        """The engine proposes which stones are dead."""
        self.is_judged = True
        if self.phase == "count":
            position = self.tree.game(self.live).position
            self.dead = frozenset(point for point in dead if position.color_at(point))
            self.seki = frozenset(point for point in seki if position.color_at(point))
        self.mind.update()
        self.tell("board")

    def toggle_dead(self, point: Point) -> None:
        """A chain is dead, or not dead any more."""
        position = self.tree.game(self.live).position
        if not self.tree.rules.dead_stones:
            self.say("By these rules every stone on the board is alive.", "info")
        elif position.color_at(point):
            self.is_judged = True
            chain = frozenset(whole_chains(position, [point]))
            self.dead = self.dead - chain if point in self.dead else self.dead | chain
            self.seki -= chain
            self.mind.update()
            self.tell("board")

    def count(self) -> Count:
        """The position where the game is, counted with the stones that are marked dead."""
        return count(self.tree.game(self.live), self.tree.rules, self.tree.handicap, self.dead, self.seki)

    def agree(self) -> None:
        """The count is right."""
        if self.phase == "count":
            self._end(self.count().tally.result)

    def play_on(self) -> None:
        """Not over yet: the passes are taken back."""
        self.tree.go_to(self.live)
        had_passes = self.tree.node.move == PASS
        while self.tree.node.move == PASS and self.tree.take_back():
            pass
        if had_passes and self.to_play == self.setup.engine:
            self.tree.play(PASS)  # it has passed here already
        self.live = self.tree.current
        self.phase, self.result, self.is_judged = "play", "", False
        self.dead = self.seki = frozenset()
        self._moved()

    # --- looking ------------------------------------------------------------------------------------------------------------------

    def look_at(self, number: int) -> None:
        """Look at another node. A variation that the rules forbid is not shown."""
        before = self.tree.current
        self.tree.go_to(number)
        self._looked(before)

    def step(self, how_far: int) -> None:
        """Along the line, forward or back."""
        before = self.tree.current
        self.tree.step(how_far)
        self._looked(before)

    def turn(self, how_far: int) -> None:
        """To another variation of the present move."""
        before = self.tree.current
        self.tree.turn(how_far)
        self._looked(before)

    def _looked(self, before: int) -> None:
        try:
            self.tree.game()
        except IllegalMove as error:
            self.tree.current = before
            self.say(f"That variation breaks the rules: {error}.", "warning")
        if self.tree.current != before:
            self.mind.update()
            self.tell("board", "thought")

    # --- analysis -----------------------------------------------------------------------------------------------------------------

    def note(self, number: int, telling: dict[str, Any]) -> None:
        """Keep at a node what the search thinks of it, if it has thought as long as before."""
        node = self.tree.nodes.get(number)
        if node is None or (node.analysis is not None and node.analysis["visits"] > telling["visits"]):
            return
        options = [[move, value, visits, line[:8]] for move, value, visits, line in telling["moves"][:KEPT_OPTIONS]]
        node.analysis = {"win": telling["win"], "lead": telling["lead"], "visits": telling["visits"], "options": options}

    def review(self, playouts: int = 400) -> None:
        """Have the whole line looked through, but for what is known as well already."""
        nodes = [n for n in self.tree.line() if (self.tree.nodes[n].analysis or {"visits": 0})["visits"] < playouts]
        self.mind.review(nodes, playouts)

    def engine_plays(self, color: int | None) -> None:
        """The engine takes this colour from now on, or none; it plays on from the position that is looked at."""
        self.setup.engine = color
        self.names = ("", "")
        self.live = self.tree.current
        if self.phase == "over":
            self.phase, self.result = "play", ""
        self._moved()

    def game_for_engine(self, number: int) -> dict[str, Any]:
        """The game up to a node, as engines read it."""
        return records.for_engine(self.tree, number)

    # --- the disk -----------------------------------------------------------------------------------------------------------------

    def as_data(self) -> dict[str, Any]:
        """Everything that is kept, for JSON."""
        return {
            "format": 1,
            "setup": asdict(self.setup),
            "wishes": asdict(self.wishes),
            "tree": records.tree_as_data(self.tree),
            "live": self.live,
            "phase": self.phase,
            "dead": [to_vertex(point) for point in sorted(self.dead)],
            "seki": [to_vertex(point) for point in sorted(self.seki)],
            "judged": self.is_judged,
            "result": self.result,
            "names": list(self.names),
            "clocks": self.clocks.as_dict(),
            "preset": self.mind.preset,
            "words": self.mind.words,
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Go on from what `as_data` told. What does not fit is left out: a broken file costs the game, not the visit."""
        with contextlib.suppress(ValueError, TypeError, KeyError):
            self.wishes = Wishes(**data["wishes"])
        with contextlib.suppress(ValueError, TypeError, KeyError, UserError):
            setup = Setup(**data["setup"])
            setup.check()
            tree = records.tree_from_data(data["tree"])
            self.setup = setup
            self._begin(tree)
            self.live = data["live"] if data["live"] in tree.nodes else self.live
            self.phase, self.result, self.is_judged = str(data["phase"]), str(data["result"]), bool(data["judged"])
            self.dead, self.seki = (frozenset(records.points_from(data[name], tree.size)) for name in ("dead", "seki"))
            self.names = (str(data["names"][0]), str(data["names"][1]))
            self.mind.preset, self.mind.words = str(data["preset"]), [str(word) for word in data["words"]]
            self.clocks = clocks_from(data["clocks"])
            self.clocks.start(tree.game(self.live).to_play if self.phase == "play" and setup.engine is not None else None)
