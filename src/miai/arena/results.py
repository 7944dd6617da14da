"""The results of a contest, read from its directory, for reports, plots and `--json`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from miai.arena.contest import Contest, contest_from
from miai.arena.summary import GameResult, summarise_contest, summarise_pairing
from miai.core.errors import UserError
from miai.store import DONE, FAILED, read_run

KINDS = ("match", "tournament")


@dataclass(frozen=True)
class ContestResults:
    """The games of a contest that have been played."""

    directory: Path
    contest: Contest
    games: list[GameResult]
    planned: int
    failed: list[dict[str, Any]]
    """Games that could not be played because of the arena, such as a worker that died: id and error."""
    sessions: list[dict[str, Any]]

    def as_data(self) -> dict[str, Any]:
        """Return the data for `--json`: the description of the run, then its figures."""
        head = {
            "kind": self.contest.kind,
            "name": self.contest.name,
            "seed": self.contest.seed,
            "directory": str(self.directory),
            "openings": self.contest.openings,
            "planned": self.planned,
            "failed": self.failed,
        }
        if self.contest.kind == "match":
            figures = summarise_pairing(self.contest, self.contest.pairings[0], self.games)
        else:
            figures = summarise_contest(self.contest, self.games)
        return head | figures | {"provenance": self.sessions}


def read_results(directory: Path, confidence: float | None = None) -> ContestResults:
    """Read the contest in `directory`; `confidence` replaces that of its intervals. Raise `UserError` if there is none."""
    with read_run(directory) as run:
        if run.head.kind not in KINDS:
            raise UserError(f"{directory} contains an {run.head.kind}, not a match or a tournament; try: miai {run.head.kind} show")
        counts = run.counts()
        planned = sum(counts.values())
        contest = contest_from(run.head, games=planned // max(1, len(run.head.parameters["pairings"])))
        contest = contest if confidence is None else replace(contest, confidence=confidence)
        games = [{"id": record.id, **record.result} for record in run.records(DONE)]
        failed = [{"id": record.id, "error": record.error} for record in run.records(FAILED)]
        return ContestResults(directory, contest, games, planned, failed, run.sessions())
