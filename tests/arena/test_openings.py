"""Openings: they are legal, reproducible and distinct."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.arena import openings
from miai.arena.openings import balanced_openings, openings_for, random_opening
from miai.core.errors import UserError
from miai.go.notation.coordinates import from_vertex
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame

pytestmark = pytest.mark.plain


def play(opening, size):
    game = PlainGame(Position.of(size))
    for vertex in opening:
        game.play(from_vertex(vertex, size))
    return game


@pytest.fixture
def quick_judgement(monkeypatch):
    """Replace the judgement by random games, which is slow, by the sum of coordinates."""
    monkeypatch.setattr(openings, "expected_score", lambda points, size, seed: float(sum(x + y for x, y in points)))


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19])
def test_balanced_openings_are_legal_and_distinct(size, quick_judgement):
    found = balanced_openings(size, seed=1, count=60)
    assert len({tuple(opening) for opening in found}) == len(found)
    assert len(found) == 60 or size < 9
    for opening in found:
        game = play(opening, size)
        assert game.to_play == 1
        assert len(game.position.black) == len(game.position.white) == len(opening) // 2


def test_openings_depend_on_the_seed_only(quick_judgement):
    assert balanced_openings(9, 1, 30) == balanced_openings(9, 1, 30) != balanced_openings(9, 2, 30)


def test_a_longer_match_begins_with_the_same_openings(quick_judgement):
    assert openings_for("balanced", 9, 100, 1)[:5] == openings_for("balanced", 9, 5, 1)
    assert openings_for("random:4", 9, 100, 1)[:5] == openings_for("random:4", 9, 5, 1)


def test_candidates_near_the_median_are_chosen(quick_judgement):
    chosen = balanced_openings(9, 1, 24)
    sums = [sum(sum(from_vertex(vertex, 9)) for vertex in opening) for opening in chosen]
    assert max(sums) - min(sums) <= 12


def test_boards_too_small_for_openings_start_empty():
    assert openings_for("balanced", 3, 2, 1) == [[], []]
    assert openings_for("none", 9, 2, 1) == [[], []]


@given(st.integers(2, 9), st.integers(1, 20), st.integers(0, 5))
def test_random_openings_are_legal(size, length, seed):
    opening = random_opening(size, length, str(seed))
    assert len(opening) == length or size < 5
    play(opening, size)


def test_openings_of_a_file_are_used_cyclically(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# two\nE5 c3\n\nD4\n")
    assert openings_for(str(file), 9, 3, 1) == [["E5", "C3"], ["D4"], ["E5", "C3"]]


@pytest.mark.parametrize(
    "text, words",
    [("E5 E5", "line 1: E5 is illegal: occupied"), ("E5\nK10", "line 2"), ("pass", "points only"), ("# none", "no openings found")],
)
def test_errors_in_a_file_are_reported_with_their_line(tmp_path, text, words):
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises(UserError, match=words):
        openings_for(str(file), 9, 1, 1)


@pytest.mark.parametrize("kind", ["random:x", "random:0", "nothing"])
def test_an_unknown_kind_is_refused(kind):
    with pytest.raises(UserError, match="--openings"):
        openings_for(kind, 9, 1, 1)
