"""The problems, options and settings that a visitor of the page *Problems* may choose. Everything else is refused.

No option opens a file: texts have letters, digits, blanks and a few signs. Numbers have limits, so that a problem stays small.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from miai.core.errors import UserError, unknown_name
from miai.web.languages import mark

Range = tuple[float, float] | None


@dataclass(frozen=True)
class Offer:
    """A built-in problem on the page."""

    title: str
    options: Mapping[str, Range] = field(default_factory=dict)
    """The options that may be changed, with the lowest and highest number; `None` for texts and switches."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the search that differ from `DEFAULTS` for this problem."""


OFFERS: dict[str, Offer] = {
    "tictactoe": Offer(mark("Tic-tac-toe")),
    "connect4": Offer(mark("Connect four"), {"width": (1, 9), "height": (1, 8)}),
    "hex": Offer(mark("Hex"), {"size": (1, 11)}),
    "nim": Offer(mark("Nim"), {"heaps": None, "misere": None}),
    "pig": Offer(mark("Pig"), {"target": (2, 200)}),
    "race": Offer(mark("Race of three players"), {"pile": (1, 30)}),
    "knapsack": Offer(mark("Knapsack"), {"things": (1, 32), "percent": (0, 100), "seed": (0, 10**6)}),
    "bandit": Offer(mark("Bandit"), {"payoffs": None}, {"mode": "tree", "expand_threshold": "0"}),
    "pgame": Offer(mark("Artificial game tree"), {"breadth": (1, 8), "depth": (1, 8), "combination": (0, 0.9), "seed": (0, 10**6)}),
    "samegame": Offer(mark("SameGame"), {"width": (1, 15), "height": (1, 15), "colours": (1, 9), "seed": (0, 10**6)}),
}

SETTINGS = (
    "select",
    "exploration",
    "mode",
    "fpu",
    "fpu_value",
    "expand_threshold",
    "solver",
    "rave",
    "prior",
    "epsilon",
    "ucb2_alpha",
    "final",
)
"""Settings of the search that may be changed. Memory and threads belong to whoever starts the server."""
DEFAULTS: dict[str, str] = {"solver": "no"}
"""Settings that differ from those of `miai solve`: without proofs, every edge is chosen by the rule alone."""
CHOICES: dict[str, tuple[str, ...]] = {
    "select": ("ucb1", "ucb1-tuned", "ucb2", "epsilon-greedy", "bast", "objective", "puct", "thompson"),
    "mode": ("tree", "shared", "path-mean", "uct-dag", "multipath"),
    "fpu": ("infinite", "value", "value-explored"),
    "rave": ("off", "mse", "aya", "hand"),
    "prior": ("off", "horizon", "virtual", "bias"),
    "final": ("robust", "max", "robust-max", "secure"),
}
"""The choices of these settings: those of `search.settings`, which the page does not import, without mode `table`."""
NUMBERS: dict[str, tuple[str, float, float]] = {
    "exploration": ("0.7", 0, 100),
    "fpu_value": ("0.5", -10, 10),
    "expand_threshold": ("1", 0, 1000),
    "epsilon": ("0.1", 0, 1),
    "ucb2_alpha": ("0.001", 0.000001, 1),
}
"""Default and range of these settings."""
FIRST = {"select": "ucb1", "mode": "uct-dag", "fpu": "infinite", "rave": "off", "prior": "off", "final": "robust"}
"""Defaults of the choices."""
MOST_SIMULATIONS = 1_000_000
"""Largest number of simulations of one search, and of one side of a comparison."""
LONGEST_TEXT = 200
MOST_ACTIONS = 4096
_TEXT = re.compile(r"[\w ,.;:+-]*")


def check_options(problem: str, options: Mapping[str, str]) -> list[str]:
    """Return options as words `name=value`. Raise `UserError` for one that is not offered, or not in its range."""
    offer = OFFERS.get(problem)
    words = []
    for name, value in options.items():
        if not re.fullmatch(r"\w{1,40}", name) or len(value) > LONGEST_TEXT or not _TEXT.fullmatch(value) or ".." in value:
            raise UserError(f"option {name[:40]}: {value[:40]!r} is not accepted; use letters, digits, blanks and , . ; : + -")
        if offer is not None:
            if name not in offer.options:
                raise unknown_name("option", name, offer.options, where=problem)
            _check_range("option", name, value, offer.options[name])
        words.append(f"{name}={value}")
    return words


def _check_range(kind: str, name: str, value: str, limits: Range) -> None:
    if limits is None:
        return
    try:
        is_inside = limits[0] <= float(value) <= limits[1]
    except ValueError:
        is_inside = False
    if not is_inside:
        raise UserError(f"{kind} {name} must be a number from {limits[0]:g} to {limits[1]:g} on this page, not {value!r}")


def check_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of a visitor. Raise `UserError` for one that is not offered."""
    for name, value in settings.items():
        if name not in SETTINGS:
            raise unknown_name("setting", name, SETTINGS)
        if name in CHOICES and value not in CHOICES[name]:
            raise unknown_name(name, value, CHOICES[name])
        if name in NUMBERS:
            _check_range("setting", name, value, NUMBERS[name][1:])
    return dict(settings)


def default_settings(problem: str) -> dict[str, str]:
    """Return the settings of a new search of a problem."""
    offer = OFFERS.get(problem)
    return {**DEFAULTS, **(offer.settings if offer else {})}
