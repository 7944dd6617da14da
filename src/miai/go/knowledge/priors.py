"""Prior knowledge of a move: features, each with a weight in playouts.

A feature with weight w counts as w playouts that were won (or lost, for bad features) after the move. The sums over all features
give the prior value and its weight. A setting of the search chooses how it uses them: until a horizon, as virtual playouts, or for
widening. A prior never forbids a move.

The learned chance covers all other features, each with the strength fitted to games, so the others are off by default; `BY_HAND`
uses them, with weights set by hand, in its place.

| feature | good or bad | moves |
|---|---|---|
| `learned` | good | all: by the chance that a strong player chooses the move, as learned from games (`miai.go.knowledge.learned`) |
| `even` | half won | all: how firmly a move without features is expected to be average |
| `capture_one`, `capture_many` | good | capture one stone, or more |
| `save` | good | take a chain out of atari |
| `atari` | good | put a chain of at least two stones in atari, without self-atari |
| `ladder` | good, bad | catch a chain in a ladder; run from a ladder that works, which loses the same |
| `long_ladder` | good, bad | the same for ladders of fourteen moves or more; also chasing a chain that escapes, and escaping so |
| `self_atari` | bad | leave one's own chain with one liberty, except for killing shapes |
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

from miai.core.records import record
from miai.core.settings import Checked, as_record, number, record_fields


@dataclass(frozen=True)
class PriorSettings(Checked):
    """Weights of the features, in playouts."""

    noun = "prior setting"

    learned: float = number(150, 0, 10000, "weight of the chance that a strong player chooses the move, raised to `learned_power`")
    learned_power: float = number(0.5, 0, 1, "exponent of the chance: 1 follows the chances, less favours unlikely moves")
    even: float = number(5, 0, 1000, "every move, half won, half lost")
    capture_one: float = number(0, 0, 1000, "capture of one stone")
    capture_many: float = number(0, 0, 1000, "capture of several stones")
    save: float = number(0, 0, 1000, "rescue of a chain in atari")
    atari: float = number(0, 0, 1000, "atari on a chain of at least two stones")
    ladder: float = number(15, 0, 1000, "won: catching a chain in a ladder; lost: running from a ladder that works")
    long_ladder: float = number(150, 0, 1000, "the same for ladders of 14 moves or more; also lost: chasing a chain that escapes")
    self_atari: float = number(0, 0, 1000, "lost: a bad self-atari")
    pattern: float = number(0, 0, 1000, "an urgent 3x3 pattern")
    near_1: float = number(0, 0, 1000, "distance 1 from the last move, in the common fate graph")
    near_2: float = number(0, 0, 1000, "distance 2 from the last move")
    near_3: float = number(0, 0, 1000, "distance 3 from the last move")
    empty_good: float = number(0, 0, 1000, "third or fourth line in an empty area")
    empty_bad: float = number(0, 0, 1000, "lost: first or second line in an empty area")
    edge_bad: float = number(0, 0, 1000, "lost: first line with no stone beside")
    pass_bad: float = number(10, 0, 1000, "lost: a pass")

    def as_record(self) -> Any:
        """Return the weights as the record that kernels read."""
        return as_record(self, prior_t)


prior_t = record("go_priors", record_fields(PriorSettings))

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
"""Features with weights set by hand, without the learned chance."""
