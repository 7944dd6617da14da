"""States draw themselves in IPython as soon as miai is imported there."""

from tests.core.processes import run_python

SCRIPT = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
import miai
assert "numba" not in sys.modules
import numpy as np
from miai.problems import load
data, _ = shell.display_formatter.format(load("tictactoe").start())
assert data["image/svg+xml"].startswith("<svg"), data
data, _ = shell.display_formatter.format(np.rec.array([(1, 2.0)], dtype=[("a", int), ("b", float)])[0])
assert "image/svg+xml" not in data
from miai.go.rules.game import Game
data, _ = shell.display_formatter.format(Game(5))
assert data["image/svg+xml"].startswith("<svg"), data
shell.run_line_magic("load_ext", "miai.notebook")
"""


def test_states_and_go_games_draw_themselves_and_other_records_do_not():
    run_python("-c", SCRIPT)


def test_importing_miai_elsewhere_imports_no_notebook():
    run_python("-c", "import sys, miai; assert not [name for name in sys.modules if 'notebook' in name or name == 'IPython']")
