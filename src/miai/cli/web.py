"""`miai web`: not there yet, and says so. Hidden from the help until it is."""

from __future__ import annotations

from miai.cli.table import new_app
from miai.core import extras
from miai.core.errors import UserError

app = new_app()


@app.command()
def web() -> None:
    """The board in the browser. This version has none yet."""
    extras.need("web", "the web board")
    raise UserError("web: this version of miai has no web board yet; 'miai --help' lists what it has")
