"""Golden results: searches, engine games and experiments that must not change by a bit when code is only rearranged.

    python benchmarks/golden.py record golden.json     with the version before a change
    python benchmarks/golden.py compare golden.json    with the version after it
    python benchmarks/golden.py compare golden.json --set prior.long_ladder=0    with other options in the games of the engine

Every entry runs the command `miai` of this Python with a fixed seed and one thread. Only numbers and moves are kept, never times, so
that a file recorded on one machine can be compared on another. Exit code 1 if anything differs.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SOLVE = {
    "tictactoe": "tictactoe --playouts 2000 --set solver=false",
    "connect4": "connect4 --playouts 20000",
    "connect4 uct-dag": "connect4 --playouts 5000 --mode uct-dag --select ucb1-tuned --set solver=false",
    "connect4 tree": "connect4 --playouts 5000 --mode tree --set grave=50 --set rave=mse",
    "hex puct": "hex --playouts 5000 --select puct --set prior=virtual",
    "hex multipath": "hex --playouts 2000 --mode multipath",
    "nim proven": "nim --until-proven",
    "pig chance": "pig --playouts 5000",
    "knapsack": "knapsack --playouts 5000",
    "pgame groups": "pgame --playouts 5000 --set grouping=made --set group_after=16",
}
GAMES = {
    "9x9": ("--size 9 --playouts 300 --seed 1", 24),
    "7x7": ("--size 7 --playouts 500 --seed 2", 30),
    "13x13": ("--size 13 --playouts 100 --seed 3", 16),
    "19x19": ("--size 19 --playouts 100 --seed 4", 20),
}
EXPERIMENTS = ("bandit-ucb", "pgame-dag", "wls-saturation")
NOT_COMPARED = re.compile(r"second|time|speed|memory|bytes|version|commit|machine|python|numba|numpy|date|began|origin|rate_of")


def numbers(value: Any) -> list[Any]:
    """Return all numbers of a report in order, without those that depend on the machine."""
    if isinstance(value, dict):
        return [number for key, item in value.items() if not NOT_COMPARED.search(key) for number in numbers(item)]
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def miai(*words: str, text: str = "") -> str:
    done = subprocess.run([sys.executable, "-m", "miai", *words], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"golden: miai {' '.join(words)} failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def solve(words: str) -> list[Any]:
    return numbers(json.loads(miai("solve", *words.split(), "--seed", "1", "--json")))


def engine_game(words: str, moves: int) -> list[str]:
    asked = "".join(f"genmove {'bw'[number % 2]}\n" for number in range(moves))
    return [line[2:] for line in miai("gtp", *words.split(), text=asked + "quit\n").splitlines() if line.startswith("= ")]


def experiment(name: str) -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        words = ("--preset", "smoke", "--seed", "1", "--workers", "1", "--out", str(Path(folder) / "run"), "--json")
        return numbers(json.loads(miai("experiment", "run", name, *words)))


def results(options: list[str]) -> dict[str, list[Any]]:
    games = {name: (" ".join([words, *options]), moves) for name, (words, moves) in GAMES.items()}
    found: dict[str, list[Any]] = {}
    for kind, make, table in (
        ("search", solve, {name: (words,) for name, words in SOLVE.items()}),
        ("game", engine_game, games),
        ("experiment", experiment, {name: (name,) for name in EXPERIMENTS}),
    ):
        for name, arguments in table.items():
            found[f"{kind} {name}"] = make(*arguments)
            print(f"{kind} {name}: {len(found[f'{kind} {name}'])} values", file=sys.stderr)
    return found


def main(verb: str, file: str, *options: str) -> int:
    found = results(list(options))
    if verb == "record":
        Path(file).write_text(json.dumps(found) + "\n")
        return 0
    golden = json.loads(Path(file).read_text())
    differing = [name for name in golden if golden[name] != found.get(name)]
    print("golden: no difference" if not differing else f"golden: different: {', '.join(differing)}")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("record", "compare"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
