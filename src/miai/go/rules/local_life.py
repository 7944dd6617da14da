"""Life and death of chains that share their last liberties, read out to the end by the Japanese rules (1989, article 7).

A chain is dead if the opponent, moving first, can capture it. A ko may be retaken only after a pass for that ko, so a group that
could only live by ko is dead: bent four in the corner needs no rule of its own.

Only **close fights** are read: chains of both colours with a common liberty that neither can fill without being in atari, and enemy stones
inside their eyes. Searches are poor judges of these, because every move in them looks like a loss. Moves are restricted to the liberties
and stones of the fight; a chain that is connected to stones or empty points outside it cannot be captured. Stones that are dead only
because an attacker escapes in this way are left undecided: it might be captured outside. So are those whose reading takes more than
`MOST_NODES` positions.

A fight is a few dozen points, so its stones are two integers, with a bit for each point.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.plain import Chain, chains
from miai.go.rules.seki import is_safe_fill

MOST_LIBERTIES = 4
"""Liberties of a chain in a close fight."""
MOST_POINTS = 30
"""Points of a fight, with its stones."""
MOST_NODES = 20_000
"""Positions that are read for one chain."""

Stones = tuple[int, int]
"""Black's and White's stones, a bit for each point of the fight."""
Ban = tuple[int, int] | None
"""The colour that may not retake a ko, and the bit of the point; a pass of that colour lifts it."""


class TooLong(Exception):
    """Reading took more positions than allowed."""


def read_fights(position: Position, sure: frozenset[Point] = frozenset()) -> dict[Point, bool]:
    """Return for the stones in close fights whether they are alive; stones of `sure` are alive and take no part.

    Stones whose fate was not read are missing.
    """
    found: dict[Point, bool] = {}
    for fight in close_fights(position, sure):
        field_of = FightField(position, fight)
        if len(field_of.points) > MOST_POINTS:
            continue
        for chain, is_alive in _read_fight(field_of, fight).items():
            found.update(dict.fromkeys(chain.stones, is_alive))
    return found


def _read_fight(field_of: FightField, fight: list[Chain]) -> dict[Chain, bool]:
    """Return for the chains of a fight whether they are alive. Chains whose fate was not read, or depends on who begins, are missing.

    Where chains of both colours can be captured, those are dead that are captured even if they begin: what they take comes back.
    """
    found: dict[Chain, bool] = {}
    for chain in fight:
        with suppress(TooLong):
            is_alive = not _is_captured(field_of, chain, other(chain.color))
            if is_alive or _is_captured(field_of.careful_about(other(chain.color)), chain, other(chain.color)):
                found[chain] = is_alive
    dead = [chain for chain, is_alive in found.items() if not is_alive]
    rivals = [chain for chain in dead if any(other(chain.color) == each.color and _touch(field_of, chain, each) for each in dead)]
    if rivals:
        try:
            doomed = {chain for chain in rivals if _is_captured(field_of, chain, chain.color)}
        except TooLong:
            doomed = set()
        for chain in rivals:
            against = any(each in doomed and each.color != chain.color and _touch(field_of, chain, each) for each in rivals)
            if chain in doomed:
                found[chain] = False
            elif against:
                found[chain] = True
            else:
                del found[chain]
    return found


def _is_captured(field_of: FightField, chain: Chain, first: int) -> bool:
    """Return whether a chain is captured if the colour `first` begins. Raise `TooLong`."""
    return Reading(field_of, field_of.mask(chain.stones), other(chain.color)).is_captured(first)


def _touch(field_of: FightField, one: Chain, two: Chain) -> bool:
    """Return whether stones of two chains are side by side."""
    return bool(field_of.around(field_of.mask(one.stones)) & field_of.mask(two.stones))


def close_fights(position: Position, sure: frozenset[Point]) -> list[list[Chain]]:
    """Return the close fights, each as the list of its chains."""
    weak = [chain for chain in chains(position) if len(chain.liberties) <= MOST_LIBERTIES and not chain.stones & sure]
    fights: list[set[Chain]] = []
    for one, two in product(weak, weak):
        if one.color == BLACK and two.color == WHITE and _are_locked(position, one, two):
            joined = [fight for fight in fights if {one, two} & fight]
            fights = [fight for fight in fights if fight not in joined] + [{one, two}.union(*joined)]
    for fight in fights:
        fight |= {chain for chain in weak if _is_inside(chain, fight)}
    return [sorted(fight, key=lambda chain: min(chain.stones)) for fight in fights]


def _are_locked(position: Position, one: Chain, two: Chain) -> bool:
    """Return whether two chains share a liberty that neither colour can fill."""
    shared = one.liberties & two.liberties
    return any(not any(is_safe_fill(position, color, point) for color in (BLACK, WHITE)) for point in shared)


def _is_inside(chain: Chain, fight: set[Chain]) -> bool:
    """Return whether all liberties of a chain are those of one enemy in the fight: it stands in the enemy's eye."""
    return any(each.color != chain.color and chain.liberties <= each.liberties for each in fight)


class FightField:
    """The points of a fight as bits: their neighbours, their stones, and which of them are connected to the outside."""

    def __init__(self, position: Position, fight: list[Chain]) -> None:
        self.points = sorted({point for chain in fight for point in chain.stones | chain.liberties})
        self._bit = {point: 1 << place for place, point in enumerate(self.points)}
        self.beside = [self.mask(near for near in neighbours(point, position.size) if near in self._bit) for point in self.points]
        self.stones: Stones = (self.mask(position.black), self.mask(position.white))
        outside = {point: [near for near in neighbours(point, position.size) if near not in self._bit] for point in self.points}
        self.anchored = {
            color: self.mask(
                point for point, near in outside.items() if any(position.color_at(each) in (EMPTY, color) for each in near)
            )
            for color in (BLACK, WHITE)
        }
        """By colour, the points from which a chain has liberties or friends outside."""
        self._beside_friends = {
            color: self.mask(point for point, near in outside.items() if any(position.color_at(each) == color for each in near))
            for color in (BLACK, WHITE)
        }

    def careful_about(self, color: int) -> FightField:
        """Return the field for a reading in which new stones of `color` may be cut off, however many liberties they have outside."""
        careful = copy.copy(self)
        old = self.stones[0] if color == BLACK else self.stones[1]
        careful.anchored = self.anchored | {color: self.anchored[color] & (old | self._beside_friends[color])}
        return careful

    def mask(self, points) -> int:  # type: ignore[no-untyped-def]
        """Return the bits of those `points` that are in the fight."""
        return sum(self._bit[point] for point in points if point in self._bit)

    def around(self, bits: int) -> int:
        """Return the points beside `bits`, and some of `bits`."""
        found = 0
        while bits:
            low = bits & -bits
            found |= self.beside[low.bit_length() - 1]
            bits ^= low
        return found

    def chain(self, start: int, stones: int) -> int:
        """Return the chain of `stones` with the bit `start`."""
        found, new = start, start
        while new:
            new = self.around(new) & stones & ~found
            found |= new
        return found

    def play(self, stones: Stones, color: int, bit: int) -> tuple[Stones, int] | None:
        """Return the stones after a move of `color` and the captured ones; `None` for suicide."""
        own, enemy = (stones[0] | bit, stones[1]) if color == BLACK else (stones[1] | bit, stones[0])
        taken, left = 0, self.around(bit) & enemy
        while left:
            chain = self.chain(left & -left, enemy)
            left &= ~chain
            if not self._lives(chain, own | enemy, other(color)):
                taken |= chain
        enemy &= ~taken
        if not self._lives(self.chain(bit, own), own | enemy, color):
            return None
        return ((own, enemy) if color == BLACK else (enemy, own)), taken

    def _lives(self, chain: int, stones: int, color: int) -> bool:
        return bool(chain & self.anchored[color]) or bool(self.around(chain) & ~stones)

    def ban_after(self, stones: Stones, color: int, bit: int, taken: int) -> Ban:
        """Return the ban of retaking a ko: a single stone has taken one stone, and that point is its only liberty."""
        own, beside = stones[0] if color == BLACK else stones[1], self.around(bit)
        is_ko = taken & (taken - 1) == 0 and not beside & own and not bit & self.anchored[color]
        return (other(color), taken) if taken and is_ko and beside & ~(stones[0] | stones[1]) == taken else None


@dataclass
class Reading:
    """Reading whether `attacker` captures the stones `target`."""

    field_of: FightField
    target: int
    attacker: int
    known: dict[tuple[Stones, int, Ban, int], bool] = field(default_factory=dict)
    path: set[tuple[Stones, int]] = field(default_factory=set)

    def is_captured(self, first: int) -> bool:
        """Return whether the attacker captures the target if the colour `first` begins. Raise `TooLong`."""
        return self._succeeds(self.field_of.stones, first, None, 0)

    def _succeeds(self, stones: Stones, color: int, ban: Ban, passes: int) -> bool:
        """Return whether the attacker succeeds with `color` to move after `passes` consecutive passes. A repetition is a failure."""
        if self.target & ~(stones[1] if self.attacker == BLACK else stones[0]):
            return True
        if passes == 2 or (passes == 0 and (stones, color) in self.path):
            return False
        key = (stones, color, ban, passes)
        if key not in self.known:
            if len(self.known) >= MOST_NODES:
                raise TooLong
            self.path.add((stones, color))
            wanted = color == self.attacker
            found = any(self._succeeds(*after) == wanted for after in self._moves(stones, color, ban, passes))
            self.known[key] = found == wanted
            self.path.discard((stones, color))
        return self.known[key]

    def _moves(self, stones: Stones, color: int, ban: Ban, passes: int) -> Iterator[tuple[Stones, int, Ban, int]]:
        """Yield what follows each move of `color`, captures first and the pass last: stones, player, ban, passes."""
        quiet = []
        for place in range(len(self.field_of.points)):
            bit = 1 << place
            if bit & (stones[0] | stones[1]) or ban == (color, bit):
                continue
            played = self.field_of.play(stones, color, bit)
            if played is None:
                continue
            after, taken = played
            step = (after, other(color), self.field_of.ban_after(after, color, bit, taken) or ban, 0)
            if taken:
                yield step
            else:
                quiet.append(step)
        yield from quiet
        yield stones, other(color), None if ban and ban[0] == color else ban, passes + 1
