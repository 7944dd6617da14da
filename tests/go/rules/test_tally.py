"""The score at the end of a game: by the definitions, and as the engine counts."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.notation.diagram import read_diagram
from miai.go.notation.position import Position
from miai.go.rules import plain
from miai.go.rules.game import Game
from miai.go.rules.rulesets import PRESETS, rules_named
from miai.go.rules.tally import Tally, preset_for, tally, whole_chains
from tests.twins import go_rules

pytestmark = pytest.mark.plain

FINISHED = read_diagram("""
    . X O . .
    . X O . .
    O X O . X
    . X O . .
    X X O O O
""")


def test_a_tally_has_winner_and_margin():
    assert (Tally(10, 6.5).winner, Tally(10, 6.5).result) == (BLACK, "B+3.5")
    assert (Tally(5, 8).winner, Tally(5, 8).result) == (WHITE, "W+3")
    assert (Tally(5, 5).winner, Tally(5, 5).result) == (None, "0")


def test_area_and_territory_with_dead_stones_differ_by_the_stones_played():
    dead = [(0, 2), (4, 2)]
    by_area = tally(FINISHED, rules_named("chinese").with_komi(0), dead=dead)
    assert (by_area.black, by_area.white) == (10, 15)
    by_territory = tally(FINISHED, rules_named("japanese").with_komi(0), captures=(2, 1), dead=dead)
    assert (by_territory.black, by_territory.white) == (4 + 1 + 2, 8 + 1 + 1)


def test_tromp_taylor_rules_have_no_dead_stones():
    rules = rules_named("tromp-taylor")
    assert tally(FINISHED, rules, dead=[(0, 2)]) == tally(FINISHED, rules)


@settings(max_examples=40)
@given(st.sampled_from([2, 5, 9]), st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.booleans())
def test_the_plain_rules_and_the_engine_count_the_same(size, seed, rules, with_dead):
    source = random.Random(seed)
    game = plain.PlainGame(Position.of(size))
    go_rules.random_game(game, source, limit=source.randrange(2 * size**2))
    stones = sorted(game.position.black | game.position.white)
    dead = whole_chains(game.position, source.sample(stones, min(2, len(stones)))) if with_dead else set()
    seki = whole_chains(game.position, source.sample(stones, min(1, len(stones)))) - dead
    fast = Game.from_position(game.position, game.to_play, rules)
    for color in (BLACK, WHITE):
        fast.board.prisoners[color] = game.captures[color]
    captures = game.captures[BLACK], game.captures[WHITE]
    assert tally(game.position, fast.rules, captures, dead, seki).margin == fast.score(dead, seki)


def test_a_point_stands_for_its_chain():
    assert whole_chains(FINISHED, [(0, 2), (4, 0)]) == {(0, 2), *((2, row) for row in range(5)), (3, 0), (4, 0)}
    with pytest.raises(ValueError, match="no stone at A5"):
        whole_chains(FINISHED, [(0, 4)])


@pytest.mark.parametrize(
    ("text", "preset"),
    [
        ("Japanese", "japanese"),
        ("jp", "japanese"),
        ("AGA", "aga"),
        ("Chinese rules", "chinese"),
        ("中国", "chinese"),
        ("GOE", "chinese"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("", None),
        ("handicap", None),
    ],
)
def test_the_preset_nearest_to_what_a_record_names(text, preset):
    assert preset_for(text) == preset
