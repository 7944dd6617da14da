"""Strip packing as a game: the kernels against plain Python written from the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.kernels import COMPILING
from miai.problems.contract import check_play, new_worker
from miai.problems.packing import cut_instance, faults_of, height_of, lower_bound, make_instance, start_state
from miai.problems.packing.game import action_text
from miai.problems.packing.reference import PASS, Move, Strip, best_height
from miai.problems.packing.state import bit_number
from miai.search.problem import apply_action, bound, is_terminal, legal_actions, play_out, position_key, problem_of, reward
from tests.problems.packing.instances import small_instances

pytestmark = pytest.mark.plain


def move_of(state, action: int) -> Move:
    if action == 2 * len(state.wide):
        return PASS
    kind, turned = divmod(action, 2)
    sides = (int(state.wide[kind]), int(state.tall[kind]))
    return Move(kind, *(sides[::-1] if turned else sides))


def segments_of(state) -> list[list[int]]:
    sky = state.skyline
    return [[int(sky.x[i]), int(sky.y[i]), int(sky.x[i + 1] - sky.x[i])] for i in range(1, int(sky.count) + 1)]


@given(small_instances(), st.data())
def test_moves_and_skyline_are_those_of_the_definition(instance, data):
    state, strip, bounds = start_state(instance), Strip(instance), []
    while not is_terminal(state):
        assert segments_of(state) == strip.segments
        bounds.append(float(bound(state)))
        actions = legal_actions(state)
        assert sorted(move_of(state, action) for action in actions) == sorted(strip.moves())
        action = data.draw(st.sampled_from(actions))
        strip.play(move_of(state, action), strip.lowest())
        apply_action(state, np.int32(action))
    assert strip.left == 0
    assert bounds == sorted(bounds) and bounds[-1] <= height_of(strip.placements)
    assert faults_of(instance, strip.placements) == []
    assert float(reward(state, 0)) == height_of(strip.placements) == float(bound(state)) >= lower_bound(instance)


def test_playouts_choose_each_fitting_placement_equally_often():
    """On a strip of width 5 a 3 x 2 fits in two ways and a 6 x 4 in one: after the first step each is seen a third of the time."""
    instance = make_instance(5, [(3, 2), (6, 4)])
    worker = new_worker(problem_of(start_state(instance)), seed=1)
    counts: dict[int, int] = {}
    rounds = 3000 if COMPILING else 300
    for _ in range(rounds):
        state = start_state(instance)
        worker.trace_base += 10
        worker.trace_length = 0
        play_out(state, worker)
        first = int(np.argmax(worker.first_played[0] == worker.trace_base))
        counts[first] = counts.get(first, 0) + 1
    assert len(counts) == 3
    assert all(abs(count - rounds / 3) < 5 * (rounds * 2 / 9) ** 0.5 for count in counts.values())


@given(st.integers(1, 2**64 - 1), st.data())
def test_the_place_of_a_numbered_bit_is_that_of_the_definition(word, data):
    places = [place for place in range(64) if word >> place & 1]
    number = data.draw(st.integers(0, len(places) - 1))
    assert bit_number(np.uint64(word), np.int64(number)) == places[number]


def test_pass_raises_the_segment_to_its_lower_neighbour():
    state = start_state(make_instance(6, [(2, 3), (2, 1), (2, 2), (1, 1)], rotate=False))
    for text in ("2x3", "2x1", "2x2", "pass"):
        apply_action(state, np.int32(problem_of(state).parse_action(state, text)))
    assert segments_of(state) == [[0, 3, 2], [2, 2, 4]]


def test_equal_rectangles_are_one_action():
    state = start_state(make_instance(10, [(3, 2), (2, 3), (3, 2)]))
    assert [action_text(state, action) for action in legal_actions(state)] == ["2x3", "3x2"]


def test_keys_do_not_depend_on_the_order_of_placements():
    first, second = (start_state(make_instance(6, [(2, 1), (4, 1), (3, 3)], rotate=False)) for _ in range(2))
    for state, texts in ((first, ("2x1", "4x1")), (second, ("4x1", "2x1"))):
        for text in texts:
            apply_action(state, np.int32(problem_of(state).parse_action(state, text)))
    assert position_key(first) == position_key(second)


@pytest.mark.parametrize("pieces", [5, 40])
def test_contract_holds_for_every_capacity(pieces):
    state = start_state(cut_instance(pieces, 30, 30))
    check_play(problem_of(state), state, seed=pieces)


def test_exhaustive_search_finds_the_optimum_of_a_cut_square():
    assert best_height(cut_instance(5, 6, 6, seed=3)) == 6
