"""The web board under attack, for a few seconds. `python -m benchmarks.reliability web` attacks it for minutes."""

from __future__ import annotations

import pytest

from miai.core.kernels import COMPILING
from tests.fuzz.web_abuse import ATTACKS, abuse

pytestmark = pytest.mark.skipif(not COMPILING, reason="the page's process has no kernels: once is enough")


def test_a_good_visitor_is_served_during_attacks():
    pytest.importorskip("nicegui")
    found = abuse(minutes=0.1, seed=1)
    assert found.faults == [] and found.good_visits >= 3
    assert set(found.attempts) == set(ATTACKS) and found.files_after < 100
