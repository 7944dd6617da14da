"""Long runs of the fuzzers and kill tests in `tests/fuzz`, which CI runs briefly.

    python -m benchmarks.reliability gtp --count 1000000 --seed 1 --out gtp.json
    python -m benchmarks.reliability graphs --count 1000        # also results, checkpoints, crafted, crafted-panels (checkpoints), studies,
                                                                # books, joseki, struck, databases
    python -m benchmarks.reliability sgf --count 10000
    python -m benchmarks.reliability kills --count 300
    python -m benchmarks.reliability scores --count 500         # needs GNU Go
    python -m benchmarks.reliability soak --count 60            # minutes
    python -m benchmarks.reliability web --count 5              # minutes; attacks a server of its own on this machine

The report is printed, and written to `--out` after every batch: what was tried, how often, what failed, with seed, machine and commit.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from miai.core.files import write_file
from miai.store.provenance import commit, machine
from tests.fuzz import files, finished_games, gtp_lines, kills, sgf_files, soak, web_abuse

Report = Callable[[Any], None]


def fuzz_gtp(count: int, seed: int, report: Report) -> Any:
    return gtp_lines.fuzz(count, seed, batch=5000, on_batch=report)


def fuzz_files(kind: str) -> Callable[[int, int, Report], Any]:
    return lambda count, seed, report: files.fuzz(kind, count, seed, on_batch=report)


KINDS: dict[str, Callable[[int, int, Report], Any]] = {"gtp": fuzz_gtp} | {kind: fuzz_files(kind) for kind in files.KINDS}
KINDS |= {
    "sgf": sgf_files.fuzz,
    "kills": kills.kill_savers,
    "scores": finished_games.score_games,
    "soak": soak.soak,
    "web": web_abuse.abuse,
}
"""A run of each kind: count, seed, and a function that reports the totals so far."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--count", type=int, required=True, help="Number of lines, files, games or kills; minutes of soak and web.")
    parser.add_argument("--seed", type=int, default=1, help="Random seed.")
    parser.add_argument("--out", type=Path, help="File for the report.")
    options = parser.parse_args()
    began = time.monotonic()
    facts = {"kind": options.kind, "wanted": options.count, "seed": options.seed, "commit": commit(), "machine": machine()}

    def report(totals: Any) -> None:
        if options.out:
            data = {**facts, "seconds": round(time.monotonic() - began), **asdict(totals)}
            write_file(options.out, json.dumps(data, indent=2) + "\n")

    totals = KINDS[options.kind](options.count, options.seed, report)
    report(totals)
    print(json.dumps(asdict(totals), indent=2))


if __name__ == "__main__":
    main()
