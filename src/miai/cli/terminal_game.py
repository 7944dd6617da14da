"""A game of a person against the search, for `miai play`.

`TerminalGame.play` is the whole game: show the state and ask the person, the search or chance for an action, until the state is
terminal. `_ask` reads what the person types, from a terminal or a pipe.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from rich.panel import Panel
from rich.text import Text

from miai.cli import compiling
from miai.core.console import ReportConsole
from miai.core.errors import UserError, did_you_mean
from miai.core.kernels import COMPILING
from miai.core.records import copy_record
from miai.core.streams import new_stream, next_float
from miai.problems.exact import successor
from miai.search.driver import Search
from miai.search.problem import CHANCE, Problem, chance_weight, is_terminal, legal_actions, player_to_act, reward

WORDS = {
    "hint": "show the move of the search",
    "undo": "take back your last action",
    "help": "show this list",
    "quit": "end the game",
}
MOST_SHOWN = 60
"""The most legal actions that are listed."""
MEMORY = 64.0 if COMPILING else 4.0
"""MiB for the graph of the search; plain Python is too slow to fill, or to clear, more."""
MARKS = {"X": "bold red", "O": "bold cyan", r"\.": "dim"}
"""The colours of single marks on a board."""


class Quit(Exception):
    """Raised when the person types `quit`."""


class TerminalGame:
    """One game. The person plays as player `human`; the search plays all others."""

    def __init__(self, problem: Problem, state: Any, human: int, playouts: int, seed: int) -> None:
        self.problem, self.state = problem, copy_record(state)
        self.human, self.playouts, self.seed = human, playouts, seed
        self.console = ReportConsole(highlight=False, soft_wrap=True)
        self.dice = new_stream(seed, number=1)
        self.earlier: list[Any] = []  # the states in which the person acted, for undo
        self.search: Search | None = None  # kept from move to move

    def play(self) -> None:
        """Play until the state is terminal or the person leaves."""
        try:
            self._introduce()
            while not is_terminal(self.state):
                self._next_action()
            self._show()
            self._announce_result()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\nGoodbye.")

    def _next_action(self) -> None:
        player = int(player_to_act(self.state))
        if player == CHANCE:
            self._roll()
            return
        self._show()
        if player == self.human:
            self._take_action_of_person()
        else:
            self._take_action_of_search()

    def _act(self, action: int) -> None:
        self.state = successor(self.state, action)
        if self.search is not None:
            self.search.play(action)

    # --- chance, the search, the person

    def _roll(self) -> None:
        actions = legal_actions(self.state)
        weights = [float(chance_weight(self.state, action)) for action in actions]
        left = float(next_float(self.dice)) * sum(weights)
        chosen = actions[-1]
        for action, weight in zip(actions, weights, strict=True):
            left -= weight
            if left < 0:
                chosen = action
                break
        self.console.print(f"chance: [bold]{self.problem.action_text(self.state, chosen)}[/]")
        self._act(chosen)

    def _take_action_of_search(self) -> None:
        player = int(player_to_act(self.state))
        result = self._think()
        assert result.best_action is not None
        name = "the search" if self.problem.players == 2 else f"player {player + 1}"
        self.console.print(f"{name} plays [bold]{result.best_text}[/] [dim]{_confidence(result, 'it')}[/]")
        self._act(result.best_action)

    def _take_action_of_person(self) -> None:
        self._list_actions()
        while True:
            text = self._ask()
            try:
                action = self.problem.parse_action(self.state, text)
            except UserError:
                if self._obey(text.casefold()):
                    return
                continue
            self.earlier.append(self.state)
            self._act(action)
            return

    def _obey(self, word: str) -> bool:
        """Carry out a word that is not an action. Return whether the state has changed."""
        if word == "quit":
            raise Quit
        if word == "undo":
            return self._undo()
        if word == "hint":
            result = self._think()
            self.console.print(f"hint: [bold]{result.best_text}[/] [dim]{_confidence(result, 'you')}[/]")
        elif word == "help":
            self._list_actions()
            for name, purpose in WORDS.items():
                self.console.print(f"  {name}  {purpose}")
        else:
            self._explain(word)
        return False

    def _explain(self, word: str) -> None:
        names = [self.problem.action_text(self.state, action) for action in legal_actions(self.state)]
        wrong = f"{word!r} is not legal here{did_you_mean(word, [*names, *WORDS])}; " if word else ""
        self.console.print(f"{wrong}type an action such as {names[0]}, or {', '.join(WORDS)}", style="yellow", markup=False)

    def _undo(self) -> bool:
        if not self.earlier:
            self.console.print("nothing to take back", style="yellow")
            return False
        self.state = self.earlier.pop()
        self.search = None
        return True

    def _think(self) -> Any:
        if self.search is None:
            self.search = Search(self.state, seed=self.seed, memory=MEMORY)
        return self.search.run(playouts=self.playouts)

    # --- output and input

    def _introduce(self) -> None:
        if self.problem.players > 1:
            role = f"you are player {self.human + 1} of {self.problem.players}"
        else:
            role = "you play alone, the search gives hints"
        self.console.print(f"[bold]{self.problem.name}[/]: {role}; {', '.join(WORDS)} [dim](seed {self.seed})[/]")

    def _show(self) -> None:
        board = Text(self.problem.state_text(self.state))
        for mark, style in MARKS.items():
            board.highlight_regex(rf"(?<!\S){mark}(?!\S)", style)
        self.console.print(Panel(board, expand=False, border_style="dim"))

    def _list_actions(self) -> None:
        names = [self.problem.action_text(self.state, action) for action in legal_actions(self.state)]
        more = f" ... ({len(names)} in all)" if len(names) > MOST_SHOWN else ""
        self.console.print(f"legal: {' '.join(names[:MOST_SHOWN])}{more}", style="dim", markup=False)

    def _ask(self) -> str:
        """Return the line that the person types. Raises `EOFError` at the end of input."""
        compiling.finish()  # print the summary before the prompt, not into it
        self.console.print("[bold]your action:[/] ", end="")
        self.console.file.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""  # it is None where the caller has closed it
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.console.print(line.rstrip("\n"), markup=False)  # as a terminal would have shown it
        return re.sub(r"\s+", " ", line).strip()

    def _announce_result(self) -> None:
        rewards = [float(reward(self.state, player)) for player in range(self.problem.players)]
        if self.problem.players == 2 and self.problem.zero_sum:
            own, other = rewards[self.human], rewards[1 - self.human]
            words = "You win." if own > other else "You lose." if own < other else "A draw."
        elif self.problem.players == 1:
            words = f"Your result: {rewards[0]:g}"
        else:
            words = "Rewards: " + ", ".join(
                f"{'you' if p == self.human else f'player {p + 1}'} {r:g}" for p, r in enumerate(rewards)
            )
        self.console.print(f"[bold green]{words}[/]")


def _confidence(result: Any, whom: str) -> str:
    """Return the value of the action for the player to act, from 0 to 1, and how sure it is."""
    certainty = "proven" if result.proven else f"{result.visits} playouts"
    return f"(value {result.value:.2f} for {whom}, {certainty})"
