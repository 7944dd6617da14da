"""The database of games: building, filters, look-ups, damaged files, the command."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from miai.cli.go_games import app
from miai.core.errors import UserError
from miai.go.games.database import GamesDatabase, build_database
from miai.go.games.keys import turn_point
from miai.go.games.lookup import look_up_corner, look_up_position
from miai.go.games.sources import BrokenGame, GameFilter, SourceGame, rank_order, read_sources
from miai.go.notation.coordinates import BLACK, WHITE, from_vertex
from tests.store.test_foreign_files import journal_that_names

SIZE = 9


def moves_of(text: str, symmetry: int = 0):
    points = [turn_point(from_vertex(word, SIZE), symmetry, SIZE) for word in text.split()]
    return [(1 + number % 2, point) for number, point in enumerate(points)]


def game_of(text: str, winner: int | None = BLACK, symmetry: int = 0, **facts) -> SourceGame:
    result = {BLACK: "B+R", WHITE: "W+R", None: ""}[winner]
    known = dict(source="x", size=SIZE, date="2020-05-01", black="a", white="b", ranks=("5d", "6d"), komi=7.5, handicap=0)
    return SourceGame(**{**known, "result": result, "winner": winner, "seconds": 600.0, "moves": moves_of(text, symmetry), **facts})


@pytest.fixture
def database(tmp_path):
    games = [
        game_of("E5 E3 C4 G4"),
        game_of("E5 E3 G6", WHITE, symmetry=3),
        game_of("E5 C5 C7", WHITE, symmetry=5),
        game_of("E5 D3 G7", None),
        game_of("C3 G7 C7 G3"),
    ]
    build_database(tmp_path / "games.db", games, GameFilter())
    with GamesDatabase(tmp_path / "games.db") as opened:
        yield opened


def test_continuations_are_added_up_over_all_orientations(database):
    found = look_up_position(database, moves_of("E5"), SIZE)
    assert found.games == 4
    best = found.moves[0]
    # E3 twice, and C5, which is E3 turned: one win of White in two games with E3 won by Black and White, and one more by White
    assert best.games == 3 and best.win_rate == pytest.approx(2 / 3) and best.color == "white"
    assert best.move in ("E3", "C5", "G5", "E7")
    other = found.moves[1]
    assert other.games == 1 and other.win_rate is None
    assert [game.result for game in found.examples] != []


def test_moves_are_returned_in_the_orientation_that_was_asked_for(database):
    for symmetry in range(8):
        found = look_up_position(database, moves_of("E5 E3 C4", symmetry), SIZE)
        x, y = turn_point(from_vertex("G4", SIZE), symmetry, SIZE)
        assert [from_vertex(each.move, SIZE) for each in found.moves] == [(x, y)]
        assert found.moves[0].color == "white" and found.moves[0].win_rate == 0


def test_a_corner_is_found_whatever_is_elsewhere(tmp_path):
    games = [
        game_of("C3 G7 D2 C2"),  # Black C3, then D2 there
        game_of("G7 C3 E9 D2", WHITE),  # White C3, then D2 by White: the same with colours exchanged
        game_of("C3 E5 B4", WHITE),
    ]
    build_database(tmp_path / "games.db", games, GameFilter())
    with GamesDatabase(tmp_path / "games.db") as opened:
        found = look_up_corner(opened, moves_of("G3"), SIZE, "lower-right")
        shown = {(each.move, each.color): each.games for each in found.moves}
        # the corner is its own mirror image: D2 and B4 are one move; in two games nothing follows at G7
        assert found.games == 5 and shown[("elsewhere", "")] == 2
        assert shown.get(("F2", "black"), 0) + shown.get(("H4", "black"), 0) == 3
        with pytest.raises(UserError, match="no move was made in the corner upper-left"):
            look_up_corner(opened, moves_of("G3"), SIZE, "upper-left")


def test_repeated_games_are_left_out_in_any_orientation(tmp_path):
    games = [game_of("E5 E3 C4 G4", symmetry=each) for each in range(8)]
    summary = build_database(tmp_path / "games.db", games, GameFilter())
    assert (summary.games, summary.repeated) == (1, 7)


@pytest.mark.parametrize(
    "wanted, kept",
    [
        (GameFilter(), 3),
        (GameFilter(rank="5d"), 2),
        (GameFilter(rank="1p"), 1),
        (GameFilter(since="2020-02"), 2),
        (GameFilter(until="2019"), 1),
        (GameFilter(komi=(5.5, 6.5)), 1),
        (GameFilter(seconds=1000), 1),
        (GameFilter(winner=True), 2),
        (GameFilter(handicap=(0, 9)), 4),
    ],
)
def test_filters_keep_the_games_that_meet_them(tmp_path, wanted, kept):
    games = [
        game_of("E5 E3"),
        game_of("E5 C3", None, ranks=("9p", "1p"), komi=6.5, seconds=3600.0),
        game_of("C3 G7", date="2019-12-31", ranks=("1k", "5d")),
        game_of("C3 G3", handicap=2),
    ]
    summary = build_database(tmp_path / "games.db", games, wanted)
    assert summary.games == kept and summary.left_out.get("handicap", 0) == (wanted.handicap == (0, 1))


def test_games_with_handicap_are_found_by_their_stones_in_any_order_and_orientation(tmp_path):
    games = ("AB[gc][cg];W[ee];B[cc]", "AB[cc][gg];W[ee];B[cg]", "AB[cg];AB[gc];W[cc]", "AB[cg]AW[gc];B[cc]", ";B[ee];AB[cc];W[cg]")
    for number, text in enumerate(games):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[9]HA[2]RE[B+R]{text})")
    out = str(tmp_path / "games.db")
    built = CliRunner().invoke(app, ["build", str(tmp_path), "--out", out, "--handicap", "2..9", "--json"])
    data = json.loads(built.stdout)
    assert (data["games"], data["repeated"], data["left_out"]) == (2, 1, {"set-up stones": 2})
    found = json.loads(CliRunner().invoke(app, ["find", out, "--sgf", str(tmp_path / "1.sgf"), "--move", "0", "--json"]).stdout)
    assert {each["move"]: each["games"] for each in found["moves"]} == {"E5": 1, "C3": 1}, "the stones are at C7 and G3"
    assert {each["number"] for each in found["examples"]} == {0} and {each["color"] for each in found["moves"]} == {"white"}
    with GamesDatabase(tmp_path / "games.db") as opened:
        assert opened.info()["with_handicap"] == 2
        corner = look_up_corner(opened, [(BLACK, from_vertex("G3", 9))], SIZE, "lower-right")
        assert corner.games == 6, "both stones of both games, and the moves at C7"
    assert "no range" in str(CliRunner().invoke(app, ["build", str(tmp_path), "--out", out + "2", "--handicap", "9..2"]).exception)


def test_ranks_have_an_order():
    ranks = ["30k", "1k", "1d", "9d", "1p", "9p"]
    assert [rank_order(rank) for rank in ranks] == sorted(rank_order(rank) for rank in ranks)
    assert rank_order("9段") == 9 and rank_order("P9") == rank_order("9p") and rank_order("?") is None
    with pytest.raises(UserError, match="rank 'strong' is not understood"):
        GameFilter(rank="strong")


def test_sgf_files_are_read_with_their_facts_and_broken_ones_are_named(tmp_path):
    (tmp_path / "a.sgf").write_text(
        "(;GM[1]SZ[9]PB[Ann]PW[Bob]BR[3d]WR[4d]KM[6.5]RE[W+2.5]DT[2001-02-03]TM[1800];B[ee];W[eg])(;SZ[9];B[cc];W[gg])"
    )
    (tmp_path / "b.sgf").write_text("(;SZ[9];B[zz];W[aa])")
    (tmp_path / "c.sgf").write_text("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ff])")
    games = list(read_sources([tmp_path]))
    first, second, broken, handicap = games
    assert (first.black, first.ranks, first.komi, first.winner, first.seconds) == ("Ann", ("3d", "4d"), 6.5, WHITE, 1800.0)
    assert second.source == "a.sgf:2" and isinstance(broken, BrokenGame) and handicap.handicap == 2
    with pytest.raises(UserError, match="no such file or folder"):
        list(read_sources([tmp_path / "none"]))


def test_damaged_and_foreign_files_are_one_line(tmp_path):
    other = tmp_path / "other.db"
    other.write_bytes(b"not a database" * 100)
    with pytest.raises(UserError, match=r"other\.db: no database of games"):
        GamesDatabase(other)
    with pytest.raises(UserError, match="no such file; build one"):
        GamesDatabase(tmp_path / "none.db")
    build_database(tmp_path / "games.db", [game_of("E5 E3")], GameFilter())
    with pytest.raises(UserError, match="exists; choose another name"):
        build_database(tmp_path / "games.db", [], GameFilter())
    with pytest.raises(UserError, match=r"no game is left \(left out: 1 by handicap; cannot be read: no SGF\)"):
        build_database(tmp_path / "new.db", [game_of("E5 E3", handicap=3), BrokenGame("a.sgf", "no SGF")], GameFilter())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.db", "other.db"]


def test_changed_content_is_found(tmp_path):
    path = tmp_path / "games.db"
    build_database(path, [game_of("E5 E3", black="Honinbo")], GameFilter())
    content = path.read_bytes()
    path.write_bytes(content.replace(b"Honinbo", b"Hon1nbo"))
    with pytest.raises(UserError, match="its checksum is wrong"):
        GamesDatabase(path)


def test_a_journal_beside_a_database_is_ignored(tmp_path):
    """SQLite would remove the file that a journal names; see `tests/store/test_foreign_files.py`."""
    path, victim = tmp_path / "games.db", tmp_path / "victim.txt"
    build_database(path, [game_of("E5 E3")], GameFilter())
    victim.write_text("precious")
    path.with_name("games.db-journal").write_bytes(journal_that_names(path, victim))
    path.with_name("games.db-wal").symlink_to(victim)
    with GamesDatabase(path) as database:
        assert database.info()["games"] == 1
    assert victim.read_text() == "precious"


def test_the_command_builds_and_finds(tmp_path):
    for name, text in (("a", ";B[ee];W[eg];B[cf]"), ("b", ";B[ee];W[ge]")):
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[9]RE[B+R]{text})")
    out = str(tmp_path / "games.db")
    built = CliRunner().invoke(app, ["build", str(tmp_path), "--out", out, "--json"])
    assert built.exit_code == 0 and json.loads(built.stdout)["games"] == 2
    assert json.loads(CliRunner().invoke(app, ["info", out, "--json"]).stdout)["by_size"] == {"9": 2}
    found = json.loads(CliRunner().invoke(app, ["find", out, "--size", "9", "--moves", "E5", "--json"]).stdout)
    assert found["games"] == 2 and found["moves"][0]["games"] == 2 and found["moves"][0]["win_rate"] == 0
    by_record = CliRunner().invoke(app, ["find", out, "--sgf", str(tmp_path / "a.sgf"), "--move", "1"])
    assert "2 games" in by_record.stdout and "100.0%" in by_record.stdout
    assert isinstance(CliRunner().invoke(app, ["find", out, "--moves", "E5 E5"]).exception, UserError)
    assert isinstance(CliRunner().invoke(app, ["build", str(tmp_path), "--out", out + "2", "--komi", "x"]).exception, UserError)
