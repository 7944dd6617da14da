"""Games of fake engines, and the pieces that they are made of."""

import sys
from pathlib import Path

from miai.arena.conditions import conditions_from
from miai.arena.engines import parse_engine
from miai.arena.game_job import play_job

FAKE = Path(__file__).parent / "fake_engine.py"


def fake(mode):
    """The command of a fake engine, as a user would write it; the arena fills in the seed."""
    return f"{sys.executable} -S {FAKE} {mode} {{seed}}"


def game_job(a="good", b="good", opening=(), a_plays="black", seed=1, limits=None, **conditions):
    values = {"size": 5, "patience": 5.0, "referee": "none"} | conditions
    engines = {side: parse_engine(fake(mode), (limits or {}).get(side), name=mode).as_data() for side, mode in (("a", a), ("b", b))}
    return {
        "id": "0001",
        "pairing": "test",
        "pair": 0,
        "seed": seed,
        "conditions": conditions_from(values, "test").as_data(),
        "a_plays": a_plays,
        "opening": list(opening),
        **engines,
    }


def play_fakes(*args, **kwargs):
    return play_job(game_job(*args, **kwargs))
