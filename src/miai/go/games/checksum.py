"""The checksum of a database of games, in eight bytes of SQLite's head that are for the application (`user_version`, `application_id`).

It covers all other bytes. SQLite itself finds damage to the structure of a file and none to its content. The checksum protects from
accidents, and not from a person who wants to deceive.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

_PLACES = (60, 68)
"""Where SQLite keeps the two numbers of four bytes."""
_WIDTH = 4
_PIECE = 1 << 20


def write_checksum(path: Path) -> None:
    """Write the checksum into a finished file. Raise `OSError`."""
    found = _checksum(path)
    with path.open("r+b") as file:
        for number, place in enumerate(_PLACES):
            file.seek(place)
            file.write(found[number * _WIDTH : (number + 1) * _WIDTH])


def is_whole(path: Path) -> bool:
    """Return whether a file agrees with its checksum. Reads all of it."""
    with path.open("rb") as file:
        head = file.read(100)
    return b"".join(head[place : place + _WIDTH] for place in _PLACES) == _checksum(path)


def _checksum(path: Path) -> bytes:
    sum_ = hashlib.blake2b(digest_size=2 * _WIDTH)
    with path.open("rb") as file:
        head = bytearray(file.read(100))
        for place in _PLACES:
            head[place : place + _WIDTH] = bytes(_WIDTH)
        sum_.update(head)
        while piece := file.read(_PIECE):
            sum_.update(piece)
    return sum_.digest()
