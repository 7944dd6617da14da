"""`miai bench bandit`: simulations per second of UCB on nine arms, compared with the same in C, and with the arms in three groups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from miai.bench.frame import Contender, c_contender, contest, machine, rounds_for, timed
from miai.problems.bandit.play import Bandit, play

BANDIT_C = Path(__file__).parent / "bandit.c"
CONSTANTS = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
"""The constants of Van Eyck and Müller (2011), table 1. A large constant changes arms more often, which takes longer."""
GROUPS = ((0, 1, 7), (2, 3, 6), (4, 5, 8))
SIMULATIONS = 8192
TRIALS = 100
TABLE_TRIALS = 5000
ROUND_SECONDS = 0.2


def measure_bandit(seconds: float = 3.0, seed: int = 1) -> dict[str, Any]:
    """Return speeds, the ratio to C, and the time for the whole table 1: nine constants, 5,000 trials of 8,192 simulations."""

    def trials_of(groups: Any) -> Contender:
        bandits = [Bandit(groups=groups, exploration=constant, checkpoints=(SIMULATIONS,)) for constant in CONSTANTS]
        play(bandits[0], 1, seed)

        def run() -> int:
            for bandit in bandits:
                play(bandit, TRIALS, seed)
            return len(bandits) * TRIALS * SIMULATIONS

        return timed(run)

    contenders = {"miai": trials_of(()), "groups": trials_of(GROUPS)}
    in_c = c_contender(BANDIT_C, str(TRIALS))
    if in_c:
        contenders["C"] = in_c
    best = contest(contenders, rounds_for(seconds, ROUND_SECONDS * len(contenders)))
    yardstick = best.get("C")
    return {
        "arms": 9,
        "simulations_per_second": best["miai"],
        "simulations_per_second_in_groups": best["groups"],
        "seconds_for_table_1": len(CONSTANTS) * TABLE_TRIALS * SIMULATIONS / best["miai"],
        "yardstick": "UCB on nine arms in C" if yardstick else None,
        "yardstick_per_second": yardstick,
        "ratio": best["miai"] / yardstick if yardstick else None,
        "seed": seed,
        "machine": machine(),
    }
