"""Progress: a bar with the time left on a terminal and in a notebook, a line on stderr from time to time elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, TextIO

from miai.core.notebook_bar import NotebookBar, notebook_shell

SECONDS_BETWEEN_LINES = 30.0


class Progress:
    """The progress of a run. `costs` are the expected relative durations of jobs, for the estimate of the time left."""

    def __init__(
        self, title: str, costs: dict[str, float], done_before: int = 0, stream: TextIO | None = None, noun: str = "jobs"
    ) -> None:
        self.title = title
        self.noun = noun
        self.costs = {job: max(cost, 1e-9) for job, cost in costs.items()}
        self.total_cost = sum(self.costs.values())
        self.cost_done = 0.0
        self.done_before = done_before
        self.ended = 0
        self.failed = 0
        self.note = ""
        self.stream = sys.stderr if stream is None else stream
        self.began = self.last_line = time.monotonic()
        self.bar: Any = None
        self.notebook_bar: NotebookBar | None = None

    def __enter__(self) -> Progress:
        if self.costs and self.stream.isatty():
            self.bar, self.task = _new_bar(self.title, self.stream)
            self._redraw()
            self.bar.start()
        elif self.costs and notebook_shell() is not None:
            self.notebook_bar = NotebookBar(self.title or "miai")
            self.notebook_bar.draw(0.0, self.as_text())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.stop()
        if self.notebook_bar is not None:
            self.notebook_bar.remove()

    def job_ended(self, job: str, has_failed: bool, note: str = "") -> None:
        """Count a finished job; `note` is an additional text, kept until it changes."""
        self.cost_done += self.costs[job]
        self.ended += 1
        self.failed += has_failed
        self.note = note or self.note
        if self.bar is not None:
            self._redraw()
        elif self.notebook_bar is not None:
            self.notebook_bar.update(self.cost_done / self.total_cost, self.as_text())
        elif time.monotonic() - self.last_line > SECONDS_BETWEEN_LINES:
            self.last_line = time.monotonic()
            print(": ".join(filter(None, ["miai", self.title, self.as_text()])), file=self.stream, flush=True)

    def seconds_left(self) -> float | None:
        """Return the estimated time left; `None` before the first job has ended."""
        if not self.ended:
            return None
        return (time.monotonic() - self.began) * (self.total_cost - self.cost_done) / self.cost_done

    def as_text(self) -> str:
        """Return a text such as `12 of 40 jobs, 1 failed, about 3 min left`."""
        left = self.seconds_left()
        parts = [
            f"{self.done_before + self.ended} of {self.done_before + len(self.costs)} {self.noun}",
            f"{self.failed} failed" if self.failed else "",
            f"about {format_duration(left)} left" if left is not None else "",
            self.note,
        ]
        return ", ".join(filter(None, parts))

    def _redraw(self) -> None:
        self.bar.update(self.task, completed=self.cost_done, total=self.total_cost, words=self.as_text())


def _new_bar(title: str, stream: TextIO) -> tuple[Any, Any]:
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from miai.core.console import ReportConsole

    columns = [TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"), TimeElapsedColumn()]
    bar = Bar(*columns, console=ReportConsole(file=stream), transient=True)
    return bar, bar.add_task(title, words="")


def format_duration(seconds: float) -> str:
    """Return a duration such as `40 s`, `3 min`, `2 h 5 min`."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
