"""How kernels are linked: machine code for what Python calls, and for nothing else."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest

from miai.core.kernels import COMPILING, kernel
from miai.core.linking import CalleeOnly, KernelLibrary
from tests.core.processes import run_python

pytestmark = pytest.mark.skipif(not COMPILING, reason="nothing is compiled in plain mode")

TABLE = np.arange(10) ** 2


@kernel
def square(x):
    return TABLE[x]


@kernel
def twice_square(x):
    return square(x) + square(x)


@kernel
def checked(x):
    if x < 0:
        raise ValueError("below zero")
    return twice_square(x)


@kernel
def outer(x):
    return checked(x) + square(x)


@numba.njit
def foreign(x):
    return x + 100


@kernel
def calls_foreign(x):
    return foreign(x)


@numba.njit
def calls_kernel(x):
    return outer(x) + foreign(x)


def results_of(dispatcher):
    return list(dispatcher.overloads.values())


def test_only_the_kernel_that_python_calls_gets_machine_code():
    assert outer(3) == 27
    assert [result.library.is_linked for result in results_of(outer)] == [True]
    assert isinstance(results_of(checked)[0].entry_point, CalleeOnly)
    assert not results_of(checked)[0].library.is_linked


def test_an_exception_of_a_callee_reaches_python():
    with pytest.raises(ValueError, match="below zero"):
        outer(-1)


def test_a_callee_can_be_called_from_python_later():
    assert outer(2) == 12
    assert twice_square(2) == 8
    assert checked(2) == 8
    assert outer(4) == 48


def test_a_function_of_another_package_is_left_to_numba():
    assert foreign(1) == 101
    assert not isinstance(results_of(foreign)[0].library, KernelLibrary)


def test_a_function_of_another_package_that_a_kernel_called_first_still_works():
    @numba.njit
    def other(x):
        return x * 2.5

    @kernel
    def calls_other(x):
        return other(x)

    @numba.njit
    def calls_both(x):
        return other(x) + calls_other(x)

    assert calls_other(2.0) == 5.0
    assert other(2.0) == 5.0
    assert calls_both(2.0) == 10.0


def test_other_packages_can_call_kernels():
    assert calls_foreign(1) == 101
    assert calls_kernel(3) == 27 + 103


SCRIPT = """
import sys
from numba.core import event
import kernels_of_a_user as user

with event.install_recorder("numba:compile") as recorder:
    for word in sys.argv[1:]:
        print(word, getattr(user, word)(3))
print("compiled", len([None for _, each in recorder.buffer if each.is_start]))
"""

KERNELS = """
from miai.core.kernels import kernel

@kernel
def inner(x):
    return x + 1

@kernel
def middle(x):
    return inner(x) * 10

@kernel
def outermost(x):
    return middle(x) + inner(x)
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("MIAI_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "kernels_of_a_user.py").write_text(KERNELS)
    (tmp_path / "script.py").write_text(SCRIPT)
    source = str(Path(__file__).resolve().parents[2] / "src")

    def run(*words: str) -> list[str]:
        command = [sys.executable, str(tmp_path / "script.py"), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": source})
        warnings.extend(done.stderr.splitlines())
        return done.stdout.splitlines()

    warnings: list[str] = []
    run.warnings = warnings
    return run


def test_an_entry_is_stored_complete_and_a_second_process_compiles_nothing(run):
    assert run("outermost") == ["outermost 44", "compiled 3"]
    assert run("outermost") == ["outermost 44", "compiled 0"]


def test_a_stored_entry_that_another_kernel_calls_is_compiled_for_it(run):
    assert run("middle") == ["middle 40", "compiled 2"]
    assert run("middle", "outermost", "middle") == ["middle 40", "outermost 44", "middle 40", "compiled 3"]
    assert run("outermost", "middle", "inner") == ["outermost 44", "middle 40", "inner 4", "compiled 1"]


def test_damaged_compiled_code_is_replaced_with_one_line(run, tmp_path):
    assert run("outermost") == ["outermost 44", "compiled 3"]
    (index,) = (tmp_path / "cache").rglob("*outermost*.nbi")
    index.write_bytes(b"")
    assert run("outermost")[-1] == "compiled 3"
    assert run("outermost") == ["outermost 44", "compiled 0"]
    assert run.warnings == [f"miai: warning: damaged compiled code (Ran out of input) is replaced: {index}"]


def test_an_index_of_noise_is_replaced_with_one_line(run, tmp_path):
    run("outermost")
    (index,) = (tmp_path / "cache").rglob("*outermost*.nbi")
    index.write_bytes(b"\0" * 100)
    assert run("outermost")[0] == "outermost 44"
    assert run("outermost") == ["outermost 44", "compiled 0"]
    assert len(run.warnings) == 1


@pytest.mark.parametrize("content", [pickle.dumps((1, 2, 3)), b"hello\n."])
def test_machine_code_of_other_content_is_replaced_with_one_line(run, tmp_path, content):
    run("outermost")
    (code,) = (tmp_path / "cache").rglob("*outermost*.nbc")
    code.write_bytes(content)
    assert run("outermost")[0] == "outermost 44"
    assert run("outermost") == ["outermost 44", "compiled 0"]
    (line,) = run.warnings
    assert line.startswith("miai: warning: damaged compiled code")


def test_a_full_cache_folder_is_named_and_the_result_is_right(run, tmp_path):
    (tmp_path / "script.py").write_text(FULL_DISK + SCRIPT)
    assert run("outermost", "outermost") == ["outermost 44", "outermost 44", "compiled 3"]
    (line,) = run.warnings
    assert "is full" in line and str(tmp_path / "cache") in line and "MIAI_CACHE_DIR" in line


FULL_DISK = """
import errno
from numba.core.caching import IndexDataCacheFile

def no_room(self, key, data):
    raise OSError(errno.ENOSPC, "No space left on device")

IndexDataCacheFile.save = no_room
"""


def test_two_processes_that_need_the_same_kernel_compile_it_once(run):
    with ThreadPoolExecutor(2) as pool:
        counts = [lines[-1] for lines in pool.map(run, ["outermost", "outermost"])]
    assert sorted(counts) == ["compiled 0", "compiled 3"]


BY_TYPE = """
import sys
import numpy as np
from miai.core import kernels
sys.path.insert(0, sys.argv[1])
from doubling import twice
for name in sys.argv[2:]:
    twice(getattr(np, name)(1))
print(kernels.compilations())
"""


def test_processes_that_compile_a_kernel_for_different_types_lose_nothing(tmp_path):
    (tmp_path / "doubling.py").write_text("from miai.core.kernels import kernel\n\n@kernel\ndef twice(x):\n    return x + x\n")
    kinds = ["int8", "int32", "float32", "float64"]

    def compile_for(*names: str) -> int:
        return int(run_python("-c", BY_TYPE, str(tmp_path), *names, MIAI_CACHE_DIR=str(tmp_path / "cache")))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(compile_for, kinds)) == [1, 1, 1, 1]
    assert compile_for(*kinds) == 0
