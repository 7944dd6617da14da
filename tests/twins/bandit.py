"""The slow twin: a trial written from the definition, in plain Python over dictionaries, with the same random numbers in the same order.

It counts pulls and wins and recomputes everything before each simulation; nothing is cached or updated in place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from miai.core.streams import new_stream, next_below, next_float
from miai.problems.bandit.play import Bandit

Pull = tuple[int | None, int, bool]
"""One simulation: the number of the group, or `None` without groups; the arm; whether it paid."""


class ReferenceTrial:
    """One trial. `pulls` is its only state."""

    def __init__(self, bandit: Bandit, seed: int, number: int) -> None:
        self.bandit = bandit
        self.stream = new_stream(seed, number)
        self.pulls: list[Pull] = []
        self.groups: Sequence[Sequence[int]] = bandit.groups
        self.grouped_at = 0
        self.regroup_next = bandit.regroup.first if bandit.regroup else 0

    def run(self) -> tuple[list[int], list[float]]:
        """Return (the arm that would be taken, the regret so far) at each checkpoint."""
        taken, regrets = [], []
        for stage, end in enumerate(self.bandit.checkpoints):
            while len(self.pulls) < end:
                self.simulate(stage)
                if self.bandit.regroup and len(self.pulls) == self.regroup_next:
                    self.make_groups()
            taken.append(self.arm_to_take())
            regrets.append(self.regret())
            if self.bandit.regroup and self.bandit.regroup.at_ends:
                self.make_groups()
        return taken, regrets

    def simulate(self, stage: int) -> None:
        c = self.constant(stage)
        group = (
            self.choose({number: self.counts_of_group(number) for number in range(len(self.groups))}, c) if self.groups else None
        )
        arms = range(len(self.bandit.payoffs)) if group is None else self.groups[group]
        arm = self.choose({arm: self.counts_of_edge(group, arm) for arm in arms}, c)
        self.pulls.append((group, arm, bool(next_float(self.stream) < self.bandit.payoffs[arm])))

    def constant(self, stage: int) -> float:
        constant = self.bandit.exploration
        if self.groups and self.bandit.group_exploration is not None:
            constant = self.bandit.group_exploration
        return constant if isinstance(constant, int | float) else constant[stage]

    def choose(self, counts: dict[int, tuple[int, float]], c: float) -> int:
        """Return the one with the best UCB, of those given with (count, mean)."""
        total = sum(count for count, _ in counts.values())
        root_log = math.sqrt(math.log(total)) if total else 0.0
        scores = {}
        for key, (count, mean) in counts.items():
            value = mean if count else self.bandit.first_play
            scores[key] = value + c * root_log * (1.0 / math.sqrt(max(1, count)))
        best = [key for key, score in scores.items() if score == max(scores.values())]
        return best[int(next_below(self.stream, len(best)))] if len(best) > 1 else best[0]

    def counts_of_group(self, group: int) -> tuple[int, float]:
        """Before groups were made, a pull counts for the group that its arm is in now."""
        members = set(self.groups[group])
        made = self.bandit.regroup is not None and self.grouped_at > 0
        return _count(
            won
            for number, (chosen, arm, won) in enumerate(self.pulls)
            if (arm in members if made and number < self.grouped_at else chosen == group)
        )

    def counts_of_edge(self, group: int | None, arm: int) -> tuple[int, float]:
        """Return the edge's own count, and the mean of the arm on all its edges."""
        own = sum(
            pulled == arm and (group is None or chosen == group or number < self.grouped_at)
            for number, (chosen, pulled, _) in enumerate(self.pulls)
        )
        return own, _count(won for _, pulled, won in self.pulls if pulled == arm)[1]

    def arm_to_take(self) -> int:
        """Return the most visited arm of the most visited group; the first of equal ones."""
        group, arms = None, list(range(len(self.bandit.payoffs)))
        if self.groups:
            group = max(range(len(self.groups)), key=lambda number: self.counts_of_group(number)[0])
            arms = list(self.groups[group])
        return max(arms, key=lambda arm: self.counts_of_edge(group, arm)[0])

    def regret(self) -> float:
        total = 0.0
        for _, arm, _ in self.pulls:
            total += max(self.bandit.payoffs) - self.bandit.payoffs[arm]
        return total

    def make_groups(self) -> None:
        """Groups from the means so far; equal ones in order, those never tried last."""
        assert self.bandit.regroup is not None
        count, arms = self.bandit.regroup.count, range(len(self.bandit.payoffs))
        means = {arm: _count(won for _, pulled, won in self.pulls if pulled == arm) for arm in arms}
        ranked = sorted(arms, key=lambda arm: (-means[arm][1] if means[arm][0] else 1.0, arm))
        place = {arm: rank % count if self.bandit.regroup.split else rank * count // len(arms) for rank, arm in enumerate(ranked)}
        self.groups = [[arm for arm in arms if place[arm] == group] for group in range(count)]
        self.grouped_at = len(self.pulls)
        self.regroup_next = len(self.pulls) + self.bandit.regroup.every if self.bandit.regroup.every else -1


def _count(results: Iterable[bool]) -> tuple[int, float]:
    """Return (count, mean)."""
    listed = list(results)
    return len(listed), sum(listed) / len(listed) if listed else 0.0
