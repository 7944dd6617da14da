"""Settings of playout policies, the record that kernels read, and the policies that have a name.

Besides the settings the record holds scratch space, so **each thread needs its own policy record**.

| field | dtype, shape | meaning |
|---|---|---|
| the settings | float64 or int8 | as in `PlayoutSettings`; a choice is its index among the choices |
| `atari_odds` | float64, 64 | p_AT[t] by the ladder counter t, the last for all larger t; [0] is not used |
| `is_uniform` | int8 | whether the policy is uniformly random and has `eye_potential` |
| `moves` | uint16, 64 | candidates for the move that is being chosen, those of earlier steps first |
| `count` | uint64 | number of candidates in `moves` |
| `ladder` | uint64 | the ladder counter t: number of consecutive moves, up to the last, that concerned a chain in atari |
| `extended` | uint64 | 1 if the last move extended a chain that was in atari, else 0 |

The symbols p_AT and p_MP are those of Basaldúa (2013), *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go
and Human Genetics*, chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import unknown_name
from miai.core.records import record
from miai.core.settings import Checked, as_record, choice, number, parse_words, switch, whole

SELF_ATARI_RULES = ("ignore", "never", "result-3", "nakade")
IGNORE, NEVER, RESULT_3, NAKADE_SHAPES = range(4)

LONGEST_LADDER = 64
MOST_MOVES = 64


@dataclass(frozen=True)
class PlayoutSettings(Checked):
    """The policy of playouts. `dataclasses.replace` makes a changed copy; wrong values raise `UserError`."""

    noun = "playout setting"

    atari: float = number(0.3405, 0, 1, "p_AT[1]: probability of an answer to the first atari in a row; 0 turns the step off")
    atari_sure: int = whole(
        8, 1, LONGEST_LADDER - 1, "ladder counter t at which an answer to an atari is certain; p_AT[t] grows linearly up to it"
    )
    nakade: float = number(1.0, 0, 1, "probability of playing the vital point of a small eye space beside the last move")
    pattern: float = number(0.4812, 0, 1, "p_MP: probability of an urgent 3x3 pattern among the eight neighbours of the last move")
    low_liberties: float = number(0.5, 0, 1, "probability of a move about a chain with two liberties, at or beside the last move")
    skipped: bool = switch(True, "whether candidates that were not accepted are tried again before a random move")
    skipped_patterns: bool = switch(False, "whether only patterns are tried again, not candidates of the other steps")
    eye_shape: bool = switch(True, "whether a random move into a narrow place is moved to the better point beside it")
    eye_potential: bool = switch(True, "whether an empty diagonal point counts as own when a point is judged to be an eye")
    self_atari: str = choice(
        SELF_ATARI_RULES, "nakade", "self-atari that is never played: none, all, of three stones or more, all but killing shapes"
    )

    def as_record(self) -> Any:
        """Return the policy as the record that kernels read, with its scratch space, for one thread."""
        policy = as_record(self, policy_t)
        policy.atari_odds[:] = [self.atari_odds(t) for t in range(LONGEST_LADDER)]
        policy.is_uniform = self == UNIFORM
        return policy

    def atari_odds(self, t: int) -> float:
        """Return p_AT[t]: linear from `atari` at t = 1 to 1 at `atari_sure`; 0 if the step is off."""
        if self.atari == 0 or t < 1:
            return 0.0
        if t >= self.atari_sure:
            return 1.0
        return self.atari + (1.0 - self.atari) * (t - 1) / (self.atari_sure - 1)


policy_t = record(
    "policy",
    [
        *((name, np.float64) for name in ("atari", "nakade", "pattern", "low_liberties")),
        ("atari_odds", np.float64, LONGEST_LADDER),
        *((name, np.uint64) for name in ("count", "ladder", "extended")),
        ("moves", np.uint16, MOST_MOVES),
        *((name, np.int8) for name in ("atari_sure", "skipped", "skipped_patterns", "eye_shape", "self_atari", "is_uniform")),
        ("eye_potential", np.int8),
    ],
)

BASE = PlayoutSettings()
UNIFORM = PlayoutSettings(
    atari=0.0, atari_sure=1, nakade=0.0, pattern=0.0, low_liberties=0.0, skipped=False, eye_shape=False, self_atari="ignore"
)

POLICIES = {"uniform": UNIFORM, "base": BASE}
"""The policies that have a name."""


def policy_settings(name: str, words: Iterable[str] = ()) -> PlayoutSettings:
    """Return the policy called `name`, with changes as people type them: `["pattern=0.3", "eye-shape=off"]`. Raise `UserError`."""
    if name not in POLICIES:
        raise unknown_name("policy", name, POLICIES)
    return parse_words(POLICIES[name], words)
