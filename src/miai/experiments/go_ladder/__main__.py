"""`python -m miai.experiments.go_ladder --out DIR`: measure the ladder and write its data, table and plot."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from miai.experiments.go_ladder.measure import CONTESTANTS, ROUNDS, SIZES, run_ladder
from miai.experiments.go_ladder.report import plot, provenance, table


def main(arguments: list[str] | None = None) -> int:
    """Run the experiment; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m miai.experiments.go_ladder", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for result.json, table.md and the plots; made where it is missing")
    parser.add_argument("--seconds", type=float, default=60.0, help="time to measure, after compiling (default: 60)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"measurements of each cell (default: {ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, help="number of the random games (default: 1)")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="board sizes, 2 to 19 (default: 5 7 9 13 19)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of the table")
    options = parser.parse_args(arguments)
    if any(not 2 <= size <= 19 for size in options.sizes) or len(set(options.sizes)) < 2:
        parser.error("--sizes: at least two different sizes from 2 to 19 are needed")
    if not options.seconds > 0 or options.rounds < 1:
        parser.error("--seconds and --rounds must be positive")
    result = run_ladder(options.sizes, options.seconds, options.seed, options.rounds, CONTESTANTS, tell_on_stderr)
    print(json.dumps(result, indent=2) if options.json else f"{table(result)}\n\n{provenance(result)}")
    if options.out is not None:
        write(result, options.out)
    return 0


def tell_on_stderr(line: str) -> None:
    """Say what is being done."""
    print(line, file=sys.stderr)


def write(result: dict[str, object], directory: Path) -> None:
    """Write data, table and plots into `directory`."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    (directory / "table.md").write_text(f"{table(result)}\n\n{provenance(result)}\n")
    plot(result, directory)


if __name__ == "__main__":
    sys.exit(main())
