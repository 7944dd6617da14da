"""Handicap stones: the fixed points that GTP prescribes, and free placement."""

from __future__ import annotations

from miai.go.notation.coordinates import Point, all_points, check_size


def most_fixed_stones(size: int) -> int:
    """Return the number of handicap stones with fixed points on a board of `size`: 0, 4 or 9."""
    if check_size(size) < 7:
        return 0
    return 9 if size % 2 and size > 7 else 4


def fixed_handicap(size: int, count: int) -> list[Point]:
    """Return the points of `count` stones by GTP's `fixed_handicap`. Raise `ValueError` where the size has no such points."""
    most = most_fixed_stones(size)
    if not 2 <= count <= most:
        may = f"from 2 to {most} stones" if most else "no stones"
        raise ValueError(f"{count} handicap stones have no fixed points on {size}x{size}; that board has points for {may}")
    low = 3 if size > 12 else 2
    high, middle = size - 1 - low, size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    centre = [(middle, middle)] if count in (5, 7, 9) else []
    return [*corners[:count], *sides[: max(0, count - 4 - len(centre))], *centre]


def free_handicap(size: int, count: int) -> list[Point]:
    """Return points for `count` freely placed stones: the fixed points as far as there are any, then points far from all others.

    Raise `ValueError` unless there are at least two stones and a point is left for White.
    """
    check_free_handicap(size, count)
    fixed = min(count, most_fixed_stones(size))
    points = fixed_handicap(size, fixed) if fixed >= 2 else []
    line = 2 if size > 6 else 1 if size > 3 else 0
    inner = [point for point in all_points(size) if all(line <= part < size - line for part in point)]
    outer = [point for point in all_points(size) if point not in inner]
    for candidates in (inner, outer):
        left = [point for point in candidates if point not in points]
        while left and len(points) < count:
            points.append(max(left, key=lambda point: _distance_to_nearest(point, points)))
            left.remove(points[-1])
    return points


def check_free_handicap(size: int, count: int) -> None:
    """Raise `ValueError` unless `count` free handicap stones are possible on a board of `size`."""
    if not 2 <= count < check_size(size) ** 2:
        raise ValueError(f"{count} handicap stones are not possible on {size}x{size}; there must be from 2 to {size**2 - 1}")


def _distance_to_nearest(point: Point, others: list[Point]) -> int:
    return min(((point[0] - c) ** 2 + (point[1] - r) ** 2 for c, r in others), default=0)
