"""A game as data: its problem, options and actions become a state, and the state becomes a description for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.core.streams import new_stream, next_float
from miai.core.user_files import describe_fault
from miai.problems import load, open_problem, start_state
from miai.problems.options import options_of
from miai.search.problem import (
    CHANCE,
    Problem,
    apply_action,
    chance_weight,
    is_legal_action,
    is_terminal,
    legal_actions,
    player_to_act,
    reward,
)
from miai.web.problems.offers import MOST_ACTIONS, OFFERS, check_options

Description = dict[str, Any]
LARGEST_PICTURE = 400_000
"""Characters of a picture; a larger one is replaced by the text."""
_SVG = "{http://www.w3.org/2000/svg}"
_FORBIDDEN = {"script", "foreignObject", "iframe", "animate", "set", "use", "image", "a"}


class ProblemShelf:
    """The problems that a worker may open: the offered ones by name, and the user's own files by label."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files
        self._checked: set[int] = set()
        """Identities of the problems that were tried; `load` keeps every problem."""

    def open(self, name: str) -> Problem:
        """Return a problem. Raise `UserError` for an unknown name, or with the fault of a user's file."""
        if name not in self.files:
            if name not in OFFERS:
                raise UserError(f"unknown problem {name[:60]!r}")
            return load(name)
        problem = load(self.files[name])
        if id(problem) not in self._checked:
            open_problem(self.files[name])  # plays it twice, and reports what does not hold
            self._checked.add(id(problem))
        return problem


def play_actions(problem: Problem, name: str, options: dict[str, str], actions: list[int]) -> tuple[Any, list[Description]]:
    """Return the state after some actions, and each action with its text and player. Raise `UserError` where one is not legal."""
    if len(actions) > MOST_ACTIONS:
        raise UserError(f"a game on this page has at most {MOST_ACTIONS} actions")
    state = start_state(problem, check_options(name, options))
    played: list[Description] = []
    for action in actions:
        if is_terminal(state) or not is_legal_action(state, int(action)):
            raise UserError(f"action {action} is not legal after {len(played)} actions")
        played.append({"action": int(action), "text": problem.action_text(state, int(action)), "player": int(player_to_act(state))})
        apply_action(state, np.int32(action))
    return state, played


def describe_position(problem: Problem, name: str, state: Any, played: list[Description]) -> Description:
    """Return everything that the page shows of a position."""
    terminal = bool(is_terminal(state))
    actions = [] if terminal else legal_actions(state)
    return {
        "problem": name,
        "title": problem.description,
        "players": problem.players,
        "zero_sum": problem.zero_sum,
        "goal": problem.goal,
        "terminal": terminal,
        "player": None if terminal else int(player_to_act(state)),
        "actions": [{"action": action, "text": problem.action_text(state, action)} for action in actions],
        "rewards": [float(reward(state, player)) for player in range(problem.players)] if terminal else None,
        "played": played,
        "options": describe_options(problem, name),
        **picture_or_text(problem, state),
    }


def describe_options(problem: Problem, name: str) -> list[Description]:
    """Return the options that a visitor may change: name, kind, default and range."""
    offered = OFFERS[name].options if name in OFFERS else None
    return [
        {"name": option, "kind": each.kind, "default": _as_text(each.default), "range": offered[option] if offered else None}
        for option, each in options_of(problem).items()
        if offered is None or option in offered
    ]


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def picture_or_text(problem: Problem, state: Any) -> Description:
    """Return the state as `svg`, or as `text` where the problem draws none; `fault` is an error of its `draw` in one line."""
    words = problem.state_text(state)
    if problem.draw is None:
        return {"text": words}
    try:
        return {"svg": checked_picture(problem.draw(copy_record(state))), "text": words}
    except Exception as error:
        file = Path(problem.draw.__code__.co_filename)
        fault = str(error) if isinstance(error, UserError) else describe_fault(error, file).replace(f"{file.parent}/", "")
        return {"text": words, "fault": f"draw: {' '.join(fault.split())}"}


def checked_picture(svg: Any) -> str:
    """Return an SVG picture without scripts and links. Raise `UserError` for anything else: one wrong tag would spoil the page."""
    if not isinstance(svg, str) or not svg.lstrip().startswith("<svg"):
        raise UserError("must return a text that begins with <svg")
    if len(svg) > LARGEST_PICTURE:
        raise UserError(f"the picture has {len(svg):,} characters; at most {LARGEST_PICTURE:,} are shown")
    if "<!" in svg:
        raise UserError("declarations and comments are not accepted in a picture")
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise UserError(f"the picture is not well-formed SVG: {error}") from None
    for element in root.iter():
        tag = str(element.tag).removeprefix(_SVG)
        wrong = [name for name in element.attrib if name.lower().startswith("on") or "href" in name.lower()]
        if tag in _FORBIDDEN or wrong:
            raise UserError(f"<{tag}{' ' + wrong[0] if wrong else ''}> is not accepted in a picture")
    return svg


def draw_outcome_of(state: Any, seed: int, number: int) -> int:
    """Return a random outcome of a chance state: that of the seed and the number of the action."""
    if int(player_to_act(state)) != CHANCE:
        raise UserError("it is not chance that acts here")
    actions = legal_actions(state)
    weights = [float(chance_weight(state, np.int32(action))) for action in actions]
    left = float(next_float(new_stream(seed, number=number + 1))) * sum(weights)
    for action, weight in zip(actions, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    return actions[-1]
