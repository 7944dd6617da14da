"""Bandits with move groups.

| file | content |
|---|---|
| `play.py` | `Bandit` and `play`: start reading here |
| `trial.py` | the kernels: trials of UCB, of UCB with groups, of groups made during a trial |
| `rules.py` | trials of every selection rule of the search |
| `groupings.py` | groupings of arms: all of them, in order, distributed, random |
| `theory.py` | lower and upper bounds of regret |
| `game.py` | a bandit as a problem for the search, a game of one action |
"""

from miai.problems.bandit.game import PROBLEM

__all__ = ["PROBLEM"]
