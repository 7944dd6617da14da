"""Plain-Python mode gives the same numbers as compiled mode, for every core function."""

from tests.core.processes import run_python

EVERY_CORE_FUNCTION = """
import numpy as np
from miai.core import atomics, hashing, kernels, streams
from miai.core.records import new_array, record

pair_t = record("pair", [("n", np.int64), ("x", np.float64), ("i", np.int32), ("f", np.float32)])

@kernels.kernel
def use_atomics(pairs):
    a = atomics.atomic_add(pairs[1], "n", 3)
    b = atomics.atomic_add(pairs[1], "x", 0.1)
    c = atomics.compare_and_swap(pairs[1], "i", 0, 7)
    d = atomics.compare_and_swap(pairs[1], "i", 0, 8)
    atomics.store_release(pairs[0], "f", 1.5)
    return a, b, c, d, atomics.load_acquire(pairs[1], "x")

stream = streams.new_stream(2**63 + 5, 3)
out = []
for round in range(50):
    out += [int(streams.next_bits(stream)), int(streams.next_below(stream, 1 + round)), streams.next_float(stream)]
    out += [streams.next_normal(stream), streams.next_gamma(stream, 0.3 + round), streams.next_beta(stream, 0.5, 2.5)]
    out += [int(streams.next_weighted(stream, np.array([0.5, 0.0, 1.5]), 3, 2.0))]
streams.jump_stream(stream)
items = np.arange(20)
streams.shuffle(stream, items, 20)
out += items.tolist() + stream.s.tolist()
words = [np.uint64(x) for x in (0, 1, 2**63, 2**64 - 1)]
out += [int(hashing.mix64(x)) for x in words] + [int(hashing.combine64(x, y)) for x in words for y in words]
out += hashing.zobrist_table((3, 4), 2**64 - 1).ravel().tolist()
pairs = new_array(pair_t, 2)
out += [float(x) for x in use_atomics(pairs)] + [str(pairs.tolist())]
print([x if isinstance(x, (int, str)) else float(x) for x in out])
"""


def test_every_core_function_gives_the_same_numbers_compiled_and_plain():
    compiled = run_python("-c", EVERY_CORE_FUNCTION)
    plain = run_python("-W", "error", "-c", EVERY_CORE_FUNCTION, NUMBA_DISABLE_JIT="1")
    assert len(compiled) > 5000
    assert compiled == plain
