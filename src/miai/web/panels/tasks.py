"""The tasks of a worker: describe a data set; search for a panel, validate it, and write all results into a folder."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.genetics.filters import SnpFilter, people_call_rates
from miai.genetics.genotypes import Genotypes, genotype_counts
from miai.genetics.groupings import BUILT_IN, Grouping, grouping_named, read_grouping
from miai.genetics.methods.driver import SearchRun
from miai.genetics.methods.interface import Budget, PanelTask
from miai.genetics.panels.checkpoint import Checkpoint
from miai.genetics.panels.panel import Panel, save_panel
from miai.genetics.panels.parallel import SearchOutcome, search_in_threads
from miai.genetics.panels.provenance import about_panel, panel_of, request_of
from miai.genetics.panels.selection import SelectionRequest, select_panel, selection_facts
from miai.genetics.panels.settings import preset_named
from miai.genetics.panels.validation import validate, validation_facts
from miai.genetics.reading import read_genotypes
from miai.genetics.report.facts import ReportRequest, gather_facts
from miai.genetics.report.page import report_page
from miai.genetics.summary import summarize
from miai.web.languages import mark
from miai.web.panels.results import write_course, write_everything, write_panel_table

Send = Callable[..., None]
INTERVAL = 0.3
"""Seconds between two events of one kind."""
BINS = 20
READING = mark("reading the genotypes")
HOLDING_OUT = mark("held-out people, split {number} of {count}")


def describe(request: dict[str, Any], send: Send) -> None:
    """Send the figures of a data set: populations, groupings that fit, call rates and allele frequencies."""
    genotypes = _read(request, send)
    facts = summarize(genotypes)
    facts["groupings"] = {name: found for name in BUILT_IN if (found := _fit(genotypes, BUILT_IN[name]))}
    if request.get("grouping_file"):
        grouping = read_grouping(Path(request["grouping_file"]))
        categories, names = grouping.categories(genotypes.people)
        facts["groupings"]["file"] = _sizes(categories, names)
    facts["quality"] = _quality(genotypes)
    send("described", facts=facts)


def _read(request: dict[str, Any], send: Send) -> Genotypes:
    last = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > INTERVAL:
            last = time.monotonic()
            send("stage", stage="read", share=done / total if total else 0.0, words=READING)

    populations = request.get("populations")
    send("stage", stage="read", share=0.0, words=READING)
    return read_genotypes(
        request["data"],
        populations=Path(populations) if populations else None,
        memory=float(request["memory"]),
        progress=progress,
    )


def _fit(genotypes: Genotypes, grouping: Grouping) -> dict[str, Any] | None:
    """The sizes of categories, or `None` where the grouping does not fit the people."""
    try:
        categories, names = grouping.categories(genotypes.people)
    except UserError:
        return None
    return _sizes(categories, names)


def _sizes(categories: Any, names: tuple[str, ...]) -> dict[str, Any]:
    sizes = {name: int((categories == number).sum()) for number, name in enumerate(names)}
    return {"categories": sizes, "left_out": int((categories < 0).sum())}


def _quality(genotypes: Genotypes) -> dict[str, Any]:
    """Histograms of call rates and of the frequency of the rarer allele."""
    counts = genotype_counts(genotypes, np.zeros(len(genotypes.people), np.int8), 1)[:, 0]
    calls = counts.sum(axis=1)
    share = (counts[:, 2] + counts[:, 1] / 2) / np.maximum(calls, 1)
    rates = {"snps": calls / max(len(genotypes.people), 1), "people": people_call_rates(genotypes)}
    return {
        "rarer_allele": np.histogram(np.minimum(share, 1 - share)[calls > 0], BINS, (0, 0.5))[0].tolist(),
        "snp_call_rate": np.histogram(rates["snps"], BINS, (0.8, 1.0))[0].tolist(),
        "snps_below": int((rates["snps"] < 0.8).sum()),
        "person_call_rate": np.histogram(rates["people"], BINS, (0.8, 1.0))[0].tolist(),
        "people_below": int((rates["people"] < 0.8).sum()),
    }


def make_request(wish: dict[str, Any]) -> SelectionRequest:
    """Return the request of a form. Raise `UserError` for values that are not accepted."""
    from dataclasses import replace

    settings = preset_named(str(wish["preset"]))
    if wish["preset"] == "default":
        settings = replace(settings, prior=str(wish["prior"]), objective=str(wish["objective"]))
    snp_filter = SnpFilter(
        call_rate=float(wish["call_rate"]),
        frequency=float(wish["maf"]),
        linkage=float(wish["ld"]),
        distance=int(wish["distance"]),
    )
    budget = Budget(float(wish["seconds"]), None)
    return SelectionRequest(int(wish["snps"]), str(wish["method"]), budget, int(wish["seed"]), settings, {}, snp_filter)


class SearchWatcher:
    """Sends the best panel and its value while a search runs."""

    def __init__(self, genotypes: Genotypes, categories: Any, k: int, request: SelectionRequest, send: Send) -> None:
        self.genotypes, self.request, self.k, self.send = genotypes, request, k, send
        self.people = np.flatnonzero(categories >= 0)
        self.groups = categories[self.people].astype(np.int32)
        self.best: tuple[int, ...] = ()
        self.course: list[tuple[float, int, float, float]] = []
        self._sent = 0.0

    def search(self, task: PanelTask, request: SelectionRequest, progress: Any, checkpoint: Checkpoint | None) -> SearchOutcome:
        """Like `search_in_threads`, watched."""
        return search_in_threads(task, request, progress, checkpoint, functools.partial(self.show, task))

    def show(self, task: PanelTask, run: SearchRun) -> None:
        """Send how the search stands, a few times a second; the value is computed where the best panel has changed."""
        best = run.best()
        now = time.monotonic()
        if not best or now - self._sent < INTERVAL:
            return
        self._sent = now
        assert task.indices is not None
        news: dict[str, Any] = {}
        if best[0].snps != self.best:
            self.best = best[0].snps
            snps = task.indices[list(self.best)]
            percent = self._percent(snps)
            self.course.append((run.seconds_at(best[0].evaluation), best[0].evaluation, best[0].value, percent))
            news = {"snps": [str(self.genotypes.snps.ids[snp]) for snp in snps], "point": list(self.course[-1])}
        self.send("standing", share=run.share_done, evaluations=run.search.evaluations, seconds=run.seconds, **news)

    def _percent(self, snps: Any) -> float:
        codes = self.genotypes.calls(snps, self.people)
        judge = self.request.settings.division_evaluator(codes, self.groups, self.k, self.request.seed)
        return 100 * float(np.mean(judge.values_by_division(np.arange(len(snps))))) / judge.classified


def search(request: dict[str, Any], send: Send) -> None:
    """Search for a panel, validate the procedure, and write panel, tables, report and exports into the folder of the request."""
    wish, folder = request["wish"], Path(request["folder"])
    asked = make_request(wish)
    genotypes = _read(request, send)
    grouping = read_grouping(Path(request["grouping_file"])) if wish["grouping"] == "file" else grouping_named(wish["grouping"])
    categories, names = grouping.categories(genotypes.people)
    data = Path(request["data"]).name
    grouping_name = Path(request["grouping_file"]).name if wish["grouping"] == "file" else grouping.name
    watcher = SearchWatcher(genotypes, categories, len(names), asked, send)
    send("stage", stage="search", share=0.0, words=mark("ranking the SNPs"))
    checkpoint = Checkpoint(folder / "search.checkpoint")
    found = select_panel(genotypes, categories, len(names), asked, checkpoint=checkpoint, search=watcher.search, names=names)
    facts = {"data": data, "grouping": grouping_name, **selection_facts(found, genotypes, names, asked)}
    panel = panel_of(genotypes, categories, names, found, asked, facts)
    save_panel(panel, folder / "panel.json")
    write_panel_table(panel, folder / "panel.csv")
    write_course(watcher.course, folder / "value.csv")
    write_file(folder / "selection.json", json.dumps(facts, indent=1) + "\n")
    checkpoint.remove()
    send("selected", facts={**facts, "models": facts["models"][:10]})
    was_stopped = found.outcome.was_interrupted
    try:
        validation = None if was_stopped else _validate(genotypes, categories, names, panel, wish, folder, send)
    except KeyboardInterrupt:
        validation, was_stopped = None, True
    _report(genotypes, categories, names, panel, wish, validation, was_stopped, folder, send, (data, grouping_name))
    send("stage", stage="export", share=0.0, words=mark("writing exports"))
    write_everything(genotypes, panel, grouping, folder)
    send("done")


def _validate(
    genotypes: Genotypes, categories: Any, names: tuple[str, ...], panel: Panel, wish: dict[str, Any], folder: Path, send: Send
) -> dict[str, Any] | None:
    splits = int(wish["splits"])
    if not splits:
        return None
    last = 0.0

    def watch(number: int, done: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last > INTERVAL:
            last = time.monotonic()
            show(number, done)

    def show(number: int, done: float) -> None:
        values = {"number": number + 1, "count": splits}
        send("stage", stage="validate", share=(number + done) / splits, words=HOLDING_OUT, values=values)

    show(0, 0.0)
    again = request_of(panel, int(wish["seed"]))
    try:
        results = validate(genotypes, categories, len(names), again, splits, watch=watch, names=names)
    except UserError as error:  # a category has too few people to hold any out: the panel itself is fine
        send("note", text=f"no held-out figures: {error}")
        return None
    facts = validation_facts(results, genotypes, names, again)
    write_file(folder / "evaluation.json", json.dumps(facts, indent=1) + "\n")
    send("validated", facts={name: facts[name] for name in ("held_out_percent", "low", "high", "selection_percent")})
    return facts


def _report(
    genotypes: Genotypes,
    categories: Any,
    names: tuple[str, ...],
    panel: Panel,
    wish: dict[str, Any],
    validation: dict[str, Any] | None,
    was_stopped: bool,
    folder: Path,
    send: Send,
    about: tuple[str, str],
) -> None:
    """Write the report; after a stop without what takes long."""

    def progress(done: int, total: int) -> None:
        send("stage", stage="report", share=done / max(total, 1), words=mark("accuracy against the number of SNPs"))

    send("stage", stage="report", share=0.0, words=mark("drawing the report"))
    splits, curve = (0, 0) if was_stopped else (int(wish["splits"]), int(wish["curve"]))
    seed = int(wish["seed"])
    words = about_panel(panel, *about)
    asked = ReportRequest(genotypes, categories, names, panel, splits, seed, curve if splits else 0, validation, None, words)
    write_file(folder / "report.html", report_page(gather_facts(asked, progress)))
    send("reported")


TASKS: dict[str, Callable[[dict[str, Any], Send], None]] = {"describe": describe, "search": search}
