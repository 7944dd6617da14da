"""GTP 2: the player behind Sabaki, GoGui, a server or another program. Start reading at `session.GtpSession.run`."""

from __future__ import annotations

from miai.gtp.engine import GtpEngine
from miai.gtp.session import GtpSession

__all__ = ["GtpEngine", "GtpSession"]
