"""Settings of all tests: examples of hypothesis, the order of files, tests that wait for the night, Ctrl-C, needs from outside.

For the last see `tests.needs`: `need_program("gnugo")`, `need_shared("data/games")`.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from tests.nightly import NIGHTLY
from tests.order import rank_of

# Compilation makes the first example slow, so that deadlines would only measure that.
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("default", deadline=None, suppress_health_check=SLOW_IS_FINE)
# CI repeats the same examples each time, so that it fails for a reason in the change; the nightly run looks for new ones.
settings.register_profile("ci", parent=settings.get_profile("default"), max_examples=50, derandomize=True, print_blob=True)
settings.register_profile("plain", parent=settings.get_profile("default"), max_examples=10, derandomize=True)
settings.register_profile("nightly", parent=settings.get_profile("default"), max_examples=400, print_blob=True)


def _profile() -> str:
    if "HYPOTHESIS_PROFILE" in os.environ:
        return os.environ["HYPOTHESIS_PROFILE"]
    if CHECKED or not COMPILING:
        return "plain"
    return "ci" if os.environ.get("CI") else "default"


settings.load_profile(_profile())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run the tests of tests/nightly.py too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put slow files first, so that workers end together, and leave out what only the nightly run contains."""
    items.sort(key=lambda item: rank_of(item.nodeid))
    if not config.getoption("--nightly"):
        left_out = [item for item in items if item.nodeid.startswith(tuple(NIGHTLY))]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.nodeid.startswith(tuple(NIGHTLY))]


# Each trial of a user's file is a process that starts for seconds; tests/cli/test_own_files.py has those that need it.
os.environ.setdefault("MIAI_TRIAL_SECONDS", "0")

# A shell starts background jobs with Ctrl-C ignored, and processes inherit that: tests of Ctrl-C would wait in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
