"""One user's game: the moves, the players, the phase, and the actions that the page offers.

A session does not depend on a page: it notifies its listeners of changes with a `SessionEvent`. It does not depend on the engine either:
`EngineTasks` decides from its state which task the engine works on, and applies the answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict

from miai.go.notation.coordinates import BLACK, COLOR_NAMES, PASS, RESIGN, Move, Point, from_vertex, other, to_vertex
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.rulesets import PRESETS
from miai.web import records
from miai.web.clocks import PlayerClocks, time_settings
from miai.web.counting import Counting
from miai.web.engine.pool import EnginePool
from miai.web.engine_controller import EngineController
from miai.web.engine_tasks import EngineTasks
from miai.web.events import Phase, SessionEvent
from miai.web.game_analysis import GameAnalysis
from miai.web.preferences import Preferences
from miai.web.scoring import ScoreSheet
from miai.web.setup import GameSetup
from miai.web.tree import GameTree

SAVED_SOON = {SessionEvent.BOARD, SessionEvent.PREFERENCES, SessionEvent.SETTINGS}
SAVED_LATER = {SessionEvent.ANALYSIS, SessionEvent.REVIEW}


class GameSession:
    """A user's game. It is not safe for use by several threads."""

    def __init__(self, pool: EnginePool) -> None:
        self.setup = GameSetup()
        self.preferences = Preferences()
        self.listeners: list[Callable[[SessionEvent], None]] = []
        self.on_change: Callable[[bool], None] = lambda soon: None
        """Called when there is something to save: soon, or whenever it suits."""
        self.message: tuple[str, str] = ("", "info")
        self.last_change = time.monotonic()
        self.analysis = GameAnalysis()
        self.controller = EngineController(EngineTasks(self), pool)
        self.begin(self._new_tree())

    def _new_tree(self) -> GameTree:
        rules = PRESETS[self.setup.rules].with_komi(self.setup.komi)
        return records.new_tree(self.setup.size, rules, self.setup.stones())

    def begin(self, tree: GameTree) -> None:
        """Replace the game by `tree`. Listeners and the engine are not notified."""
        self.tree = tree
        self.live = tree.line()[-1]
        """The node that the game has reached. The engine plays here, whichever node the user looks at."""
        self.phase = Phase.PLAY
        self.counting = Counting()
        self.result = ""
        self.names = ("", "")
        self.clocks = PlayerClocks(time_settings(self.setup.main_minutes, self.setup.byo_seconds, self.setup.byo_periods))

    # --- notifications ------------------------------------------------------------------------------------------------------------

    def emit(self, *events: SessionEvent) -> None:
        """Notify the listeners of changes, and have them saved."""
        self.last_change = time.monotonic()
        if SAVED_SOON & set(events):
            self.on_change(True)
        elif SAVED_LATER & set(events):
            self.on_change(False)
        for event in events:
            for listener in list(self.listeners):
                listener(event)

    def notify(self, text: str, kind: str = "info") -> None:
        """Show a message to the user; `kind` is info, warning, negative or positive."""
        self.message = (text, kind)
        self.emit(SessionEvent.MESSAGE)

    def is_watched(self) -> bool:
        """Return whether a page shows this game."""
        return bool(self.listeners)

    # --- games --------------------------------------------------------------------------------------------------------------------

    def new_game(self, setup: GameSetup) -> None:
        """Start a new game. Raise `UserError`, with nothing changed, if a value is out of range."""
        setup.check()
        self.setup = setup
        self.begin(self._new_tree())
        self._clear_analysis()
        self._game_changed()

    def load(self, tree: GameTree) -> None:
        """Show a game from a file. The engine neither plays nor analyses it until the user asks for it."""
        loaded = {"size": tree.size, "engine": None, "rules": tree.rules.name, "komi": tree.rules.komi}
        self.setup = GameSetup(**(asdict(self.setup) | loaded))
        self.setup.handicap = tree.handicap if tree.handicap >= 2 else 0
        self.begin(tree)
        self.result = tree.nodes[0].properties.get("RE", [""])[0][:40]
        self.names = tuple(tree.nodes[0].properties.get(key, [""])[0][:60] for key in ("PB", "PW"))  # type: ignore[assignment]
        tree.go_to(0)
        self._clear_analysis()
        self.emit(SessionEvent.BOARD, SessionEvent.ENGINE, SessionEvent.ANALYSIS, SessionEvent.REVIEW)

    def _clear_analysis(self) -> None:
        self.analysis.clear()
        self.controller.update()

    def sgf(self) -> bytes:
        """Return the game as an SGF file, with its analysis."""
        return records.to_sgf(self.tree, self.result, self.player_names())

    def player_names(self) -> tuple[str, str]:
        """Return the names of Black and White."""
        if any(self.names) or self.setup.engine is None:
            return self.names[0] or "Black", self.names[1] or "White"
        strength, amount = self.setup.strength, f"{self.setup.amount:g}"
        engine = f"miai, {strength} {amount}" if strength == "level" else f"miai, {amount} {strength}"
        return (engine, "You") if self.setup.engine == BLACK else ("You", engine)

    # --- playing ------------------------------------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        """The player to move in the position on the board."""
        return self.tree.game().to_play

    def is_engine_to_move(self) -> bool:
        """Return whether the game waits for a move of the engine."""
        return self.phase == Phase.PLAY and self.tree.game(self.live).to_play == self.setup.engine

    def click(self, point: Point) -> None:
        """Handle a click on a point: play there, or mark the stone there as dead or alive."""
        if self.phase == Phase.COUNT and self.tree.current == self.live:
            self.toggle_dead(point)
        else:
            self.play(point)

    def play(self, move: Move) -> None:
        """Play the user's move in the position on the board. An illegal move is answered with a message."""
        if self.setup.engine is not None and self.phase == Phase.OVER:
            self.notify("The game has ended. Take back a move, start a new game, or set the engine to play neither colour.")
            return
        if self.setup.engine is not None and self.to_play == self.setup.engine:
            self.notify("It is the engine's turn.", "warning")
            return
        mover = self.to_play
        try:
            self.tree.play(move)
        except IllegalMove as error:
            self.notify(f"{to_vertex(move)} is illegal: {error}.", "warning")
            return
        self.clocks.move_made(mover)
        self._move_made()

    def _move_made(self) -> None:
        """Continue the game at the current node, after a move there."""
        self._resume(self.tree.current)
        if self.tree.game().is_terminal():
            self.begin_count()
        self._game_changed()

    def _resume(self, live: int) -> None:
        """Go back to playing, at node `live`."""
        self.live = live
        self.phase, self.result = Phase.PLAY, ""
        self.counting.clear()

    def start_clock(self) -> None:
        """Run the clock of the player to move, if the game is being played against the engine."""
        is_timed = self.phase == Phase.PLAY and self.setup.engine is not None
        self.clocks.start(self.tree.game(self.live).to_play if is_timed else None)

    def _game_changed(self) -> None:
        self.start_clock()
        self.controller.update()
        self.emit(SessionEvent.BOARD, SessionEvent.ANALYSIS)

    def play_for_engine(self, node: int, word: str) -> None:
        """Play the engine's move at `node`; the user keeps looking at their own position."""
        move = from_vertex(word, self.tree.size)
        color = self.tree.game(node).to_play
        if move == RESIGN:
            self.notify("The engine resigns.", "positive")
            self._end(f"{'W' if color == BLACK else 'B'}+R")
            return
        shown, self.tree.current = self.tree.current, node
        self.clocks.move_made(color)
        self.tree.play(PASS if self.tree.why_illegal(move) else move)
        self._move_made()
        if shown != node and self.phase == Phase.PLAY:
            self.tree.current = shown
            self.notify(f"The engine plays {word}.")
            self.emit(SessionEvent.BOARD)

    def pass_(self) -> None:
        """Pass for the user."""
        self.play(PASS)

    def resign(self) -> None:
        """Resign for the user."""
        if self.phase == Phase.OVER:
            return
        self.tree.go_to(self.live)
        loser = other(self.setup.engine) if self.setup.engine is not None else self.to_play
        self._end(f"{'W' if loser == BLACK else 'B'}+R")

    def undo(self) -> None:
        """Take back the last move; against the engine, back to the user's own last move."""
        self.tree.go_to(self.live)
        if not self.tree.take_back():
            self.notify("There is no move to take back.")
            return
        if self.setup.engine is not None and self.to_play == self.setup.engine:
            self.tree.take_back()
        self._resume(self.tree.current)
        self._game_changed()

    def engine_plays(self, color: int | None) -> None:
        """Let the engine play `color` from the position on the board, or neither colour."""
        self.setup.engine = color
        self.names = ("", "")
        self.live = self.tree.current
        if self.phase == Phase.OVER:
            self.phase, self.result = Phase.PLAY, ""
        self._game_changed()

    def _end(self, result: str) -> None:
        self.phase, self.result = Phase.OVER, result
        self.clocks.start(None)
        self._game_changed()

    def tick(self) -> None:
        """End the game if the time of the player to move has run out. Called once a second."""
        if self.clocks.has_run_out() and self.clocks.running is not None:
            loser = self.clocks.running
            self.notify(f"{COLOR_NAMES[loser].capitalize()} has run out of time.", "warning")
            self._end(f"{'W' if loser == BLACK else 'B'}+T")

    # --- counting -----------------------------------------------------------------------------------------------------------------

    def begin_count(self) -> None:
        """Start the counting phase in the position that the game has reached."""
        self.tree.go_to(self.live)
        self.phase = Phase.COUNT
        self.counting.begin(self.tree.rules)
        self.clocks.start(None)
        self._count_changed()

    def take_judgement(self, dead: Iterable[Point], seki: Iterable[Point]) -> None:
        """Mark the stones that the engine judges dead or in seki."""
        self.counting.is_judged = True
        if self.phase == Phase.COUNT:
            self.counting.propose(self.tree.game(self.live).position, dead, seki)
        self._count_changed()

    def toggle_dead(self, point: Point) -> None:
        """Mark a chain as dead, or as alive if it was dead."""
        position = self.tree.game(self.live).position
        if not self.tree.rules.dead_stones:
            self.notify("Under these rules all stones on the board are alive.")
        elif position.color_at(point):
            self.counting.toggle(position, point)
            self._count_changed()

    def _count_changed(self) -> None:
        self.controller.update()
        self.emit(SessionEvent.BOARD)

    def score(self) -> ScoreSheet:
        """Return the score of the position that the game has reached, with the marked stones removed."""
        return self.counting.score(self.tree, self.live)

    def agree(self) -> None:
        """End the game with the present score."""
        if self.phase == Phase.COUNT:
            self._end(self.score().tally.result)

    def play_on(self) -> None:
        """Return from counting to playing; the passes are taken back."""
        self.tree.go_to(self.live)
        had_passes = self.tree.node.move == PASS
        while self.tree.node.move == PASS and self.tree.take_back():
            pass
        if had_passes and self.to_play == self.setup.engine:
            self.tree.play(PASS)  # the engine has passed here already
        self._resume(self.tree.current)
        self._game_changed()

    # --- navigation ---------------------------------------------------------------------------------------------------------------

    def look_at(self, number: int) -> None:
        """Show another node, unless its variation breaks the rules."""
        self._navigate(lambda: self.tree.go_to(number))

    def step(self, count: int) -> None:
        """Go forward along the line, or back if `count` is negative."""
        self._navigate(lambda: self.tree.step(count))

    def turn(self, count: int) -> None:
        """Show another variation of the last move."""
        self._navigate(lambda: self.tree.turn(count))

    def _navigate(self, go: Callable[[], None]) -> None:
        before = self.tree.current
        go()
        try:
            self.tree.game()
        except IllegalMove as error:
            self.tree.current = before
            self.notify(f"That variation breaks the rules: {error}.", "warning")
        if self.tree.current != before:
            self.controller.update()
            self.emit(SessionEvent.BOARD, SessionEvent.ANALYSIS)

    # --- analysis -----------------------------------------------------------------------------------------------------------------

    def analyse(self, is_on: bool) -> None:
        """Switch the analysis of the position on the board on or off."""
        self.analysis.is_on = is_on
        self.controller.update()
        self.emit(SessionEvent.ENGINE, SessionEvent.ANALYSIS)

    def review(self, playouts: int = 400) -> None:
        """Evaluate every position of the line in the background; positions with enough visits are skipped."""
        nodes = [n for n in self.tree.line() if (self.tree.nodes[n].analysis or {"visits": 0})["visits"] < playouts]
        self._start_review(nodes, playouts)

    def stop_review(self) -> None:
        """End a whole-game analysis early."""
        self._start_review([], 0)

    def _start_review(self, nodes: list[int], playouts: int) -> None:
        self.analysis.start_review(nodes, playouts)
        self.controller.update()
        self.emit(SessionEvent.REVIEW)
