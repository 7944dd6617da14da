"""`Search(cluster=...)`: a search joins others that share statistics with it.

This package does not know how messages travel. An address is opened by `miai.distributed`, which lies above this package and is imported
by name when it is first needed: the one place where a lower layer calls a higher one. Whoever has partners of another kind passes them
as an object with a method `join`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from miai.search.driver import Search
    from miai.search.sharing.exchange import StatisticsExchange

OPENER = "miai.distributed"
"""The module whose function `open_team(address)` returns the partners at an address; they are closed when the search leaves them."""


class Partners(Protocol):
    """Other searches that a search can join."""

    def join(self, search: Search, owned: bool = False) -> StatisticsExchange:
        """Return the link of `search` to these partners. If they are `owned`, they are closed when the search leaves them."""
        ...


def join_cluster(cluster: str | Partners, search: Search) -> StatisticsExchange:
    """Return the link of `search` to partners, or to those at an address. Raise `UserError` if there are none."""
    if not isinstance(cluster, str):
        return cluster.join(search)
    partners: Partners = import_module(OPENER).open_team(cluster)
    return partners.join(search, owned=True)
