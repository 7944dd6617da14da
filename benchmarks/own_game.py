"""Speed of games in a user's file, compared with built-in ones: `python benchmarks/own_game.py`. Simulations per second of plain UCT.

There are two files: a copy of the built-in tic-tac-toe under another name, and the game of the page *Write your own game*, Chomp on 20
squares. The built-in game of similar cost is Nim with 20 objects: it has as many actions at the start, each a few operations, and fewer
after every move.
"""

import json
import re
import tempfile
from pathlib import Path

from miai.bench.frame import contest, machine, timed
from miai.problems import load, open_problem
from miai.search import Search, Settings

ROOT = Path(__file__).resolve().parent.parent
PLAIN = Settings(mode="tree", solver=False)
SIMULATIONS = 100_000


def own_files(folder):
    page = (ROOT / "docs/search/write-your-own-game.md").read_text(encoding="utf-8")
    pasted = folder / "pasted.py"
    pasted.write_text(re.search(r"```python[^\n]*\n(.*?)```", page, re.DOTALL).group(1), encoding="utf-8")
    copied = folder / "copied.py"
    source = (ROOT / "src/miai/problems/tictactoe.py").read_text(encoding="utf-8")
    copied.write_text(source.replace('"tictactoe"', '"copied"'), encoding="utf-8")
    return {"copied tictactoe": copied, "pasted from the docs": pasted}


def contender(state):
    def run():
        return Search(state, PLAIN, seed=1, memory=512).run(SIMULATIONS).simulations

    run()
    return timed(run)


def main():
    with tempfile.TemporaryDirectory() as folder:
        states = {"tictactoe": load("tictactoe").start(), "nim of 20": load("nim").start(heaps="5,5,5,5")}
        states |= {name: open_problem(str(file)).start() for name, file in own_files(Path(folder)).items()}
        best = contest({name: contender(state) for name, state in states.items()}, rounds=10)
    report = {
        "simulations_per_second": best,
        "copied / built-in": best["copied tictactoe"] / best["tictactoe"],
        "pasted / nim of 20": best["pasted from the docs"] / best["nim of 20"],
        "machine": machine(),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
