"""The engine's process: requests as lines of JSON on standard input, events as lines of JSON on standard output.

    {"id": 7, "do": "genmove", "game": {...}, "limits": {...}}      choose a move: events `telling`, then `done` with `move`
    {"id": 8, "do": "analyse", "game": {...}, "interval": 0.25}     events `telling` until another request comes, then `done`
    {"id": 9, "do": "view", "game": {...}, "limits": {...}}         think so long about a position: `done` with `telling`
    {"id": 10, "do": "judge", "game": {...}}                        the end: `done` with `dead` and `seki`
    {"id": 11, "do": "settings", "words": ["rave=off"]}             think differently from now on: `done` with `parameters`
    {"id": 12, "do": "stop"}                                        end what runs

A game is `{"size", "rules", "komi", "handicap", "black", "white", "first", "moves"}`; moves are words such as "bD4". Every request carries
its game: an engine remembers nothing that the page does not, so that one that dies can be replaced. The graph of a search is kept from
one request to the next where moves were only added. A request ends what runs before it. Besides answers there are the events `ready`,
`compiling` (how many functions so far, seconds), `memory` (what a graph on disk holds, `memory.py`) and `error` (one line). The
process ends with its input; where there is a graph on disk, what was found is handed to it first.
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
from pathlib import Path
from typing import Any, TextIO

from miai.core.errors import UserError
from miai.core.loading import when_kernels_load
from miai.web.engine.memory import REMEMBER_AFTER, EngineMemory, MemoryOptions

INTERVAL = 0.25
NICENESS = 3
"""The page and the browser come first."""
MOST_VISITS = 2_000_000
"""An analysis ends here by itself."""


class Output:
    """Writes events; may be used by several threads."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def send(self, event: str, **fields: Any) -> None:
        """Write one event. Ends the process if nobody reads any more."""
        try:
            with self._lock:
                self._stream.write(json.dumps({"event": event, **fields}, separators=(",", ":")) + "\n")
                self._stream.flush()
        except OSError:
            os._exit(0)


class Desk:
    """Does what requests ask for, one after another, with one player."""

    def __init__(self, output: Output, words: list[str], memory: MemoryOptions | None = None) -> None:
        from miai.go.player import Player, preset_named
        from miai.go.player.settings import change_all

        self.output = output
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self.settings = change_all(preset_named("default"), words)
        self.memory = EngineMemory(memory)
        self.told_memory: dict[str, Any] | None = None
        self.player = Player(9, settings=self.settings, store=self.memory.store)
        self.graph_due = 0.0
        self.counted = (0, 0.0)
        """Simulations and time when the speed was last looked at."""
        self.speed = 0.0

    def work(self) -> None:
        """Do requests until the input ends."""
        while True:
            self.tell_memory()
            try:
                request = self.waiting.get(timeout=REMEMBER_AFTER if self.memory.store else None)
            except queue.Empty:
                self.player.close()
                continue
            if request["do"] == "end":
                self.player.close()
                self.memory.close()
                return
            self.obey(request)

    def tell_memory(self) -> None:
        """Say what the graph on disk holds, if there is one and that has changed."""
        facts = self.memory.facts()
        if facts is not None and facts != self.told_memory:
            self.told_memory = facts
            self.output.send("memory", **facts)

    def is_awaited(self) -> bool:
        """Whether another request waits."""
        return not self.waiting.empty()

    def obey(self, request: dict[str, Any]) -> None:
        """Do one request, and say so. Never raises."""
        number = request.get("id")
        try:
            answer = getattr(self, f"do_{request['do']}")(request)
            self.output.send("done", id=number, **answer)
        except (UserError, ValueError) as error:
            self.output.send("error", id=number, message=" ".join(str(error).split()))
        except Exception as error:  # a mistake of ours must not end the game
            self.output.send("error", id=number, message=f"internal error: {type(error).__name__}: {error}")

    def do_stop(self, request: dict[str, Any]) -> dict[str, Any]:
        """Nothing: what ran has ended, because this request came."""
        return {}

    def do_settings(self, request: dict[str, Any]) -> dict[str, Any]:
        """Change settings by `words`, starting from the preset if one is named."""
        from miai.go.player import parameters, preset_named
        from miai.go.player.settings import change_all

        own = {name: getattr(self.settings, name) for name in ("threads", "memory", "seed")}
        begin = self.settings
        if request.get("preset"):
            begin = dataclasses.replace(preset_named(request["preset"]), **own)
        self.settings = change_all(begin, request.get("words", ()))
        self.player.change_settings(self.settings)
        return {"parameters": [list(row) for row in parameters(self.settings)]}

    def do_genmove(self, request: dict[str, Any]) -> dict[str, Any]:
        """Choose a move for the player to move."""
        from miai.go.notation.coordinates import to_vertex

        self._prepare(request)
        player, number = self.player, request.get("id")
        player.thinker.is_awaited = self.is_awaited
        try:
            move = player.choose(player.game.to_play, lambda: self._tell(number), INTERVAL)
        finally:
            player.thinker.is_awaited = lambda: False
        return {"move": to_vertex(move), "telling": self._telling(with_graph=True)}

    def do_analyse(self, request: dict[str, Any]) -> dict[str, Any]:
        """Think until another request comes."""
        self._prepare(request)
        player, number = self.player, request.get("id")
        player.thinker.is_awaited = lambda: self.is_awaited() or player.thinker.simulations >= MOST_VISITS
        try:
            player.analyse(player.game.to_play, lambda: self._tell(number), float(request.get("interval", INTERVAL)))
        finally:
            player.thinker.is_awaited = lambda: False
        return {"telling": self._telling(with_graph=True)}

    def do_view(self, request: dict[str, Any]) -> dict[str, Any]:
        """Think about a position as long as `limits` say."""
        self._prepare(request)
        player = self.player
        player.thinker.is_awaited = self.is_awaited
        try:
            player.look(player.game.to_play)
        finally:
            player.thinker.is_awaited = lambda: False
        return {"telling": self._telling(with_graph=False), "complete": not self.is_awaited()}

    def do_judge(self, request: dict[str, Any]) -> dict[str, Any]:
        """Which stones are dead, and which are in seki."""
        from miai.go.notation.coordinates import to_vertex

        self._prepare(request)
        ending = self.player.ending()
        return {"dead": [to_vertex(point) for point in sorted(ending.dead)], "seki": [to_vertex(p) for p in sorted(ending.seki)]}

    def _prepare(self, request: dict[str, Any]) -> None:
        """Bring the player to the position of the request, and limit its thinking as asked."""
        from miai.web.engine.position import bring_to

        limits = {"playouts": None, "seconds": None, "level": 10, **request.get("limits", {})}
        self.player.change_settings(dataclasses.replace(self.settings, **limits))
        bring_to(self.player, request["game"])
        self.graph_due, self.speed, self.counted = 0.0, 0.0, (self.player.thinker.simulations, time.monotonic())

    def _tell(self, number: Any) -> None:
        """Send what is thought now; the graph once a second at most, and seldom if it is so large that looking through it takes time."""
        began = time.thread_time()
        with_graph = time.monotonic() >= self.graph_due
        self.output.send("telling", id=number, telling=self._telling(with_graph))
        if with_graph:
            self.graph_due = time.monotonic() + max(1.0, 20 * (time.thread_time() - began))

    def _telling(self, with_graph: bool) -> dict[str, Any]:
        from miai.web.engine.report import tell

        return tell(self.player, with_graph, self._measure_speed())

    def _measure_speed(self) -> int:
        """Simulations a second, over the last second or so."""
        done, now = self.player.thinker.simulations, time.monotonic()
        before, then = self.counted
        if done < before:  # another search
            self.counted = (done, now)
        elif now - then > 0.1:
            fresh = (done - before) / (now - then)
            self.speed = fresh if self.speed == 0 else 0.6 * self.speed + 0.4 * fresh
            self.counted = (done, now)
        return round(self.speed)


def _watch_compilation(output: Output) -> None:
    """Have every compilation told."""
    from miai.web.engine.compiling import watch_compilation

    watch_compilation(lambda count, seconds, name: output.send("compiling", count=count, seconds=seconds, name=name))


def _read_requests(desk: Desk) -> None:
    """Reads lines as long as there are any; a request ends what runs, and so does the end."""
    for line in sys.stdin.buffer:
        desk.waiting.put(json.loads(line))
        desk.player.interrupt()
    if desk.memory.store is None:
        os._exit(0)
    desk.waiting.put({"do": "end"})
    desk.player.interrupt()


def main() -> None:
    """What the process does: words on the command line are settings, options say which graph on disk it uses."""
    asked = _parse(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the page's process, which ends us
    output = Output(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # whatever else prints must not come between the events
    os.nice(NICENESS)
    output.send("started", pid=os.getpid())
    when_kernels_load(lambda: _watch_compilation(output))
    desk = Desk(output, asked.words, MemoryOptions(asked.graph, asked.graph_limit, asked.graph_frozen) if asked.graph else None)
    from miai.go.player import parameters

    output.send("ready", parameters=[list(row) for row in parameters(desk.settings)])
    threading.Thread(target=_read_requests, args=(desk,), daemon=True).start()
    desk.work()
    os._exit(0)


def _parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--graph-limit", type=float, default=4096.0)
    parser.add_argument("--graph-frozen", action="store_true")
    return parser.parse_args(words)


if __name__ == "__main__":
    main()
