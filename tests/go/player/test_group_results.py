"""Win rates of move groups: set by hand, learned on line, kept between games. Brodeur and Childs (2008), section 4.2.3."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.player import Player
from miai.go.player.group_results import GroupResults, parse_win_rates
from miai.go.player.presets import preset_named
from miai.go.player.settings import change, change_all

GROUPED = change_all(
    preset_named("default"),
    ("grouping=given", "group.groups=border,kills,else", "group_bias=20", "playouts=40", "memory=8", "early_stop=off"),
)


def player(*words):
    return Player(5, settings=change_all(GROUPED, words))


def results(some):
    return GroupResults.of_search(some.thinker.search)


def test_win_rates_are_typed_with_the_names_of_groups():
    assert parse_win_rates("border:0.3, kills:0.6") == {"border": 0.3, "kills": 0.6}
    assert parse_win_rates("") == {}


@pytest.mark.parametrize(
    "typed, message", [("bordr:0.3", "did you mean 'border'"), ("border:2", "from 0 to 1"), ("border", "kills:0.6")]
)
def test_wrong_win_rates_are_reported_in_one_line(typed, message):
    with pytest.raises(UserError, match=message):
        player(f"group_values={typed}")


@pytest.mark.parametrize(
    "word, now", [("group_bias=0", "given and 0"), ("grouping=off", "off and 20"), ("grouping=made", "made and 20")]
)
def test_win_rates_that_would_have_no_effect_are_refused(word, now):
    with pytest.raises(UserError, match=f"group_values has no effect without .* here they are {now}; set these first"):
        player("group_values=border:0.3", word)
    settings = change(change_all(GROUPED, [word]), "group_values", "border:0.3")  # as typed one by one with miai-param
    for use in (player().change_settings, lambda wanted: Player(5, settings=wanted)):
        with pytest.raises(UserError, match="group_values has no effect"):
            use(settings)
    assert player("group_bias=0", "group_values=border:0.3", "group_bias=1").settings.search.group_bias == 1  # whatever their order


def test_a_win_rate_set_by_hand_is_choices_made_before_the_search():
    made = GroupResults.set_by_hand({"border": 0.25, "chain": 0.75}, 200)
    assert (made.visits[1], made.sums[1]) == (200, 50.0)  # border is bit 1
    assert made.visits[16:48].tolist() == [200] * 32 and made.sums[16] == 150.0
    assert made.visits[0] == made.visits[48] == 0


def test_the_search_adds_its_results_to_those_set_by_hand():
    here = player("group_values=border:0.25", "group_values_weight=200")
    here.choose(BLACK)
    plain = player("group_values=")
    plain.choose(BLACK)
    begun, alone = results(here), results(plain)
    assert alone.visits.sum() >= 40  # each of the 40 simulations chose at least one group
    assert begun.visits[1] >= 200 and begun.visits[0] > 0
    names = {name: chosen for name, chosen, _ in here.thinker.group_rows()}
    assert names["border"] == begun.visits[1] and "kills" not in names  # nothing can be captured on the empty board


def test_a_low_win_rate_keeps_the_search_from_a_group():
    chosen = []
    for rate in (0.0, 1.0):
        here = player(f"group_values=border:{rate}", "group_values_weight=1000000", "group_bias=1000", "playouts=300")
        here.choose(BLACK)
        chosen.append(int(results(here).visits[1]) - 1_000_000)
    assert chosen[0] < chosen[1]


@pytest.mark.parametrize("kept", [False, True])
def test_win_rates_are_kept_between_games_where_that_is_wanted(kept):
    here = player(f"group_keep={kept}")
    here.genmove(BLACK)
    here.genmove(WHITE)
    before = results(here)
    here.start()
    assert here.thinker.group_rows()  # of the last game, until the next search
    here.thinker.prepare(here.game, BLACK)
    after = results(here)
    assert np.array_equal(after.visits, before.visits if kept else np.zeros_like(before.visits))
    assert np.array_equal(after.sums, before.sums if kept else np.zeros_like(before.sums))
