"""The arms, constants, checkpoints and groupings of Van Eyck and Müller (2011), which the experiments on bandits share."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from miai.core.hashing import combine64
from miai.problems.bandit.groupings import all_groupings, grouping_from_text, grouping_text
from miai.problems.bandit.play import NINE, Bandit, TrialResults, play

PAYOFFS: dict[str, tuple[float, ...]] = {
    "nine": NINE,
    "hard": (*NINE[:-1], 0.81),
    "narrow": tuple(round(0.3 + 0.05 * arm, 2) for arm in range(9)),
}
"""The paper's sets of arms by name: 0.1 to 0.9; the same with the best arm at 0.81; 0.3 to 0.7."""
BIASES = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
"""The paper's values of the constant C of UCB, which it calls bias terms."""
PAPER_TRIALS = 5000
BASIC = "none"
"""The label of basic UCB where a grouping is expected."""
EXAMPLE = "1-2-8 3-4-7 5-6-9"
"""The grouping that the paper gives as an example of a good one."""


def checkpoints_up_to(simulations: int) -> tuple[int, ...]:
    """Return the paper's checkpoints (16, 32, 64, ...) below `simulations`, and `simulations` as the last one."""
    doubled = [16]
    while doubled[-1] * 2 < simulations:
        doubled.append(doubled[-1] * 2)
    return (*(each for each in doubled if each < simulations), simulations)


def chosen_groupings(count: int) -> list[str]:
    """Return `count` of the 280 groupings of nine arms into threes, evenly spread; the paper's example is always one of them."""
    every = [grouping_text(grouping) for grouping in all_groupings(9, 3)]
    spread = [every[number * len(every) // count] for number in range(count)]
    return spread if EXAMPLE in spread else [EXAMPLE, *spread[1:]]


def play_groupings(
    payoffs: str, bias: float, groupings: int, trials: int, simulations: int, seed: int, first_play: float = 0.5
) -> Iterator[tuple[str, TrialResults]]:
    """Play basic UCB and then each of `groupings` chosen groupings with the constant `bias`. Yield the name and the results of each."""
    for number, name in enumerate([BASIC, *chosen_groupings(groupings)]):
        bandit = Bandit(
            PAYOFFS[payoffs],
            groups=() if name == BASIC else grouping_from_text(name),
            exploration=bias,
            first_play=first_play,
            checkpoints=checkpoints_up_to(simulations),
        )
        yield name, play(bandit, trials, seed_of(seed, number))


def seed_of(seed: int, number: int) -> int:
    """Return the seed of part `number` of a job."""
    return int(combine64(np.uint64(seed % 2**64), np.uint64(number)))


def prepare(parameters: object) -> None:
    """Compile the kernels before the workers start."""
    play(Bandit(checkpoints=(1,)), 1, seed=1)
