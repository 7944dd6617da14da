"""One game between two engines.

The arena uses the plain rules of `miai.go.rules.plain`, which share no code with our engine's board, so our own engine is checked as
strictly as any other. An engine that fails loses: by an illegal move, by time, by a crash, a hang, an answer that is not a move, by
refusing a legal move, or by using too much memory. Two consecutive passes or the move limit end a game; then `referee` scores it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from miai.arena.clock import GameClock
from miai.arena.conditions import Conditions
from miai.arena.engine_log import one_line
from miai.arena.engines import EngineSpec, command_line
from miai.arena.gtp_client import EngineFailure, GtpClient, Nonsense, Refused
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, RESIGN, WHITE, Move, from_vertex, other, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame

START_SECONDS = 120.0
"""Time that an engine has to start: it may have to load a network, or to compile."""

COMMENT_LIMIT = 1000
"""Characters of an engine's comment that are kept for one move."""

EXPLAIN_COMMAND = "gomill-explain_last_move"
"""GTP extension of several engines: figures about the last move."""

_PLAYOUTS = re.compile(r"(?:playouts|visits|simulations)\W{0,3}(\d+)|(\d+)\s+(?:playouts|visits|simulations)", re.IGNORECASE)


class Fault(Exception):
    """A loss by a fault. `kind` is a word such as "illegal", "time", "crash"."""

    def __init__(self, color: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.color = color
        self.kind = kind


@dataclass
class Turn:
    """A move with its time and comment."""

    color: int
    move: Move
    seconds: float = 0.0
    comment: str = ""


@dataclass
class GameEnd:
    """The end of a game, and its loser."""

    kind: str
    """"passes", "resign", "limit", or the kind of a fault."""
    loser: int | None = None
    """BLACK or WHITE; `None` if the position has to be scored."""
    detail: str = ""


@dataclass
class Side:
    """An engine in one game, with the resources it used."""

    engine: EngineSpec
    color: int
    client: GtpClient
    clock: GameClock | None
    commands: frozenset[str] = frozenset()
    version: str = ""
    moves: int = 0
    seconds: float = 0.0
    playouts: int = 0
    cpu_before: float = 0.0
    """Processor time used for the start."""
    turn: Turn | None = None
    """The last move, until its comment is complete."""

    def ask(self, command: str, seconds: float) -> str:
        """Return the answer to a command. Raise `Fault`."""
        with blaming(self.color):
            return self.client.ask(command, seconds)

    def note_figures(self) -> None:
        """Complete the comment of the last move: the engine's explanation, or what it has written to stderr, which may arrive late."""
        written = self.client.log.take().strip()
        if self.turn is not None:
            self.turn.comment = (self.turn.comment or written)[:COMMENT_LIMIT]
            found = _PLAYOUTS.search(self.turn.comment)
            self.playouts += int(found[1] or found[2]) if found else 0
        self.turn = None

    def knows(self, command: str) -> bool:
        return command in self.commands


@contextmanager
def blaming(color: int) -> Iterator[None]:
    """Turn a failure of the engine that plays `color` into a `Fault`."""
    try:
        yield
    except EngineFailure as failure:
        raise Fault(color, failure.kind, str(failure)) from failure


@dataclass
class GamePlay:
    """A game in progress: board, sides and moves."""

    conditions: Conditions
    game: PlainGame
    sides: dict[int, Side]
    turns: list[Turn] = field(default_factory=list)

    @staticmethod
    def new(conditions: Conditions) -> GamePlay:
        rules = conditions.ruleset
        return GamePlay(conditions, PlainGame(Position.of(conditions.size), BLACK, rules.suicide, rules.ko), {})

    def start_engine(self, engine: EngineSpec, color: int, seed: int) -> None:
        """Start an engine for one colour and send it the conditions. Raise `Fault`; `close` ends what was started."""
        control = engine.time_control(self.conditions)
        with blaming(color):
            client = GtpClient(command_line(engine, self.conditions, seed), engine.memory)
        side = self.sides[color] = Side(engine, color, client, GameClock(control) if control else None)
        side.commands = frozenset(side.ask("list_commands", START_SECONDS).split())
        side.version = one_line(" ".join(_ask_if_known(side, command) for command in ("name", "version")))
        for command in (f"boardsize {self.conditions.size}", "clear_board", f"komi {self.conditions.komi:g}"):
            side.ask(command, START_SECONDS)
        if control:
            side.ask(control.settings_command(), START_SECONDS)
        side.cpu_before = client.usage().cpu_seconds

    def play(self, opening: list[str]) -> GameEnd:
        """Play the opening, then let the engines move until the game ends."""
        for vertex in opening:
            move = from_vertex(vertex, self.conditions.size)
            turn = Turn(self.game.to_play, move, comment="opening")
            self._apply(turn)
            for side in self.sides.values():
                self._send_move(side, turn)
        while self.game.passes < 2:
            if len(self.turns) >= self.conditions.most_moves:
                return GameEnd("limit", detail=f"{self.conditions.most_moves} moves")
            if self._next_turn() == RESIGN:
                return GameEnd("resign", self.game.to_play)
        return GameEnd("passes")

    def _next_turn(self) -> Move:
        """Play one move of the engine whose turn it is."""
        side, opponent = self.sides[self.game.to_play], self.sides[other(self.game.to_play)]
        turn = self._generate(side)
        if turn.move == RESIGN:
            return RESIGN
        self._apply(turn)
        self._send_move(opponent, turn)
        return turn.move

    def _generate(self, side: Side) -> Turn:
        """Ask for a move and check the clock. Raise `Fault` for an invalid or late answer."""
        color = COLOR_NAMES[side.color]
        limit = side.clock.limit if side.clock else 2 * (side.engine.seconds or 0.0)
        if side.clock and side.knows("time_left"):
            side.ask(side.clock.left_command(color), self.conditions.patience)
        side.note_figures()
        began = time.monotonic()
        answer = side.ask(f"genmove {color}", limit + self.conditions.patience)
        seconds = time.monotonic() - began
        side.seconds += seconds
        side.moves += 1
        if side.clock and not side.clock.spend(seconds):
            raise Fault(side.color, "time", f"took {seconds:.1f} s for move {len(self.turns) + 1} with {limit:.1f} s left")
        try:
            move = from_vertex(answer, self.conditions.size)
        except ValueError as error:
            raise Fault(side.color, Nonsense.kind, f"answer to 'genmove {color}': {error}") from error
        side.turn = Turn(side.color, move, seconds, _ask_if_known(side, EXPLAIN_COMMAND))
        return side.turn

    def _apply(self, turn: Turn) -> None:
        """Play the move on our board. Raise `Fault` if it is illegal."""
        assert turn.move != RESIGN
        reason = self.game.why_illegal(turn.move)
        if reason is not None:
            detail = f"move {len(self.turns) + 1}, {COLOR_NAMES[turn.color]} {to_vertex(turn.move)}: {reason}"
            raise Fault(turn.color, "illegal", detail)
        self.game.play(turn.move)
        self.turns.append(turn)

    def _send_move(self, side: Side, turn: Turn) -> None:
        side.ask(f"play {COLOR_NAMES[turn.color]} {to_vertex(turn.move)}", self.conditions.patience)

    def close(self) -> None:
        """End both engines."""
        for side in self.sides.values():
            side.client.close()
            side.note_figures()

    @property
    def captures(self) -> tuple[int, int]:
        return self.game.captures[BLACK], self.game.captures[WHITE]


def _ask_if_known(side: Side, command: str) -> str:
    """Return the answer if the engine has the command and does not refuse it, else an empty text. Raise `Fault` if it fails."""
    if not side.knows(command):
        return ""
    with blaming(side.color):
        try:
            return side.client.ask(command, START_SECONDS)
        except Refused:
            return ""
