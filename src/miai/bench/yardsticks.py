"""Yardsticks: other programs that speeds are compared with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from miai.bench.frame import Contender, build_c
from miai.core import cache
from miai.core.errors import UserError

GO_GAMES_C = Path(__file__).parent / "go_games.c"
OPENSPIEL_GAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "hex": "hex(board_size=11)"}
"""Problems that OpenSpiel also has, with the same rules and size."""

_OPENSPIEL = """
import sys, time, pyspiel
name, simulations, exploration = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
game = pyspiel.load_game(name)
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), exploration, simulations, 1000, False, 1, False)
state = game.new_initial_state()
began = time.process_time()
root = bot.mcts_search(state)
print(root.explore_count / (time.process_time() - began))
"""


def go_games(size: int = 9, games: int = 4000) -> Contender | None:
    """Return uniformly random Go games in plain C as a contender; `None` if there is no C compiler."""
    program = build_c(GO_GAMES_C)
    if program is None:
        return None

    def run() -> float:
        answer = subprocess.run([str(program), str(size), str(games)], check=True, capture_output=True, text=True).stdout
        return float(json.loads(answer)["playouts_per_second"])

    return run


def openspiel(problem: str, simulations: int, exploration: float) -> Contender:
    """Return OpenSpiel's MCTS in C++ with random playouts as a contender. Installs it into a separate environment on first use.

    Raise `UserError` if OpenSpiel has no such game or cannot be installed.
    """
    if problem not in OPENSPIEL_GAMES:
        raise UserError(f"OpenSpiel can be measured on {', '.join(OPENSPIEL_GAMES)}, not on {problem!r}")
    python = _openspiel_python()
    command = [str(python), "-c", _OPENSPIEL, OPENSPIEL_GAMES[problem], str(simulations), str(exploration)]

    def run() -> float:
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return run


def _openspiel_python() -> Path:
    folder = cache.base_directory() / "open_spiel-environment"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        print(f"miai: installing open_spiel into {folder}, once", file=sys.stderr)
        for command in ([sys.executable, "-m", "venv", str(folder)], [str(python), "-m", "pip", "install", "-q", "open_spiel"]):
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            if done.returncode:
                last = (done.stderr.strip().splitlines() or ["no message"])[-1]
                raise UserError(f"cannot install open_spiel ({last}); leave out --against openspiel")
        (folder / "ready").touch()
    return python
