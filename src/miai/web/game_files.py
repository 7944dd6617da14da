"""Opening game records in a session: a file with one game, or one of the games of a file with several."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError
from miai.web.languages import plural, translate_message
from miai.web.languages import text as _
from miai.web.uploads import read_file

if TYPE_CHECKING:
    from miai.web.game_session import GameSession


@dataclass
class Collection:
    """A file with several games, of which one is open."""

    name: str
    games: list[str] = field(default_factory=list)
    """A line about each game."""
    index: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {"name": self.name, "games": self.games, "index": self.index}


def collection_from(data: Any) -> Collection | None:
    """Return a collection from `as_data`; `None` for other data."""
    try:
        found = Collection(str(data["name"])[:60], [str(line)[:200] for line in data["games"]], int(data["index"]))
    except (TypeError, KeyError, ValueError):
        return None
    return found if 0 <= found.index < len(found.games) else None


async def open_file(session: GameSession, data: bytes, name: str, user: str = "") -> None:
    """Show the first game of a file. Raise `UserError` if it cannot be read."""
    found = await read_file(data, name, user)
    collection = Collection(name, found.games) if len(found.games) > 1 else None
    session.load(found.tree, collection)
    moves = len(session.tree.line()) - 1
    if collection is None:
        session.notify(plural("{name}: {moves} move.", "{name}: {moves} moves.", moves).format(name=name, moves=moves), "positive")
    else:
        session.library.keep_collection(data)
        text = _("{name}, number of moves: {moves}. The file has {count} games; choose another one under Play.")
        session.notify(text.format(name=name, moves=moves, count=len(found.games)), "positive")
    if found.trouble:
        session.notify(translate_message(found.trouble), "warning")


async def open_game(session: GameSession, index: int) -> None:
    """Show another game of the file that is open. A game that cannot be read is answered with a message."""
    collection = session.collection
    data = session.library.read_collection()
    if collection is None or not 0 <= index < len(collection.games):
        return
    if data is None:
        session.notify(_("{name} is not kept any more; open it again.").format(name=collection.name), "warning")
        return
    try:
        found = await read_file(data, collection.name, "", index)
    except UserError as error:
        session.notify(translate_message(str(error)), "negative")
        return
    session.load(found.tree, Collection(collection.name, collection.games, index))
