"""The cache of compiled code across processes: found again, never stale, cleaned up."""

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from miai.core import cache
from tests.core.processes import SOURCE, run_python

RUN = """
import json, sys
sys.path.insert(0, {folder!r})
import numpy as np
from miai.core.kernels import compilations
{body}
print(json.dumps([result, compilations()]))
"""

HELPER = """
from miai.core.kernels import kernel

@kernel
def step(x):
    return x + {step}
"""

MAIN = """
from miai.core.kernels import kernel
{import_helper}

@kernel
def three_steps(x):
    return step(step(step(x)))
"""

GENERIC = """
import numpy as np
from miai.core.kernels import generic, kernel

@generic
def worth(state):
    "The worth of a state."

@kernel
def twice_the_worth(state):
    return 2 * worth(state)
"""

PROBLEM = """
import numpy as np
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.worth import worth
from my_numbers import add

state_t = record("mine", [("x", np.int64)])

@worth.implement(state_t)
@kernel
def worth_of_mine(state):
    return add(state.x, {constant})

def example():
    state = new(state_t)
    state.x = 10
    return state
"""

NUMBERS = """
from miai.core.kernels import kernel

@kernel
def add(a, b):
    return a + {factor} * b
"""


def run(body, folder, cache_folder, source=SOURCE):
    """`[result, number of compilations]` of a new process that runs `body`, which sets `result`."""
    code = RUN.format(folder=str(folder), body=body)
    return json.loads(run_python("-c", code, source=source, MIAI_CACHE_DIR=str(cache_folder)))


@pytest.fixture
def copied_package(tmp_path):
    shutil.copytree(SOURCE / "miai", tmp_path / "source" / "miai")  # with the compiled modules, which would take a second each time
    return tmp_path / "source"


def write(file: Path, text: str):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_the_second_process_compiles_nothing(tmp_path):
    body = "from miai.core.streams import new_stream, next_below\nresult = int(next_below(new_stream(1), 100))"
    first = run(body, tmp_path, tmp_path / "cache")
    second = run(body, tmp_path, tmp_path / "cache")
    assert first[1] > 0
    assert second == [first[0], 0]


def test_an_edit_of_a_helper_kernel_in_another_file_of_the_package_is_noticed(copied_package, tmp_path):
    core = copied_package / "miai" / "core"
    write(core / "steps.py", HELPER.format(step=1))
    write(core / "walk.py", MAIN.format(import_helper="from miai.core.steps import step"))
    body = "from miai.core.walk import three_steps\nresult = three_steps(0)"
    assert run(body, tmp_path, tmp_path / "cache", copied_package) == [3, 2]
    assert run(body, tmp_path, tmp_path / "cache", copied_package) == [3, 0]
    write(core / "steps.py", HELPER.format(step=7))
    assert run(body, tmp_path, tmp_path / "cache", copied_package) == [21, 2]


def test_a_users_own_problem_is_cached_and_its_edits_are_noticed_by_the_packages_generic_code(copied_package, tmp_path):
    write(copied_package / "miai" / "core" / "worth.py", GENERIC)
    mine = tmp_path / "mine"
    write(mine / "my_numbers.py", NUMBERS.format(factor=1))
    write(mine / "my_problem.py", PROBLEM.format(constant=5))
    body = "from miai.core.worth import twice_the_worth\nimport my_problem\nresult = twice_the_worth(my_problem.example())"

    def go():
        return run(body, mine, tmp_path / "cache", copied_package)

    first = go()
    assert first[0] == 30 and first[1] > 0
    assert go() == [30, 0]
    write(mine / "my_problem.py", PROBLEM.format(constant=6))
    assert go()[0] == 32
    assert go() == [32, 0]
    write(mine / "my_numbers.py", NUMBERS.format(factor=2))  # a module beside the problem's file, which imports it
    assert go()[0] == 44
    assert go() == [44, 0]


def test_two_problems_with_the_same_fields_do_not_share_compiled_code(copied_package, tmp_path):
    write(copied_package / "miai" / "core" / "worth.py", GENERIC)
    results = []
    for name, constant in (("one", 1), ("two", 2)):
        folder = tmp_path / name
        write(folder / "my_numbers.py", NUMBERS.format(factor=1))
        write(folder / "my_problem.py", PROBLEM.format(constant=constant))
        body = "from miai.core.worth import twice_the_worth\nimport my_problem\nresult = twice_the_worth(my_problem.example())"
        results.append(run(body, folder, tmp_path / "cache", copied_package)[0])
    assert results == [22, 24]


def test_a_problem_typed_at_a_prompt_works_without_a_cache(tmp_path):
    body = (
        PROBLEM.format(constant=5).replace("from miai.core.worth import worth", GENERIC).replace("from my_numbers import add", "")
    )
    body = body.replace("add(state.x, 5)", "state.x + 5") + "\nresult = twice_the_worth(example())"
    assert run(body, tmp_path, tmp_path / "cache")[0] == 30


def test_only_sources_of_kernels_change_the_fingerprint(copied_package, tmp_path):
    """Settings and coordinates define constants that kernels import; commands and records of games do not reach machine code."""
    body = """
from pathlib import Path
from miai.core.cache import PACKAGE, package_fingerprint
result = [package_fingerprint()]
for module in ("core/streams.py", "search/settings.py", "go/notation/coordinates.py", "cli/go.py", "go/records/sgf.py"):
    file = PACKAGE / module
    file.write_text(file.read_text() + "\\n# a change\\n")
    package_fingerprint.cache_clear()
    result.append(package_fingerprint())
"""
    before, *after = run(body, tmp_path, tmp_path / "cache", copied_package)[0]
    assert len({before, *after[:3]}) == 4
    assert after[2] == after[3] == after[4]


def test_bounds_checked_code_has_its_own_cache(tmp_path):
    code = "from miai.core import cache; print(cache.package_fingerprint())"
    plain, checked = run_python("-c", code), run_python("-c", code, MIAI_CHECKED="1")
    assert plain != checked


def test_bounds_checks_catch_an_index_out_of_range():
    code = (
        "import numpy as np\nfrom miai.core.kernels import kernel\n"
        "@kernel\ndef get(a, i): return a[i]\n"
        "try: get(np.zeros(3), 3); print('unchecked')\nexcept IndexError: print('caught')"
    )
    assert run_python("-c", code, MIAI_CHECKED="1") == "caught\n"
    assert run_python("-c", code) == "unchecked\n"


def test_an_unwritable_folder_falls_back_to_a_temporary_one_with_one_line(tmp_path):
    obstacle = tmp_path / "a-file"
    obstacle.write_text("not a folder")
    code = (
        "import contextlib, io\nerr = io.StringIO()\n"
        "with contextlib.redirect_stderr(err):\n"
        "    from miai.core.streams import new_stream, next_bits\n"
        "    next_bits(new_stream(1))\n"
        "from miai.core.cache import open_cache\n"
        "print(err.getvalue().count(chr(10)), 'MIAI_CACHE_DIR' in err.getvalue(), open_cache().path.is_dir())"
    )
    printed = run_python("-c", code, MIAI_CACHE_DIR=str(obstacle / "cache"), TMPDIR=str(tmp_path))
    assert printed == "1 True True\n"


def test_a_temporary_folder_that_others_could_have_filled_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    planted = tmp_path / f"miai-cache-{os.getuid()}"
    planted.mkdir(mode=0o777)
    planted.chmod(0o777)
    assert cache._private_temporary() != planted
    planted.chmod(0o700)
    assert cache._private_temporary() == planted


def make_old_cache(base, name, days):
    folder = base / name
    folder.mkdir()
    (folder / "opened").touch()
    when = time.time() - days * cache.DAY
    os.utime(folder / "opened", (when, when))
    return folder


def test_old_caches_are_removed_and_recent_and_foreign_ones_kept(tmp_path):
    present = make_old_cache(tmp_path, "present", 0)
    recent = [make_old_cache(tmp_path, f"recent{days}", days) for days in (1.5, 2, 3)]
    fourth_but_fresh = make_old_cache(tmp_path, "fresh", 0.5)
    surplus = make_old_cache(tmp_path, "surplus", 4)
    forgotten = make_old_cache(tmp_path, "forgotten", 40)
    foreign = tmp_path / "photos"
    foreign.mkdir()
    removed = cache.clean_up(tmp_path, keep=present)
    assert sorted(removed) == sorted([recent[2], surplus, forgotten])
    assert present.exists() and fourth_but_fresh.exists() and foreign.exists()
    assert not surplus.exists() and not forgotten.exists()


WALK = """
import sys
import numpy as np
from miai.core.kernels import kernel
from miai.core.records import new, record

@kernel
def fill(row, start):  # too big to be inlined, so that it is called by its name
    total = start
    for i in range(row.cells.size):
        row.cells[i] = (row.cells[i] * 3 + total) % 7
        for j in range(i):
            total += row.cells[j] * (i - j)
            if total > 1000:
                total = total % 13 + row.cells[i]
    return total

@kernel
def walk(row):
    return fill(row, 1) + fill(row, 2) + fill(row, 3) + fill(row, 4)

print([int(walk(new(record("row", [("cells", np.int64, int(n))])))) for n in sys.argv[1:]])
"""


def test_types_compiled_by_two_processes_stay_distinct_in_a_third(tmp_path):
    script = tmp_path / "walk.py"
    script.write_text(WALK)
    plain = run_python(str(script), "5", "50", "20", NUMBA_DISABLE_JIT="1")
    for size in ("5", "50", "20"):
        run_python(str(script), size, MIAI_CACHE_DIR=str(tmp_path / "cache"))
    assert run_python(str(script), "5", "50", "20", MIAI_CACHE_DIR=str(tmp_path / "cache")) == plain
