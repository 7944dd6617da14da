"""The Python side of a game of OpenSpiel: it answers the questions that kernels ask through a callback.

A position is a **place**: the number of a path of actions from the start. Places form a tree that only grows; the parent and the action of
each are kept, with the player to act, the number of actions of players so far, and the key. One state of OpenSpiel is moved to wherever the
next question needs it, from a copy at the place where simulations begin. A playout ends at a negative place, a slot of a ring with its last
state and its actions.
"""

from __future__ import annotations

import ctypes
import hashlib
import random
import threading
from typing import Any

from miai.core.errors import UserError

PLAYER, LIST, CHILD, KEY, PLAY_OUT, PLAYED_COUNT, PLAYED = range(7)
"""Questions with a whole number as the answer."""
REWARD, WEIGHT = range(2)
"""Questions with any number as the answer."""

TERMINAL = -4
"""The player to act in a terminal state, as OpenSpiel numbers it."""
MOST_PLACES = 4_000_000
"""Places that are kept, about 400 bytes each."""
RING = 4096
"""Ends of playouts that are kept: more than threads can be waiting for."""
KEPT = 4
"""Copies of states that are kept, those where simulations began last."""
PLAYER_BITS = 32


class GameHost:
    """A game of OpenSpiel with the positions that were asked about."""

    def __init__(self, game: Any) -> None:
        import pyspiel

        self.game = game
        self.needs_returns = game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
        self.parents, self.actions, self.keys, self.turns = [0], [-1], [0], [0]
        self.players: list[int] = []
        self.children: dict[tuple[int, int], int] = {}
        self.state, self.place = game.new_initial_state(), 0
        self.kept = {0: self.state.clone()}
        self.ends: list[tuple[Any, list[int]]] = [(None, [])] * RING
        self.ended = 0
        self.error: BaseException | None = None
        self.lock = threading.RLock()
        self._describe(0)

    # --- places -------------------------------------------------------------------------------------------------------------------

    def state_at(self, place: int) -> Any:
        """Return OpenSpiel's state at a place. It is valid until the next call."""
        if place == self.place:
            return self.state
        if place and self.parents[place] == self.place:
            self.state.apply_action(self.actions[place])
        else:
            self.state = self._replayed(place)
        self.place = place
        return self.state

    def _replayed(self, place: int) -> Any:
        """Return a new state at a place, from the nearest copy above it; keep a copy if simulations seem to begin here."""
        actions, above = [], place
        while above not in self.kept:
            actions.append(self.actions[above])
            above = self.parents[above]
        state = self.kept[above].clone()
        for action in reversed(actions):
            state.apply_action(action)
        if actions:
            if len(self.kept) > KEPT:
                del self.kept[next(each for each in self.kept if each)]
            self.kept[place] = state.clone()
        return state

    def child(self, place: int, action: int) -> int:
        """Return the place after an action."""
        found = self.children.get((place, action))
        if found is not None:
            return found
        if len(self.parents) >= MOST_PLACES:
            raise UserError(f"a search of an OpenSpiel game keeps {MOST_PLACES:,} positions at most; use fewer playouts")
        made = self.children[place, action] = len(self.parents)
        self.parents.append(place)
        self.actions.append(action)
        self.keys.append(0)
        self.turns.append(self.turns[place] + (self.players[place] >= 0))
        self.state_at(place)
        self._describe(made)
        return made

    def _describe(self, place: int) -> None:
        """Note the player to act at a new place."""
        state = self.state_at(place)
        self.players.append(TERMINAL if state.is_terminal() else int(state.current_player()))

    def key(self, place: int) -> int:
        """Return the key of a position: of its text, and of everything that can be asked about it.

        OpenSpiel compares states by their text, which leaves things out: a piece that was lifted (amazons), the rewards so far (2048),
        the moves until the play is broken off (pig). So the legal actions are part of the key, the rewards where they accumulate, and
        the number of moves, of players and of chance. With these, no play returns to a position.
        """
        if place < 0:
            return self._key_of(self.ends[-1 - place][0], 0)
        if not self.keys[place]:
            self.keys[place] = self._key_of(self.state_at(place), self.turns[place])
        return self.keys[place]

    def _key_of(self, state: Any, turns: int) -> int:
        rewards = state.returns() if self.needs_returns or state.is_terminal() else []
        facts = repr((state.move_number(), turns, int(state.current_player()), state.legal_actions(), rewards, str(state)))
        digest = hashlib.blake2b(facts.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") >> 1 or 1  # an answer is signed; 0: not known yet

    # --- playouts -----------------------------------------------------------------------------------------------------------------

    def play_out(self, place: int, seed: int) -> int:
        """Play at random to the end, and return the negative place of that end."""
        state, draw, played = self.state_at(place).clone(), random.Random(seed), []
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                action = legal[int(draw.random() * len(legal))]
                played.append(int(state.current_player()) << PLAYER_BITS | action)
                state.apply_action(action)
        self.ended = (self.ended + 1) % RING
        self.ends[self.ended] = state, played
        return -1 - self.ended

    # --- answers ------------------------------------------------------------------------------------------------------------------

    def answer(self, question: int, place: int, argument: int) -> int:
        """Return the answer to a question whose answer is a whole number."""
        if question == PLAYER:
            return TERMINAL if place < 0 else self.players[place]
        if question == CHILD:
            return self.child(place, argument)
        if question == KEY:
            return self.key(place)
        if question == LIST:
            legal = self.state_at(place).legal_actions()
            (ctypes.c_int32 * len(legal)).from_address(argument)[:] = legal
            return len(legal)
        if question == PLAY_OUT:
            return self.play_out(place, argument)
        played = self.ends[-1 - place][1]
        return len(played) if question == PLAYED_COUNT else played[argument]

    def answer_number(self, question: int, place: int, argument: int) -> float:
        """Return the answer to a question whose answer is any number."""
        if question == REWARD:
            state = self.ends[-1 - place][0] if place < 0 else self.state_at(place)
            return float(state.player_return(argument))
        return float(dict(self.state_at(place).chance_outcomes())[argument])

    def raise_error(self) -> None:
        """Raise what an answer has raised since the last call: an exception cannot pass a kernel."""
        error, self.error = self.error, None
        if isinstance(error, KeyboardInterrupt | UserError):
            raise error
        if error is not None:
            raise UserError(f"{self.game.get_type().short_name} of OpenSpiel fails: {type(error).__name__}: {error}") from error


HOSTS: list[GameHost] = []
"""All games of this process; a state has the index of its game."""


def serve(question: int, game: int, place: int, argument: int) -> int:
    """Answer a kernel. An interrupt waits for the end of the slice; after another error the search ends there, by `raise_error`."""
    host = HOSTS[game]
    while True:
        try:
            with host.lock:
                return host.answer(question, place, argument)
        except KeyboardInterrupt as error:  # the answer is worked out again: the simulation under way must not be wrong
            host.error = error
        except BaseException as error:
            host.error = host.error or error
            return TERMINAL if question == PLAYER else 0


def serve_number(question: int, game: int, place: int, argument: int) -> float:
    """Answer a kernel; see `serve`."""
    host = HOSTS[game]
    while True:
        try:
            with host.lock:
                return host.answer_number(question, place, argument)
        except KeyboardInterrupt as error:
            host.error = error
        except BaseException as error:
            host.error = host.error or error
            return 0.0
