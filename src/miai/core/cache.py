"""The directory of compiled code, and its name.

Numba finds compiled code by the name and age of the file that contains a function. It does not notice that a kernel in *another* file,
which was inlined, has changed. So the directory is named after everything that determines the machine code:

    <base>/<fingerprint of the package>/           kernels of the package
    <base>/<fingerprint of the package>/<file>/    kernels of a user's own file, by the fingerprint of that file

`<base>` is `MIAI_CACHE_DIR`, else `miai` in the user's cache folder, else (with one line of warning) a private temporary folder.
This module does not import Numba: `miai doctor` and `miai --help` use it before anything is compiled.
"""

from __future__ import annotations

import ast
import contextlib
import errno
import functools
import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from miai.core.errors import warn
from miai.core.system import lock_file

PACKAGE = Path(__file__).resolve().parent.parent
CHECKED = os.environ.get("MIAI_CHECKED") == "1"
"""Whether kernels check the bounds of every index (slow; for tests)."""

DAY = 86_400.0
KEEP_NEWEST = 4
"""Package caches that are kept whatever their age, so that switching between versions does not recompile each time."""
FORGET_AFTER = 30 * DAY
"""Age in seconds since a process last opened it after which a cache is removed."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a full disk."""
_MARK = "opened"
"""A file in every package cache. Its time of change is when a process last opened the cache; only folders with it are deleted."""


@dataclass(frozen=True)
class CachePlace:
    """A directory for compiled code, and the reason if it is not the configured one (else empty)."""

    path: Path
    trouble: str = ""


def base_directory() -> Path:
    """Return the configured directory: `MIAI_CACHE_DIR`, or `miai` in the user's cache folder. It need not exist."""
    asked = os.environ.get("MIAI_CACHE_DIR")
    if asked:
        return Path(asked).expanduser().absolute()
    return Path(platformdirs.user_cache_dir("miai", appauthor=False))


@functools.cache
def package_fingerprint() -> str:
    """Return a hash of the package's sources and of everything else that determines the machine code."""
    versions = [platform.python_version(), _version_of("numba"), _version_of("numpy")]
    files = sorted({*files_behind_kernels(), *PACKAGE.rglob("*.npy")})  # tables become constants of the machine code
    return _fingerprint([*versions, f"checked={CHECKED}"], ((str(file.relative_to(PACKAGE)), file) for file in files))


def _version_of(package: str) -> str:
    """Return the version of an installed package; quickly if it is imported already."""
    imported = sys.modules.get(package)
    if imported is not None:
        return str(imported.__version__)
    from importlib import metadata

    return metadata.version(package)


def files_behind_kernels() -> set[Path]:
    """Return the modules that define kernels, and those that they import, directly or not. No others affect the machine code.

    So an edit of a command or a page recompiles nothing. Sources are read with a regular expression, since every start waits for it.
    """
    texts = {file: file.read_bytes() for file in PACKAGE.rglob("*.py")}
    by_name = {_module_name(file): file for file in texts}
    waiting = [file for file, text in texts.items() if b"miai.core.kernels" in text] + [by_name["miai.core.kernels"]]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [by_name[name] for name in _own_imports(texts[file]) if name in by_name]
    return found


def _module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


_OWN_IMPORT = re.compile(rb"^\s*(?:from\s+(miai[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(miai[\w.]*))", re.MULTILINE)


def _own_imports(text: bytes) -> set[str]:
    """Return the names that a source imports from this package; some may not be modules."""
    names = set()
    for module, members, plain in _OWN_IMPORT.findall(text):
        package = (module or plain).decode()
        names.add(package)
        names.update(f"{package}.{member.decode()}" for member in re.findall(rb"\w+", members))
    return names


def file_fingerprint(file: Path) -> str:
    """Return a hash of a user's file and of the modules beside it that it imports, directly or not."""
    return _fingerprint([], ((each.name, each) for each in sorted(files_with_neighbours(file.resolve()))))


def _fingerprint(words: list[str], files: Iterable[tuple[str, Path]]) -> str:
    digest = hashlib.sha256("\0".join(words).encode())
    for name, file in files:
        content = file.read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def files_with_neighbours(file: Path) -> set[Path]:
    """Return a user's file and the modules beside it that it imports, directly or not."""
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        candidates = (each.parent / Path(*name.split(".")) for name in _imported_names(each))
        waiting += [path for stem in candidates for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()]
    return found


def _imported_names(file: Path) -> set[str]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update([node.module] if node.module else (alias.name for alias in node.names))
    return names


@functools.cache
def open_cache() -> CachePlace:
    """Make this version's cache directory, or a temporary one if that fails, remove old ones, and return its place.

    Prints one line of warning for a temporary one. Raises `OSError` only if not even that can be made.
    """
    base = base_directory()
    try:
        place = CachePlace(_make(base / package_fingerprint()))
    except OSError as error:
        trouble = f"cannot write the cache folder {base}: {error.strerror or error}"
        place = CachePlace(_make(_private_temporary() / package_fingerprint()), trouble)
        advice = "set MIAI_CACHE_DIR to a folder you can write"
        warn(f"{trouble}; compiled code goes to {place.path.parent} for now ({advice})")
    clean_up(place.path.parent, keep=place.path)
    return place


def trouble_at(base: Path) -> str:
    """Return the reason why a cache cannot be written below `base`, in a few words; empty if it can. Leaves no files."""
    wanted = base / package_fingerprint()
    try:
        nearest = next(folder for folder in (wanted, *wanted.parents) if folder.exists())
        with tempfile.TemporaryDirectory(dir=nearest):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _make(directory: Path) -> Path:
    """Create `directory` if it is missing, mark it as opened now and return it. Raise `OSError` if it cannot be written."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / _MARK).touch()
    with tempfile.TemporaryFile(dir=directory):  # an old mark can be touched in a folder that accepts no new file
        pass
    return directory


def _private_temporary() -> Path:
    """Return a folder in the temporary directory that only this user can have filled; the next process finds it again."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    directory = Path(tempfile.gettempdir()) / f"miai-cache-{user}"
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
        if stat.S_ISDIR(found.st_mode) and (not hasattr(os, "getuid") or (found.st_uid == user and not found.st_mode & 0o077)):
            return directory
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="miai-cache-"))


def kept_versions(base: Path) -> list[Path]:
    """Return the package caches below `base`, of this version and of others. Empty where `base` cannot be read."""
    try:
        return [folder for folder in base.iterdir() if (folder / _MARK).is_file()]
    except OSError:
        return []


def clean_up(base: Path, keep: Path) -> list[Path]:
    """Remove old caches of other versions and return them. Never touches `keep` or folders without our mark."""
    now = time.time()
    marks = [folder / _MARK for folder in kept_versions(base) if folder != keep]
    try:
        opened = sorted(((mark.stat().st_mtime, mark.parent) for mark in marks), reverse=True)
    except OSError:
        return []
    old = [
        folder
        for rank, (when, folder) in enumerate(opened)
        if now - when > FORGET_AFTER or (rank >= KEEP_NEWEST - 1 and now - when > DAY)
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return old


def home_of(source: str) -> Path | None:
    """Return the cache directory for kernels in the file `source`; `None` if it is not a file (a prompt, a notebook cell)."""
    file = Path(source)
    if not file.is_file():
        return None
    place = open_cache().path
    if file.resolve().is_relative_to(PACKAGE):
        return place
    return place / file_fingerprint(file)


@contextlib.contextmanager
def lock_for(file: str) -> Iterator[None]:
    """Hold a right that is named by `file`, to compile a function or to write its index; wait while another process holds it.

    Locks make processes that need the same code compile it once. Where a folder cannot be locked (some network drives), none waits.
    """
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        yield
        return
    try:
        with contextlib.suppress(OSError):
            lock_file(handle, wait=True)
        yield
    finally:
        os.close(handle)


def is_damaged(file: Path) -> bool:
    """Return whether a file of compiled code is empty, cut off or overwritten. Numba writes pickles, whose ends are known."""
    try:
        with file.open("rb") as stream:
            first = stream.read(1)
            stream.seek(-1, os.SEEK_END)
            return (first, stream.read(1)) != (b"\x80", b".")
    except OSError:
        return file.exists()


def damaged_files(base: Path) -> list[Path]:
    """Return the damaged files of compiled code below `base`."""
    return [file for pattern in ("*.nbi", "*.nbc") for file in sorted(base.rglob(pattern)) if is_damaged(file)]


def size_in_bytes(directory: Path) -> int:
    """Return the bytes of all files below `directory`; 0 if there is no such directory."""
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())
