"""The choice of the action to play, by each rule."""

from __future__ import annotations

import pytest

from miai.search.final import choose_final
from miai.search.result import ActionResult
from miai.search.settings import Settings

pytestmark = pytest.mark.plain


def action(number, visits, value, low=0.0, high=1.0, history_weight=0.0):
    return ActionResult(
        action=number,
        text=str(number),
        visits=visits,
        node_visits=visits,
        value=value,
        value_low=None,
        value_high=None,
        sure_low=low,
        sure_high=high,
        prior=0.5,
        prior_weight=0.0,
        rave_value=None,
        rave_visits=0,
        history_weight=history_weight,
    )


def chosen(rule, *actions, **settings):
    found = choose_final(actions, Settings(final=rule, **settings))
    return None if found is None else found.action


MOST_VISITED, HIGHEST = action(1, 100, 0.6), action(2, 50, 0.7)


@pytest.mark.parametrize("rule, expected", [("robust", 1), ("max", 2), ("robust-max", 1), ("secure", 1)])
def test_rules_differ_where_visits_and_value_do(rule, expected):
    assert chosen(rule, MOST_VISITED, HIGHEST, secure=4.0) == expected


def test_robust_max_takes_the_action_that_is_best_in_both():
    assert chosen("robust-max", action(1, 100, 0.6), action(2, 100, 0.7)) == 2


@pytest.mark.parametrize("rule", ["robust", "robust-max", "secure"])
def test_history_counts_as_visits(rule):
    assert chosen(rule, action(1, 30, 0.5), action(2, 0, 0.6, history_weight=400.0)) == 2


def test_secure_takes_the_best_lower_bound():
    """0.6 - 1/10 is above 0.7 - 1/4 and below 0.75 - 1/8."""
    assert chosen("secure", action(1, 100, 0.6), action(2, 16, 0.7)) == 1
    assert chosen("secure", action(1, 100, 0.6), action(3, 64, 0.75)) == 3


@pytest.mark.parametrize("rule", ["robust", "max", "robust-max", "secure"])
class TestEveryRule:
    def test_plays_a_proven_win(self, rule):
        assert chosen(rule, MOST_VISITED, HIGHEST, action(3, 1, 1.0, 1.0, 1.0)) == 3

    def test_shuns_a_proven_loss(self, rule):
        assert chosen(rule, action(1, 100, 0.9, 0.0, 0.0), action(2, 3, 0.2)) == 2

    def test_takes_a_draw_in_hand_before_a_loss(self, rule):
        assert chosen(rule, action(1, 100, 0.1, 0.5, 0.5), action(2, 100, 0.4, 0.0, 0.25)) == 1

    def test_gives_the_lower_action_of_two_equal_ones(self, rule):
        assert chosen(rule, action(2, 10, 0.5), action(1, 10, 0.5)) == 1

    def test_has_nothing_to_say_where_there_is_no_action(self, rule):
        assert chosen(rule) is None

    def test_copes_with_actions_that_were_never_tried(self, rule):
        assert chosen(rule, action(1, 0, None), action(2, 5, 0.1)) == 2
