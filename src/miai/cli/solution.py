"""`miai solve --method`: one-player searches, whose answer is the best complete solution."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from miai.cli.options import print_note, print_result
from miai.core.errors import UserError, unknown_name

if TYPE_CHECKING:
    from miai.search.one_player import OnePlayerResult, OnePlayerSearch, OnePlayerSettings
    from miai.search.problem import Problem
    from miai.search.result import Result
    from miai.search.solutions import Solution


class SolutionProgress:
    """A listener that prints a line to stderr whenever the best solution has improved."""

    def __init__(self) -> None:
        self.reward: float | None = None

    def __call__(self, result: Result | OnePlayerResult) -> None:
        best = result.solution
        if best is not None and best.reward != self.reward:
            self.reward = best.reward
            print(f"{best.reward:g} after {_simulations(best.found_after)}, {best.found_seconds or 0.0:.1f} s", file=sys.stderr)


def describe(solution: Solution) -> str:
    """Return a solution as one line."""
    when = f"found after {_simulations(solution.found_after)}"
    return f"Solution with reward {solution.reward:g}, {when}: {' '.join(solution.texts)}"


def _simulations(count: int) -> str:
    return f"{count:,} simulation{'s' if count != 1 else ''}"


def solve_for_solution(
    name: str, method: str, words: list[str], moves: str, limits: dict[str, Any], options: dict[str, Any], as_json: bool
) -> None:
    """Search the problem called `name` for its best solution and print it. Ctrl-C ends the search and keeps the solution so far."""
    from miai.problems import open_problem, start_state
    from miai.search.one_player import OnePlayerSearch
    from miai.search.problem import apply_action

    problem = open_problem(name)
    settings, rest = _split(problem, [f"method={method}", *words])
    state = start_state(problem, rest)
    for text in (each for each in moves.split(",") if each.strip()):
        apply_action(state, problem.parse_action(state, text))
    running = OnePlayerSearch(state, settings, **options)
    result = _run(running, limits, quiet=as_json)
    print_result(as_json, result.as_dict(), lambda: _show(result))


def _split(problem: Problem, words: list[str]) -> tuple[OnePlayerSettings, list[str]]:
    """Return the settings among `words`, and the rest, which are options of the problem."""
    from miai.core.settings import find_name, parse_words, settings_of
    from miai.problems.options import options_of
    from miai.search.one_player import OnePlayerSettings

    ours, rest = [], []
    for word in words:
        name = word.partition("=")[0].strip()
        if find_name(OnePlayerSettings, name) is not None:
            ours.append(word)
        elif name in options_of(problem):
            rest.append(word)
        else:
            raise unknown_name("setting", name, [*options_of(problem), *settings_of(OnePlayerSettings)], where=problem.name)
    return parse_words(OnePlayerSettings(), ours), rest


def _run(running: OnePlayerSearch, limits: dict[str, Any], quiet: bool) -> OnePlayerResult:
    try:
        return running.run(**limits, listener=None if quiet else SolutionProgress())
    except KeyboardInterrupt:
        result = running.result()
        if result.solution is None:
            raise UserError("solve: stopped before the first solution") from None
        print_note("stopped; the best solution so far follows")
        return result


def _show(result: OnePlayerResult) -> None:
    solution = result.solution
    if solution is None:
        print("No solution was found within the limit.")
        return
    verdict = ", optimal: every play was tried or ruled out" if result.exhausted else ""
    print(f"Best reward {solution.reward:g} ({result.goal}){verdict}")
    print(f"{result.simulations:,} simulations in {result.seconds:.1f} s, seed {result.seed}")
    for each in result.solutions:
        print(describe(each))
