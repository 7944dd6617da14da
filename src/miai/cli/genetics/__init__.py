"""`miai genetics`: from a genotype file to a small panel of SNPs that tells populations apart.

A command is a module of this package with `EXAMPLES` and a function that has the name of the module. To add a command, add its file, and
its name to `ORDER`.
"""

from __future__ import annotations

import importlib
import pkgutil

from miai.cli.registry import new_app

ORDER = ("info", "stats", "select", "evaluate", "classify", "report", "compare", "export")
"""The commands in the order of the help page. Names without a module are skipped."""

app = new_app()


@app.callback()
def genetics() -> None:
    """Genotypes: statistics of SNPs, small panels that tell populations apart, reports and exports."""


def _add_commands() -> None:
    found = {module.name for module in pkgutil.iter_modules(__path__)}
    for name in ORDER:
        if name in found:
            module = importlib.import_module(f"{__name__}.{name}")
            app.command(name, epilog=module.EXAMPLES)(getattr(module, name))


_add_commands()
