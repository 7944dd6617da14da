"""The checks of `miai doctor`. Each checks one thing and never raises, whatever state the machine is in.

Packages are imported in a separate process, since a broken one may raise anything, print anything, or crash.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum

from miai.core.extras import EXTRAS, install_command, missing_modules
from miai.core.machine import find_program, usable_cores

IMPORT_SECONDS = 60
"""Time limit for the import of a package, after which it is reported as broken."""


class CheckState(StrEnum):
    OK = "ok"
    ABSENT = "absent"
    BROKEN = "broken"


@dataclass(frozen=True)
class Check:
    """The result of one check. `advice` says what to do, and is empty if there is nothing to do."""

    name: str
    state: CheckState
    found: str
    advice: str = ""
    is_required: bool = False


def all_checks() -> list[Check]:
    """Return all checks of `miai doctor`, in the order in which they are shown."""
    looks: list[Callable[[], Check]] = [
        check_python,
        lambda: check_package("numba"),
        lambda: check_package("numpy"),
        lambda: check_package("lmdb"),
        check_cache,
        check_threads,
        *(lambda extra=extra: check_extra(extra) for extra in EXTRAS),
        check_gnugo,
        check_chromium,
        check_compiler,
    ]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda look: look(), looks))


def check_python() -> Check:
    return Check("Python", CheckState.OK, f"{platform.python_version()} ({sys.executable})", is_required=True)


def check_package(name: str) -> Check:
    """Return the check of a required package: its version, and whether it can be imported."""
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Check(name, CheckState.BROKEN, "not installed", f"pip install {name}", is_required=True)
    trouble = _trouble_importing([name])
    if trouble:
        return Check(name, CheckState.BROKEN, f"{version}: {trouble}", f"pip install --force-reinstall {name}", is_required=True)
    return Check(name, CheckState.OK, version, is_required=True)


def check_extra(extra: str) -> Check:
    """Return the check of an optional part: whether its packages are installed and can be imported."""
    name = f"extra {extra}"
    missing = missing_modules(extra)
    if missing:
        return Check(name, CheckState.ABSENT, f"without {', '.join(missing)}", install_command(extra))
    trouble = _trouble_importing(EXTRAS[extra])
    if trouble:
        return Check(name, CheckState.BROKEN, trouble, f"pip install --force-reinstall 'miai[{extra}]'")
    return Check(name, CheckState.OK, "installed")


def _trouble_importing(modules: list[str] | tuple[str, ...]) -> str:
    """Return the last line of the error when `modules` are imported, or an empty string."""
    command = [sys.executable, "-c", f"import {', '.join(modules)}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=IMPORT_SECONDS, errors="replace", check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"importing it fails: {error}"
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return f"importing it fails: {lines[-1]}" if done.returncode else ""


def check_cache() -> Check:
    """Return the check of the cache of compiled code: its place, its size, and whether it can be written."""
    try:
        from miai.core import cache

        base = cache.base_directory()
        trouble = cache.trouble_at(base)
        versions = cache.kept_versions(base)
        damaged = cache.damaged_files(base)
        found = f"{base}: {len(versions)} version{'s' * (len(versions) != 1)}, {cache.size_in_bytes(base) / 2**20:.1f} MiB"
    except Exception as error:  # whatever it is, the other checks are still worth seeing
        return Check("compiled cache", CheckState.BROKEN, f"cannot be inspected: {type(error).__name__}: {error}")
    if trouble:
        advice = "set MIAI_CACHE_DIR to a folder you can write; until then a temporary one is used"
        return Check("compiled cache", CheckState.BROKEN, f"{found}, cannot be written ({trouble})", advice)
    if damaged:
        count = f"{len(damaged)} damaged file{'s' * (len(damaged) != 1)}"
        advice = "the next command that needs them compiles again; 'miai warmup' does it now"
        return Check("compiled cache", CheckState.BROKEN, f"{found}, {count}, such as {damaged[0]}", advice)
    hint = "" if versions else "'miai warmup' compiles everything now; otherwise each command compiles what it needs"
    return Check("compiled cache", CheckState.OK, f"{found}, writable", hint)


def check_threads() -> Check:
    return Check("threads", CheckState.OK, f"{usable_cores()} usable of {os.cpu_count()} cores, {platform.machine()}")


def check_gnugo() -> Check:
    return _check_program("GNU Go", ["gnugo"], "apt-get install gnugo (an opponent for matches)")


def check_chromium() -> Check:
    names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return _check_program("Chromium", names, "apt-get install chromium (tests of the web board)")


def check_compiler() -> Check:
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    return _check_program("C compiler", names, "apt-get install gcc (the yardstick of benchmarks)")


def _check_program(name: str, commands: list[str], advice: str) -> Check:
    for command in filter(None, commands):
        path = find_program(command)
        if path:
            return Check(name, CheckState.OK, f"{_version_of(path)} ({path})")
    return Check(name, CheckState.ABSENT, "not found", advice)


def _version_of(path: str) -> str:
    """Return the version number that `path --version` prints."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, errors="replace", check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "does not answer --version"
    number = re.search(r"\d+(\.\d+)+", done.stdout or done.stderr)
    return number.group() if number else "of unknown version"
