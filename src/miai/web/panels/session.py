"""One user's work on the page *Panels*: the chosen data, their description, a search, its results.

The state is a file in the user's folder, so that a reload or a restart of the server loses nothing that was finished. A search that the end
of the server interrupted is resumed from its checkpoint.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.core.json_text import parse_json
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.panels.client import Event, WorkerClient
from miai.web.panels.files import TABLES, UploadFolder, list_data, list_files
from miai.web.panels.wishes import Wish

SERVER, UPLOADS = "server", "upload"
DATA_MEMORY = 1024
"""Limit of the packed genotypes of a data set in MiB."""
LONGEST_COURSE = 2000
PROGRESS = ("stage", "compiling", "standing")
"""Kinds of events that are not kept on disk."""


@dataclass
class PanelState:
    """The part of a session that is kept on disk.

    | field | meaning |
    |---|---|
    | `data`, `populations`, `grouping_file` | labels of the chosen files, "" for none |
    | `wish` | the form of the search |
    | `facts` | the description of the data, or `None` |
    | `course` | seconds, evaluations, objective and percentage of each better panel |
    | `snps` | the best panel so far |
    | `selection`, `validation` | results, or `None` |
    | `has_report`, `is_searching`, `trouble` | whether there is a report; whether a search is under way; the last error |
    """

    data: str = ""
    populations: str = ""
    grouping_file: str = ""
    wish: Wish = field(default_factory=Wish)
    facts: dict[str, Any] | None = None
    course: list[list[float]] = field(default_factory=list)
    snps: list[str] = field(default_factory=list)
    selection: dict[str, Any] | None = None
    validation: dict[str, Any] | None = None
    has_report: bool = False
    is_searching: bool = False
    trouble: str = ""
    note: str = ""


@dataclass
class PanelSession:
    """The session of one user. `listeners` are called after every change."""

    folder: Path
    server_folder: Path | None
    limit: asyncio.Semaphore
    state: PanelState = field(default_factory=PanelState)
    listeners: list[Callable[[], None]] = field(default_factory=list)
    worker: WorkerClient | None = None
    stage: Event = field(default_factory=dict)
    """The latest event about the progress of the worker: its English `words` with the `values` of their placeholders, and its share."""
    standing: Event = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.uploads = UploadFolder(self.folder / "uploads")
        self._load()

    @property
    def results(self) -> Path:
        return self.folder / "results"

    @property
    def is_working(self) -> bool:
        return self.worker is not None and self.worker.is_alive

    @property
    def can_resume(self) -> bool:
        """Whether a search was cut off and has a checkpoint."""
        return self.state.is_searching and not self.is_working and (self.results / "search.checkpoint").exists()

    # --- files --------------------------------------------------------------------------------------------------------------------

    def data_sets(self) -> dict[str, Path]:
        """Return the data sets that the user may choose, by label."""
        return {**list_data(self.server_folder, SERVER), **list_data(self.uploads.folder, UPLOADS)}

    def tables(self) -> dict[str, Path]:
        """Return the text files that may hold populations or a grouping, by label."""
        return {**list_files(self.server_folder, SERVER, TABLES), **list_files(self.uploads.folder, UPLOADS, TABLES)}

    def _path(self, label: str, known: dict[str, Path]) -> str:
        if label not in known:
            raise UserError(_("{file}: there is no such file; choose one of the list").format(file=label[:100]))
        return str(known[label])

    # --- actions ------------------------------------------------------------------------------------------------------------------

    def choose(self, data: str, populations: str = "", grouping_file: str = "") -> None:
        """Choose a data set, with a file of populations and one of categories, and describe it. Raise `UserError` for unknown files."""
        self._refuse_while_searching()
        request = self._files(data, populations, grouping_file)
        self.state = PanelState(data, populations, grouping_file, self.state.wish)
        self._start({"task": "describe", **request})

    def search(self, wish: Wish) -> None:
        """Start a search; earlier results are deleted. Raise `UserError` where the form is not complete."""
        self._refuse_while_searching()
        state = self.state
        if state.facts is None:
            raise UserError(_("choose a data set first"))
        if wish.grouping not in state.facts["groupings"]:
            raise UserError(_("choose a grouping with two or more categories"))
        wish.check(state.facts["snps"]["count"])
        shutil.rmtree(self.results, ignore_errors=True)
        self.state = PanelState(state.data, state.populations, state.grouping_file, wish, state.facts)
        self._run_search()

    def resume(self) -> None:
        """Continue a search that was cut off."""
        self._refuse_while_searching()
        if self.can_resume:
            self.state.trouble = ""
            self._run_search()

    def _run_search(self) -> None:
        state = self.state
        self.results.mkdir(parents=True, exist_ok=True, mode=0o700)
        request = self._files(state.data, state.populations, state.grouping_file)
        state.is_searching = True
        self._start({"task": "search", **request, "folder": str(self.results), "wish": asdict(state.wish)})

    def stop(self) -> None:
        """Stop the worker: it keeps its best panels. A second call ends it at once."""
        if self.worker is not None and self.worker.is_alive:
            self.stage = {**self.stage, "words": mark("stopping; the best panel is kept")}
            self.worker.stop()
            self.changed()

    def clear_uploads(self) -> None:
        """Delete the uploads, and the description of the data if they were one."""
        self._refuse_while_searching()
        self.uploads.clear()
        if any(label.startswith(f"{UPLOADS}/") for label in (self.state.data, self.state.populations, self.state.grouping_file)):
            self.state = PanelState(wish=self.state.wish)
        self.changed()

    def _refuse_while_searching(self) -> None:
        if self.is_working:
            raise UserError(_("a task is under way; stop it first"))

    def _files(self, data: str, populations: str, grouping_file: str) -> dict[str, Any]:
        tables = self.tables()
        return {
            "data": self._path(data, self.data_sets()),
            "populations": self._path(populations, tables) if populations else None,
            "grouping_file": self._path(grouping_file, tables) if grouping_file else None,
            "memory": DATA_MEMORY,
        }

    # --- the worker ---------------------------------------------------------------------------------------------------------------

    def _start(self, request: dict[str, Any]) -> None:
        self.stage, self.standing = {"words": mark("waiting for a free worker"), "stage": "wait", "share": 0.0}, {}
        self.worker = WorkerClient(request, self._on_event, self.limit)
        self.changed()

    def _on_event(self, event: Event) -> None:
        """Take over an event of the worker."""
        kind = event["kind"]
        if kind in PROGRESS:
            self._take_progress(event)
        elif kind == "ended":
            self.stage = {}
            self.state.trouble = self.state.trouble or str(event["reason"] or "")
        else:
            for name, value in _news(event).items():
                setattr(self.state, name, value)
        if kind not in PROGRESS or "point" in event:
            self._save()
        self.changed()

    def _take_progress(self, event: Event) -> None:
        if event["kind"] == "stage":
            self.stage = event
        elif event["kind"] == "compiling":
            words = mark("compiling, once for this version: {count} functions")
            self.stage = {**self.stage, "words": words, "values": {"count": event["count"]}}
        else:
            self.standing = {**self.standing, **event}
            self.stage = {"share": event["share"], "words": mark("searching")}
        if "point" in event:
            self.state.snps = event["snps"]
            self.state.course = [*self.state.course, event["point"]][-LONGEST_COURSE:]

    def changed(self) -> None:
        """Call the listeners."""
        for listener in list(self.listeners):
            listener()

    # --- the file -----------------------------------------------------------------------------------------------------------------

    def _save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_file(self.folder / "state.json", json.dumps(asdict(self.state)))

    def _load(self) -> None:
        try:
            data = parse_json((self.folder / "state.json").read_bytes())
            self.state = PanelState(**{**data, "wish": Wish(**data["wish"])})
        except (OSError, ValueError, TypeError, KeyError):
            self.state = PanelState()


def _news(event: Event) -> dict[str, Any]:
    """Return the fields of the state that an event changes, with their values."""
    facts = event.get("facts")
    found: dict[str, dict[str, Any]] = {
        "described": {"facts": facts},
        "selected": {"selection": facts, "snps": (facts or {}).get("snps")},
        "validated": {"validation": facts},
        "reported": {"has_report": True},
        "note": {"note": event.get("text")},
        "error": {"trouble": event.get("text"), "is_searching": False},
        "done": {"is_searching": False},
    }
    return found.get(event["kind"], {})
