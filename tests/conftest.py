"""Settings of all tests: examples of hypothesis, Ctrl-C, and needs from outside.

For the latter see `tests.needs`: `need_program("gnugo")`, `need_shared("data/games")`.
"""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

from miai.core.kernels import COMPILING

# Compilation makes the first example slow, so that deadlines would only measure that.
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("default", deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("ci", parent=settings.get_profile("default"), max_examples=200, derandomize=True, print_blob=True)
settings.register_profile("plain", parent=settings.get_profile("default"), max_examples=20, derandomize=True)


def _profile() -> str:
    if "HYPOTHESIS_PROFILE" in os.environ:
        return os.environ["HYPOTHESIS_PROFILE"]
    if not COMPILING:
        return "plain"
    return "ci" if os.environ.get("CI") else "default"


settings.load_profile(_profile())

# Each trial of a user's file is a process that starts for seconds; tests/cli/test_own_files.py has those that need it.
os.environ.setdefault("MIAI_TRIAL_SECONDS", "0")

# A shell starts background jobs with Ctrl-C ignored, and processes inherit that: tests of Ctrl-C would wait in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
