"""Game jobs between fake engines."""

import sys
from pathlib import Path

from miai.arena.conditions import conditions_from
from miai.arena.engines import parse_engine
from miai.arena.game_job import new_game_job, play_job

FAKE = Path(__file__).parent / "fake_engine.py"


def fake(mode):
    """Return the command of a fake engine as a user would write it; the arena fills in the seed."""
    return f"{sys.executable} -S {FAKE} {mode} {{seed}}"


def game_job(a="good", b="good", opening=(), a_plays="black", seed=1, limits=None, **conditions):
    values = {"size": 5, "patience": 5.0, "referee": "none"} | conditions
    sides = [parse_engine(fake(mode), (limits or {}).get(side), name=mode) for side, mode in (("a", a), ("b", b))]
    return new_game_job("0001", *sides, conditions_from(values, "test"), seed, a_plays=a_plays, opening=opening, pairing="test")


def play_fakes(*args, **kwargs):
    return play_job(game_job(*args, **kwargs))
