"""Prefetching: it changes nothing, whatever the index."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.kernels import kernel
from miai.core.pointers import accessor, keep_address, prefetcher
from miai.core.records import new, new_array, record

pytestmark = pytest.mark.plain

number_t = record("prefetched_number", [("value", np.int64)])
owner_t = record("prefetching_owner", [("numbers_at", np.int64), ("limit", np.int64)])
number_at = accessor(lambda _: number_t, "numbers_at", "limit")
prefetch_number = prefetcher(lambda _: number_t, "numbers_at")


@kernel
def prefetch_and_read(owner, ahead, index):
    prefetch_number(owner, ahead)
    return number_at(owner, index).value


def test_prefetching_changes_nothing_even_out_of_bounds():
    owner, numbers = new(owner_t), new_array(number_t, 3)
    numbers.value[:] = [5, 6, 7]
    owner.numbers_at, owner.limit = keep_address(numbers), 3
    assert [int(prefetch_and_read(owner, np.int64(ahead), np.int64(1))) for ahead in (0, 2, 3, -(10**9), 10**12)] == [6] * 5
    assert numbers.value.tolist() == [5, 6, 7]
