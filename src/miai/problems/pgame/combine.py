"""One level of an acyclic graph: places that both lead to the same total become one place, in time linear in the number of places.

The source (2.3.1) makes `breadth` new places below each place of the level above, combines some of them with others, and then follows
chains of combinations to their end, which takes it O(n**2). It does not say how totals are kept from depending on the path. Here both
follow from the order in which the places are looked at:

1. each new place gets its score from the one place above it (`offer_places`);
2. they are brought into a random order, and from there sorted by score with a counting sort, since scores are small whole numbers
   (`sort_by_score`); so neighbours have nearly or exactly the same score, and which of those with the same score are neighbours is random;
3. going through them once, each joins the place before it with the probability asked for (`join_neighbours`). The place before it
   knows already whose place it has joined, so there are no chains to follow;
4. the places that are left are numbered, and the moves linked to them (`link_moves`).

A place that joins another takes that one's score, and the points of the move that leads there change by the difference: so the total is
the same on all paths. It joins only if those points stay within 0 to 127, and never a place that another move from the same place
already leads to. Near the root, where there are few places, fewer can be combined than were asked for, and none on the first level. The
score of a combined place is the one that is best for the player who moves there, for both players alike, so that neither gains by it.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.streams import next_float
from miai.problems.pgame.state import MOST_POINTS, points_of


@kernel
def offer_places(salt, first, sign, breadth, above, gains):
    """Write into `gains` the score of each new place, as the player sees it who moves there: `sign` times the total.

    `first` is the number, in the tree, of the first place of the new level: with nothing combined, the game is the tree.
    """
    for place in range(above.size * breadth):
        parent = place // breadth
        gains[place] = sign * above[parent] + points_of(salt, np.uint64(first) + np.uint64(place))


@kernel
def count_scores(gains, most, starts):
    """Write into `starts`, which has room for one more than there are different scores, where each score begins, the best first."""
    for score in range(starts.size):
        starts[score] = 0
    for place in range(gains.size):
        starts[most - gains[place] + 1] += 1
    for score in range(1, starts.size):
        starts[score] += starts[score - 1]


@kernel
def sort_by_score(gains, most, starts, shuffled, ranked):
    """Write the places of `shuffled` into `ranked`, best score first and equal ones in the order they have. Uses up `starts`."""
    for i in range(shuffled.size):
        place = shuffled[i]
        score = most - gains[place]
        ranked[starts[score]] = place
        starts[score] += 1


@kernel
def join_neighbours(stream, share, sign, breadth, above, gains, ranked, newest, leaders):
    """Write into `leaders` the place that each place has joined, which may be itself; returns how many have joined another.

    `newest` has room for a number for each place above: the leader that one of its moves led to last.
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
def link_moves(sign, first, gains, leaders, numbers, links, scores):
    """Number the places that are left, from `first`, in the order in which they were offered; write where each move leads, and the scores.

    `numbers` has room for a number for each place that was offered.
    """
    count = 0
    for place in range(gains.size):
        if leaders[place] == place:
            numbers[place] = first + count
            scores[count] = sign * gains[place]
            count += 1
    for place in range(gains.size):
        links[place] = numbers[leaders[place]]
