"""The engine: a player, and the commands that it obeys, one at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable

from miai.core.errors import UserError
from miai.go.player import Player, PlayerSettings
from miai.go.rules.rulesets import Rules, rules_named
from miai.gtp import administration, analysis, board, clients, explaining, gogui, moves, scoring, timing  # noqa: F401  (they register commands)
from miai.gtp.protocol import Failure, failure, parse_line, success
from miai.gtp.registry import COMMANDS
from miai.search.store_protocol import Store

log = logging.getLogger(__name__)


class GtpEngine:
    """Obeys lines of GTP. `write` gets what is sent before an answer is complete; `is_awaited` says whether another line waits."""

    def __init__(
        self,
        size: int = 19,
        rules: Rules | str = "chinese",
        settings: PlayerSettings | None = None,
        store: Store | None = None,
        write: Callable[[str], None] = lambda text: None,
    ) -> None:
        rules = rules_named(rules) if isinstance(rules, str) else rules
        self.player = Player(size, rules, settings, store)
        self.write = write
        self.is_awaited: Callable[[], bool] = lambda: False
        self.has_quit = False
        self.may_be_interrupted = False
        """Whether what runs now ends as soon as a line comes in."""
        self.explanation = ""
        """What it thought of its last move; see `explaining`."""
        self.header = ""
        """What an answer that is sent bit by bit begins with."""

    def obey(self, line: str) -> str:
        """The answer to `line`, with the empty line that ends it; nothing for an empty line. Raises only `BrokenPipeError`, and Ctrl-C."""
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
            raise  # nobody reads what is written
        except Exception as error:  # a mistake of ours must not end the game
            log.exception("command %s failed", found.name)
            return failure(found.number, f"internal error: {type(error).__name__}: {error}")
        finally:
            self.may_be_interrupted = False

    def _answer(self, number: str, text: str) -> str:
        if self.header:
            return success(number, text)
        return f"{text}\n\n" if text else "\n"  # the header was sent with the first bit

    def begin_stream(self) -> None:
        """Send the header of an answer that comes bit by bit."""
        self.write(f"{self.header}\n")
        self.header = ""

    def interrupt(self) -> None:
        """Another line has come in: end what may be ended. May be called from any thread."""
        if self.may_be_interrupted:
            self.player.interrupt()

    def ponder(self) -> None:
        """Use the time until the next line, if that is wanted and a game is on."""
        player = self.player
        if player.settings.ponder and player.game.moves and not player.game.is_terminal:
            self.may_be_interrupted = True
            player.thinker.is_awaited = self.is_awaited
            try:
                player.ponder()
            finally:
                self.may_be_interrupted = False
                player.thinker.is_awaited = lambda: False
