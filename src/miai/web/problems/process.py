"""The worker of the page *Problems*: reads requests from standard input and writes events to standard output, one JSON object per line.

`handler.py` has the requests. Events: `started`, `ready`, `compiling` (functions so far, seconds, name), `report` (while a search runs),
`done` (the answer), `error` (one line). The process ends with its input. A user's own files are given as arguments, `--game LABEL=PATH`:
no request contains a path.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.core.loading import when_kernels_load
from miai.core.system import limit_process, lower_priority
from miai.web.engine.process import NICENESS, EventWriter
from miai.web.engine.protocol import EventKind

MOST_ADDRESSES = 6 << 30
"""Limit of the address space in bytes: options that would take more fail, and not the machine."""


LIGHT = ("show", "roll", "stop")
"""Requests without a search: they are answered while a search is compiled, so that nobody waits for it to play."""


class RequestQueue:
    """The requests that wait. The latest stops the running one."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()

    def read(self) -> None:
        """Read requests until the input ends, then end the process."""
        for line in sys.stdin.buffer:
            self.waiting.put(json.loads(line))
        os._exit(0)

    def is_awaited(self) -> bool:
        """Return whether another request waits."""
        return not self.waiting.empty()


def main() -> None:
    """Run the worker."""
    options = _parse(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the page's process, which ends this one
    output = EventWriter(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # other output must not mix with the events
    lower_priority(NICENESS)
    limit_process(memory=MOST_ADDRESSES)
    output.send(EventKind.STARTED, pid=os.getpid())
    requests = RequestQueue()
    threading.Thread(target=requests.read, daemon=True).start()
    when_kernels_load(lambda: _report_compiling(output))
    from miai.web.problems.handler import ProblemHandler
    from miai.web.problems.positions import ProblemShelf

    files = {label: Path(path) for label, _, path in (each.partition("=") for each in options.game)}
    handler = ProblemHandler(
        ProblemShelf(files),
        options.memory,
        lambda number, report: output.send(EventKind.REPORT, id=number, report=report),
        requests.is_awaited,
    )
    output.send(EventKind.READY, settings=[])
    preparing: threading.Thread | None = None
    while True:
        request = requests.waiting.get()
        if preparing is not None and request.get("kind") not in LIGHT:
            preparing.join()
        arguments = (handler, request, output, files)
        if request.get("kind") == "prepare":
            preparing = threading.Thread(target=_answer, args=arguments, daemon=True)
            preparing.start()
        else:
            _answer(*arguments)


def _answer(handler: Any, request: dict[str, Any], output: EventWriter, files: dict[str, Path]) -> None:
    """Answer one request. Never raises."""
    number = request.get("id")
    try:
        output.send(EventKind.DONE, id=number, **handler.answer(request))
    except UserError as error:
        output.send(EventKind.ERROR, id=number, message=without_folders(str(error), files))
    except MemoryError:
        output.send(EventKind.ERROR, id=number, message="this needs more memory than a worker has")
    except Exception as error:  # a bug must not end the game
        output.send(EventKind.ERROR, id=number, message=without_folders(f"internal error: {type(error).__name__}: {error}", files))


def without_folders(text: str, files: dict[str, Path]) -> str:
    """Return a message in one line, without the folders of the user's files."""
    for path in files.values():
        text = text.replace(f"{path.parent}/", "")
    return " ".join(text.split())


def _report_compiling(output: EventWriter) -> None:
    from miai.web.engine.compiling import watch_compilation

    watch_compilation(lambda count, seconds, name: output.send(EventKind.COMPILING, count=count, seconds=seconds, name=name))


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", default=[], metavar="LABEL=PATH")
    parser.add_argument("--memory", type=float, default=64.0)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
