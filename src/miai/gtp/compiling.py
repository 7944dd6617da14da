"""Compilation ahead for the game that a GTP controller sets up: other commands are answered meanwhile, a search waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from miai.core.compile_ahead import CompileAhead, CompileProgress
from miai.go.player import PlayerSettings
from miai.go.player.preparing import preparations
from miai.go.rules.rulesets import Rules


class GameCompiler:
    """Compiles ahead what the present board size and settings need."""

    def __init__(self, on_progress: Callable[[CompileProgress], None] = lambda progress: None) -> None:
        self.on_progress = on_progress
        self._ahead: CompileAhead | None = None
        self._key = ""

    def follow(self, size: int, rules: Rules, settings: PlayerSettings) -> None:
        """Compile for a game that may be of another kind than the one compiled so far."""
        key = key_of(size, rules, settings)
        if key == self._key:
            return
        self.stop()
        self._key = key
        self._ahead = CompileAhead(key, preparations(size, rules, settings), self.on_progress)
        self._ahead.start()

    def wait(self) -> None:
        """Wait until a search can begin."""
        if self._ahead is not None:
            self._ahead.wait()

    def stop(self) -> None:
        """Compile no further."""
        if self._ahead is not None:
            self._ahead.stop()
        self._ahead, self._key = None, ""


def key_of(size: int, rules: Rules, settings: PlayerSettings) -> str:
    """Return a text that differs where other code is compiled, and may differ elsewhere."""
    limits = PlayerSettings()
    names = ("playouts", "seconds", "level", "threads", "memory", "seed", "ponder")
    alike = replace(settings, **{name: getattr(limits, name) for name in names})
    return f"go {size} {rules.counting} {alike}"
