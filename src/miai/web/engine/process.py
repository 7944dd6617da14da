"""The engine process: reads requests from standard input and writes events to standard output (see `engine.protocol`).

The process ends with its input. With a graph on disk it saves its findings first.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from miai.core.errors import UserError
from miai.core.loading import when_kernels_load
from miai.core.system import lower_priority
from miai.web.engine.memory import SAVE_AFTER, EngineMemory, MemoryOptions
from miai.web.engine.protocol import EventKind, Message, RequestKind

INTERVAL = 0.25
"""Seconds between two reports."""
NICENESS = 3
"""The page and the browser have priority."""
MOST_VISITS = 2_000_000
"""An analysis ends after this number of visits."""


class EventWriter:
    """A thread-safe writer of events."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def send(self, kind: EventKind, **fields: Any) -> None:
        """Write one event. End the process if the reader has gone."""
        try:
            with self._lock:
                self._stream.write(json.dumps({"kind": kind, **fields}, separators=(",", ":")) + "\n")
                self._stream.flush()
        except OSError:
            os._exit(0)


class RequestHandler:
    """The handler of all requests, one after another, with one player."""

    def __init__(self, output: EventWriter, assignments: list[str], memory: MemoryOptions | None = None) -> None:
        from miai.go.player import Player, preset_named
        from miai.go.player.settings import change_all

        self.output = output
        self.waiting: queue.Queue[Message] = queue.Queue()
        self.settings = change_all(preset_named("default"), assignments)
        self.memory = EngineMemory(memory)
        self.sent_facts: Message | None = None
        self.player = Player(9, settings=self.settings, store=self.memory.store)
        self.graph_due = 0.0
        self.counted = (0, 0.0)
        """Simulations and time at the last measurement of the speed."""
        self.speed = 0.0
        self.has_analysed = False
        """Whether the graph contains an analysis. A move is chosen without it, so that a level means the same for every user."""

    def work(self) -> None:
        """Handle requests until the input ends."""
        while True:
            self.report_memory()
            try:
                request = self.waiting.get(timeout=SAVE_AFTER if self.memory.store else None)
            except queue.Empty:
                self.player.close()
                continue
            if request["kind"] == RequestKind.END:
                self.player.close()
                self.memory.close()
                return
            self.handle(request)

    def report_memory(self) -> None:
        """Report the contents of the graph on disk, if they have changed."""
        facts = self.memory.facts()
        if facts is not None and facts != self.sent_facts:
            self.sent_facts = facts
            self.output.send(EventKind.MEMORY, **facts)

    def is_awaited(self) -> bool:
        """Return whether another request waits."""
        return not self.waiting.empty()

    def handle(self, request: Message) -> None:
        """Handle one request and send its answer. Never raises."""
        number = request.get("id")
        try:
            self.output.send(EventKind.DONE, id=number, **self._answer(request))
        except (UserError, ValueError) as error:
            self.output.send(EventKind.ERROR, id=number, message=" ".join(str(error).split()))
        except Exception as error:  # a bug must not end the game
            self.output.send(EventKind.ERROR, id=number, message=f"internal error: {type(error).__name__}: {error}")

    def _answer(self, request: Message) -> Message:
        handlers: dict[str, Callable[[Message], Message]] = {
            RequestKind.GENMOVE: self._choose_move,
            RequestKind.ANALYSE: self._analyse,
            RequestKind.EVALUATE: self._evaluate,
            RequestKind.JUDGE: self._judge,
            RequestKind.SETTINGS: self._change_settings,
            RequestKind.PREPARE: self._compile,
            RequestKind.STOP: lambda request: {},  # its arrival has stopped the previous request
        }
        if request["kind"] not in handlers:
            raise ValueError(f"unknown request {request['kind']!r}; known requests: {', '.join(handlers)}")
        return handlers[request["kind"]](request)

    def _change_settings(self, request: Message) -> Message:
        """Change settings by `assignments`, starting from `preset` if it is given."""
        from miai.go.player import parameters, preset_named
        from miai.go.player.settings import change_all

        own = {name: getattr(self.settings, name) for name in ("threads", "memory", "seed")}
        begin = self.settings
        if request.get("preset"):
            begin = dataclasses.replace(preset_named(request["preset"]), **own)
        self.settings = change_all(begin, request.get("assignments", ()))
        self.player.change_settings(self.settings)
        return {"settings": [list(row) for row in parameters(self.settings)]}

    def _compile(self, request: Message) -> Message:
        """Compile what a game on a board of `size` needs, beginning with the first move, until another request arrives."""
        from miai.go.player import Player

        size = int(request["size"])
        is_complete = Player(size, settings=dataclasses.replace(self.settings, memory=4)).prepare(self.is_awaited)
        return {"prepared": size} if is_complete else {}

    def _choose_move(self, request: Message) -> Message:
        """Choose a move for the player to move."""
        from miai.go.notation.coordinates import to_vertex

        self._prepare(request)
        player, number = self.player, request.get("id")
        if self.has_analysed:
            player.thinker.forget()
            self.has_analysed = False
        decision = player.choose(
            player.game.to_play, should_stop=self.is_awaited, on_report=lambda: self._send_report(number), interval=INTERVAL
        )
        return {"move": to_vertex(decision.move), "report": self._report(with_graph=True)}

    def _analyse(self, request: Message) -> Message:
        """Search until another request arrives."""
        self._prepare(request)
        self.has_analysed = True
        player, number = self.player, request.get("id")
        player.analyse(
            player.game.to_play,
            lambda: self._send_report(number),
            float(request.get("interval", INTERVAL)),
            should_stop=lambda: self.is_awaited() or player.thinker.simulations >= MOST_VISITS,
        )
        return {"report": self._report(with_graph=True)}

    def _evaluate(self, request: Message) -> Message:
        """Search a position within `limits`."""
        self._prepare(request)
        self.has_analysed = True
        player = self.player
        player.look(player.game.to_play, self.is_awaited)
        return {"report": self._report(with_graph=False), "complete": not self.is_awaited()}

    def _judge(self, request: Message) -> Message:
        """Return the dead stones and the stones in seki."""
        from miai.go.notation.coordinates import to_vertex

        self._prepare(request)
        status = self.player.final_status()
        return {"dead": [to_vertex(point) for point in sorted(status.dead)], "seki": [to_vertex(p) for p in sorted(status.seki)]}

    def _prepare(self, request: Message) -> None:
        """Set the position and the limits of a request."""
        from miai.go.levels import FULL
        from miai.web.engine.position import set_position

        limits = {"playouts": None, "seconds": None, "level": FULL, **request.get("limits", {})}
        self.player.change_settings(dataclasses.replace(self.settings, **limits))
        set_position(self.player, request["game"])
        self.graph_due, self.speed, self.counted = 0.0, 0.0, (self.player.thinker.simulations, time.monotonic())

    def _send_report(self, number: Any) -> None:
        """Send a report; with the graph at most once a second, and less often if describing the graph takes long."""
        began = time.thread_time()
        with_graph = time.monotonic() >= self.graph_due
        self.output.send(EventKind.REPORT, id=number, report=self._report(with_graph))
        if with_graph:
            self.graph_due = time.monotonic() + max(1.0, 20 * (time.thread_time() - began))

    def _report(self, with_graph: bool) -> Message:
        from miai.web.engine.report import report_search

        return report_search(self.player, with_graph, self._measure_speed())

    def _measure_speed(self) -> int:
        """Return the simulations per second over about the last second."""
        done, now = self.player.thinker.simulations, time.monotonic()
        before, then = self.counted
        if done < before:  # another search
            self.counted = (done, now)
        elif now - then > 0.1:
            fresh = (done - before) / (now - then)
            self.speed = fresh if self.speed == 0 else 0.6 * self.speed + 0.4 * fresh
            self.counted = (done, now)
        return round(self.speed)


def _watch_compilation(output: EventWriter) -> None:
    """Send an event for every compilation."""
    from miai.web.engine.compiling import watch_compilation

    watch_compilation(lambda count, seconds, name: output.send(EventKind.COMPILING, count=count, seconds=seconds, name=name))


def _compile_in_child() -> None:
    """Let a child process compile, so that the engine does not keep the memory of the compiler."""
    from miai.core import compile_child

    compile_child.enable()


def _read_requests(handler: RequestHandler) -> None:
    """Read requests until the input ends. A request, and the end of the input, stop the running request."""
    for line in sys.stdin.buffer:
        handler.waiting.put(json.loads(line))
        handler.player.interrupt()
    if handler.memory.store is None:
        os._exit(0)
    handler.waiting.put({"kind": RequestKind.END})
    handler.player.interrupt()


def main() -> None:
    """Run the process. Arguments are settings (`name=value`) and the options of the graph on disk."""
    options = _parse(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the page's process, which ends this one
    output = EventWriter(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # other output must not mix with the events
    lower_priority(NICENESS)
    output.send(EventKind.STARTED, pid=os.getpid())
    when_kernels_load(lambda: _watch_compilation(output))
    when_kernels_load(_compile_in_child)
    handler = RequestHandler(
        output,
        options.assignments,
        MemoryOptions(options.graph, options.graph_limit, options.graph_frozen) if options.graph else None,
    )
    from miai.go.player import parameters

    output.send(EventKind.READY, settings=[list(row) for row in parameters(handler.settings)])
    threading.Thread(target=_read_requests, args=(handler,), daemon=True).start()
    handler.work()
    os._exit(0)


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("assignments", nargs="*")
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--graph-limit", type=float, default=4096.0)
    parser.add_argument("--graph-frozen", action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
