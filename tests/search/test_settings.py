"""Settings of the search: accepted and refused values, and the messages."""

from __future__ import annotations

import dataclasses

import pytest

import miai.core.settings
from miai.core.errors import UserError
from miai.problems import load
from miai.search.kernel_settings import make_kernel_settings
from miai.search.settings import MODES, RULES, Settings, describe_settings, parse_settings
from tests.search.games import TRAIL

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    "changes, message",
    [
        (dict(mode="dag"), "setting mode must be one of tree, shared, path-mean, uct-dag, multipath, table, not 'dag'"),
        (dict(select=None), "setting select must be one of"),
        (dict(exploration=-0.1), "setting exploration must be a number of at least 0, not -0.1"),
        (dict(exploration=float("nan")), "setting exploration must be a number"),
        (dict(exploration=float("inf")), "setting exploration must be a number"),
        (dict(exploration="0.7"), "setting exploration must be a number"),
        (dict(expand_threshold=1.5), "setting expand_threshold must be a whole number from 0"),
        (dict(expand_threshold=2**31), "setting expand_threshold must be a whole number"),
        (dict(expand_threshold=True), "setting expand_threshold must be a whole number"),
        (dict(solver="maybe"), "setting solver must be true or false, not 'maybe'"),
        (dict(group_count=65), "setting group_count must be a whole number from 2 to 64"),
        (dict(prune_target=1.0), "setting prune_target must be a number from 0.05 to 0.95"),
    ],
)
def test_wrong_values_are_refused_in_one_line(changes, message):
    with pytest.raises(UserError) as caught:
        Settings(**changes)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_numbers_take_the_type_of_their_setting():
    settings = Settings(expand_threshold=3.0, exploration=1, solver=0)
    assert (settings.expand_threshold, settings.exploration, settings.solver) == (3, 1.0, False)
    assert [type(each) for each in (settings.expand_threshold, settings.exploration, settings.solver)] == [int, float, bool]


def test_texts_become_settings():
    settings = parse_settings({"select": "puct", "exploration": "1.25", "group-of-all": "yes", "expand_threshold": "2"})
    assert (settings.select, settings.exploration, settings.group_of_all, settings.expand_threshold) == ("puct", 1.25, True, 2)


def test_texts_change_the_given_settings_only():
    assert parse_settings({"expand_threshold": "2"}, Settings(select="bast")) == Settings(select="bast", expand_threshold=2)


@pytest.mark.parametrize(
    "pairs", [{"explore": "1"}, {"exploration": "much"}, {"solver": "2"}, {"expand_threshold": "1e400"}, {"mode": ""}]
)
def test_wrong_texts_are_refused(pairs):
    with pytest.raises(UserError, match=r"^[^\n]+$"):
        parse_settings(pairs)


def test_every_setting_is_described():
    assert [row[0] for row in describe_settings()] == [field.name for field in dataclasses.fields(Settings)]
    assert all(all(row) for row in describe_settings())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rule", RULES)
def test_kernels_read_choices_as_indices(mode, rule):
    made = make_kernel_settings(Settings(mode=mode, select=rule), load("tictactoe"))
    assert (MODES[made.mode], RULES[made.select]) == (mode, rule)


def test_proofs_are_off_where_the_past_matters_and_positions_are_shared():
    assert [bool(make_kernel_settings(Settings(mode=mode), TRAIL).solver) for mode in MODES] == [
        True,
        False,
        False,
        False,
        False,
        True,
    ]
    assert not make_kernel_settings(Settings(mode="tree", solver=False), TRAIL).solver


@pytest.mark.parametrize(
    "old, new, text",
    [
        ("maturity", "expand_threshold", "3"),
        ("first_play", "fpu", "value"),
        ("first-play-value", "fpu_value", "0.4"),
        ("release", "prune", "ageing"),
        ("release_target", "prune_target", "0.25"),
    ],
)
def test_old_names_are_accepted_for_one_version(old, new, text, capsys, monkeypatch):
    monkeypatch.setattr(miai.core.settings, "_printed", set())
    assert parse_settings({old: text}) == parse_settings({new: text}) != Settings()
    assert capsys.readouterr().err == f"miai: warning: setting {old.replace('-', '_')} is now called {new}\n"


def test_the_old_name_of_a_mode_is_accepted_with_one_line(capsys):
    miai.core.settings._printed.clear()
    assert parse_settings({"mode": "graph"}).mode == Settings(mode="graph").mode == "uct-dag"
    assert capsys.readouterr().err.strip().endswith("'graph' is now called 'uct-dag'")
