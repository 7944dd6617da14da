"""Strip packing on generated instances, beside rectpack: `pip install rectpack`, then `python -m benchmarks.packing`.

The best of 60 combinations of rectpack (ten algorithms, six orders) stands beside 60 seconds of miai, for docs/results/packing.md.
`python -m benchmarks.packing extremes 5` packs instances of extreme kinds, five seconds each.
"""

from __future__ import annotations

import itertools
import sys

import numpy as np

from miai.problems.packing import Instance, cut_instance, faults_of, make_instance, pack

ALGORITHMS = ("MaxRectsBl", "MaxRectsBssf", "MaxRectsBaf", "MaxRectsBlsf", "SkylineBl", "SkylineBlWm")
ALGORITHMS += ("SkylineMwf", "SkylineMwfl", "SkylineMwfWm", "SkylineMwflWm")
ORDERS = ("SORT_AREA", "SORT_PERI", "SORT_DIFF", "SORT_SSIDE", "SORT_LSIDE", "SORT_RATIO")
MOST_FOR_RECTPACK = 300
SECONDS = 60


def instances() -> dict[str, Instance]:
    """Return the instances by name."""
    return {
        "cut, 60": cut_instance(60, 100, 150, seed=77),
        "cut, 25": cut_instance(25, 37, 53, seed=78),
        "cut, 150": cut_instance(150, 200, 300, seed=79),
        "random, 40": _random(40, (3, 30), (3, 30), 60, 1),
        "random, 100": _random(100, (1, 50), (1, 50), 90, 2),
        "random, 1000": _random(1000, (5, 60), (5, 60), 300, 3),
        "random, 60, not turned": _random(60, (2, 40), (2, 40), 80, 4, rotate=False),
        "random, 200, not turned": _random(200, (2, 40), (2, 40), 150, 5, rotate=False),
        "thin, 80": _random(80, (1, 3), (20, 69), 70, 6),
        "nearly as wide as the strip, 50": _random(50, (20, 60), (20, 60), 60, 7),
        "equal, 200 of 3 kinds": make_instance(97, [(7, 11, 80), (5, 13, 70), (9, 4, 50)]),
        "equal, 300 of one kind": make_instance(50, [(7, 3, 300)]),
    }


def extremes() -> dict[str, Instance]:
    """Return instances of extreme kinds by name."""
    chance = np.random.default_rng(3)
    small = [(int(wide), int(high)) for wide, high in chance.integers(1, 15, (80, 2))]
    cut = [(each.width, each.height, each.count) for each in cut_instance(60, 90, 120, seed=20).rectangles]
    return {
        "cut, 20": cut_instance(20, 50, 80, seed=5),
        "cut, 40": cut_instance(40, 120, 90, seed=6),
        "cut, 100": cut_instance(100, 150, 200, seed=7),
        "cut, 250": cut_instance(250, 200, 400, seed=8),
        "cut, 1000": cut_instance(1000, 400, 800, seed=9),
        "cut, 3000": cut_instance(3000, 700, 900, seed=10),
        "cut, 60, not turned": make_instance(90, cut, rotate=False),
        "1 or 2 by 80 to 200": _random(60, (1, 2), (80, 200), 200, 11),
        "1 to 4 by 50 to 200, not turned": _random(60, (1, 4), (50, 200), 100, 12, rotate=False),
        "150 of 13 x 7": make_instance(100, [(13, 7, 150)]),
        "150 of 13 x 7, not turned": make_instance(100, [(13, 7, 150)], rotate=False),
        "one large, 80 small": make_instance(100, [(95, 90), *small]),
        "sides up to 200,000": _random(50, (1000, 200_000), (1000, 200_000), 300_000, 13),
        "sides up to 20,000, not turned": _random(30, (100, 20_000), (100, 20_000), 30_000, 14, rotate=False),
        "flat": _random(80, (1, 60), (1, 10), 61, 15),
        "wide, not turned": _random(40, (20, 50), (1, 30), 60, 16, rotate=False),
        "squares 1 to 24": make_instance(60, [(side, side) for side in range(1, 25)]),
        "1 x 2 to 20 x 21": make_instance(55, [(side, side + 1) for side in range(1, 21)]),
        "random, 20": _random(20, (5, 50), (5, 50), 70, 18),
        "random, 12, not turned": _random(12, (5, 50), (5, 50), 70, 19, rotate=False),
    }


def _random(
    count: int, widths: tuple[int, int], heights: tuple[int, int], strip_width: int, seed: int, rotate: bool = True
) -> Instance:
    chance = np.random.default_rng(seed)
    sizes = [
        (int(chance.integers(widths[0], widths[1] + 1)), int(chance.integers(heights[0], heights[1] + 1))) for _ in range(count)
    ]
    return make_instance(strip_width, sizes, rotate=rotate)


def rectpack_height(instance: Instance) -> int:
    """Return the lowest height of the combinations of rectpack that place all rectangles."""
    import rectpack

    sides = [(each.width, each.height) for each in instance.rectangles for _ in range(each.count)]
    heights = []
    for algorithm, order in itertools.product(ALGORITHMS, ORDERS):
        packer = rectpack.newPacker(
            mode=rectpack.PackingMode.Offline,
            pack_algo=getattr(rectpack, algorithm),
            sort_algo=getattr(rectpack, order),
            rotation=instance.rotate,
        )
        packer.add_bin(instance.width, sum(max(each) for each in sides))
        for each in sides:
            packer.add_rect(*each)
        packer.pack()
        placed = packer.rect_list()
        if len(placed) == len(sides):
            heights.append(max(y + height for _, _, y, _, height, _ in placed))
    return min(heights)


def main() -> None:
    """Print the table."""
    chosen = extremes() if "extremes" in sys.argv else instances()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    print("| instance | rectangles | width | lower bound | miai | rectpack |\n|---|---:|---:|---:|---:|---:|")
    for name, instance in chosen.items():
        result = pack(instance, seconds=seconds)
        faults = faults_of(instance, result.placements)
        assert not faults, faults
        other = str(rectpack_height(instance)) if instance.count <= MOST_FOR_RECTPACK else ""
        cells = (name, f"{instance.count:,}", instance.width, f"{result.lower_bound:,}", f"{result.height:,}", other)
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
