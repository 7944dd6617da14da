"""Records: every state, node, edge, setting and random stream is an element of a structured dtype.

A record is a struct in C: one block of bytes. It is passed to kernels as one pointer, copied by one memory copy, and written to disk
as it is. The length of a nested array field is a constant of the type, so `board.row.size` compiles to a number.

Two problems can have the same fields, but compiled code is chosen and cached by type. So a dtype made by `record` has its name as a
field of no bytes and, if it is defined in a user's file, a fingerprint of that file: after an edit it is another type.
"""

from __future__ import annotations

import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from miai.core import cache


def record(name: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return a structured dtype called `name` with the fields `(name, dtype)` or `(name, dtype, shape)`, aligned as in C.

    Fields are attributes, in kernels and in plain Python alike. Raises `ValueError` for a name that cannot be used.
    """
    if not name.isidentifier():
        raise ValueError(f"a record's name must be a Python identifier, not {name!r}")
    taken = [field[0] for field in fields if hasattr(np.record, field[0])]
    if taken:
        raise ValueError(
            f"fields of record {name!r} cannot be called {', '.join(taken)}: NumPy's records have methods of that name"
        )
    tag = "_".join(["is", name, *_origin(sys._getframe(1).f_code.co_filename)])
    return np.dtype([*fields, (tag, np.uint8, 0)], align=True)


def _origin(source: str) -> list[str]:
    """Return the fingerprint of the file that defines a dtype; nothing for the package, whose cache is named by its sources."""
    file = Path(source)
    if not file.is_file():
        return [uuid.uuid4().hex[:16]]  # a prompt or a notebook has no file to compare: nothing old may be found for it
    if file.resolve().is_relative_to(cache.PACKAGE):
        return []
    return [cache.file_fingerprint(file)]


def new(dtype: np.dtype[Any]) -> Any:
    """Return a zeroed record of `dtype`."""
    return new_array(dtype, 1)[0]


def new_array(dtype: np.dtype[Any], count: int) -> Any:
    """Return a zeroed array of `count` records; its elements are like those of `new`."""
    return as_records(np.zeros(count, plain_dtype(dtype)))


def as_records(array: np.ndarray[Any, Any]) -> Any:
    """Return the same memory as records with attributes: for arrays that were memory-mapped or read."""
    return array.view(np.dtype((np.record, array.dtype))).view(np.recarray)


def copy_record(source: Any) -> Any:
    """Return a copy of one record in new memory."""
    target = new_array(source.dtype, 1)
    target[0] = source
    return target[0]


def plain_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype without `np.record` around it, which loses its alignment: for dictionary keys and fields of other dtypes."""
    return np.dtype((np.void, dtype))
