"""The plan of a match or a tournament as plain data, and its games as jobs.

contest   engines, pairings, number of games per pairing, openings, seed
pairing   two engines, a and b, under certain conditions; the unit of statistics
pair      the two games of one opening, with colours exchanged
game      one job
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from miai.arena.conditions import Conditions
from miai.arena.engines import EngineSpec
from miai.arena.game_job import new_game_job, play_job
from miai.arena.openings import Opening, openings_for
from miai.arena.sprt import Bounds
from miai.store import Job, RunHead


@dataclass(frozen=True)
class Pairing:
    """Two engines by name. The ids of its games begin with `key`, which is empty in a match; `group` is the name of its board."""

    key: str
    a: str
    b: str
    conditions: Conditions
    group: str = ""


@dataclass(frozen=True)
class Contest:
    """A plan of games. Contests with the same data are the same run; the number of games may grow."""

    kind: str
    """"match" or "tournament"."""
    name: str
    engines: dict[str, EngineSpec]
    """Engines by name, or by group/name if there are groups, because limits may differ between boards."""
    pairings: list[Pairing]
    games: int
    """Number of games of each pairing."""
    seed: int = 1
    openings: str = "balanced"
    sprt: Bounds | None = None
    anchor: str | None = None
    """The engine whose rating is 0; without it the mean rating is 0."""
    subject: str = ""
    """The common opponent of a gauntlet; plots show the results against it."""
    confidence: float = field(default=0.95)

    def as_data(self) -> dict[str, Any]:
        """Return everything but the number of games and the seed, for the head of a run."""
        return {
            "engines": {name: engine.as_data() for name, engine in self.engines.items()},
            "pairings": [asdict(pairing) for pairing in self.pairings],
            "openings": self.openings,
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "anchor": self.anchor,
            "subject": self.subject,
            "confidence": self.confidence,
        }

    def head(self) -> RunHead:
        return RunHead(self.kind, self.name, self.as_data(), self.seed)

    def engine(self, pairing: Pairing, side: str) -> EngineSpec:
        """Return the engine that plays `side` ("a" or "b") of a pairing."""
        name = getattr(pairing, side)
        return self.engines[f"{pairing.group}/{name}" if pairing.group else name]

    def pairing(self, key: str) -> Pairing:
        return next(pairing for pairing in self.pairings if pairing.key == key)


def contest_from(head: RunHead, games: int) -> Contest:
    """Return the contest of a run."""
    data = dict(head.parameters)
    data["engines"] = {name: EngineSpec.from_data(engine) for name, engine in data["engines"].items()}
    data["pairings"] = [Pairing(**{**pairing, "conditions": Conditions(**pairing["conditions"])}) for pairing in data["pairings"]]
    data["sprt"] = Bounds(**data["sprt"]) if data["sprt"] else None
    return Contest(head.kind, head.name, games=games, seed=head.seed, **data)


def game_jobs(contest: Contest) -> Iterator[Job]:
    """Yield all games. Pairings take turns, so that an unfinished tournament has about as many games of each."""
    pairs = (contest.games + 1) // 2
    sets = {size: openings_for(contest.openings, size, pairs, contest.seed) for size in _sizes(contest)}
    for number in range(contest.games):
        for pairing in contest.pairings:
            yield _game(pairing, number, sets[pairing.conditions.size][number // 2])


def game_ids(contest: Contest) -> set[str]:
    """Return the ids of all games."""
    return {_game_id(pairing, number) for number in range(contest.games) for pairing in contest.pairings}


def _game_id(pairing: Pairing, number: int) -> str:
    name = f"{number + 1:05d}"
    return f"{pairing.key}-{name}" if pairing.key else name


def _sizes(contest: Contest) -> set[int]:
    return {pairing.conditions.size for pairing in contest.pairings}


def _game(pairing: Pairing, number: int, opening: Opening) -> Job:
    parameters = {
        "pairing": pairing.key,
        "pair": number // 2,
        "a_plays": "black" if number % 2 == 0 else "white",
        "opening": opening,
    }
    return Job(_game_id(pairing, number), parameters)


class GameTask:
    """A task that plays one game of a contest, in any process."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __call__(self, job: Job) -> dict[str, Any]:
        pairing = self.contest.pairing(job.parameters["pairing"])
        a, b = (self.contest.engine(pairing, side) for side in ("a", "b"))
        return play_job(new_game_job(job.id, a, b, pairing.conditions, self.contest.seed, **job.parameters))
