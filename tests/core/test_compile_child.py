"""A child process compiles for its parent, which then loads machine code from disk."""

from __future__ import annotations

import sys

import pytest

from miai.core.kernels import COMPILING
from tests.core.processes import run_python

pytestmark = [
    pytest.mark.skipif(not COMPILING, reason="plain Python compiles nothing"),
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux compiles in a child process"),
]

KERNELS = """
from miai.core.kernels import kernel

@kernel
def half(x):
    return x // 2

@kernel
def count_halvings(x):
    steps = 0
    while x > 1:
        x = half(x)
        steps += 1
    return steps

@kernel
def count_twice(x):
    return 2 * count_halvings(x)

@kernel
def broken(x):
    return x.no_such_field
"""

BEGIN = """
import os, signal, sys
import miai.core.kernels as kernels
from miai.core import compile_child, linking
sys.path.insert(0, sys.argv[1])
compiled_here, names = [], []
by_numba = linking._compile_by_numba

def note(dispatcher, signature):
    compiled_here.append((os.getpid(), dispatcher.py_func.__name__))
    return by_numba(dispatcher, signature)

linking._compile_by_numba = note

class Listener(kernels.CompileListener):
    def started(self, name):
        names.append(name)

kernels.listen_to_compilation(Listener())
compile_child.enable()
"""


def run(tmp_path, program):
    (tmp_path / "halving.py").write_text(KERNELS)
    return run_python("-c", BEGIN + program, str(tmp_path), MIAI_CACHE_DIR=str(tmp_path / "cache"))


def test_the_parent_loads_what_the_child_compiled(tmp_path):
    program = "import halving; print(halving.count_halvings(40), compiled_here, names)"
    assert run(tmp_path, program) == "5 [] ['count_halvings', 'half']\n"
    assert run(tmp_path, program) == "5 [] []\n"


def test_a_child_compiles_the_callees_of_two_entries_once(tmp_path):
    program = "import halving; print(halving.count_halvings(40), halving.count_twice(40), compiled_here, names)"
    assert run(tmp_path, program) == "5 10 [] ['count_halvings', 'half', 'count_twice']\n"


def test_kernels_that_are_defined_later_get_a_new_child(tmp_path):
    program = """
import halving
print(halving.count_halvings(40))
open(sys.argv[1] + "/later.py", "w").write("from miai.core.kernels import kernel\\n@kernel\\ndef third(x):\\n    return x // 3\\n")
import later
print(later.third(9), compiled_here)
"""
    assert run(tmp_path, program) == "5\n3 []\n"


def test_the_parent_compiles_if_the_child_is_killed(tmp_path):
    program = """
import halving
fork = os.fork
def fork_and_die():
    process = fork()
    if process == 0:
        os._exit(1)
    return process
os.fork = fork_and_die
print(halving.count_halvings(40), [name for _, name in compiled_here])
"""
    assert run(tmp_path, program) == "5 ['count_halvings']\n"


def test_an_error_in_a_kernel_is_raised_in_the_parent(tmp_path):
    program = """
import halving
try:
    halving.broken(1)
except Exception as error:
    print(type(error).__name__, "no_such_field" in str(error))
print(halving.count_halvings(40))
"""
    assert run(tmp_path, program) == "TypingError True\n5\n"


def test_a_child_closes_the_files_of_its_parent(tmp_path):
    program = """
import halving, socket
server = socket.create_server(("127.0.0.1", 0))
port = server.getsockname()[1]
halving.count_halvings(40)
server.close()
socket.create_server(("127.0.0.1", port)).close()
print("free")
"""
    assert run(tmp_path, program) == "free\n"
