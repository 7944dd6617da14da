"""The process between the page and a GTP engine: requests and events as in `engine.protocol`, GTP on the other side.

    python -m miai.web.engine.gtp_bridge '{"name": ..., "words": [...]}'      the argument is an `EngineSpec` as data

The engine is run by the client of the arena, with its limits on time, memory and output. It ends with this process, however that ends. A
failure of the engine is one line in an `error` event; the next request starts the engine again. Requests about dead stones are not for
other engines: miai judges.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
from typing import Any

from miai.arena.conditions import Conditions
from miai.arena.engine_log import one_line
from miai.arena.engines import EngineSpec, command_line
from miai.arena.gtp_client import EngineFailure, GtpClient, Nonsense, Refused
from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, from_vertex, to_vertex
from miai.web.engine.gtp_analysis import parse_analysis, report_analysis
from miai.web.engine.process import EventWriter
from miai.web.engine.protocol import EventKind, Message, RequestKind

START_SECONDS = 120.0
"""Time that an engine has to start: it may have to load a network, or to compile."""
NEEDED = ("boardsize", "clear_board", "komi", "play", "genmove")
"""Commands that every engine must know."""
INTERVAL = 0.25
"""Seconds between two reports."""
GRACE_SECONDS = 5.0
"""Time that an engine has to finish a move when the page wants something else; GTP cannot interrupt it, so it is killed then."""
EVALUATE_SECONDS = 20.0
"""Longest evaluation of one position."""


class GtpBridge:
    """An engine with the game that it has been sent."""

    def __init__(self, spec: EngineSpec, output: EventWriter) -> None:
        self.spec, self.output = spec, output
        self.waiting: queue.Queue[Message] = queue.Queue()
        self.client: GtpClient | None = None
        self.commands: frozenset[str] = frozenset()
        self.version = ""
        self._conditions: Conditions | None = None
        self._start: Any = None
        self._moves: list[str] = []
        self._handled = 0
        """Requests that were handled so far."""
        self._is_choosing = False
        """Whether the engine chooses a move at present."""

    # --- requests -----------------------------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Handle requests until the input ends."""
        while (request := self.waiting.get())["kind"] != RequestKind.END:
            self.handle(request)
            self._handled += 1
        self.close()

    def receive(self, request: Message) -> None:
        """Queue a request. A move that the engine does not finish soon is given up for it. Called from the thread that reads."""
        self.waiting.put(request)
        threading.Timer(GRACE_SECONDS, self._abort_after, [self._handled]).start()

    def _abort_after(self, handled: int) -> None:
        """Kill the engine if it still chooses the move that it chose when another request arrived."""
        client = self.client
        if client is not None and self._is_choosing and self._handled == handled and not self.waiting.empty():
            client.abort()

    def handle(self, request: Message) -> None:
        """Handle one request and send its answer or one line about the failure. Never raises."""
        number = request.get("id")
        try:
            answer = self._answer(request)
        except EngineFailure as failure:
            self.close()
            self.output.send(EventKind.ERROR, id=number, message=f"{self.spec.name}: {failure}")
        except (UserError, ValueError) as error:
            self.output.send(EventKind.ERROR, id=number, message=f"{self.spec.name}: {one_line(str(error))}")
        except Exception as error:  # a bug must not end the game
            self.close()
            self.output.send(EventKind.ERROR, id=number, message=f"internal error: {type(error).__name__}: {error}")
        else:
            self.output.send(EventKind.DONE, id=number, **answer)

    def _answer(self, request: Message) -> Message:
        kind = request["kind"]
        if kind == RequestKind.GENMOVE:
            return self._choose_move(request)
        if kind in (RequestKind.ANALYSE, RequestKind.EVALUATE):
            return self._analyse(request)
        if kind in (RequestKind.SETTINGS, RequestKind.STOP):
            return {"settings": self.rows()}
        raise ValueError(f"cannot answer the request {kind!r}")

    def rows(self) -> list[list[str]]:
        """Return the name and the version of the engine, in the form of settings."""
        return [["name", self.spec.name, "", ""], ["version", self.version, "", ""]]

    def _choose_move(self, request: Message) -> Message:
        client, game = self._at(request["game"]), request["game"]
        color, size = COLOR_NAMES[game["to_play"]], int(game["size"])
        seconds = request.get("limits", {}).get("seconds")
        if seconds is not None and "time_left" in self.commands:
            client.ask(f"time_left {color} {max(1, int(seconds))} 1", self._patience)
        self._is_choosing = True
        try:
            answer = client.ask(f"genmove {color}", self._patience + 2 * (self.spec.seconds or 0.0) + (seconds or 0.0))
        finally:
            self._is_choosing = False
        try:
            move = to_vertex(from_vertex(answer, size))
        except ValueError as error:
            raise Nonsense(f"answer to 'genmove {color}': {one_line(str(error))}") from None
        if move != "resign":
            self._moves.append(("b" if game["to_play"] == BLACK else "w") + move)
        return {"move": move, "version": self.version}

    # --- the position -------------------------------------------------------------------------------------------------------------

    @property
    def _patience(self) -> float:
        return self._conditions.patience if self._conditions else START_SECONDS

    def _at(self, game: Message) -> GtpClient:
        """Return the engine in the position of `game`."""
        conditions = Conditions(size=int(game["size"]), rules=str(game["rules"]), komi=float(game["komi"]))
        if self.client is None or conditions != self._conditions:
            self._start_engine(conditions)
        assert self.client is not None
        start, moves = (game["black"], game["white"], game["handicap"]), list(game["moves"])
        if start != self._start or moves[: len(self._moves)] != self._moves:
            self._set_up(self.client, conditions, game)
            self._start, self._moves = start, []
        for word in moves[len(self._moves) :]:
            self.client.ask(f"play {'black' if word[0] == 'b' else 'white'} {word[1:]}", self._patience)
        self._moves = moves
        return self.client

    def _start_engine(self, conditions: Conditions) -> None:
        """Start the engine and check that it speaks GTP 2. Raise `EngineFailure`."""
        self.close()
        self.client = client = GtpClient(command_line(self.spec, conditions, 0), self.spec.memory)
        self._conditions = conditions
        self.commands = frozenset(client.ask("list_commands", START_SECONDS).split())
        if "protocol_version" in self.commands and (found := client.ask("protocol_version", START_SECONDS)) != "2":
            raise Nonsense(f"speaks version {one_line(found)} of GTP; version 2 is needed")
        for command in NEEDED:
            if command not in self.commands:
                raise Nonsense(f"does not know the command {command}")
        self.version = one_line(" ".join(self._ask_if_known(client, command) for command in ("name", "version")))

    def _ask_if_known(self, client: GtpClient, command: str) -> str:
        try:
            return client.ask(command, START_SECONDS) if command in self.commands else ""
        except Refused:
            return ""

    def _set_up(self, client: GtpClient, conditions: Conditions, game: Message) -> None:
        for command in (f"boardsize {conditions.size}", "clear_board", f"komi {conditions.komi:g}"):
            client.ask(command, START_SECONDS)
        black, white = list(game["black"]), list(game["white"])
        if len(black) > 1 and not white and game["handicap"] == len(black) and "set_free_handicap" in self.commands:
            client.ask(f"set_free_handicap {' '.join(black)}", self._patience)
            return
        for color, stones in (("black", black), ("white", white)):
            for stone in stones:
                client.ask(f"play {color} {stone}", self._patience)

    # --- analysis -----------------------------------------------------------------------------------------------------------------

    def _analyse(self, request: Message) -> Message:
        """Analyse until another request arrives; an evaluation also ends with its playouts or after EVALUATE_SECONDS."""
        client, game = self._at(request["game"]), request["game"]
        command = next((each for each in ("kata-analyze", "lz-analyze") if each in self.commands), None)
        if command is None:
            raise ValueError("cannot analyse: it knows neither kata-analyze nor lz-analyze")
        color, size = int(game["to_play"]), int(game["size"])
        is_review = request["kind"] == RequestKind.EVALUATE
        enough = request.get("limits", {}).get("playouts", 1 << 60) if is_review else 1 << 60
        due = time.monotonic() + EVALUATE_SECONDS if is_review else float("inf")
        latest: Message = {}

        def take(line: str) -> None:
            nonlocal latest
            moves, owners = parse_analysis(line, size, command == "lz-analyze")
            if moves:
                latest = report_analysis(moves, owners, color, size)
                if not is_review:
                    self.output.send(EventKind.REPORT, id=request.get("id"), report=latest)

        def is_over() -> bool:
            return not self.waiting.empty() or latest.get("visits", 0) >= enough or (bool(latest) and time.monotonic() > due)

        options = " ownership true" if command == "kata-analyze" else ""
        try:
            client.follow(f"{command} {COLOR_NAMES[color]} {round(100 * INTERVAL)}{options}", START_SECONDS, take, is_over)
        except ValueError as error:
            raise Nonsense(f"answer to {command}: {one_line(str(error))}") from None
        return {"report": latest, "complete": self.waiting.empty()}

    def close(self) -> None:
        """End the engine."""
        client, self.client, self._start, self._moves = self.client, None, None, []
        if client is not None:
            client.close()


def main() -> None:
    """Run the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the page's process, which ends this one
    output = EventWriter(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # other output must not mix with the events
    bridge = GtpBridge(EngineSpec.from_data(json.loads(sys.argv[1])), output)
    output.send(EventKind.STARTED, pid=os.getpid())
    output.send(EventKind.READY, settings=bridge.rows())
    threading.Thread(target=_read_requests, args=(bridge,), daemon=True).start()
    bridge.work()


def _read_requests(bridge: GtpBridge) -> None:
    """Read requests until the input ends; then the engine is killed, also in the middle of a move."""
    for line in sys.stdin.buffer:
        bridge.receive(json.loads(line))
    if bridge.client is not None:
        bridge.client.kill()
    os._exit(0)


if __name__ == "__main__":
    main()
