"""Searches for problems with one player, whose answer is the best complete solution."""

from miai.search.one_player.driver import OnePlayerSearch, search_solution
from miai.search.one_player.result import OnePlayerResult
from miai.search.one_player.settings import OnePlayerSettings
from miai.search.solutions import Solution

__all__ = ["OnePlayerResult", "OnePlayerSearch", "OnePlayerSettings", "Solution", "search_solution"]
