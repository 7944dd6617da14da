"""Tables of games."""

import gzip
import itertools

import pytest

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, PASS, WHITE
from miai.go.records.replay import Step, replay
from miai.go.records.tsv import COLUMNS, read_games, size_in_name
from tests.needs import need_shared


def write(path, *lines):
    with gzip.open(path, "wt") as stream:
        stream.write("\n".join(["\t".join(COLUMNS), *lines]) + "\n")
    return path


def test_a_game_is_read_with_its_moves(tmp_path):
    table = write(tmp_path / "a_9x9.tsv.gz", "1\tx\ttrain\t2001\t6.5\tW+R\tJapanese\t6d\t\tw\tee..ai")
    (game,) = read_games(table)
    assert (game.size, game.komi, game.winner, game.ranks) == (9, 6.5, WHITE, ("6d", ""))
    assert game.moves == [(WHITE, (4, 4)), (BLACK, PASS), (WHITE, (0, 0))]


def test_the_board_size_is_in_the_file_name():
    assert [size_in_name(name) for name in ("games_9x9.tsv.gz", "games_19x19_ai.tsv.gz", "games.tsv")] == [9, 19, 19]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1\tx", "line 2: 2 columns instead of 11"),
        ("1\tx\ttrain\t2001\t6.5\tW+R\tJapanese\t6d\t\tw\teezz", "line 2: move 2: 'zz' is not a point"),
        ("1\tx\ttrain\t2001\t6.5\tW+R\tJapanese\t6d\t\tw\tee.", "line 2: move 2: '.' is not a point"),
        ("1\tx\ttrain\t2001\t6.5\tW+R\tJapanese\t6d\t\tq\tee", "line 2: 'q' is not a colour"),
    ],
)
def test_a_broken_line_is_reported_with_its_number(tmp_path, line, reason):
    with pytest.raises(UserError, match=reason):
        list(read_games(write(tmp_path / "a_9x9.tsv.gz", line)))


def test_files_that_are_no_tables_are_rejected(tmp_path):
    (tmp_path / "a.gz").write_bytes(b"nonsense")
    (tmp_path / "b.gz").write_bytes(gzip.compress(b"nonsense"))
    (tmp_path / "c.gz").write_bytes(gzip.compress(b"\t".join(name.encode() for name in COLUMNS) * 1000)[:40])
    for name in ("a", "b", "c", "none"):
        with pytest.raises(UserError, match=f"{name}.gz"):
            list(read_games(tmp_path / f"{name}.gz"))
    with pytest.raises(UserError, match=r"none\.gz: No such file or directory$"):
        list(read_games(tmp_path / "none.gz"))


def test_a_sample_of_real_games_obeys_the_plain_rules():
    for file in sorted(need_shared("data/games").glob("*.tsv.gz")):
        for game in itertools.islice(read_games(file), 0, 2000, 200):
            steps = [Step(moves=((color, move),)) for color, move in game.moves]
            *_, last = replay(game.size, steps)
            assert last.number == len(game.moves)
