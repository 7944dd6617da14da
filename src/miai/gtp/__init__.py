"""GTP 2: a player for Sabaki, GoGui, servers and other programs. Start reading at `session.GtpSession.run`."""

from __future__ import annotations

from miai.gtp.engine import GtpEngine
from miai.gtp.session import GtpSession

__all__ = ["GtpEngine", "GtpSession"]
