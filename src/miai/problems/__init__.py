"""Small problems to search, to learn from and to test with: one file each. Start reading at `tictactoe.py`.

`load("connect4")` returns a built-in problem, `load("mygame.py")` a user's own; `start_state` returns its first state. Importing this
package is cheap: a problem's kernels are imported when it is loaded.
"""

from miai.problems.loading import BUILT_IN, load, open_problem
from miai.problems.options import start_state

__all__ = ["BUILT_IN", "load", "open_problem", "start_state"]
