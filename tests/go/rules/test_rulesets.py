"""Presets of rules and handicap."""

from __future__ import annotations

import pytest

from miai.go.notation.coordinates import from_vertex_list
from miai.go.rules.handicap import fixed_handicap, free_handicap, most_fixed_stones
from miai.go.rules.rulesets import PRESETS, Rules, rules_from_json, rules_named


def test_presets_agree_with_the_table():
    table = {
        name: (rules.counting, rules.ko, rules.suicide, rules.komi, rules.points_for_handicap(4), rules.dead_stones)
        for name, rules in PRESETS.items()
    }
    assert table == {
        "chinese": ("area", "positional", False, 7.5, 4, True),
        "aga": ("area", "situational", False, 7.5, 3, True),
        "japanese": ("territory", "simple", False, 6.5, 0, True),
        "tromp-taylor": ("area", "positional", True, 7.5, 0, False),
    }


def test_preset_names_are_found_in_any_spelling():
    assert rules_named(" Tromp_Taylor ") == rules_named("tromp taylor") == PRESETS["tromp-taylor"]


def test_unknown_rules_are_rejected_with_the_known_names():
    with pytest.raises(ValueError, match="known rules: chinese, aga, japanese, tromp-taylor"):
        rules_named("klingon")


@pytest.mark.parametrize("wrong", [{"ko": "none"}, {"counting": "stones"}, {"komi": 0.3}])
def test_invalid_rules_are_rejected(wrong):
    with pytest.raises(ValueError):  # noqa: PT011
        Rules("test", **wrong)


@pytest.mark.parametrize(
    "count, places",
    [
        (2, "D4 Q16"),
        (3, "D4 Q16 D16"),
        (4, "D4 Q16 D16 Q4"),
        (5, "D4 Q16 D16 Q4 K10"),
        (6, "D4 Q16 D16 Q4 D10 Q10"),
        (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ],
)
def test_fixed_handicap_is_placed_as_gtp_prescribes(count, places):
    assert sorted(fixed_handicap(19, count)) == sorted(from_vertex_list(places, 19))


def test_fixed_handicap_on_small_boards_is_on_the_third_line():
    assert fixed_handicap(9, 4) == from_vertex_list("C3 G7 C7 G3", 9)
    assert fixed_handicap(8, 2) == from_vertex_list("C3 F6", 8)


def test_some_boards_have_fewer_fixed_points():
    assert [most_fixed_stones(size) for size in (2, 6, 7, 8, 9, 10, 13, 18, 19)] == [0, 0, 4, 4, 9, 4, 9, 4, 9]
    with pytest.raises(ValueError, match="from 2 to 4 stones"):
        fixed_handicap(8, 5)
    with pytest.raises(ValueError, match="no stones"):
        fixed_handicap(5, 2)


@pytest.mark.parametrize("size, count", [(2, 3), (3, 8), (5, 4), (9, 11), (19, 2), (19, 30), (6, 5)])
def test_free_handicap_gives_distinct_points(size, count):
    points = free_handicap(size, count)
    assert len(points) == len(set(points)) == count and all(0 <= part < size for point in points for part in point)


@pytest.mark.parametrize("count", [-1, 0, 1, 25, 26])
def test_free_handicap_has_at_least_two_stones_and_leaves_a_point(count):
    with pytest.raises(ValueError, match="must be from 2 to 24"):
        free_handicap(5, count)


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "nonsense", '{"scoring": "STONES"}'])
def test_wrong_rules_in_json_are_rejected(text):
    with pytest.raises(ValueError, match=r"rules in JSON must be|scoring must be"):
        rules_from_json(text)
