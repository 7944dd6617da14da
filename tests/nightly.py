"""Tests that CI leaves out, and repetitions that it has fewer of, each with the reason.

`./dev nightly` runs all of it; `./dev test --nightly FILE` runs the tests. A test belongs here if it takes many seconds and another test
would fail for most of the faults that it finds.
"""

import os

LOADED = "tests/search/test_checkpoint.py::test_a_loaded_search_continues_bit_for_bit"
OPENINGS = "tests/experiments/go_openings/test_openings.py"

NIGHTLY = {
    f"{LOADED}[morpion-": "no other test compiles this search, and a checkpoint depends on the problem by the bytes of its state alone",
    **{
        f"{LOADED}[{problem}-": "the same as for other problems, in more bytes or fewer"
        for problem in ("samegame", "bandit", "hex", "nim", "race", "pig", "knapsack", "garden1")
    },
    **{
        f"tests/search/test_checkpoint.py::test_a_new_process_continues_bit_for_bit[{problem}-": "connect four shows the same"
        for problem in ("pig", "race")
    },
    "tests/search/test_reference.py::test_search_and_twin_build_the_same_graph[garden of one]": "the knapsack has one player too",
    f"{OPENINGS}::test_knowledge_changes_the_priors_of_the_opening_and_ranks_are_those_of_the_engine": (
        "a minute of plain Python; tests/go/joseki has the priors of single positions"
    ),
    "tests/web/test_rivals_page.py::test_gnu_go_plays_miai_to_the_end": (
        "a whole game in the browser is in test_page.py, and games with another engine without a browser in test_rivals.py"
    ),
    "tests/experiments/frame/test_killed.py::test_a_killed_dask_worker_and_then_a_killed_runner_change_nothing": (
        "other tests kill a worker of Dask, and the runner; this one does both"
    ),
}
"""The beginning of the names of tests: the reason."""

FEWER = {
    "tests/store/graph/test_killed.py": (15, 100, "a fault shows up in the first kills or hardly ever: the moments are random"),
}
"""Files of tests: their repetitions in CI and at night, and the reason."""


def repetitions(file: str) -> int:
    """Return the number of repetitions in the tests of `file` now."""
    in_ci, at_night, _ = FEWER[file]
    return at_night if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else in_ci
