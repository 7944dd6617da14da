"""Tournament files: pairings, limits, presets and errors."""

import json

import pytest

from miai.arena.plots import draw_plots
from miai.arena.results import read_results
from miai.arena.runner import play_contest
from miai.arena.tournament_files import find_tournament, read_tournament, shipped_tournaments
from miai.core.errors import UserError
from tests.arena.games import fake
from tests.cli.terminal import run_miai
from tests.needs import need_program

FAKES = "\n".join(f'[engines.{name}]\ncommand = "{fake(mode)}"\n' for name, mode in (("a", "good"), ("b", "good"), ("c", "crash")))
SMALL = '[conditions]\nsize = 5\nreferee = "none"\n'


def write(path, text):
    file = path / "t.toml"
    file.write_text(text)
    return file


def pairs(contest):
    return [(pairing.a, pairing.b) for pairing in contest.pairings]


def test_in_a_round_robin_all_engines_play_each_other(tmp_path):
    contest = read_tournament(write(tmp_path, f"games = 6\n{SMALL}{FAKES}"))
    assert pairs(contest) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert contest.games == 6
    assert contest.pairings[0].conditions.size == 5


def test_in_a_gauntlet_all_engines_play_the_subject(tmp_path):
    contest = read_tournament(write(tmp_path, f'kind = "gauntlet"\nsubject = "b"\n{FAKES}'))
    assert pairs(contest) == [("a", "b"), ("c", "b")]


def test_on_a_ladder_neighbours_play_each_other(tmp_path):
    ladder = '[ladder]\nengine = "miai"\noption = "playouts"\nvalues = [1, 2, 4]\n'
    contest = read_tournament(write(tmp_path, f'kind = "ladder"\n{ladder}'))
    assert pairs(contest) == [("miai playouts=1", "miai playouts=2"), ("miai playouts=2", "miai playouts=4")]
    assert [engine.playouts for engine in contest.engines.values()] == [1, 2, 4]


def test_limits_apply_to_engines_that_support_them(tmp_path):
    text = f'[limits]\nplayouts = 7\n[engines.m]\ncommand = "miai"\n[engines.own]\ncommand = "miai"\nplayouts = 9\n{FAKES}'
    engines = read_tournament(write(tmp_path, text)).engines
    assert (engines["m"].playouts, engines["own"].playouts, engines["a"].playouts) == (7, 9, None)


def test_an_unsupported_limit_does_not_remove_the_others(tmp_path):
    engines = read_tournament(write(tmp_path, f"[limits]\nplayouts = 7\nmemory = 50\n{FAKES}")).engines
    assert (engines["a"].playouts, engines["a"].memory) == (None, 50)


def test_boards_without_names_are_named_by_size(tmp_path):
    contest = read_tournament(write(tmp_path, f"{FAKES}[[boards]]\nsize = 5\n[[boards]]\nsize = 7\n"))
    assert [pairing.group for pairing in contest.pairings] == ["5x5"] * 3 + ["7x7"] * 3


def test_pairings_with_similar_names_have_distinct_keys(tmp_path):
    engines = "".join(f'[engines."{name}"]\ncommand = "{fake("good")}"\n' for name in ("x y", "x-y", "X y", "z"))
    contest = read_tournament(write(tmp_path, engines))
    assert len({pairing.key.lower() for pairing in contest.pairings}) == 6


def test_a_preset_changes_the_contest(tmp_path):
    file = write(tmp_path, f"games = 100\n{SMALL}{FAKES}\n[presets.quick]\ngames = 2\nconditions = {{ size = 7 }}\n")
    contest = read_tournament(file, "quick")
    assert (contest.games, contest.pairings[0].conditions.size, contest.pairings[0].conditions.referee) == (2, 7, "none")
    assert read_tournament(file, "quick", games=8).games == 8


@pytest.mark.parametrize(
    "text, words",
    [
        ('kind = "knockout"\n', "unknown kind 'knockout'; known kinds: round-robin"),
        ("gamse = 5\n", "did you mean 'games'"),
        ("games = 0\n" + FAKES, "games must be"),
        ("", "needs at least two engines"),
        ('kind = "gauntlet"\n' + FAKES, "needs subject"),
        ('anchor = "z"\n' + FAKES, "anchor: unknown engine 'z'; known engines: a, b, c"),
        ("[conditions]\nsize = 99\n" + FAKES, "board size 99"),
        ("[ladder]\nengine = 'miai'\n", "needs engine, option and a list"),
        ("limits = 5\n" + FAKES, "limits must be a table"),
        ("[limits]\nplayout = 5\n" + FAKES, "did you mean 'playouts'"),
        ("[limits]\nplayouts = 'x'\n" + FAKES, "limits: playouts must be a number"),
        ("boards = []\n" + FAKES, "boards must be at least one table"),
        ("boards = [1]\n" + FAKES, "boards must be at least one table"),
        ("[[boards]]\nname = 'x'\n[[boards]]\nname = 'x'\n" + FAKES, "2 boards are called 'x'"),
        ("openings = 5\n" + FAKES, "openings must be a string"),
        ("games = true\n" + FAKES, "games must be a whole number"),
    ],
)
def test_an_invalid_file_is_refused(tmp_path, text, words):
    with pytest.raises(UserError, match=words):
        read_tournament(write(tmp_path, text))


def test_a_preset_that_is_not_a_table_is_refused(tmp_path):
    with pytest.raises(UserError, match="preset 'quick' must be a table"):
        read_tournament(write(tmp_path, f"presets = {{ quick = 3 }}\n{FAKES}"), "quick")


def test_an_unknown_tournament_is_refused_with_a_suggestion():
    with pytest.raises(UserError, match="did you mean 'uct-dag-grouping'"):
        find_tournament("uct-dag-groping")


def test_the_published_plan_has_six_configurations_against_gnu_go_on_five_boards():
    need_program("gnugo")
    assert shipped_tournaments() == ["uct-dag-grouping"]
    contest = read_tournament(find_tournament("uct-dag-grouping"), "paper")
    assert contest.games * len(contest.pairings) == 30_000
    assert {pairing.b for pairing in contest.pairings} == {"gnugo"}
    boards = {(pairing.conditions.size, contest.engine(pairing, "a").seconds) for pairing in contest.pairings}
    assert boards == {(9, 10), (9, 20), (13, 40), (13, 80), (13, 160)}
    quick = read_tournament(find_tournament("uct-dag-grouping"), "quick")
    assert len(quick.pairings) == 6
    assert quick.engine(quick.pairings[0], "a").playouts == 5000


def test_a_tournament_is_played_rated_and_plotted(tmp_path):
    boards = '[[boards]]\nname = "one"\nsize = 5\n[[boards]]\nname = "two"\nsize = 4\n'
    head = 'kind = "gauntlet"\nsubject = "b"\nanchor = "b"\nopenings = "random:2"\n'
    contest = read_tournament(write(tmp_path, f"{head}{SMALL}{FAKES}{boards}"), games=4)
    play_contest(contest, tmp_path / "run", workers=2, cluster=None)
    results = read_results(tmp_path / "run")
    data = results.as_data()
    assert [(pairing["a"], pairing["games"]) for pairing in data["pairings"]] == [("a", 4), ("c", 4)] * 2
    assert all(pairing["crashes"] == (4 if pairing["a"] == "c" else 0) for pairing in data["pairings"])
    for board in data["boards"]:
        ratings = {row["name"]: row["elo"] for row in board["ratings"]}
        assert ratings["b"] == 0
        assert ratings["c"] < 0
    assert {path.name for path in draw_plots(results)} == {
        f"{name}.{kind}" for name in ("ratings", "win-rates") for kind in ("png", "svg")
    }


def test_the_command_shows_a_tournament(tmp_path):
    file = write(tmp_path, f'openings = "none"\n{SMALL}{FAKES}')
    played = run_miai("tournament", str(file), "--games", "2", "--workers", "2", "--out", str(tmp_path / "run"))
    assert played.returncode == 0, played.stderr
    assert "ratings" in played.stdout
    data = json.loads(run_miai("tournament", "show", str(tmp_path / "run"), "--json").stdout)
    assert len(data["pairings"]) == 3
    listed = json.loads(run_miai("tournament", "list", "--json").stdout)["tournaments"]
    assert {row["name"]: row["presets"] for row in listed}["uct-dag-grouping"] == ["quick", "scaled", "paper"]
