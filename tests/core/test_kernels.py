"""Kernels and generics inside one process."""

import numpy as np
import pytest

from miai.core.kernels import COMPILING, NotImplementedFor, generic, kernel
from miai.core.records import as_records, copy_record, new, new_array, record

pytestmark = pytest.mark.plain

heap_t = record("heap", [("stones", np.int32), ("row", np.uint8, 7)])
pile_t = record("pile", [("stones", np.int32), ("row", np.uint8, 7)])
stranger_t = record("stranger", [("x", np.int8)])


@generic
def is_terminal(state):
    """Return whether the state is terminal."""


@generic(on="state")
def take(first, second, state, third):
    """Take stones: the state is the third of four arguments."""


@is_terminal.implement(heap_t)
@kernel
def heap_is_empty(state):
    return state.stones <= 0


@is_terminal.implement(pile_t)
@kernel
def pile_is_empty(state):
    return state.stones <= 5


@take.implement(heap_t)
@kernel
def take_from_heap(first, second, state, third):
    state.stones -= first + second + third


@take.implement(pile_t)
@kernel
def take_from_pile(first, second, state, third):
    state.stones -= 1


@kernel
def count_turns(state):
    turns = 0
    while not is_terminal(state):
        take(1, 1, state, 1)
        turns += 1
    return turns


@kernel
def count_turns_in_row(states):
    turns = 0
    for index in range(states.size):
        turns += count_turns(states[index])
    return turns


@kernel
def length_of_row(state):
    return state.row.size


def with_stones(dtype, stones):
    state = new(dtype)
    state.stones = stones
    return state


def test_the_implementation_is_chosen_by_dtype_even_where_the_fields_are_the_same():
    assert count_turns(with_stones(heap_t, 30)) == 10
    assert count_turns(with_stones(pile_t, 30)) == 25


def test_a_generic_called_from_python_chooses_by_dtype():
    state = with_stones(heap_t, 3)
    assert not is_terminal(state)
    take(1, 1, state, 1)
    assert is_terminal(state)


def test_a_generic_works_on_elements_of_an_array_in_place():
    states = new_array(heap_t, 3)
    states[1].stones = 9
    assert count_turns_in_row(states) == 3
    assert states.stones.tolist() == [0, 0, 0]


def test_the_length_of_a_nested_field_is_known():
    assert length_of_row(new(heap_t)) == 7


def test_a_missing_implementation_is_named_with_the_generic_and_the_dtype():
    with pytest.raises(NotImplementedFor, match=r"is_terminal\(\) has no implementation for stranger.*it has one for: heap.*pile"):
        count_turns(new(stranger_t))
    with pytest.raises(NotImplementedFor, match=r"is_terminal\(\) has no implementation for stranger"):
        is_terminal(new(stranger_t))
    with pytest.raises(NotImplementedFor, match="an argument of type int"):
        is_terminal(3)


def test_a_second_implementation_for_one_dtype_is_refused():
    with pytest.raises(ValueError, match=r"is_terminal\(\) is implemented for heap.* already"):
        is_terminal.implement(heap_t)(heap_is_empty)


def test_a_generic_on_an_argument_it_does_not_have_is_refused():
    with pytest.raises(ValueError, match="no parameter 'board'; it has state, action"):

        @generic(on="board")
        def play(state, action):
            """Not possible."""


@pytest.mark.skipif(COMPILING, reason="compiled, the front has the stub's own signature and Python refuses")
def test_a_wrong_number_of_arguments_is_refused_with_the_reason():
    with pytest.raises(TypeError, match="takes 1 arguments"):
        is_terminal(with_stones(heap_t, 1), 2)


def test_a_generic_keeps_its_name_and_contract():
    assert is_terminal.__name__ == "is_terminal"
    assert is_terminal.__doc__ == "Return whether the state is terminal."
    assert is_terminal.is_implemented(heap_t) and not is_terminal.is_implemented(stranger_t)


def test_a_record_is_aligned_and_nests_with_its_alignment():
    inner_t = record("inner", [("small", np.int8), ("wide", np.float64)])
    outer_t = record("outer", [("flag", np.int8), ("inner", inner_t)])
    assert inner_t.fields["wide"][1] == 8
    assert outer_t.fields["inner"][1] == 8
    outer = new(outer_t)
    outer.inner.wide = 2.5
    assert outer.inner.wide == 2.5


def test_a_copy_does_not_share_memory():
    state = with_stones(heap_t, 4)
    other = copy_record(state)
    other.stones = 9
    other.row[2] = 1
    assert state.stones == 4 and state.row.tolist() == [0] * 7
    assert count_turns(other) == 3


def test_bytes_read_back_are_the_same_record():
    states = new_array(heap_t, 2)
    states[1].stones = 12
    again = as_records(np.frombuffer(bytearray(states.tobytes()), heap_t))
    assert count_turns(again[1]) == 4


def test_a_name_that_is_no_identifier_is_refused():
    with pytest.raises(ValueError, match="must be a Python identifier, not 'four in a row'"):
        record("four in a row", [("x", np.int8)])
