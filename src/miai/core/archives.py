"""NumPy archives (.npz) that start with a JSON header: written with the same bytes each time, and checked when they come from elsewhere.

Members of an archive have checksums, the list of them has none, and a small file can unpack to a huge one.
"""

from __future__ import annotations

import io
import json
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import write_file

MOST_BYTES = 1 << 28
"""Bytes of an unpacked archive."""
DAMAGE = (
    *(ValueError, KeyError, IndexError, EOFError, TypeError, AttributeError, RuntimeError, MemoryError, OverflowError),
    *(struct.error, zipfile.BadZipFile, zlib.error),
)
"""Errors that reading a damaged or crafted archive raises."""
_HEADER = re.compile(rb"\{'descr': '([<|][a-zA-Z][0-9]{1,4})', 'fortran_order': False, 'shape': \(([0-9, ]{0,80})\), \} *\n")
_BEGIN = b"\x93NUMPY\x01\x00"
"""The first bytes of an array in NumPy's format; the length of its header follows in two bytes."""
_END = 22
"""Bytes of the last record of an archive without a comment; from its tenth byte it has the number of members."""


def check_members(content: bytes, members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise `ValueError` or `struct.error` if members are missing from the list, or are too large when they are unpacked."""
    (counted,) = struct.unpack_from("<H", content, len(content) - _END + 10)
    if counted != len(members):
        raise ValueError("members are missing")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise ValueError("too large")


def check_arrays(archive: zipfile.ZipFile) -> None:
    """Raise `ValueError` or `TypeError` unless every member is an array as NumPy writes it, as long as its header says.

    NumPy reads headers with Python's parser, which raises errors of many types, warns in several lines, or asks for all memory.
    """
    for member in archive.infolist():
        with archive.open(member) as stream:
            begin = stream.read(len(_BEGIN) + 2)
            length = int.from_bytes(begin[len(_BEGIN) :], "little")
            found = _HEADER.fullmatch(stream.read(length))
        if not begin.startswith(_BEGIN) or found is None:
            raise ValueError(f"{member.filename} is no array")
        count = math.prod(int(word) for word in found[2].split(b",") if word.strip())
        if count * np.dtype(found[1].decode()).itemsize != member.file_size - len(begin) - length:
            raise ValueError(f"{member.filename} has another length")


def write_archive(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write arrays and a header, whole or not at all; the same content gives the same bytes. Raise `UserError` if this is not possible."""
    written = {"header": np.frombuffer(json.dumps(header, sort_keys=True).encode(), np.uint8), **arrays}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in written.items():
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            # a fixed date, since the archive would contain the time of writing
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), content.getvalue(), zipfile.ZIP_DEFLATED)
    try:
        write_file(path, packed.getvalue())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
