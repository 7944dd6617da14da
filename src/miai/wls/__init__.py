"""Win/loss states: a proportion of wins in one byte, for millions of items that are rated while a search runs.

    states = WinLossStates()                    # 253 states: all proportions n/m with m up to 21
    memory = np.zeros(1_000_000, states.dtype)  # 0 is 0/0: no updates yet
    memory[i] = states.win[memory[i]]           # a win; `states.loss` for a loss
    memory[i] >= states.threshold(0.5)          # evidence for at least as many wins as losses?

States are numbered by evidence: a larger number is better evidence for winning. See docs/search/win-loss-states.md.
"""

from __future__ import annotations

from miai.wls.states import WinLossStates

__all__ = ["WinLossStates"]
