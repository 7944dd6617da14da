"""What is known of a move before any playout: features of the move, each a number of playouts that it is worth.

A feature with weight w says "as if w playouts had been won" (or lost, for the bad ones) after this move. The sums over all features
give the prior value and its weight; what the search makes of them (until a horizon, as virtual playouts, for widening) is a setting of
the search. Nothing is forbidden by a prior.

The learned chance knows all the other features, each with the strength that games have taught it, so that the others are off unless
asked for; `BY_HAND` has them, weighed by hand, in its place.

| feature | good or bad | of which moves |
|---|---|---|
| `learned` | good | all: by the chance that a strong player would choose it, as learned from games (`miai.go.knowledge.learned`) |
| `even` | half won | all: how firmly a move without features is expected to be average |
| `capture_one`, `capture_many` | good | take one stone, or more |
| `save` | good | a chain in atari gets out of it |
| `atari` | good | put a chain of at least two stones in atari, and not oneself |
| `ladder` | good, bad | catch a chain in a ladder; run from one that works, which loses as much |
| `self_atari` | bad | leave one's own chain with one liberty, but for killing shapes |
| `pattern` | good | the 3x3 surroundings are one of the urgent patterns of the playouts, anywhere on the board |
| `near_1` to `near_3` | good | distance 1 to 3 from the last move in the common fate graph, where a chain counts as one point |
| `empty_good`, `empty_bad` | good, bad | on the third and fourth line, or on the first and second, with no stone within 3 points |
| `edge_bad` | bad | on the first line with no stone beside |
| `pass_bad` | bad | a pass |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from miai.go.knowledge.options import as_record, check, number, record_of


@dataclass(frozen=True)
class PriorSettings:
    """Weights of the features, in playouts."""

    learned: float = number(150, 0, 10000, "the chance that a strong player chooses the move: this times the chance to some power")
    learned_power: float = number(0.5, 0, 1, "the power: 1 follows the chances, less makes unlikely moves better")
    even: float = number(5, 0, 1000, "every move, half won")
    capture_one: float = number(0, 0, 1000, "taking one stone")
    capture_many: float = number(0, 0, 1000, "taking several stones")
    save: float = number(0, 0, 1000, "saving a chain in atari")
    atari: float = number(0, 0, 1000, "putting a chain in atari")
    ladder: float = number(15, 0, 1000, "catching a chain in a ladder, won; running from one that works, lost")
    self_atari: float = number(0, 0, 1000, "a bad self-atari, lost")
    pattern: float = number(0, 0, 1000, "an urgent 3x3 pattern")
    near_1: float = number(0, 0, 1000, "distance 1 from the last move, in the common fate graph")
    near_2: float = number(0, 0, 1000, "distance 2")
    near_3: float = number(0, 0, 1000, "distance 3")
    empty_good: float = number(0, 0, 1000, "third or fourth line in an empty area")
    empty_bad: float = number(0, 0, 1000, "first or second line in an empty area, lost")
    edge_bad: float = number(0, 0, 1000, "first line with no stone beside, lost")
    pass_bad: float = number(10, 0, 1000, "a pass, lost")

    def __post_init__(self) -> None:
        check(self)

    def as_record(self) -> Any:
        """The weights as kernels read them."""
        return as_record(self, prior_t)


prior_t = record_of("go_priors", PriorSettings)

BY_HAND = PriorSettings(
    learned=0,
    capture_one=8,
    capture_many=15,
    save=10,
    atari=4,
    self_atari=10,
    pattern=5,
    near_1=10,
    near_2=8,
    near_3=3,
    empty_good=10,
    empty_bad=10,
    edge_bad=10,
)
"""Nothing learned: features with weights that were set by hand."""
