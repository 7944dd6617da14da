"""Play a contest into a run directory, or resume an earlier run of the same contest.

    DIR/results.sqlite   the plan and every game's result (see `miai.store`), with a view `games`
    DIR/games/ID.sgf     the record of each game with the engines' comments
    DIR/logs/ID-a.txt    standard error of engine a
    DIR/plots/           made by `miai match show`

A game's files are written before its row, so that no row lacks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from miai.arena.contest import Contest, GameTask, Pairing, game_ids, game_jobs
from miai.arena.engines import EngineSpec
from miai.arena.gtp_client import EngineFailure
from miai.arena.play import START_SECONDS, Fault, GamePlay
from miai.arena.referee import check_referee
from miai.arena.summary import pairs_of, short_score, sprt_of
from miai.core.errors import UserError
from miai.core.files import write_file
from miai.core.links import folder_inside
from miai.go.notation.coordinates import BLACK
from miai.jobs import Job, RunSummary, StopRun, run_jobs
from miai.store import DONE, RunDirectory, open_run, read_run
from miai.store.disk_errors import as_user_errors
from miai.store.schema import check_file

VIEWS = {
    "games": "SELECT id, state, json_extract(parameters, '$.pairing') AS pairing, json_extract(parameters, '$.pair') AS pair, "
    + ", ".join(
        f"json_extract(result, '$.{name}') AS {name}"
        for name in ("a_plays", "result", "score_a", "ended", "fault_of", "detail", "moves", "judged_by", "disagreement")
    )
    + " FROM jobs"
}


@dataclass(frozen=True)
class ContestRun:
    """The end of a run."""

    summary: RunSummary
    is_decided: bool
    """Whether the sequential test has decided."""


def play_contest(contest: Contest, directory: Path, workers: int | None, cluster: str | None) -> ContestRun:
    """Play all games of `contest` that are not in `directory` yet.

    Raise `UserError` if the directory contains another run, an engine cannot be started, or the disk is full. Errors in a new contest are
    raised before anything is written, so that it can be corrected in the same directory.
    """
    check_contest(contest, directory)
    is_new = not check_file(directory)
    jobs = _first_jobs(contest, directory) if is_new else []
    how = f"cluster {cluster}" if cluster else f"{workers or 'all'} at a time"
    with open_run(directory, contest.head(), VIEWS, how) as run:
        _check_ids(run, contest)
        is_longer = not is_new and sum(run.counts().values()) < contest.games * len(contest.pairings)
        run.add_jobs(game_jobs(contest) if is_longer else jobs)
        watcher = Watcher(contest, run)
        if watcher.is_decided() or not run.pending():
            return ContestRun(RunSummary(0, 0, len(run.pending()), ""), watcher.is_decided())
        if not is_new:
            _try_engines(contest)
        summary = run_jobs(
            run,
            GameTask(contest),
            title=contest.name,
            noun="games",
            workers=workers,
            cluster=cluster,
            keep=watcher.keep,
            watch=watcher.watch,
        )
        return ContestRun(summary, watcher.is_decided())


def _check_ids(run: RunDirectory, contest: Contest) -> None:
    """Raise `UserError` for games that this contest cannot have. Files are called after the ids."""
    known = game_ids(contest)
    strange = next((name for name in sorted(run.ids()) if name not in known), None)
    if strange is not None:
        raise UserError(f"{run.directory} has a game {strange!r}, which this contest does not have; choose another with --out")


def _first_jobs(contest: Contest, directory: Path) -> list[Job]:
    """Return the games of a new contest. Raise `UserError` if it cannot be played, or not in this directory."""
    with as_user_errors(directory):
        directory.mkdir(parents=True, exist_ok=True)
    jobs = list(game_jobs(contest))
    _try_engines(contest)
    return jobs


def check_contest(contest: Contest, directory: Path) -> None:
    """Raise `UserError` if the directory contains another contest, or if the referee is unknown."""
    check_same_contest(contest, directory)
    for referee in {pairing.conditions.referee for pairing in contest.pairings}:
        check_referee(referee)


def check_same_contest(contest: Contest, directory: Path) -> None:
    """Raise `UserError` with the differences if `directory` contains another contest."""
    if not check_file(directory):
        return
    with read_run(directory) as run:
        there = {"kind": run.head.kind, "seed": run.head.seed} | flat(run.head.parameters)
        planned = sum(run.counts().values())
    here = {"kind": contest.kind, "seed": contest.seed} | flat(contest.as_data())
    differences = [
        f"{name} is {_shown(there.get(name, 'missing'))} there and {_shown(here.get(name, 'missing'))} here"
        for name in {**there, **here}
        if there.get(name) != here.get(name)
    ]
    if differences:
        more = f"; and {len(differences) - 3} more" if len(differences) > 3 else ""
        raise UserError(f"{directory} contains another run: {'; '.join(differences[:3])}{more}; choose another with --out")
    if planned > contest.games * len(contest.pairings):
        games = planned // len(contest.pairings)
        raise UserError(
            f"{directory} is planned with {games} games; --games may increase that, but not reduce it to {contest.games}"
        )


def _shown(value: Any) -> str:
    """Return a value as text; an empty one would leave a gap in the sentence."""
    return "none" if value in ("", None) else str(value)


def flat(data: Any, name: str = "") -> dict[str, Any]:
    """Return nested data in one level, with names such as engines.gnugo.playouts."""
    if isinstance(data, Mapping):
        items = data.items()
    elif isinstance(data, list | tuple) and any(isinstance(each, Mapping) for each in data):
        items = {str(number): each for number, each in enumerate(data)}.items()
    else:
        return {name: " ".join(map(str, data)) if isinstance(data, list | tuple) else data}
    return {key: value for inner, each in items for key, value in flat(each, f"{name}.{inner}".strip(".")).items()}


def _trials(contest: Contest) -> list[tuple[EngineSpec, Pairing]]:
    """Return each engine once per board size."""
    found: dict[str, tuple[EngineSpec, Pairing]] = {}
    for pairing in contest.pairings:
        for side in ("a", "b"):
            engine = contest.engine(pairing, side)
            found.setdefault(f"{engine} {pairing.conditions.size}", (engine, pairing))
    return list(found.values())


def _try_engines(contest: Contest) -> None:
    for engine, pairing in _trials(contest):
        try_engine(engine, pairing)


def try_engine(engine: EngineSpec, pairing: Pairing) -> None:
    """Start an engine once before the first game, so that one that does not work is reported now and not after 400 lost games.

    Our own engine also plays a move, so that it is compiled once, and not by all workers at the same time.
    """
    play = GamePlay.new(pairing.conditions)
    try:
        play.start_engine(engine, BLACK, seed=1)
        if engine.program == "miai":
            play.sides[BLACK].ask("genmove black", START_SECONDS * 5 + 2 * (engine.seconds or 0.0))
    except (Fault, EngineFailure) as failure:
        size = pairing.conditions.size
        raise UserError(f"engine {engine.name!r} does not work on {size}x{size}: {failure}") from failure
    finally:
        play.close()


class Watcher:
    """The follower of a running contest: it writes the files of finished games, and stops when the test is decided."""

    def __init__(self, contest: Contest, run: RunDirectory) -> None:
        self.contest = contest
        self.directory = run.directory
        self.games: list[dict[str, Any]] = [record.result for record in run.records(DONE)]

    def keep(self, job: Job, result: dict[str, Any]) -> dict[str, Any]:
        """Write the files of a game and return the rest of its result."""
        files = result.pop("files")
        with as_user_errors(self.directory):
            for name, text in files.items():
                folder, _, file = name.partition("/")
                write_file(folder_inside(self.directory, folder) / file, text)
        return result

    def watch(self, job: Job, result: dict[str, Any]) -> str:
        """Return the text of the progress after a game. Raise `StopRun` when the test is decided."""
        self.games.append(result)
        if self.is_decided():
            raise StopRun
        return short_score(self.contest, self.games)

    def is_decided(self) -> bool:
        if self.contest.sprt is None:
            return False
        return all(
            sprt_of(pairs_of(self.games, pairing.key), self.contest.sprt).decision is not None for pairing in self.contest.pairings
        )
