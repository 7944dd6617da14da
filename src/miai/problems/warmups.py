"""Warm-ups of the built-in problems: `miai warmup` compiles each by a short search."""

from __future__ import annotations

from functools import partial

from miai.core.warmup import warms_up
from miai.problems.loading import BUILT_IN, load


def _search_a_little(name: str) -> None:
    from miai.search.driver import search
    from miai.search.problem import legal_actions

    problem = load(name)
    state = problem.start()
    search(state, playouts=16, threads=1)
    legal_actions(state)


for _name in BUILT_IN:
    warms_up(_name)(partial(_search_a_little, _name))
