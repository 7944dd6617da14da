"""Bandits with move groups.

| file | what is in it |
|---|---|
| `trial.py` | the kernels: trials of UCB, of UCB with groups, of groups made on the way |
| `play.py` | a bandit as people describe it, and what its trials come to: start here |
| `rules.py` | trials of every selection rule of the search |
| `groupings.py` | which arms go together: all groupings, in order, distributed, random |
| `theory.py` | what regret must be at least, and what UCB1 promises |
| `game.py` | a bandit as a problem for the search, a game of one action |
| `reference.py` | the slow twin |
"""

from miai.problems.bandit.game import PROBLEM

__all__ = ["PROBLEM"]
