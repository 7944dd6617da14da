"""States that measure generators, against theory and the published tables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from miai.experiments.frame import run_here
from miai.experiments.win_loss_states import saturation as wls_saturation
from miai.experiments.win_loss_states import settling as wls_settling
from miai.wls import WinLossStates
from miai.wls.trials import measured, settling_times


def test_sure_generators_end_at_the_ends_of_the_scale():
    assert measured(WinLossStates(), [0.0, 1.0], 5, (30, 60), 1).tolist() == [[0.0, 1.0]] * 5


def test_before_saturation_shares_are_binomial():
    shares = measured(WinLossStates(), [0.3], 4000, (20, 20), 1)[:, 0]
    found = np.bincount(np.rint(20 * shares).astype(int), minlength=21)
    expected = 4000 * stats.binom.pmf(np.arange(21), 20, 0.3)
    kept = expected > 5
    assert stats.chisquare(found[kept], expected[kept] * found[kept].sum() / expected[kept].sum()).pvalue > 0.001


def test_correlations_are_spearmans():
    shares = np.random.default_rng(1).integers(0, 8, (5, 21)) / 8
    expected = [stats.spearmanr(row, wls_saturation.CHANCES).statistic for row in shares]
    assert wls_saturation.correlations(shares) == pytest.approx(expected)


def test_the_published_tables_are_reproduced():
    cells = run_here(wls_saturation.EXPERIMENT, "quick", seed=3, trials=400, jumps=(1.2, 1.3, 1.4))
    compared = [(cell, wls_saturation.published(cell)) for cell in cells]
    off = [abs(cell.value - source.value) for cell, source in compared if source is not None]
    assert len(off) == 10 and max(off) < 0.004
    verdicts = {finding.verdict for finding in wls_saturation.findings(wls_saturation.Parameters(), cells)}
    assert "does not hold" not in verdicts and "holds" in verdicts


def test_longer_scales_take_longer_to_follow_in_proportion():
    short, long = (settling_times(WinLossStates(end), 0.25, 0.75, 0.025, 200, 1).mean() for end in (50, 200))
    assert long / short == pytest.approx(4, rel=0.3)


def test_settling_is_linear_in_the_end_of_scale():
    parameters = wls_settling.Parameters(ends=(50, 100, 150, 200), trials=400)
    cells = run_here(wls_settling.EXPERIMENT, "quick", seed=1, ends=parameters.ends, trials=400)
    (finding,) = wls_settling.findings(parameters, cells)
    assert float(finding.evidence.split("adjusted R² ")[1].split()[0]) > 0.99
