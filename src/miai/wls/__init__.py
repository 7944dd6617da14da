"""Win/loss states: a proportion of wins in one byte, for millions of things that are learned while a search runs.

    states = WinLossStates()                    # 253 states: all proportions n/m with m up to 21
    memory = np.zeros(1_000_000, states.dtype)  # 0 stands for 0/0: nothing seen yet
    memory[i] = states.win[memory[i]]           # a win; `states.loss` for a loss
    memory[i] >= states.threshold(0.5)          # is there evidence that it wins at least as often as not?

A larger state is better evidence for winning: that is how states are numbered. See docs/search/win-loss-states.md.
"""

from __future__ import annotations

from miai.wls.states import WinLossStates

__all__ = ["WinLossStates"]
