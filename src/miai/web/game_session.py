"""One user's game: the moves, the players, the phase, and the actions that the page offers.

A session does not depend on a page: it notifies its listeners of changes with a `SessionEvent`. It does not depend on the engine either:
`EngineTasks` decides from its state which task the engine works on, and applies the answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType

from miai.go.notation.coordinates import BLACK, PASS, RESIGN, WHITE, Move, Point, from_vertex, to_vertex
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
from miai.web.game_files import Collection
from miai.web.languages import text as _
from miai.web.library import GameLibrary, new_game_name
from miai.web.preferences import Preferences
from miai.web.rivals import Rivals
from miai.web.scoring import ScoreSheet
from miai.web.setup import GameSetup
from miai.web.study import RecordStudy
from miai.web.teaching import Teacher
from miai.web.tree import GameTree

SAVED_SOON = {SessionEvent.BOARD, SessionEvent.PREFERENCES, SessionEvent.SETTINGS}
SAVED_LATER = {SessionEvent.ANALYSIS, SessionEvent.REVIEW}


class GameSession:
    """A user's game. It is not safe for use by several threads."""

    def __init__(self, pool: EnginePool, others: Mapping[str, EnginePool] = MappingProxyType({})) -> None:
        self.setup = GameSetup()
        self.preferences = Preferences()
        self.listeners: list[Callable[[SessionEvent], None]] = []
        self.on_change: Callable[[bool], None] = lambda soon: None
        """Called when there is something to save: soon, or whenever it suits."""
        self.on_leave: Callable[[], None] = lambda: None
        """Called before another game takes the place of this one."""
        self.language = "en"  # of the page that was opened last
        self.message: tuple[str, str] = ("", "info")
        self.last_change = time.monotonic()
        self.library = GameLibrary(Path())
        """The user's past games; the registry sets its folder."""
        self.analysis = GameAnalysis()
        self.teacher = Teacher(self)
        self.study = RecordStudy(self)
        self.controller = EngineController(EngineTasks(self), pool)
        self.rivals = Rivals(self, others)
        for controller in (self.controller, self.rivals.player, self.rivals.analyst):
            controller.language = lambda: self.language
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
        self.teacher.clear()
        self.study.clear()
        self.result = ""
        self.names = ("", "")
        self.game_name = new_game_name()
        self.is_played = self.is_analysed = False
        """Whether moves were made, or positions analysed, since the game was begun or opened."""
        self.collection: Collection | None = None
        """The file with several games that this one is from."""
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
        self.on_leave()
        self.setup = setup
        self.begin(self._new_tree())
        self._clear_analysis()
        self.game_changed()

    def load(self, tree: GameTree, collection: Collection | None = None) -> None:
        """Show a game from a file, or one of a `collection`. The engine neither plays nor analyses it until the user asks for it."""
        self.on_leave()
        loaded = {"size": tree.size, "engine": None, "rival_color": None, "rules": tree.rules.name, "komi": tree.rules.komi}
        self.setup = GameSetup(**(asdict(self.setup) | loaded))
        self.setup.handicap = tree.handicap if tree.handicap >= 2 else 0
        self.begin(tree)
        self.collection = collection
        self.result = tree.nodes[0].properties.get("RE", [""])[0][:40]
        self.names = tuple(tree.nodes[0].properties.get(key, [""])[0][:60] for key in ("PB", "PW"))  # type: ignore[assignment]
        tree.go_to(0)
        self._clear_analysis()
        self.emit(SessionEvent.BOARD, SessionEvent.ENGINE, SessionEvent.ANALYSIS, SessionEvent.REVIEW)

    def is_unfinished(self) -> bool:
        """Return whether moves were made in this game and it has not ended."""
        return self.is_played and self.phase != Phase.OVER and len(self.tree.nodes) > 1

    def _clear_analysis(self) -> None:
        self.analysis.clear()
        self.update_engines()

    def sgf(self, with_analysis: bool = True) -> bytes:
        """Return the game as an SGF file."""
        return records.to_sgf(self.tree, self.result, self.player_names(), with_analysis)

    def player_names(self) -> tuple[str, str]:
        """Return the names of Black and White."""
        if any(self.names) or not self.setup.has_engines():
            return self.names[0] or "Black", self.names[1] or "White"
        return self.setup.player_name(BLACK), self.setup.player_name(WHITE)

    # --- playing ------------------------------------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        """The player to move in the position on the board."""
        return self.tree.game().to_play

    def is_engine_to_move(self) -> bool:
        """Return whether the game waits for a move of the engine."""
        return self.phase == Phase.PLAY and self.tree.game(self.live).to_play == self.setup.engine

    def has_opponent(self) -> bool:
        """Return whether the user plays one colour and an engine the other."""
        return self.setup.is_by_engine(BLACK) != self.setup.is_by_engine(WHITE)

    def is_rival_to_move(self) -> bool:
        """Return whether the game waits for a move of another engine than our own."""
        to_play = self.tree.game(self.live).to_play
        return self.phase == Phase.PLAY and to_play != self.setup.engine and self.setup.is_by_engine(to_play)

    def is_opponent_to_move(self) -> bool:
        """Return whether the game waits for a move of the user's opponent."""
        return self.has_opponent() and (self.is_engine_to_move() or self.is_rival_to_move())

    def click(self, point: Point) -> None:
        """Handle a click on a point: play there, or mark the stone there as dead or alive."""
        if self.study.is_active():
            self.study.click(point)
        elif self.phase == Phase.COUNT and self.tree.current == self.live:
            self.toggle_dead(point)
        else:
            self.play(point)

    def play(self, move: Move) -> None:
        """Play the user's move in the position on the board. An illegal move is answered with a message."""
        if self.setup.has_engines() and self.phase == Phase.OVER:
            self.notify(_("The game has ended. Take back a move, start a new game, or set the engine to play neither colour."))
            return
        if self.setup.is_by_engine(self.to_play):
            self.notify(_("It is the engine's turn."), "warning")
            return
        mover = self.to_play
        try:
            self.tree.play(move)
        except IllegalMove as error:
            self.notify(_("{move} is illegal: {reason}.").format(move=to_vertex(move), reason=_(str(error))), "warning")
            return
        self.clocks.move_made(mover)
        self._move_made()

    def _move_made(self) -> None:
        """Continue the game at the current node, after a move there."""
        self.is_played = True
        self._resume(self.tree.current)
        if self.tree.game().is_terminal():
            self.begin_count()
        self.game_changed()

    def _resume(self, live: int) -> None:
        """Go back to playing, at node `live`."""
        self.live = live
        self.phase, self.result = Phase.PLAY, ""
        self.counting.clear()

    def start_clock(self) -> None:
        """Run the clock of the player to move, if the game is being played against the engine."""
        is_timed = self.phase == Phase.PLAY and self.setup.has_engines() and not self.teacher.holds()
        self.clocks.start(self.tree.game(self.live).to_play if is_timed else None)

    def game_changed(self) -> None:
        """Start the clock and the engines, and draw the game again."""
        self.teacher.drop_stale()
        self.start_clock()
        self.update_engines()
        self.emit(SessionEvent.BOARD, SessionEvent.ANALYSIS)

    def play_for_engine(self, node: int, word: str) -> None:
        """Play the engine's move at `node`; the user keeps looking at their own position."""
        move = from_vertex(word, self.tree.size)
        color = self.tree.game(node).to_play
        if move == RESIGN:
            self.notify(_("The engine resigns."), "positive")
            self.end(f"{'W' if color == BLACK else 'B'}+R")
            return
        shown, self.tree.current = self.tree.current, node
        self.clocks.move_made(color)
        self.tree.play(PASS if self.tree.why_illegal(move) else move)
        self._move_made()
        if shown != node and self.phase == Phase.PLAY:
            self.tree.current = shown
            self.notify(_("The engine plays {move}.").format(move=word))
            self.emit(SessionEvent.BOARD)

    def pass_(self) -> None:
        """Pass for the user."""
        self.play(PASS)

    def resign(self) -> None:
        """Resign for the user."""
        if self.phase == Phase.OVER:
            return
        self.tree.go_to(self.live)
        loser = self.to_play
        if self.has_opponent():
            loser = BLACK if self.setup.is_by_engine(WHITE) else WHITE
        self.end(f"{'W' if loser == BLACK else 'B'}+R")

    def undo(self) -> None:
        """Take back the last move; against the engine, back to the user's own last move."""
        self.tree.go_to(self.live)
        if not self.tree.take_back():
            self.notify(_("There is no move to take back."))
            return
        if self.setup.is_by_engine(self.to_play):
            self.tree.take_back()
        self._resume(self.tree.current)
        self.game_changed()

    def engine_plays(self, color: int | None) -> None:
        """Let the engine play `color` from the position on the board, or neither colour."""
        self.setup.engine = color
        if color is not None and color == self.setup.rival_color:
            self.setup.rival_color = None
        self.players_changed()

    def players_changed(self) -> None:
        """Continue the game from the position on the board with other players."""
        self.names = ("", "")
        self.rivals.player.trouble = ""
        self.live = self.tree.current
        if self.phase == Phase.OVER:
            self.phase, self.result = Phase.PLAY, ""
        self.game_changed()

    def update_engines(self) -> None:
        """Start the tasks that this session needs now, and stop others."""
        self.controller.update()
        self.rivals.update()

    def end(self, result: str) -> None:
        """End the game with a result, as SGF writes it."""
        self.phase, self.result = Phase.OVER, result
        self.clocks.start(None)
        self.game_changed()

    def tick(self) -> None:
        """End the game if the time of the player to move has run out. Called once a second."""
        if self.clocks.has_run_out() and self.clocks.running is not None:
            loser = self.clocks.running
            self.notify(_("Black has run out of time.") if loser == BLACK else _("White has run out of time."), "warning")
            self.end(f"{'W' if loser == BLACK else 'B'}+T")

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
            self.notify(_("Under these rules all stones on the board are alive."))
        elif position.color_at(point):
            self.counting.toggle(position, point)
            self._count_changed()

    def _count_changed(self) -> None:
        self.update_engines()
        self.emit(SessionEvent.BOARD)

    def score(self) -> ScoreSheet:
        """Return the score of the position that the game has reached, with the marked stones removed."""
        return self.counting.score(self.tree, self.live)

    def agree(self) -> None:
        """End the game with the present score."""
        if self.phase == Phase.COUNT:
            self.end(self.score().tally.result)

    def play_on(self) -> None:
        """Return from counting to playing; the passes are taken back."""
        self.tree.go_to(self.live)
        had_passes = self.tree.node.move == PASS
        while self.tree.node.move == PASS and self.tree.take_back():
            pass
        if had_passes and self.setup.is_by_engine(self.to_play):
            self.tree.play(PASS)  # the engine has passed here already
        self._resume(self.tree.current)
        self.game_changed()

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
            self.notify(_("That variation breaks the rules: {reason}.").format(reason=error), "warning")
        if self.tree.current != before:
            self.update_engines()
            self.emit(SessionEvent.BOARD, SessionEvent.ANALYSIS)

    # --- analysis -----------------------------------------------------------------------------------------------------------------

    def analyse(self, is_on: bool) -> None:
        """Switch the analysis of the position on the board on or off."""
        self.analysis.is_on = is_on
        self.update_engines()
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
        self.update_engines()
        self.emit(SessionEvent.REVIEW)
