"""Archives of arrays: only what NumPy writes is given to NumPy's parser of headers."""

from __future__ import annotations

import io
import warnings
import zipfile

import numpy as np
import pytest

from miai.core.archives import DAMAGE, check_arrays


def archive_of(content: bytes) -> zipfile.ZipFile:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("array.npy", content)
    return zipfile.ZipFile(file)


def array_with(header: bytes, version: bytes = b"\x01\x00") -> bytes:
    return b"\x93NUMPY" + version + len(header).to_bytes(2, "little") + header + bytes(4)


@pytest.mark.parametrize(
    "array", [np.zeros(3, np.uint8), np.ones((2, 5)), np.array(4, np.int64), np.array(["a"]), np.zeros((0, 2))]
)
def test_arrays_that_numpy_writes_pass(array):
    content = io.BytesIO()
    np.save(content, array)
    check_arrays(archive_of(content.getvalue()))


def described(descr: str, shape: str) -> bytes:
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n".encode()


@pytest.mark.parametrize(
    "content",
    [
        array_with(b"(" * 500),  # Python's tokenizer gives up
        array_with(b"-" * 9000 + b"1"),  # its parser runs out of memory
        array_with(b"{'descr': '''\n"),
        array_with(described("'|u1'", "(4L,)")),  # NumPy warns in several lines
        array_with(described("'|u1'", "(1000000000000000,)")),  # NumPy asks for the memory before it reads
        array_with(described("'|u1'", f"({10**30},)")),
        array_with(described("'|u1'", "(-4,)")),
        array_with(described("'|u1'", "(3,)")),
        array_with(described("'|O8'", "(4,)")),
        array_with(described("[('a', '|u1')]", "(4,)")),
        array_with(described("'|u1'", "(4,)"), b"\x09\x09"),
        b"hello",
        b"",
    ],
)
def test_other_arrays_are_refused_without_a_warning(content):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DAMAGE):
            check_arrays(archive_of(content))
