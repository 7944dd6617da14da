"""Instances that several tests use."""

from __future__ import annotations

import functools
from pathlib import Path

from hypothesis import strategies as st

from miai.problems.packing import Instance, make_instance, read_instances

FILE = Path(__file__).parent / "strip_instances.csv"


@functools.cache
def published(name: str) -> Instance:
    """One of the published instances."""
    return next(each for each in read_instances(FILE) if each.name == name)


@st.composite
def small_instances(draw, most: int = 6) -> Instance:
    """Instances of at most `most` rectangles."""
    width = draw(st.integers(3, 10))
    rotate = draw(st.booleans())
    sides = st.tuples(st.integers(1, width), st.integers(1, width if rotate else 10))
    return make_instance(width, draw(st.lists(sides, min_size=1, max_size=most)), rotate=rotate)
