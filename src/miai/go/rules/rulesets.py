"""Rules as a setting: presets, and where each deviates from what is written.

| preset | counting | ko | suicide | komi | White gets for N handicap stones | dead stones |
|---|---|---|---|---|---|---|
| `chinese` | area | positional superko | no | 7.5 | N | taken off by agreement |
| `aga` | area | situational superko | no | 7.5 | N - 1 | taken off by agreement |
| `japanese` | territory and prisoners | simple | no | 6.5 | 0 | taken off by agreement |
| `tromp-taylor` | area | positional superko | yes | 7.5 | 0 | none: what stands is alive |

Deviations:

* `chinese`: the written rules count half of the area less half the board; here it is Black's area less White's, which is the same
  winner and twice the margin. Referees' exceptions to superko (triple ko as no result) are not made.
* `aga`: counted by area. The pass stones that make counting by territory come out the same are not handed over. That White must
  make the last pass is not asked for.
* `japanese`: the confirmation phase of the 1989 rules (life and death decided by hypothetical play, where ko is special) is not
  played; dead stones and seki are given by the players or estimated. A repeated position gives no "no result". A one-point bonus
  for teire is not computed: players must fill where it is needed, before they pass.
* `tromp-taylor`: none known, but that a repetition is found by 64-bit hashes.

Two passes in turn end the game under all of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Literal, get_args

from miai.core.errors import unknown_name

Ko = Literal["simple", "positional", "situational"]
Counting = Literal["area", "territory"]


@dataclass(frozen=True)
class Rules:
    """What decides a game; `name` is for people only."""

    name: str
    counting: Counting = "area"
    """Area: stones and surrounded points. Territory: surrounded points and prisoners."""
    ko: Ko = "positional"
    """Simple: no retaking at once. Positional, situational: no earlier position again, at all or with the same player to move."""
    suicide: bool = False
    """Whether a move may leave one's own chain without liberties, which is then taken off."""
    komi: float = 7.5
    """Points for White."""
    handicap_pays: int | None = None
    """White gets a point for every handicap stone but so many; `None`: White gets none."""
    dead_stones: bool = True
    """Whether dead stones may be marked and are taken off before counting."""

    def __post_init__(self) -> None:
        for value, allowed in ((self.counting, get_args(Counting)), (self.ko, get_args(Ko))):
            if value not in allowed:
                raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
        if not (float(self.komi) * 2).is_integer():
            raise ValueError(f"komi must be a multiple of one half, not {self.komi}")

    def with_komi(self, komi: float) -> Rules:
        """The same rules with another komi."""
        return replace(self, komi=komi + 0.0)  # never -0

    def points_for_handicap(self, stones: int) -> int:
        """What White gets for `stones` handicap stones, besides komi."""
        return max(0, stones - self.handicap_pays) if self.handicap_pays is not None else 0


PRESETS = {
    rules.name: rules
    for rules in (
        Rules("chinese", handicap_pays=0),
        Rules("aga", ko="situational", handicap_pays=1),
        Rules("japanese", counting="territory", ko="simple", komi=6.5),
        Rules("tromp-taylor", suicide=True, dead_stones=False),
    )
}


def rules_named(name: str) -> Rules:
    """The preset called `name`, in any case, with `_` or blanks for `-`. Raises `ValueError` with the names there are."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in PRESETS:
        raise ValueError(str(unknown_name("rules", name, PRESETS)))
    return PRESETS[key]


def rules_from_json(text: str) -> Rules:
    """Rules as KataGo's clients describe them: {"scoring": "AREA", "ko": "POSITIONAL", "suicide": false}. What is missing is as in China.

    Raises `ValueError` for what cannot be played here.
    """
    try:
        told = json.loads(text)
        scoring, ko, suicide = told.get("scoring", "AREA"), told.get("ko", "POSITIONAL"), told.get("suicide", False)
    except (ValueError, AttributeError):
        raise ValueError('rules in JSON are an object, such as {"scoring": "AREA", "ko": "SIMPLE"}') from None
    bases = {"AREA": "chinese", "TERRITORY": "japanese"}
    if scoring not in bases or ko not in _KO_NAMES or not isinstance(suicide, bool):
        raise ValueError(f"scoring is {' or '.join(bases)}, ko one of {', '.join(_KO_NAMES)}, suicide true or false")
    base = rules_named(bases[scoring])
    made = replace(base, ko=_KO_NAMES[ko], suicide=suicide)
    return made if made == base else replace(made, name="custom")


_KO_NAMES: dict[str, Ko] = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
