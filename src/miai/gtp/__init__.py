"""GTP 2: the player behind Sabaki, GoGui, a server or another program. Start reading at `session.Session.run`."""

from __future__ import annotations

from miai.gtp.engine import Engine
from miai.gtp.session import Session

__all__ = ["Engine", "Session"]
