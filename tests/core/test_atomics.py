"""Atomic updates: threads add to one counter, and no addition is lost."""

import threading

import numpy as np
import pytest

from miai.core.atomics import (
    add,
    add_item,
    atomic_add,
    atomic_add_item,
    atomic_add_pair,
    compare_and_swap,
    load_acquire,
    store_release,
    swap,
)
from miai.core.kernels import COMPILING, kernel
from miai.core.records import new_array, record

pytestmark = pytest.mark.plain

counter_t = record(
    "counter",
    [
        ("i32", np.int32),
        ("i64", np.int64),
        ("u32", np.uint32),
        ("u64", np.uint64),
        ("f32", np.float32),
        ("f64", np.float64),
        ("small", np.int8),
    ],
)
pair_t = record("pair", [("done", np.int32), ("under_way", np.int32), ("sums", np.float64, 3)])
THREADS = 4
TIMES = 200_000 if COMPILING else 200


@kernel
def hammer_adds(counters, times):
    for _ in range(times):
        atomic_add(counters[1], "i32", 1)
        atomic_add(counters[1], "i64", -2)
        atomic_add(counters[1], "u32", 1)
        atomic_add(counters[1], "u64", 3)
        atomic_add(counters[1], "f32", 1)
        atomic_add(counters[1], "f64", 0.5)


@kernel
def hammer_swaps(counters, times):
    for _ in range(times):
        while True:
            seen = load_acquire(counters[2], "i32")
            if compare_and_swap(counters[2], "i32", seen, seen + 1):
                break
        while True:
            seen = load_acquire(counters[2], "f64")
            if compare_and_swap(counters[2], "f64", seen, seen + 0.25):
                break


@kernel
def hammer_shared(counters, pairs, times, shared):
    for _ in range(times):
        add(counters[1], "i32", 1, shared)
        add(counters[1], "f64", 0.5, shared)
        add_item(pairs[1], "sums", 1, 2.0, shared)
        while True:
            seen = load_acquire(counters[2], "i64")
            if swap(counters[2], "i64", seen, seen + 1, shared):
                break


@kernel
def hammer_pairs(pairs, times):
    for _ in range(times):
        atomic_add_pair(pairs[1], "done", "under_way", 0, 1)
        atomic_add_pair(pairs[1], "done", "under_way", 1, -1)
        atomic_add_item(pairs[1], "sums", 2, 0.5)


@kernel
def add_before_and_after(counters):
    before = atomic_add(counters[0], "i64", 5)
    return before, load_acquire(counters[0], "i64")


@kernel
def swap_doubles(counters, expected, value):
    return compare_and_swap(counters[0], "f64", expected, value)


@kernel
def swap_when(counters, expected, value, shared):
    return swap(counters[0], "i32", expected, value, shared)


@kernel
def store_float(counters, value):
    store_release(counters[0], "f32", value)


@kernel
def add_to_a_byte(counters):
    atomic_add(counters[0], "small", 1)


def hammer(function, counters):
    threads = [threading.Thread(target=function, args=(counters, TIMES)) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_no_addition_is_lost_between_threads():
    counters = new_array(counter_t, 3)
    hammer(hammer_adds, counters)
    n = THREADS * TIMES
    assert counters[1].tolist()[:6] == (n, -2 * n, n, 3 * n, n, n / 2)
    assert counters[0].tolist()[:6] == counters[2].tolist()[:6] == (0, 0, 0, 0, 0, 0)


def test_no_addition_to_pairs_or_array_items_is_lost_between_threads():
    pairs = new_array(pair_t, 3)
    hammer(hammer_pairs, pairs)
    assert (pairs[1].done, pairs[1].under_way) == (THREADS * TIMES, 0)
    assert pairs[1].sums.tolist() == [0, 0, THREADS * TIMES / 2]


def test_no_swap_is_lost_between_threads():
    counters = new_array(counter_t, 3)
    hammer(hammer_swaps, counters)
    assert counters[2].i32 == THREADS * TIMES
    assert counters[2].f64 == THREADS * TIMES / 4


def test_an_addition_returns_the_value_before():
    counters = new_array(counter_t, 1)
    counters[0].i64 = 37
    assert tuple(add_before_and_after(counters)) == (37, 42)


def test_a_swap_happens_only_if_the_value_is_the_expected_one():
    counters = new_array(counter_t, 1)
    counters[0].f64 = 1.5
    assert not swap_doubles(counters, 2.5, 9.0)
    assert counters[0].f64 == 1.5
    assert swap_doubles(counters, 1.5, 9.0)
    assert counters[0].f64 == 9.0


def test_a_released_store_is_visible_to_an_acquiring_load():
    counters = new_array(counter_t, 1)
    store_float(counters, 2.5)
    assert counters[0].f32 == 2.5


@pytest.mark.skipif(not COMPILING, reason="a compile-time error: plain Python adds to any field")
def test_a_field_too_small_for_an_atomic_is_refused_with_the_reason():
    with pytest.raises(Exception, match="field 'small' is int8; atomics work on int32"):
        add_to_a_byte(new_array(counter_t, 1))


@pytest.mark.parametrize("shared, threads", [(True, THREADS), (False, 1)])
def test_plain_updates_are_right_on_one_thread_and_atomic_ones_on_several(shared, threads):
    counters, pairs = new_array(counter_t, 4), new_array(pair_t, 3)
    hammer_shared(counters, pairs, 0, shared)  # compile before the threads start
    workers = [threading.Thread(target=hammer_shared, args=(counters, pairs, TIMES, shared)) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    count = threads * TIMES
    assert (counters[1].i32, counters[1].f64, counters[2].i64) == (count, 0.5 * count, count)
    assert pairs[1].sums.tolist() == [0.0, 2.0 * count, 0.0]


def test_a_failed_swap_changes_nothing():
    counters = new_array(counter_t, 1)
    for shared in (True, False):
        assert not swap_when(counters, 3, 4, shared) and counters[0].i32 == 0
