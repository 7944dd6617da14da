"""Strip packing on generated instances, beside rectpack: `pip install rectpack`, then `python -m benchmarks.packing`.

The best of 60 combinations of rectpack (ten algorithms, six orders) stands beside 60 seconds of miai, for docs/results/packing.md.
"""

from __future__ import annotations

import itertools

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
    print("| instance | rectangles | width | lower bound | miai | rectpack |\n|---|---:|---:|---:|---:|---:|")
    for name, instance in instances().items():
        result = pack(instance, seconds=SECONDS)
        faults = faults_of(instance, result.placements)
        assert not faults, faults
        other = str(rectpack_height(instance)) if instance.count <= MOST_FOR_RECTPACK else ""
        cells = (name, f"{instance.count:,}", instance.width, f"{result.lower_bound:,}", f"{result.height:,}", other)
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
