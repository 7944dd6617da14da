"""The optional extras of the installation: their packages, and one line of help where they are missing."""

from __future__ import annotations

import importlib.util

from miai.core.errors import UserError

EXTRAS: dict[str, tuple[str, ...]] = {
    "web": ("nicegui",),
    "cluster": ("distributed",),
    "parquet": ("pyarrow",),
    "genetics": ("bed_reader", "cyvcf2", "sklearn"),
    "test": (
        "pytest",
        "xdist",
        "hypothesis",
        "coverage",
        "ruff",
        "mypy",
        "importlinter",
        "mkdocs",
        "material",
        "pre_commit",
        "playwright",
        "allel",
        "msprime",
    ),
}
"""The modules that must be present for an extra to be installed, by its name in `pyproject.toml`."""


def install_command(extra: str) -> str:
    """Return the command that installs `extra`."""
    return f"pip install 'miai[{extra}]'"


def missing_modules(extra: str) -> list[str]:
    """Return the modules of `extra` that Python cannot find. Imports none of them."""
    return [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]


def need(extra: str, purpose: str) -> None:
    """Raise `UserError` with the command to type unless `extra` is installed. `purpose` names its use: "the web board"."""
    missing = missing_modules(extra)
    if missing:
        raise UserError(f"{purpose} needs {', '.join(missing)}, which is not installed; install it with: {install_command(extra)}")
