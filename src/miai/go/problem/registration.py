"""Registration of Go with the search, one problem per board size: the same kernels, compiled for each dtype."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

from miai.go.board.board import cell_count, point_at, to_position
from miai.go.board.superko import POSITIONAL
from miai.go.knowledge.grouping_masks import groups_of
from miai.go.notation.coordinates import check_size, to_vertex
from miai.go.notation.diagram import draw
from miai.go.problem import playout, rules
from miai.go.problem.prior_features import prior_of
from miai.go.problem.prior_joseki import prior_with_joseki
from miai.go.problem.start import start_state
from miai.go.problem.state import state_dtype
from miai.search import problem as interface
from miai.search.problem import Problem, register

_KERNELS = {
    interface.list_actions: rules.list_moves,
    interface.apply_action: rules.make_move,
    interface.player_to_act: rules.player_of_color,
    interface.is_terminal: rules.both_passed,
    interface.reward: rules.reward_of_points,
    interface.position_key: rules.key_of_position,
    interface.is_allowed: rules.is_new_position,
    interface.play_out: playout.play_to_the_end,
    interface.action_prior: prior_of,
    interface.action_groups: groups_of,
}

_SCRATCH = (
    *("reach", "marks", "policy", "fate", "chance", "row", "first", "root_moves"),
    *("prior_key", "prior_value", "prior_weight", "has_priors", "group_key", "group_mask", "has_groups"),
)


@functools.cache
def go_problem(size: int) -> Problem:
    """Return the problem Go on a board of `size`. Raise `ValueError` for an unsupported size."""
    state_t = state_dtype(check_size(size))
    for generic, kernel in _KERNELS.items():
        generic.implement(state_t)(kernel)
    return register(
        Problem(
            name=f"go{size}",
            state_t=state_t,
            start=functools.partial(start_state, size),
            actions=cell_count(size),
            longest=3 * size * size,
            scratch=_SCRATCH,
            addresses=("weights_at", "weights_limit", "tallies_at", "tally_limit", "readers_at", "reader_limit"),
            rules_text=_rules_text,
            description=f"Go on {size}x{size}; rules=chinese, komi of the rules",
            state_text=_draw,
            action_text=_vertex,
        )
    )


def learning_problem(size: int) -> Problem:
    """Return the problem Go on a board of `size` with learning playouts, for states with learners (`lend_learners`).

    It has the positions and the name of `go_problem(size)`.
    """
    return problem_with(size, learns=True)


def problem_with(size: int, learns: bool = False, knows: bool = False) -> Problem:
    """Return the problem Go for states with learners, or with knowledge of joseki (`lend_joseki`), or both, or neither.

    It has the positions and the name of `go_problem(size)`.
    """
    return _variant(size, learns, knows) if learns or knows else go_problem(size)


@functools.cache  # takes positions only: calls with and without keywords would be cached apart, and kernels be registered twice
def _variant(size: int, learns: bool, knows: bool, /) -> Problem:
    plain = go_problem(size)
    state_t, kernels, addresses = state_dtype(size, learns, knows), dict(_KERNELS), plain.addresses
    if learns:
        kernels[interface.play_out] = playout.play_and_learn
        addresses = (*addresses, "learners_at", "learner_limit")
    if knows:
        kernels[interface.action_prior] = prior_with_joseki
        addresses = (*addresses, "tables_at", "tables_limit", "desks_at", "desk_limit")
    for generic, kernel in kernels.items():
        generic.implement(state_t)(kernel)
    made = register(dataclasses.replace(plain, state_t=state_t, addresses=addresses))
    register(plain)  # the name refers to the problem without learners
    return made


def _rules_text(state: Any) -> str:
    """Return the facts besides the position that its value depends on."""
    counting = "territory" if state.by_territory else "area"
    repetition = "positional" if state.superko == POSITIONAL else "situational"
    return f"komi {float(state.komi):g}, {counting}, {repetition} superko, margin {float(state.margin_weight):g}{_center(state)}"


def _center(state: Any) -> str:
    """Return the form of the share of the margin, where it is not linear."""
    return f" around {float(state.margin_center):g} +- {float(state.margin_scale):g}" if state.margin_scale else ""


def _vertex(state: Any, action: int) -> str:
    return to_vertex(point_at(action, state.board.side.size)) if action else "pass"


def _draw(state: Any) -> str:
    return draw(to_position(state.board), coordinates=True)
