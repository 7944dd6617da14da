"""Every command, right and wrong, against the words of the standard."""

from __future__ import annotations

import json

import pytest

from miai.go.notation.coordinates import from_vertex
from miai.gtp.registry import COMMANDS
from tests.gtp.lines import ask, bad, good, new_engine


@pytest.fixture
def engine():
    return new_engine()


STANDARD = """
    boardsize clear_board final_score final_status_list fixed_handicap genmove known_command komi list_commands loadsgf name
    place_free_handicap play protocol_version quit reg_genmove set_free_handicap showboard time_left time_settings undo version
"""
OTHERS = """
    kgs-genmove_cleanup kgs-time_settings kgs-rules kgs-game_over kgs-chat cgos-opponent_name cgos-gameover cgos-genmove_analyze
    lz-analyze lz-genmove_analyze kata-analyze analyze kata-time_settings gogui-analyze_commands gogui-play_sequence gogui-setup
    miai-param printsgf
"""


def test_all_commands_are_listed_and_known(engine):
    listed = good(engine, "list_commands").split()
    assert listed == sorted(COMMANDS)
    for name in (STANDARD + OTHERS).split():
        assert name in listed
        assert good(engine, f"known_command {name}") == "true"
    assert good(engine, "known_command genmve") == "false"


def test_administrative_commands_conform(engine):
    assert good(engine, "protocol_version") == "2"
    assert good(engine, "name") == "miai"
    assert good(engine, "version")
    assert good(engine, "17 name") == "17 miai"
    assert bad(engine, "17 nmae") == "17 unknown command"
    assert bad(engine, "5") == "5 unknown command"
    assert bad(engine, "name now") == "syntax error"
    assert engine.obey("# nothing") == ""


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"quit"}))
def test_wrong_words_fail_and_the_engine_continues(engine, name):
    went_well, text = ask(engine, f"{name} \u00e9\u00e9 -1 nan 1e999 zz9 true")
    if name not in ("echo", "kgs-chat", "kgs-game_over", "cgos-gameover", "cgos-opponent_name", "cgos-opponent_rating"):
        assert not went_well, text
    assert good(engine, "name") == "miai"


def test_board_and_komi_commands_conform(engine):
    assert bad(engine, "boardsize 1") == bad(engine, "boardsize 20") == "unacceptable size"
    assert bad(engine, "boardsize nine") == bad(engine, "boardsize") == "syntax error"
    good(engine, "boardsize 9")
    assert good(engine, "query_boardsize") == "9"
    good(engine, "komi 5.5")
    good(engine, "komi -3")
    assert good(engine, "get_komi") == "-3"
    assert bad(engine, "komi much") == bad(engine, "komi nan") == "syntax error"
    assert bad(engine, "komi 6.3") == "unacceptable komi"
    good(engine, "set_komi 6.5")
    assert good(engine, "get_komi") == "6.5"
    good(engine, "play b J9")
    good(engine, "clear_board")
    assert good(engine, "get_komi") == "6.5", "komi stays"
    assert engine.player.game.moves == []


def test_move_commands_conform(engine):
    good(engine, "play black d4")
    good(engine, "play W D5")
    good(engine, "play b pass")
    good(engine, "play b E5")
    assert bad(engine, "play w e5") == "illegal move"
    assert bad(engine, "play w i5") == bad(engine, "play w K9") == bad(engine, "play green A1") == "syntax error"
    assert bad(engine, "play w") == bad(engine, "play w A1 B1") == bad(engine, "play w resign") == "syntax error"
    assert "5 . . . O X" in good(engine, "showboard")
    for _ in range(4):
        good(engine, "undo")
    assert bad(engine, "undo") == "cannot undo"
    good(engine, "gogui-play_sequence b A1 w B1 b C1")
    assert bad(engine, "gogui-play_sequence w A2 b A1") == "illegal move"
    assert len(engine.player.game.moves) == 3, "none of a bad sequence is made"
    assert bad(engine, "undo 4") == "cannot undo"
    good(engine, "undo 3")


def test_a_ko_may_not_be_retaken(engine):
    good(engine, "gogui-play_sequence b B2 w C2 b A1 w D1 b C1 w B1")
    assert bad(engine, "play b C1") == "illegal move"


def test_generated_moves_are_made_and_legal(engine):
    for color in "bwbw":
        before = engine.player.game.copy()
        move = from_vertex(good(engine, f"genmove {color}"), 9)
        assert before.is_legal(move, 1 if color == "b" else 2)
    assert len(engine.player.game.moves) == 4
    assert bad(engine, "genmove") == bad(engine, "genmove red") == "syntax error"
    first, second = good(engine, "reg_genmove b"), good(engine, "reg_genmove b")
    assert first == second
    assert len(engine.player.game.moves) == 4, "reg_genmove makes no move"
    good(engine, "genmove b")
    good(engine, "genmove b")  # twice the same colour


def test_handicap_commands_conform(engine):
    assert good(engine, "fixed_handicap 2") == "C3 G7"
    assert bad(engine, "fixed_handicap 2") == "board not empty"
    good(engine, "clear_board")
    assert bad(engine, "fixed_handicap 10") == bad(engine, "fixed_handicap 1") == "invalid number of stones"
    assert bad(engine, "fixed_handicap two") == "syntax error"
    assert len(good(engine, "place_free_handicap 5").split()) == 5
    assert engine.player.game.to_play == 2 and engine.player.game.handicap == 5
    good(engine, "clear_board")
    assert bad(engine, "place_free_handicap 1") == "invalid number of stones"
    for wrong in ("A1 A1", "A1", "A1 Z9", "A1 pass", ""):
        assert bad(engine, f"set_free_handicap {wrong}") == "bad vertex list"
        assert engine.player.game.position.black == frozenset(), "nothing of a bad list is placed"
    good(engine, "set_free_handicap A1 B2 C3")
    assert bad(engine, "set_free_handicap D4 D5") == "board not empty"


def test_record_commands_conform(engine, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]FF[4]SZ[9]KM[5.5]AB[cc][gg];W[ee];B[ef];W[ff])")
    good(engine, f"loadsgf {file}")
    assert len(engine.player.game.moves) == 3 and engine.player.game.handicap == 2
    assert good(engine, "get_komi") == "5.5"
    good(engine, f"loadsgf {file} 2")
    assert [move for _, move in engine.player.game.moves] == [(4, 4)]
    assert bad(engine, "loadsgf /no/such/file.sgf") == bad(engine, "loadsgf -") == "cannot load file"
    file.write_text("(;SZ[9];B[aa];W[aa])")
    assert bad(engine, f"loadsgf {file}") == "cannot load file"
    assert len(engine.player.game.moves) == 1, "a file that cannot be loaded changes nothing"
    assert bad(engine, f"loadsgf {file} x") == "syntax error"
    written = tmp_path / "written.sgf"
    good(engine, f"printsgf {written}")
    assert "AB[cc][gg]" in written.read_text() and ";W[ee]" in good(engine, "printsgf")
    assert bad(engine, f"printsgf {tmp_path}/no/folder.sgf").startswith("cannot write file")
    blank = tmp_path / "a game.sgf"
    blank.write_text("(;SZ[9];B[aa];W[bb])")
    good(engine, f"loadsgf {blank}")
    good(engine, f"loadsgf {blank} 2")
    assert len(engine.player.game.moves) == 1


def test_a_record_has_the_player_to_move_where_it_is_unusual(engine, tmp_path):
    good(engine, "gogui-setup b E5")
    good(engine, "gogui-setup_player w")
    good(engine, f"printsgf {tmp_path / 'set_up.sgf'}")
    good(engine, "clear_board")
    assert "PL[" not in good(engine, "printsgf")
    good(engine, f"loadsgf {tmp_path / 'set_up.sgf'}")
    assert engine.player.game.to_play == 2


def test_time_commands_conform(engine):
    good(engine, "time_settings 0 0 0")
    good(engine, "time_left b 3.5 0")
    good(engine, "genmove b")
    assert bad(engine, "time_settings 1 2") == bad(engine, "time_settings -1 0 0") == "syntax error"
    assert bad(engine, "time_left b 10") == bad(engine, "time_left x 1 1") == "syntax error"
    for right in ("none", "absolute 300", "byoyomi 300 30 5", "canadian 300 300 25"):
        good(engine, f"kgs-time_settings {right}")
        good(engine, f"kata-time_settings {right}")
    good(engine, "kata-time_settings fischer 60 5")
    assert engine.player.clocks[1].settings.increment == 5
    for wrong in ("", "absolute", "byoyomi 1 2", "canadian 1 2 x", "fischer 60 5", "hourglass 5"):
        assert bad(engine, f"kgs-time_settings {wrong}") == "syntax error"


def test_scoring_commands_conform():
    engine = new_engine(judge_playouts=300)
    good(engine, "boardsize 9")
    white = " ".join(f"w {column}{row}" for row in (4, 6) for column in "ABCDEFGHJ")
    good(engine, f"gogui-setup {white} b E2 w A5 w C5 w E5 w G5 w J5")
    assert good(engine, "final_status_list dead").split() == ["E2"]
    assert good(engine, "final_status E2") == "dead"
    assert good(engine, "final_status A8") == "white_territory"
    assert good(engine, "final_status_list seki") == ""
    assert len(good(engine, "final_status_list alive").split()) == 23
    assert len(good(engine, "final_status_list white_territory").split()) == 81 - 23
    assert good(engine, "final_score") == "W+88.5"
    assert bad(engine, "final_status_list undecided") == bad(engine, "final_status_list") == "syntax error"
    assert good(engine, "kgs-genmove_cleanup w") != "pass", "takes the dead stone off"


def test_server_commands_conform(engine):
    for rules in ("japanese", "chinese", "aga", "new_zealand"):
        good(engine, f"kgs-rules {rules}")
    assert bad(engine, "kgs-rules martian").startswith("unknown rules")
    assert engine.player.game.rules.komi == 7.5, "komi stays"
    good(engine, "kgs-game_over")
    good(engine, "kgs-chat game somebody hello")
    good(engine, "cgos-opponent_name GNU Go")
    lines = good(engine, "cgos-genmove_analyze b 100").splitlines()
    assert json.loads(lines[0])["moves"] and lines[-1].startswith("play ")
    good(engine, "cgos-gameover 2026-01-01 B+R")
    assert json.loads(good(engine, "kata-get-rules"))["komi"] == 7.5
    good(engine, "kata-set-rules tromp-taylor")
    assert "unknown rules" in bad(engine, "kata-set-rules martian")
    good(engine, 'kata-set-rules {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": false}')
    assert json.loads(good(engine, "kata-get-rules"))["name"] == "japanese"
    good(engine, 'kata-set-rules {"ko":"SITUATIONAL","suicide":true}')
    assert (engine.player.game.rules.ko, engine.player.game.rules.suicide) == ("situational", True)
    for wrong in ('{"ko": "TRIPLE"}', '{"suicide": 1}', "{", '{"scoring": []}'):
        assert bad(engine, f"kata-set-rules {wrong}")
    good(engine, "komi -0.0")
    assert good(engine, "get_komi") == "0"


def waits_after(engine, reports: int):
    """Make another line arrive after this number of reports, and return the list of written texts."""
    written: list[str] = []
    engine.is_awaited = lambda: len([line for line in written if line.startswith("info")]) >= reports
    engine.write = written.append
    return written


@pytest.mark.parametrize("command", ["lz-analyze b 1", "lz-analyze interval 1", "kata-analyze 1", "analyze w 1", "lz-analyze"])
def test_analysis_continues_until_the_next_line(engine, command):
    if command == "lz-analyze":
        written = waits_after(engine, 0)
        assert engine.obey(f"8 {command}") == "\n" and written == ["=8\n"]
        return
    written = waits_after(engine, 3)
    assert engine.obey(f"8 {command}") == "\n"
    assert written[0] == "=8\n" and len(written) == 4
    words = written[-1].split()
    assert words[0] == "info" and "winrate" in words and "pv" in words and "order" in words


def test_analysis_has_the_requested_parts(engine):
    written = waits_after(engine, 2)
    engine.obey("kata-analyze b 1 ownership true rootInfo true pvVisits true minmoves 2 maxmoves 3")
    line = written[-1]
    assert line.count("info move") <= 3 and "rootInfo visits" in line and "pvVisits" in line
    owners = [float(word) for word in line.partition("ownership ")[2].split()]
    assert len(owners) == 81 and all(-1 <= owner <= 1 for owner in owners)
    written = waits_after(engine, 2)
    engine.obey("lz-analyze b 1 allow b D4,E5,F6 1")
    assert {line.split()[2] for line in written[-1].split("info")[1:] for line in [f"x {line}"]} <= {"D4", "E5", "F6", "pass"}
    written = waits_after(engine, 2)
    engine.obey("lz-analyze b 1 avoid b E5 50")
    assert "move E5" not in written[-1]


@pytest.mark.parametrize(
    "words", ["b 1 avoid b E5", "b x", "minmoves", "ownership maybe", "avoid b Z99 3", "avoid b E5 0", "interval -1", "sing true"]
)
def test_analysis_rejects_unknown_options(engine, words):
    assert bad(engine, f"kata-analyze {words}") == "syntax error"


def test_genmove_with_analysis_conforms(engine):
    for command in ("lz-genmove_analyze b 1", "kata-genmove_analyze w 1 ownership true"):
        lines = good(engine, command).splitlines()
        assert lines[-1].startswith("play ") and lines[0].startswith("info move")
    assert len(engine.player.game.moves) == 2


@pytest.mark.parametrize("dialect", ["lz", "kata"])
def test_genmove_with_analysis_respects_forbidden_moves(engine, dialect):
    assert good(engine, f"{dialect}-genmove_analyze b 1 allow b A1,A2 1").splitlines()[-1] in ("play A1", "play A2")
    best = good(engine, "reg_genmove w")
    lines = good(engine, f"{dialect}-genmove_analyze w 1 avoid w {best} 1").splitlines()
    assert lines[-1] != f"play {best}" and all(f"move {best} " not in line for line in lines)


def test_analysis_has_at_most_the_requested_number_of_moves(engine):
    written = waits_after(engine, 2)
    engine.obey("lz-analyze b 1 minmoves 50 maxmoves 2")
    assert written[-1].count("info move") <= 2


def test_gogui_commands_draw_pictures(engine):
    assert bad(engine, "miai-visits") == "no search yet"
    good(engine, "reg_genmove b")
    for line in good(engine, "gogui-analyze_commands").splitlines():
        kind, _, command = line.split("/", 2)
        text = good(engine, command.replace("%c", "b"))
        if kind in ("dboard", "sboard", "cboard"):
            rows = [row.split() for row in text.splitlines()]
            assert len(rows) == 9 and all(len(row) == 9 for row in rows), command
        if kind == "dboard":
            assert all(-1 <= float(word) <= 1 for row in rows for word in row), "GoGui wants a number on every point"


def test_groups_are_coloured():
    engine = new_engine()
    good(engine, "miai-param grouping given")
    good(engine, "miai-param group.groups border,else")
    good(engine, "play b E5")
    good(engine, "reg_genmove w")
    rows = [row.split() for row in good(engine, "miai-groups").splitlines()]
    assert rows[0][0] != rows[2][2], "the corner is on the border"


def test_parameters_can_be_listed_and_set(engine):
    listed = good(engine, "miai-param").splitlines()
    assert "[string] playouts 24" in listed
    assert "[bool] ponder 0" in listed and "[bool] reuse 1" in listed, "GoGui reads switches as numbers"
    assert any(line.startswith("[list/tree/shared/path-mean/uct-dag/multipath/table] mode") for line in listed)
    for name, value in (
        ("playouts", "30"),
        ("rave", "off"),
        ("playout.pattern", "0.25"),
        ("prior.even", "5"),
        ("group.overlap", "false"),
    ):
        good(engine, f"miai-param {name} {value}")
        assert good(engine, f"miai-param {name}") == value
    assert engine.player.settings.playouts == 30
    good(engine, 'miai-param playouts ""')
    assert engine.player.settings.playouts is None, "GoGui writes quotes where nothing is given"
    good(engine, 'miai-param group.groups "border else"')
    assert engine.player.settings.group.groups == ("border", "else")
    for wrong in (
        "playouts none of",
        "playouts -1",
        "rave maybe",
        "playout.pattern 2",
        "prior.even x",
        "group.groups a",
        "nothing 1",
    ):
        bad(engine, f"miai-param {wrong}")
    assert "unknown setting" in bad(engine, "miai-param nothing")


def test_quit_is_answered(engine):
    assert engine.obey("3 quit") == "=3\n\n"
    assert engine.has_quit


def test_the_last_move_is_explained_by_its_playouts(engine):
    assert good(engine, "gomill-explain_last_move") == ""
    move = good(engine, "genmove b")
    first, *rest = good(engine, "gomill-explain_last_move").splitlines()
    assert first.endswith(" playouts") and int(first.split()[0]) > 0
    assert any(line.startswith(f"{move}: ") for line in rest)
