"""The GTP engine: a player, and the commands that it executes, one at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property

from miai.core.errors import UserError
from miai.go.player import Player, PlayerSettings
from miai.go.rules.rulesets import Rules, rules_named
from miai.gtp import administration, analysis, board, clients, explaining, gogui, moves, scoring, timing  # noqa: F401  (they register commands)
from miai.gtp.compiling import GameCompiler
from miai.gtp.protocol import Failure, failure, parse_line, success, without_empty_lines
from miai.gtp.registry import COMMANDS
from miai.search.sharing.joining import Partners
from miai.search.store_protocol import Store

log = logging.getLogger(__name__)


class GtpEngine:
    """A player behind GTP.

    `write` sends text before an answer is complete; `is_awaited` returns whether another line waits.
    """

    def __init__(
        self,
        size: int = 19,
        rules: Rules | str = "chinese",
        settings: PlayerSettings | None = None,
        store: Store | None = None,
        write: Callable[[str], None] = lambda text: None,
        partners: Partners | None = None,
    ) -> None:
        rules = rules_named(rules) if isinstance(rules, str) else rules
        self._size, self._rules, self._settings = size, rules, settings or PlayerSettings()
        self._store, self._partners = store, partners
        self.write = write
        self.is_awaited: Callable[[], bool] = lambda: False
        self.has_quit = False
        self.may_be_interrupted = False
        """Whether the present command ends as soon as a line arrives."""
        self.explanation = ""
        """The explanation of the last move; see `explaining`."""
        self.header = ""
        """The beginning of an answer that is streamed; empty when it is sent."""
        self.compiler: GameCompiler | None = None
        """Compiles ahead for the game; without one, everything is compiled when it is needed."""

    @cached_property
    def player(self) -> Player:
        """The player, made by the first command about the game: an empty board has to be compiled, the name of the engine has not."""
        self._compile_ahead(self._size, self._rules, self._settings)
        player = Player(self._size, self._rules, self._settings, self._store, self._partners)
        if self.compiler is not None:
            player.before_search = self.compiler.wait
        return player

    def start(self, size: int) -> None:
        """Start a new game on a board of `size`."""
        if "player" in vars(self):
            self._compile_ahead(size, self.player.game.rules, self.player.settings)
            self.player.start(size)
        else:
            self._size = size
        self.player.prepare_for_clock()

    def _compile_ahead(self, size: int, rules: Rules, settings: PlayerSettings) -> None:
        if self.compiler is not None:
            self.compiler.follow(size, rules, settings)

    def obey(self, line: str) -> str:
        """Return the answer to `line`, with the empty line that ends it; nothing for an empty line.

        Only `BrokenPipeError` and Ctrl-C are raised.
        """
        found = parse_line(line)
        if found is None:
            return ""
        self.header = f"={found.number}"
        action = COMMANDS.get(found.name)
        if action is None:
            return failure(found.number, "unknown command")
        try:
            return self._answer(found.number, action(self, found.arguments))
        except Failure as error:
            return failure(found.number, str(error))
        except (UserError, ValueError) as error:
            return failure(found.number, str(error))
        except BrokenPipeError:
            raise  # the controller is gone
        except Exception as error:  # a bug must not end the game
            log.exception("command %s failed", found.name)
            return failure(found.number, f"internal error: {type(error).__name__}: {error}")
        finally:
            self.may_be_interrupted = False

    def _answer(self, number: str, text: str) -> str:
        if self.header:
            return success(number, text)
        self.stream(text)  # the header was sent by begin_stream
        return "\n"

    def close(self) -> None:
        """Hand what the player knows to the store or the partners, if there was a game."""
        if "player" in vars(self):
            self.player.close()

    def begin_stream(self) -> None:
        """Send the header of an answer that is streamed."""
        self.write(f"{self.header}\n")
        self.header = ""

    def stream(self, text: str) -> None:
        """Send lines of an answer that is streamed. Empty lines are left out: the first one would end the answer."""
        lines = without_empty_lines(text)
        if lines:
            self.write(f"{lines}\n")

    def interrupt(self) -> None:
        """End the present command, if it may be interrupted, because a line has arrived. May be called from any thread."""
        if self.may_be_interrupted:
            self.player.interrupt()

    def ponder(self) -> None:
        """Search until the next line arrives, if the setting `ponder` is on and a game is under way."""
        if "player" not in vars(self):
            return
        player = self.player
        if player.settings.ponder and player.game.moves and not player.game.is_terminal:
            self.may_be_interrupted = True
            try:
                player.ponder(self.is_awaited)
            finally:
                self.may_be_interrupted = False
