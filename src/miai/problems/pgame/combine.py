"""One level of an acyclic graph: some of its places are combined, in time linear in the number of places.

Brodeur and Childs (2008), section 2.3.1, make `breadth` new places below each place of the level above, combine some of them with others,
and then follow chains of combinations to their end, in O(n**2). They do not say how totals stay independent of the path. There are two ways
here. **Near** combinations join places of nearly equal totals, so that the points of moves stay within 0 to 127:

1. each new place gets its score from its one parent (`offer_places`);
2. the places are shuffled and then sorted by score with a stable counting sort, since scores are small whole numbers (`sort_by_score`): so
   neighbours have nearly or exactly the same score, and the order of equal scores is random;
3. in one pass each place joins the place before it with the given probability (`join_neighbours`). The leader of the place before it is
   known already, so there are no chains to follow;
4. the places that are left are numbered, and the moves are linked to them (`link_moves`).

A place that joins another takes its score, and the points of the move that leads there change by the difference: so the total is the same
on all paths. A place joins only if these points stay within 0 to 127, and never a place that another move of the same parent leads to.
Near the root, where there are few places, fewer are combined than requested, and none on the first level. The score of a combined place is
the one that is best for the player who moved there. That holds for both players alike, so that neither gains by it.

**Random** combinations (`join_at_random`) follow the pseudo-code of the source: with the given probability each place is combined with
any other place of its level, chains are followed to their end, and two moves of one parent may lead to one place. The combined place has
the score of the last place of its chain, and the points of the moves that lead there change by the difference: they may be negative or
above 127.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import next_below, next_float
from miai.problems.pgame.state import MOST_POINTS, points_of


@kernel
def offer_places(salt, first, sign, breadth, above, gains):
    """Write into `gains` the score of each new place from the viewpoint of the player who moves there: `sign` times the total.

    `first` is the number in the tree of the first place of the new level: without combinations the game is the tree.
    """
    for place in range(above.size * breadth):
        parent = place // breadth
        gains[place] = sign * above[parent] + points_of(salt, np.uint64(first) + np.uint64(place))


@kernel
def count_scores(gains, most, starts):
    """Write into `starts` the place where each score begins, the best score first. `starts` has one more element than there are scores."""
    for score in range(starts.size):
        starts[score] = 0
    for place in range(gains.size):
        starts[most - gains[place] + 1] += 1
    for score in range(1, starts.size):
        starts[score] += starts[score - 1]


@kernel
def sort_by_score(gains, most, starts, shuffled, ranked):
    """Write the places of `shuffled` into `ranked`, best score first and equal scores in their order. Overwrites `starts`."""
    for i in range(shuffled.size):
        place = shuffled[i]
        score = most - gains[place]
        ranked[starts[score]] = place
        starts[score] += 1


@kernel
def join_neighbours(stream, share, sign, breadth, above, gains, ranked, newest, leaders):
    """Write into `leaders` the place that each place has joined, which may be itself. Return the number that have joined another.

    `newest` has an element for each place above: the last leader that one of its moves leads to.
    """
    for parent in range(newest.size):
        newest[parent] = -1
    joined = 0
    leader = ranked[0]
    for i in range(ranked.size):
        place = ranked[i]
        parent = place // breadth
        points = gains[leader] - sign * above[parent]
        if i > 0 and next_float(stream) < share and points <= MOST_POINTS and newest[parent] != leader:
            joined += 1
        else:
            leader = place
        leaders[place] = leader
        newest[parent] = leader
    return joined


@kernel
def join_at_random(stream, share, leaders):
    """Write into `leaders` the place that each place has joined, which may be itself. Return the number that have joined another.

    Each place is combined with a random other place with probability `share`; chains of combinations end at one leader.
    """
    for place in range(leaders.size):
        leaders[place] = place
    joined = 0
    for place in range(leaders.size):
        if leaders.size > 1 and next_float(stream) < share:
            other = np.int64(next_below(stream, leaders.size - 1))
            other += other >= place
            mine, theirs = leader_of(leaders, place), leader_of(leaders, other)
            if mine != theirs:
                leaders[mine] = theirs
                joined += 1
    for place in range(leaders.size):
        leaders[place] = leader_of(leaders, place)
    return joined


@kernel
def leader_of(leaders, place):
    """Return the end of the chain from `place`, and shorten the chain on the way."""
    while leaders[place] != place:
        leaders[place] = leaders[leaders[place]]
        place = leaders[place]
    return place


@kernel
def link_moves(sign, first, gains, leaders, numbers, links, scores):
    """Number the places that are left, from `first`, in the order of `offer_places`. Write the links of the moves, and the scores.

    `numbers` has an element for each offered place.
    """
    count = 0
    for place in range(gains.size):
        if leaders[place] == place:
            numbers[place] = first + count
            scores[count] = sign * gains[place]
            count += 1
    for place in range(gains.size):
        links[place] = numbers[leaders[place]]
