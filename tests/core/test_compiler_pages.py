"""Pages of the compiler's library in a process that compiles nothing."""

import json
import sys

import pytest

from miai.core.compiler_pages import Mapping, is_unchanged, mappings, release_pages
from tests.core.processes import run_python

SMAPS = """\
7f00-7f10 r-xp 00001000 fe:00 12                         /lib/libllvmlite.so
Rss:                 512 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
7f10-7f20 r--p 00002000 fe:00 12                         /lib/libllvmlite.so
Rss:                 128 kB
Anonymous:           128 kB
7f20-7f30 rw-p 00000000 00:00 0
Anonymous:             0 kB
"""

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc/self/smaps")


def test_mappings_are_read_with_their_file_and_their_changed_pages():
    assert list(mappings(SMAPS)) == [
        Mapping(0x7F00, 0x7F10, "r-xp", "/lib/libllvmlite.so", 0),
        Mapping(0x7F10, 0x7F20, "r--p", "/lib/libllvmlite.so", 128),
        Mapping(0x7F20, 0x7F30, "rw-p", "", 0),
    ]


def test_relocated_pages_and_memory_without_a_file_are_kept():
    assert [is_unchanged(each) for each in mappings(SMAPS)] == [True, False, False]
    assert not is_unchanged(Mapping(0, 4096, "rw-p", "/lib/libllvmlite.so", 0))


def test_a_library_that_is_not_loaded_has_no_pages_to_release():
    assert release_pages("no-such-library") == 0


@needs_linux
def test_the_compiler_works_after_its_pages_were_released_and_they_count_no_more():
    code = """
import json, numba
from miai.core.compiler_pages import release_pages
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20
before = resident()
released = release_pages()
after = resident()
answer = numba.njit(lambda x: 3 * x + 1)(5)
print(json.dumps([released / 2**20, before - after, answer]))
"""
    released, freed, answer = json.loads(run_python("-c", code))
    assert released > 50
    assert freed > 15
    assert answer == 16
