"""The examples in the docstrings of the public classes of Go are right."""

from __future__ import annotations

import doctest

from miai.go.player import player


def test_the_examples_of_the_player_are_right():
    found = doctest.testmod(player)
    assert found.attempted > 0 and found.failed == 0
