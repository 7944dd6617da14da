"""A worker: reads one task from standard input, writes events to standard output, one JSON object per line, and ends.

    {"task": "describe", "data": "/folder/hgdp.bed", ...}      event `described` with the figures of the data set
    {"task": "search", "folder": "/results", "snps": 12, ...}  events `stage`, `standing`, `selected`, `validated`, then `done`

Other events: `compiling` (functions so far, seconds), `error` (one line). SIGINT ends a search soon and keeps its best panels. The worker
ends at once when its input ends: then the server is gone. The search is resumed from its checkpoint.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

from miai.core.errors import UserError
from miai.core.loading import when_kernels_load
from miai.core.system import limit_process, lower_priority

NICENESS = 3
"""The page and the browser have priority."""
MOST_MEMORY = 8 << 30
"""Limit of the address space in bytes; a data set has its own, lower limit."""


def send(kind: str, **fields: Any) -> None:
    """Write one event. End the process if the reader has gone."""
    try:
        sys.stdout.write(json.dumps({"kind": kind, **fields}, separators=(",", ":")) + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(0)


def main() -> None:
    """Do one task."""
    lower_priority(NICENESS)
    limit_process(memory=MOST_MEMORY, core_dumps=False)
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    when_kernels_load(_report_compiling)
    from miai.web.panels.tasks import TASKS

    try:
        TASKS[request["task"]](request, send)
    except UserError as error:
        send("error", text=without_folders(" ".join(str(error).split()), request))
    except MemoryError:
        send("error", text="the data need more memory than a worker has")
    except KeyboardInterrupt:
        send("error", text="stopped before a panel was found")


def without_folders(text: str, request: dict[str, Any]) -> str:
    """Return a message without the folders of the task's files, which are nobody's business."""
    for name in ("data", "populations", "grouping_file", "folder"):
        if request.get(name):
            text = text.replace(f"{os.path.dirname(request[name])}/", "")
    return text


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def _report_compiling() -> None:
    from miai.web.engine.compiling import watch_compilation

    watch_compilation(lambda count, seconds, name: send("compiling", count=count, seconds=seconds))


if __name__ == "__main__":
    main()
