"""Small problems to search, to learn from and to test with: one file each.

`load("connect4")` gives a built-in one, `load("mygame.py")` one of the user's own; `start_state` makes its first state. Start
reading with `tictactoe.py`. Importing this package is cheap: a problem's kernels are imported when it is loaded.
"""

from miai.problems.loading import BUILT_IN, load, open_problem
from miai.problems.options import start_state

__all__ = ["BUILT_IN", "load", "open_problem", "start_state"]
