"""Engine specifications: their command lines, limits and errors; clocks."""

import sys

import pytest

from miai.arena.clock import GameClock, TimeControl
from miai.arena.conditions import conditions_from
from miai.arena.engine_files import read_engines
from miai.arena.engines import EngineSpec, command_line, parse_engine, unique_names
from miai.core.errors import UserError
from tests.needs import need_program

pytestmark = pytest.mark.plain

CONDITIONS = conditions_from({"size": 9}, "test")


def line_of(text, limits=None, **conditions):
    return " ".join(command_line(parse_engine(text, limits), conditions_from({"size": 9} | conditions, "test"), seed=7))


def test_gnu_go_gets_rules_level_and_seed():
    program = need_program("gnugo")
    assert line_of("gnugo:3").startswith(f"{program} --mode gtp --quiet --seed 7 --chinese-rules --positional-superko")
    assert "--level 3" in line_of("gnugo:3")
    assert line_of("gnugo --level 1").endswith("--level 1")
    assert "--japanese-rules --simple-ko" in line_of("gnugo", rules="japanese")
    assert "--capture-all-dead" in line_of("gnugo", rules="tromp-taylor")
    assert "--never-resign" in line_of("gnugo", resign=False)
    assert "resign_below=0" in line_of("miai", resign=False) and "resign_below=0" not in line_of("miai")


def test_our_engine_gets_conditions_limits_and_preset():
    line = line_of("miai:learning", {"playouts": 500})
    assert line == f"{sys.executable} -m miai gtp --size 9 --komi 7.5 --rules chinese --seed 7 --playouts 500 --preset learning"
    assert line_of("miai:3").endswith("--level 3")
    assert line_of("miai gtp --threads 2").endswith("--seed 7 --threads 2")


def test_placeholders_of_a_command_are_filled_in():
    assert line_of("/bin/echo --seed={seed} {size} {komi} {rules} {playouts} {else}", {"playouts": 10}) == (
        "/bin/echo --seed=7 9 7.5 chinese 10 {else}"
    )


def test_an_engine_survives_storing():
    engine = parse_engine("/bin/echo 'two words'", {"memory": 10, "time": "5"}, name="e")
    assert EngineSpec.from_data(engine.as_data()) == engine


def test_names_include_limits_and_repeated_names_are_numbered():
    engines = [parse_engine("miai", {"playouts": number}) for number in (100, 100, 200)]
    assert [engine.name for engine in unique_names(engines)] == ["miai playouts=100", "miai playouts=100 (2)", "miai playouts=200"]


@pytest.mark.parametrize(
    "text, limits, words",
    [
        ("", {}, "empty engine name"),
        ("'open", {}, "No closing quotation"),
        ("missing-program --gtp", {}, "program 'missing-program' not found"),
        ("/bin/echo", {"playouts": 5}, "write {playouts} at its place"),
        ("miai", {"playouts": -1}, "must be positive"),
        ("miai", {"time": "soon"}, "invalid time control"),
        ("miai", {"time": "5+0/3"}, "invalid time control"),
        ("miai", {"time": "5+3/0"}, "invalid time control"),
    ],
)
def test_invalid_engines_are_refused(text, limits, words):
    with pytest.raises(UserError, match=words):
        parse_engine(text, limits)


@pytest.mark.parametrize(
    "values, words",
    [
        ({"size": 20}, "board size 20"),
        ({"rules": "cheating"}, "unknown rules"),
        ({"komi": 0.3}, "multiple of one half"),
        ({"sise": 9}, "did you mean 'size'"),
        ({"time": "x"}, "time control"),
        ({"patience": 0}, "must be positive"),
        ({"patience": "long"}, "patience must be a number, not 'long'"),
        ({"time": 300}, "time must be a string, not 300"),
        ({"size": True}, "size must be a whole number, not True"),
        ({"resign": "no"}, "resign must be true or false, not 'no'"),
    ],
)
def test_invalid_conditions_are_refused(values, words):
    with pytest.raises(UserError, match=words):
        conditions_from(values, "test")


def test_an_invalid_level_of_gnu_go_is_refused():
    need_program("gnugo")
    with pytest.raises(UserError, match="invalid level 'banana' of GNU Go"):
        parse_engine("gnugo:banana")


def test_engines_are_read_from_a_file(tmp_path):
    file = tmp_path / "engines.toml"
    file.write_text('[engines.fast]\ncommand = "miai"\nplayouts = 10\n')
    assert read_engines(file)["fast"] == EngineSpec("fast", ("miai",), playouts=10)


@pytest.mark.parametrize(
    "text, words",
    [
        ("[engines.x]\n", "missing command"),
        ('[engines.x]\ncommand = "miai"\nplayout = 1\n', "did you mean 'playouts'"),
        ('[engines.x]\ncommand = "miai"\nplayouts = "many"\n', "playouts must be a number, not 'many'"),
        ("engines = 5\n", "engines must be tables"),
        ("= nonsense", "line 1"),
    ],
)
def test_an_invalid_file_of_engines_is_refused(tmp_path, text, words):
    file = tmp_path / "engines.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=words):
        read_engines(file)


def test_after_main_time_the_periods_begin():
    clock = GameClock(TimeControl.from_text("10+6/2"))
    assert clock.limit == 16
    assert clock.spend(9) and clock.left_command("black") == "time_left black 1 0"
    assert clock.spend(3) and clock.left_command("black") == "time_left black 4 1"
    assert clock.spend(3.5) and clock.left_command("black") == "time_left black 6 2"
    assert not clock.spend(6.5)


def test_without_periods_there_is_only_main_time():
    clock = GameClock(TimeControl.from_text("5"))
    assert clock.spend(3)
    assert clock.limit == 2
    assert not clock.spend(2.5)
    assert TimeControl.from_text("5").settings_command() == "time_settings 5 0 0"
    assert TimeControl.from_text("0+2.5/1").settings_command() == "time_settings 0 2.5 1"
