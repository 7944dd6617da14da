"""Write the test positions of judgement again.

python -m benchmarks.judgement ladders --count 100 --seed 1 --out benchmarks/judgement/ladders.tst
miai regress benchmarks/judgement/ladders.tst --playouts 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.judgement.corners import draw_corners, draw_kos
from benchmarks.judgement.endings import draw_endings
from benchmarks.judgement.ladders import draw_ladders
from benchmarks.judgement.position_tests import PositionTest, write_tests

KINDS: dict[str, Callable[[int, int], Iterator[PositionTest]]] = {
    "ladders": draw_ladders,
    "corners": draw_corners,
    "endings": draw_endings,
    "kos": draw_kos,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--count", type=int, required=True, help="Number of positions.")
    parser.add_argument("--seed", type=int, default=1, help="Random seed.")
    parser.add_argument("--out", type=Path, required=True, help="Test file.")
    options = parser.parse_args()
    command = f"python -m benchmarks.judgement {options.kind} --count {options.count} --seed {options.seed}"
    options.out.write_text(write_tests(KINDS[options.kind](options.count, options.seed), f"written by {command}"), encoding="utf-8")


if __name__ == "__main__":
    main()
