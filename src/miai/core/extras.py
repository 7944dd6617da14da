"""The optional extras of the installation: their packages, and one line of help where they are missing."""

from __future__ import annotations

import importlib.util

from miai.core.errors import UserError

EXTRAS: dict[str, tuple[str, ...]] = {
    "web": ("nicegui", "PIL"),
    "cluster": ("distributed",),
    "parquet": ("pyarrow",),
    "genetics": ("bed_reader", "cyvcf2", "sklearn", "scipy", "matplotlib"),
    "experiments": ("scipy", "matplotlib", "choix"),
    "notebook": ("matplotlib", "ipykernel"),
    "tune": ("optuna", "matplotlib"),
    "openspiel": ("pyspiel",),
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
    return [name for name in EXTRAS[extra] if is_missing(name)]


def is_missing(module: str) -> bool:
    """Return whether Python cannot find `module`. Does not import it."""
    return importlib.util.find_spec(module) is None


def need(extra: str, purpose: str, *modules: str) -> None:
    """Raise `UserError` with the command to type unless `extra` is installed, or those of its `modules` that are named.

    `purpose` names its use: "the web board".
    """
    missing = [name for name in missing_modules(extra) if not modules or name in modules]
    if missing:
        raise UserError(f"{purpose} needs {', '.join(missing)}, which is not installed; install it with: {install_command(extra)}")
