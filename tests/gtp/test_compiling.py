"""Commands that need no search are answered before anything is compiled; a search waits for the compilation of its game."""

from __future__ import annotations

import io

from miai.cli.compiling import CompilationDisplay
from miai.core.compile_ahead import CompileProgress
from miai.go.player import Player, PlayerSettings
from miai.go.rules.rulesets import Rules, rules_named
from miai.gtp.compiling import GameCompiler, key_of
from tests.gtp.lines import new_engine


class NotedCompiler(GameCompiler):
    """A compiler that only notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[object] = []

    def follow(self, size: int, rules: Rules, settings: PlayerSettings) -> None:
        self.calls.append(size)

    def wait(self) -> None:
        self.calls.append("wait")


def test_commands_about_the_engine_need_no_board():
    engine = new_engine(9)
    assert engine.obey("1 protocol_version") == "=1 2\n\n"
    assert engine.obey("name").startswith("= ")
    assert "genmove" in engine.obey("list_commands")
    engine.ponder()
    engine.close()
    assert "player" not in vars(engine)


def test_the_game_is_compiled_from_its_first_command_on_and_only_a_search_waits():
    engine = new_engine(9)
    engine.compiler = compiler = NotedCompiler()
    assert engine.obey("boardsize 7").startswith("=")
    assert engine.obey("komi 6.5").startswith("=")
    assert engine.obey("boardsize 5").startswith("=")
    assert engine.obey("play b c3").startswith("=")
    assert compiler.calls == [7, 5]
    assert engine.obey("genmove w").startswith("= ")
    assert compiler.calls[2:] == ["wait"]


def test_only_what_changes_the_code_is_compiled_again():
    area, territory, usual = rules_named("chinese"), rules_named("japanese"), PlayerSettings()
    key = key_of(5, area, usual)
    assert key == key_of(5, area, PlayerSettings(playouts=7, seed=3, threads=2))
    others = {key_of(7, area, usual), key_of(5, territory, usual), key_of(5, area, PlayerSettings(ladders=False))}
    assert len(others | {key}) == 4


def test_preparation_begins_with_the_first_move_and_stops_between_two_parts():
    player = Player(5, settings=PlayerSettings(memory=4))
    names = [part.name for part in player.preparations()]
    assert names == ["the first move", "the game and its score", "territory scoring"]
    asked: list[bool] = []
    assert not player.prepare(lambda: asked.append(True) or len(asked) > 1)
    assert len(asked) == 2


def test_progress_is_told_once_where_there_is_no_terminal():
    stream = io.StringIO()
    display = CompilationDisplay(stream)
    display.show_ahead(CompileProgress("the first move", False, 0, 0.1, 0.0))
    assert stream.getvalue() == ""
    for fraction in (0.2, 0.5):
        display.show_ahead(CompileProgress("the first move", False, 90, 5.0, fraction))
    for _ in range(2):
        display.show_ahead(CompileProgress("the game and its score", True, 450, 20.0, 1.0))
    assert stream.getvalue().splitlines() == [
        "miai: compiling, once for this version of miai ...",
        "miai: ready for the first move after 20.0 s; the rest is compiled in the background",
    ]


def test_a_terminal_shows_the_time_left():
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    CompilationDisplay(stream).show_ahead(CompileProgress("the first move", False, 90, 6.0, 0.25))
    assert stream.getvalue().endswith("miai: compiling for the first move: 25%, about 18 s left")
