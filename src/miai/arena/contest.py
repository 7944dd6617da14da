"""Which games are played: the plan of a match or a tournament as plain data, and its games as jobs.

contest   engines, pairings of two of them, how many games each, which openings, a seed
pairing   two engines, a and b, under certain conditions; what statistics are made for
pair      the two games of one opening, colours exchanged
game      one job
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from miai.arena.conditions import Conditions
from miai.arena.engines import EngineSpec
from miai.arena.game_job import play_job
from miai.arena.openings import Opening, openings_for
from miai.arena.sprt import Bounds
from miai.store import Job, RunHead


@dataclass(frozen=True)
class Pairing:
    """Two engines by name. `key` begins the ids of its games, and is empty in a match; `group` is the board that it belongs to."""

    key: str
    a: str
    b: str
    conditions: Conditions
    group: str = ""


@dataclass(frozen=True)
class Contest:
    """A plan. Two contests with the same data are the same run; the number of games may grow."""

    kind: str
    """"match" or "tournament"."""
    name: str
    engines: dict[str, EngineSpec]
    """By group and name, joined by a slash where there are groups: limits may differ from board to board."""
    pairings: list[Pairing]
    games: int
    """Of each pairing."""
    seed: int = 1
    openings: str = "balanced"
    sprt: Bounds | None = None
    anchor: str | None = None
    """Whose rating is 0; the mean's without it."""
    subject: str = ""
    """The engine that all others meet in a gauntlet: plots show the others' results against it."""
    confidence: float = field(default=0.95)

    def as_data(self) -> dict[str, Any]:
        """All but the number of games and the seed, for a run's head."""
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
        """The engine that plays `side` ("a" or "b") of a pairing."""
        name = getattr(pairing, side)
        return self.engines[f"{pairing.group}/{name}" if pairing.group else name]

    def pairing(self, key: str) -> Pairing:
        return next(pairing for pairing in self.pairings if pairing.key == key)


def contest_from(head: RunHead, games: int) -> Contest:
    """The contest that a run was made from."""
    data = dict(head.parameters)
    data["engines"] = {name: EngineSpec.from_data(engine) for name, engine in data["engines"].items()}
    data["pairings"] = [Pairing(**{**pairing, "conditions": Conditions(**pairing["conditions"])}) for pairing in data["pairings"]]
    data["sprt"] = Bounds(**data["sprt"]) if data["sprt"] else None
    return Contest(head.kind, head.name, games=games, seed=head.seed, **data)


def game_jobs(contest: Contest) -> Iterator[Job]:
    """All games, pair by pair, the pairings in turn: so that an unfinished tournament has played about as many games of each."""
    pairs = (contest.games + 1) // 2
    sets = {size: openings_for(contest.openings, size, pairs, contest.seed) for size in _sizes(contest)}
    for number in range(contest.games):
        for pairing in contest.pairings:
            yield _game(pairing, number, sets[pairing.conditions.size][number // 2])


def _sizes(contest: Contest) -> set[int]:
    return {pairing.conditions.size for pairing in contest.pairings}


def _game(pairing: Pairing, number: int, opening: Opening) -> Job:
    name = f"{number + 1:05d}"
    parameters = {
        "pairing": pairing.key,
        "pair": number // 2,
        "a_plays": "black" if number % 2 == 0 else "white",
        "opening": opening,
    }
    return Job(f"{pairing.key}-{name}" if pairing.key else name, parameters)


class GameTask:
    """Plays a game of a contest, in whatever process it is called."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __call__(self, job: Job) -> dict[str, Any]:
        pairing = self.contest.pairing(job.parameters["pairing"])
        return play_job(
            {
                **job.parameters,
                "id": job.id,
                "seed": self.contest.seed,
                "conditions": pairing.conditions.as_data(),
                "a": self.contest.engine(pairing, "a").as_data(),
                "b": self.contest.engine(pairing, "b").as_data(),
            }
        )
