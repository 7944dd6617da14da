"""Rules as data: presets, and where each deviates from the written rules.

| preset | counting | ko | suicide | komi | White's points for N handicap stones | dead stones |
|---|---|---|---|---|---|---|
| `chinese` | area | positional superko | no | 7.5 | N | taken off by agreement |
| `aga` | area | situational superko | no | 7.5 | N - 1 | taken off by agreement |
| `japanese` | territory and prisoners | simple | no | 6.5 | 0 | taken off by agreement |
| `tromp-taylor` | area | positional superko | yes | 7.5 | 0 | none: all stones are alive |

Deviations:

* `chinese`: the written rules compare a player's area with half the board; here the score is Black's area minus White's, which gives the
  same winner and twice the margin. There are no referees' exceptions to superko (triple ko as no result).
* `aga`: counted by area. There are no pass stones, which would make territory scoring give the same result. White need not make the
  last pass.
* `japanese`: there is no confirmation phase as in the 1989 rules (life and death by hypothetical play with a special ko rule); dead
  stones and seki are given by the players or estimated. A repeated position is not "no result". There is no one-point bonus for teire:
  players must fill where it is needed, before they pass.
* `tromp-taylor`: none known, except that repetitions are found by 64-bit hashes.

Under all of them two consecutive passes end the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from miai.core.errors import unknown_name
from miai.core.json_text import parse_json

Ko = Literal["simple", "positional", "situational"]
Counting = Literal["area", "territory"]


@dataclass(frozen=True)
class Rules:
    """The rules of a game; `name` is for people only."""

    name: str
    counting: Counting = "area"
    """Area: stones and surrounded points. Territory: surrounded points and prisoners."""
    ko: Ko = "positional"
    """Simple: no retaking at once. Positional, situational: no earlier position again, at all or with the same player to move."""
    suicide: bool = False
    """Whether a move may leave one's own chain without liberties; it is then taken off."""
    komi: float = 7.5
    """Points for White."""
    handicap_pays: int | None = None
    """White gets a point for every handicap stone beyond this number; `None`: White gets none."""
    dead_stones: bool = True
    """Whether dead stones may be marked and are taken off before counting."""

    def __post_init__(self) -> None:
        for value, allowed in ((self.counting, get_args(Counting)), (self.ko, get_args(Ko))):
            if value not in allowed:
                raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
        if not (float(self.komi) * 2).is_integer():
            raise ValueError(f"komi must be a multiple of one half, not {self.komi}")

    def with_komi(self, komi: float) -> Rules:
        """Return the same rules with another komi."""
        return replace(self, komi=komi + 0.0)  # never -0

    def points_for_handicap(self, stones: int) -> int:
        """Return White's points for `stones` handicap stones, besides komi."""
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
    """Return the preset called `name`, in any case, with `_` or blanks for `-`. Raise `ValueError` for an unknown name."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in PRESETS:
        raise ValueError(str(unknown_name("rules", name, PRESETS)))
    return PRESETS[key]


def rules_from_json(text: str) -> Rules:
    """Return the rules that clients of KataGo describe in JSON: {"scoring": "AREA", "ko": "POSITIONAL", "suicide": false}.

    Missing entries are those of the Chinese rules. Raise `ValueError` for rules that are not supported.
    """
    try:
        data = parse_json(text)
        scoring, ko, suicide = data.get("scoring", "AREA"), data.get("ko", "POSITIONAL"), data.get("suicide", False)
    except (ValueError, AttributeError):
        raise ValueError('rules in JSON must be an object such as {"scoring": "AREA", "ko": "SIMPLE"}') from None
    bases = {"AREA": "chinese", "TERRITORY": "japanese"}
    if scoring not in bases or ko not in _KO_NAMES or not isinstance(suicide, bool):
        raise ValueError(f"scoring must be {' or '.join(bases)}, ko one of {', '.join(_KO_NAMES)}, suicide true or false")
    base = rules_named(bases[scoring])
    made = replace(base, ko=_KO_NAMES[ko], suicide=suicide)
    return made if made == base else replace(made, name="custom")


_KO_NAMES: dict[str, Ko] = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
