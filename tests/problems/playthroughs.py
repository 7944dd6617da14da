"""Golden playthroughs: one random play of every built-in problem, state by state.

    python -m tests.problems.playthroughs            write the files again, after an intended change
    python -m tests.problems.playthroughs hex pig    only these

A diff in one of these files shows a change of the rules, the texts, the keys or the random numbers, which may be unintended.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from miai.problems import BUILT_IN, load, start_state
from miai.problems.contract import random_play
from miai.search.problem import CHANCE, Problem, is_terminal, legal_actions, player_to_act, position_key, reward

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 20
OPTIONS = {
    "hex": ["size=3"],
    "connect4": ["width=5", "height=4"],
    "pig": ["target=12"],
    "knapsack": ["things=6"],
    "packing": ["pieces=6"],
}
"""Options for problems whose default would give a long file."""


def file_for(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Return the playthrough of one problem."""
    problem, options = load(name), OPTIONS.get(name, [])
    lines = [f"problem: {' '.join([name, *options])}", f"seed: {SEED}", f"players: {problem.players}", ""]
    for number, (state, action) in enumerate(random_play(start_state(problem, options), SEED)):
        lines += describe(problem, number, state)
        lines += [f"plays: {problem.action_text(state, action)}" if action is not None else "over", ""]
    return "\n".join(lines)


def describe(problem: Problem, number: int, state: Any) -> list[str]:
    """Return all that is observable of one state, as lines."""
    head = [f"state {number}", *(f"  {line}".rstrip() for line in problem.state_text(state).splitlines())]
    head.append(f"key: {int(position_key(state)):016x}")
    if is_terminal(state):
        return [*head, f"rewards: {' '.join(f'{float(reward(state, player)):g}' for player in range(problem.players))}"]
    player = int(player_to_act(state))
    actions = " ".join(f"{action}={problem.action_text(state, action)}" for action in legal_actions(state))
    return [*head, f"player: {'chance' if player == CHANCE else player}", f"actions: {actions}"]


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or BUILT_IN:
        file_for(name).write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {file_for(name)}")


if __name__ == "__main__":
    main(sys.argv[1:])
