"""Trials of a bandit with move groups: every simulation pulls one arm, chosen by UCB among all arms, or first among groups.

An arm pays 1 or 0. A choice takes the best score `value + c sqrt(ln n / count)`, where n is the number of tries of all candidates: UCB1 of
Auer, Cesa-Bianchi and Fischer (2002) with a constant c. An untried candidate has the first-play value as its mean and counts as tried once;
ties are broken at random. With groups the same rule chooses a group, then an arm in it. At the end the most visited group is taken, and
in it the most visited arm; of equal ones the first (the *robust child*). At the end of each **stage** a trial records that choice and the
regret so far.

An **edge** is an arm in a group: one for each arm without groups, several for an arm that is in several groups. As in the search, an edge
has its own count, and its value is that of the arm.

| field | dtype, shape | meaning |
|---|---|---|
| `payoff` | float64, arms | probability that an arm pays |
| `arms`, `best` | int64 | number of arms; the first arm with the highest payoff |
| `first_play` | float64 | value of an untried arm or group; infinity: everything is tried first |
| `stages` | int64 | number of stages of a trial |
| `stage_end` | int64, stages | simulations at the end of each stage |
| `free_c`, `group_c` | float64, stages | the constant c in each stage: without groups, and with groups |
| `regroup_first`, `regroup_every` | int64 | simulations before groups are made, and made again; 0: never |
| `regroup_at_ends` | bool | whether groups are made at the end of every stage |
| `split` | bool | whether the best arms go one to a group, or all into the first |
| `made_count` | int64 | number of groups that are made |
| `given_groups` | int64 | groups at the start of a trial; 0: none |
| `given_first`, `given_arm` | int64, groups + 1 and edges | the first edge of each given group, and the arm of each edge |
| `overlaps` | bool | whether an arm is in several given groups |
| `groups`, `first_edge`, `edge_arm` | | the same for the present groups |
| `edge_visits`, `edge_value`, `edge_spread` | int64, float64, float64 | count of each edge, mean of its arm, 1 / sqrt(count) |
| `group_visits`, `group_wins`, `group_value`, `group_spread` | | the same for each group |
| `arm_visits`, `arm_wins` | int64, arms | tries of each arm, and the number that paid |
| `visits`, `regroup_next` | int64 | simulations so far; the simulation at which groups are made next, or -1 |
| `regret` | float64 | sum of best payoff - payoff of the pulled arm |
| `rank`, `score` | int64 and float64, arms | scratch space: the rank and a score of each arm |
| `root_logs`, `spreads` | float64, `KNOWN_ROOTS` | sqrt(ln n) and 1 / sqrt(n) for n = 1, 2, ...; constant |
| `stream` | stream_t | random stream of the trial |
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record
from miai.core.streams import next_below, next_float, seed_stream, stream_t

MOST_ARMS, MOST_GROUPS, MOST_EDGES, MOST_STAGES = 64, 64, 256, 32
KNOWN_ROOTS = 8193
"""Roots and logarithms of counts below this are in tables; docs/results/bandit-runtime.md has the measurement."""
LOWEST = -1e300

bandit_t = record(
    "bandit_trial",
    [
        ("payoff", np.float64, MOST_ARMS),
        ("arms", np.int64),
        ("best", np.int64),
        ("first_play", np.float64),
        ("stages", np.int64),
        ("stage_end", np.int64, MOST_STAGES),
        ("free_c", np.float64, MOST_STAGES),
        ("group_c", np.float64, MOST_STAGES),
        ("regroup_first", np.int64),
        ("regroup_every", np.int64),
        ("made_count", np.int64),
        ("given_groups", np.int64),
        ("given_first", np.int64, MOST_GROUPS + 1),
        ("given_arm", np.int64, MOST_EDGES),
        ("groups", np.int64),
        ("first_edge", np.int64, MOST_GROUPS + 1),
        ("edge_arm", np.int64, MOST_EDGES),
        ("edge_visits", np.int64, MOST_EDGES),
        ("edge_value", np.float64, MOST_EDGES),
        ("edge_spread", np.float64, MOST_EDGES),
        ("group_visits", np.int64, MOST_GROUPS),
        ("group_wins", np.int64, MOST_GROUPS),
        ("group_value", np.float64, MOST_GROUPS),
        ("group_spread", np.float64, MOST_GROUPS),
        ("arm_visits", np.int64, MOST_ARMS),
        ("arm_wins", np.int64, MOST_ARMS),
        ("visits", np.int64),
        ("regroup_next", np.int64),
        ("regret", np.float64),
        ("rank", np.int64, MOST_ARMS),
        ("score", np.float64, MOST_ARMS),
        ("root_logs", np.float64, KNOWN_ROOTS),
        ("spreads", np.float64, KNOWN_ROOTS),
        ("stream", stream_t),
        ("regroup_at_ends", np.bool_),
        ("split", np.bool_),
        ("overlaps", np.bool_),
    ],
)

tally_t = record(
    "bandit_tally",
    [
        ("chosen", np.int64, (MOST_STAGES, MOST_ARMS)),  # number of trials that would take this arm at the end of the stage
        ("regret", np.float64, MOST_STAGES),  # sums over the trials of the regret so far and of its square
        ("regret_squares", np.float64, MOST_STAGES),
    ],
)


@kernel
def play_trials(bandit, tally, seed, first, count):
    """Play `count` trials from number `first` on and add them to `tally`. The random stream of a trial follows from its number."""
    for trial in range(first, first + count):
        begin_trial(bandit)
        seed_stream(bandit.stream, seed, np.uint64(trial))
        for stage in range(bandit.stages):
            play_stage(bandit, stage)
            note_stage(bandit, tally, stage)
            if bandit.regroup_at_ends:
                make_groups(bandit)


@kernel
def play_stage(bandit, stage):
    """Run simulations up to the end of `stage`."""
    while bandit.visits < bandit.stage_end[stage]:
        if bandit.groups > 0:
            pull_in_groups(bandit, bandit.group_c[stage])
        else:
            pull_freely(bandit, bandit.free_c[stage])
        if bandit.visits == bandit.regroup_next:
            make_groups(bandit)


@kernel
def begin_trial(bandit):
    """Reset all counts, and restore the given groups."""
    bandit.visits, bandit.regret = 0, 0.0
    for arm in range(bandit.arms):
        bandit.arm_visits[arm] = 0
        bandit.arm_wins[arm] = 0
    bandit.groups = bandit.given_groups
    for group in range(max(1, bandit.groups) + 1):
        bandit.first_edge[group] = bandit.given_first[group]
    for edge in range(bandit.first_edge[max(1, bandit.groups)]):
        bandit.edge_arm[edge] = bandit.given_arm[edge]
        set_edge(bandit, edge, 0)
    for group in range(bandit.groups):
        bandit.group_visits[group] = 0
        bandit.group_wins[group] = 0
        refresh_group(bandit, group)
    bandit.regroup_next = bandit.regroup_first if bandit.regroup_first > 0 else -1


@kernel(inline=True)
def root_log_of(bandit, count):
    """Return sqrt(ln count); 0 for a count of 0."""
    return bandit.root_logs[count] if count < KNOWN_ROOTS else math.sqrt(math.log(float(count)))


@kernel(inline=True)
def spread_of(bandit, count):
    """Return 1 / sqrt(count); 1 for a count of 0, since an untried candidate counts as tried once."""
    return bandit.spreads[count] if count < KNOWN_ROOTS else 1.0 / math.sqrt(float(count))


@kernel(inline=True)
def pull_freely(bandit, c):
    """Run one simulation without groups."""
    edge = pick_best(bandit.stream, bandit.edge_value, bandit.edge_spread, 0, bandit.arms, c * root_log_of(bandit, bandit.visits))
    pay(bandit, edge)


@kernel(inline=True)
def pull_in_groups(bandit, c):
    """Run one simulation with groups: choose a group, then an edge in it."""
    weight = c * root_log_of(bandit, bandit.visits)
    group = pick_best(bandit.stream, bandit.group_value, bandit.group_spread, 0, bandit.groups, weight)
    weight = c * root_log_of(bandit, bandit.group_visits[group])
    first, last = bandit.first_edge[group], bandit.first_edge[group + 1]
    edge = pick_best(bandit.stream, bandit.edge_value, bandit.edge_spread, first, last, weight)
    won = pay(bandit, edge)
    bandit.group_visits[group] += 1
    bandit.group_wins[group] += won
    refresh_group(bandit, group)


@kernel(inline=True)
def pick_best(stream, values, spreads, first, last, weight):
    """Return the index from `first` to `last` - 1 with the best value + weight x spread; ties are broken at random.

    It has branches, because mostly the same index is best again and the processor predicts that (docs/results/bandit-runtime.md).
    """
    best, place, ties = LOWEST, first, 0
    for i in range(first, last):
        score = values[i] + weight * spreads[i]
        if score > best:
            best, place, ties = score, i, 1
        elif score == best:
            ties += 1
    return place if ties == 1 else break_tie(stream, values, spreads, first, last, weight, best, ties)


@kernel
def break_tie(stream, values, spreads, first, last, weight, best, ties):
    """Return a random one of the `ties` indices whose score is `best`."""
    skip = np.int64(next_below(stream, ties))
    for i in range(first, last):
        if values[i] + weight * spreads[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return last - 1


@kernel(inline=True)
def pay(bandit, edge):
    """Pull the arm of `edge`, record the result, and return 1 if it paid, else 0."""
    arm = bandit.edge_arm[edge]
    won = np.int64(next_float(bandit.stream) < bandit.payoff[arm])
    bandit.visits += 1
    bandit.arm_visits[arm] += 1
    bandit.arm_wins[arm] += won
    bandit.regret += bandit.payoff[bandit.best] - bandit.payoff[arm]
    set_edge(bandit, edge, bandit.edge_visits[edge] + 1)
    if bandit.overlaps:
        refresh_twins(bandit, arm)
    return won


@kernel(inline=True)
def set_edge(bandit, edge, visits):
    """Set the count of `edge`, and the spread and value that follow from it."""
    arm = bandit.edge_arm[edge]
    bandit.edge_visits[edge] = visits
    bandit.edge_spread[edge] = spread_of(bandit, visits)
    bandit.edge_value[edge] = bandit.arm_wins[arm] / bandit.arm_visits[arm] if visits > 0 else bandit.first_play


@kernel
def refresh_twins(bandit, arm):
    """Write the new value of `arm` to its other edges that were tried."""
    for edge in range(bandit.first_edge[bandit.groups]):
        if bandit.edge_arm[edge] == arm and bandit.edge_visits[edge] > 0:
            bandit.edge_value[edge] = bandit.arm_wins[arm] / bandit.arm_visits[arm]


@kernel(inline=True)
def refresh_group(bandit, group):
    """Recompute spread and value of `group` from its counts."""
    visits = bandit.group_visits[group]
    bandit.group_spread[group] = spread_of(bandit, visits)
    bandit.group_value[group] = bandit.group_wins[group] / visits if visits > 0 else bandit.first_play


@kernel
def most_visited(visits, first, last):
    """Return the most visited index from `first` to `last` - 1; of equal ones the first."""
    place = first
    for i in range(first + 1, last):
        if visits[i] > visits[place]:
            place = i
    return place


@kernel
def arm_to_take(bandit):
    """Return the robust child: the most visited arm of the most visited group."""
    first, last = 0, bandit.arms
    if bandit.groups > 0:
        group = most_visited(bandit.group_visits, 0, bandit.groups)
        first, last = bandit.first_edge[group], bandit.first_edge[group + 1]
    return bandit.edge_arm[most_visited(bandit.edge_visits, first, last)]


@kernel
def note_stage(bandit, tally, stage):
    """Add the choice and the regret at the end of `stage` to `tally`."""
    tally.chosen[stage, arm_to_take(bandit)] += 1
    tally.regret[stage] += bandit.regret
    tally.regret_squares[stage] += bandit.regret * bandit.regret


@kernel
def make_groups(bandit):
    """Put every arm into one of `made_count` groups by its mean so far. The counts of the arms are kept."""
    rank_arms(bandit)
    edge = 0
    for group in range(bandit.made_count):
        bandit.first_edge[group] = edge
        bandit.group_visits[group] = 0
        bandit.group_wins[group] = 0
        for arm in range(bandit.arms):
            if group_of_rank(bandit, bandit.rank[arm]) == group:
                bandit.edge_arm[edge] = arm
                set_edge(bandit, edge, bandit.arm_visits[arm])
                bandit.group_visits[group] += bandit.arm_visits[arm]
                bandit.group_wins[group] += bandit.arm_wins[arm]
                edge += 1
        refresh_group(bandit, group)
    bandit.groups = bandit.made_count
    bandit.first_edge[bandit.groups] = edge
    bandit.regroup_next = bandit.visits + bandit.regroup_every if bandit.regroup_every > 0 else -1


@kernel
def rank_arms(bandit):
    """Write the rank of each arm, 0 for the best mean so far. Untried arms come last; equal means are in the order of the arms."""
    for arm in range(bandit.arms):
        bandit.rank[arm] = 0
        for other in range(bandit.arms):
            mine, theirs = mean_of(bandit, arm), mean_of(bandit, other)
            bandit.rank[arm] += theirs > mine or (theirs == mine and other < arm)


@kernel
def mean_of(bandit, arm):
    """Return the mean payoff of the arm so far; -1 if it was never pulled."""
    return bandit.arm_wins[arm] / bandit.arm_visits[arm] if bandit.arm_visits[arm] > 0 else -1.0


@kernel
def group_of_rank(bandit, rank):
    """Return the group of the arm with this rank."""
    return rank % bandit.made_count if bandit.split else rank * bandit.made_count // bandit.arms
