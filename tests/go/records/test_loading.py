"""Records as games: handicap, repetition, stones set up on the way."""

from __future__ import annotations

import pytest

from miai.go.records.loading import game_of_record, segments_of_record
from miai.go.records.sgf import SgfError, parse_record
from miai.go.rules.rulesets import rules_named

CHINESE = rules_named("chinese")


def loaded(text: str, moves: int | None = None):
    return game_of_record(parse_record(text.encode()), CHINESE, moves)


@pytest.mark.parametrize(
    "text", ["(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee])", "(;SZ[9]HA[2]KM[0.5];B[cc];B[gg];W[ee])", "(;SZ[9]HA[2];AB[cc][gg];W[ee])"]
)
def test_handicap_counts_as_set_up_or_as_moves(text):
    assert loaded(text).handicap == 2


@pytest.mark.parametrize(
    "text", ["(;SZ[9]HA[3];B[cc];B[gg];W[ee])", "(;SZ[9];B[cc];B[gg];W[ee])", "(;SZ[9]HA[2];B[cc];W[gg];B[ee])"]
)
def test_two_black_moves_are_no_handicap_unless_the_record_says_so(text):
    assert loaded(text).handicap == 0


KO = "(;SZ[5];B[bd];W[cd];B[ae];W[de];B[ce];W[be];B[];W[];B[ce])"
"""A ko that is taken back after two passes: a repetition."""


def test_superko_holds_for_new_moves_but_not_for_recorded_ones():
    game = loaded(KO)
    assert len(game.moves) == 9 and game.rules == CHINESE
    assert game.why_illegal("B1", 2) == "ko"
    before = loaded(KO, 8)
    assert before.why_illegal("C1", 1) == "superko"


def test_a_set_up_begins_a_new_segment_and_moves_are_counted_on():
    record = parse_record(b"(;SZ[9];B[aa];AW[cc]AE[aa];B[dd];W[ff])")
    first, second = segments_of_record(record, CHINESE)
    assert (first.first, first.last, second.first, second.last) == (0, 1, 1, 3)
    names = [sorted(node.properties()) for segment in (first, second) for node in segment.nodes]
    assert names == [["CA", "SZ"], ["B"], ["AE", "AW"], ["B"], ["W"]]
    assert second.game.first_position.white == {(2, 6)} and not second.game.first_position.black


def test_a_set_up_without_liberties_is_reported_with_its_place():
    with pytest.raises(SgfError, match=r"SGF: line 1, byte 7: .*no liberty"):
        loaded("(;SZ[9];AB[aa]AW[ab][ba])")
