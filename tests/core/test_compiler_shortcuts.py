"""The compiler's shortcuts give what the functions of Numba give that they replace."""

from __future__ import annotations

import gc
import json

import pytest

from miai.core.kernels import COMPILING
from tests.core.processes import run_python

pytestmark = pytest.mark.skipif(not COMPILING, reason="plain Python compiles nothing")

COMPARE = """
import json, sys
import numba, numpy as np
from numba.core import compiler, errors, ir, postproc, types
from numba.core.compiler import Flags
from numba.core.typing import npydecl
from numba.np import numpy_support

@numba.njit
def example(table, n):
    total = 0.0
    for i in range(n):
        if table[i] > 2 and i % 3:
            total += (table[i], 1.5)[i % 2]
    return [total, -total][n & 1], {"a": n}

def guarded(n):
    try:
        if n > 2:
            raise ValueError
        return 1 // n
    except Exception:
        return 0

record = np.dtype([("a", np.int32), ("b", np.float64, (3,)), ("c", np.dtype([("d", np.uint8)]))], align=True)

def facts():
    some, other = Flags(), Flags()
    other.release_gil = True
    same = other.copy()
    flags = [some == other, other == same, some == Flags(), some != 3, hash(some) == hash(other), sorted(map(str, other.values().items()))]
    explicit = Flags()
    explicit.release_gil = False
    flags += [some == explicit, explicit == some, other == explicit]
    function = compiler.run_frontend(example.py_func)
    postproc.PostProcessor(function).run()
    alive = [sorted(function.get_block_entry_vars(block)) for block in function.blocks.values()]
    names = [[v.name for v in s.list_vars()] for b in function.blocks.values() for s in b.body]
    kinds = [types.int64, types.uint8, types.float64, types.boolean, types.Array(types.int32, 1, "C")]
    loops = [str(npydecl.ufunc_find_matching_loop(np.add, [a, b])) for a in kinds[:4] for b in kinds[:4] for _ in range(2)]
    kind = numpy_support.from_dtype(record)
    dels = compiler.run_frontend(guarded, emit_dels=True)
    text = [str(s) for f in (function, dels) for b in f.blocks.values() for s in b.body]
    return [flags, names, alive, text, loops, repr(kind), repr(kind), kind == numpy_support.from_dtype(record),
            errors.termcolor().errmsg("bad")]

before = facts()
from miai.core import compiler_shortcuts
compiler_shortcuts.install()
after = facts()
print(json.dumps([before, after]))
"""


def test_every_replacement_gives_the_results_of_numba():
    before, after = json.loads(run_python("-c", COMPARE))
    assert len(before[1]) > 20
    assert before == after


def test_names_of_replaced_functions_exist_in_numba():
    from miai.core.compiler_shortcuts import replacements

    assert all(hasattr(owner, name) for owner, name, _ in replacements())


def test_garbage_is_collected_again_after_a_failure():
    from miai.core.compiler_shortcuts import without_collections

    def fail():
        with without_collections():
            raise ValueError(f"enabled: {gc.isenabled()}")

    with pytest.raises(ValueError, match="enabled: False"):
        fail()
    assert gc.isenabled()
