"""Games as SGF and JSON: writing and reading gives the same game, and hostile files do no harm."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.go.records.sgf import parse_record
from miai.web import records
from miai.web.tree import GameTree
from miai.web.uploads import MOST_BYTES, read_upload, short_name
from tests.web.games import tree_of


def contents(tree: GameTree) -> list[tuple[object, ...]]:
    """Return the contents of a tree, without the numbers of its nodes."""
    found, waiting = [], [(0, 0)]
    while waiting:
        number, depth = waiting.pop()
        node = tree.nodes[number]
        found.append((depth, node.color, node.move, node.black, node.white, node.properties, node.analysis))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return found


def random_tree(seed: int, size: int = 5) -> GameTree:
    """Return a random game with variations, partly analysed."""
    source = random.Random(seed)
    tree = tree_of("", size=size)
    for _ in range(30):
        points = [(column, row) for column in range(size) for row in range(size) if tree.why_illegal((column, row)) is None]
        node = tree.play(source.choice(points) if points and source.random() < 0.9 else "pass")
        if source.random() < 0.3:
            options = [["A1", 0.25, 7, ["A1", "pass"]]]
            node.analysis = {"win": round(source.random(), 4), "lead": -3.5, "visits": source.randrange(1000), "options": options}
        if source.random() < 0.2:
            tree.go_to(source.choice(list(tree.nodes)))
    return tree


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_a_game_survives_writing_and_reading_sgf(seed):
    tree = random_tree(seed)
    data = records.to_sgf(tree, "B+3.5", ("You", "miai"))
    again = records.tree_of_record(parse_record(data), "again")
    assert [row[:5] + row[6:] for row in contents(again)] == [row[:5] + row[6:] for row in contents(tree)]
    assert records.to_sgf(again, "B+3.5", ("You", "miai")) == data
    assert (again.size, again.rules) == (tree.size, tree.rules)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_a_game_survives_writing_and_reading_json(seed):
    tree = random_tree(seed)
    again = records.tree_from_data(records.tree_as_data(tree))
    assert contents(again) == contents(tree)
    assert again.current == tree.current


def test_unknown_properties_are_kept_and_comments_are_not_duplicated():
    text = rb"(;GM[1]SZ[9]XX[a][b \] c]GN[a game];B[ee]C[good]LB[aa:1])"
    tree = records.tree_of_record(parse_record(text), "x")
    tree.nodes[1].analysis = {"win": 0.5, "lead": 0.0, "visits": 9, "options": []}
    for _ in range(2):
        tree = records.tree_of_record(parse_record(records.to_sgf(tree)), "x")
    assert tree.nodes[0].properties["XX"] == ["a", r"b \] c"]
    assert tree.nodes[1].properties == {"C": ["good"], "LB": ["aa:1"]}
    assert records.to_sgf(tree).count(b"miai:") == 1


def read(data: bytes, name: str = "upload.sgf") -> GameTree:
    return asyncio.run(read_upload(data, name))


def test_an_upload_is_read_in_a_separate_process():
    tree = read(b"(;GM[1]SZ[13]KM[6.5]RU[Japanese]HA[2]AB[dd][jj];W[gg](;B[cc])(;B[kk]))")
    assert (tree.size, tree.rules.name, tree.rules.komi, tree.handicap) == (13, "japanese", 6.5, 2)
    assert len(tree.nodes) == 4 and tree.game(1).to_play == 1


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "the file is empty"),
        (b"(;" * 100_000, "inside each other"),
        (b"(;GM[1]SZ[19]" + b";B[aa];W[]" * 30_000 + b")", "the limit of the board"),
        (bytes(range(256)) * 100, "no SGF found"),
        (b"(;C[" + b"(" * 100_000, "is never closed"),
        (b"(;SZ[9];B[aa];W[aa])", "there is a stone already"),
        (b"(;SZ[52])", "sizes 2 to 19"),
        (b"(;SZ[9]KM[0.3];B[aa])", "komi must be a multiple of one half"),
        (b"(;SZ[9]AB[aa]AW[ab][ba])", "without a liberty"),
        (b"x" * (MOST_BYTES + 1), "larger than 4 MiB"),
    ],
)
def test_a_hostile_file_gives_a_one_line_error(data, reason):
    with pytest.raises(UserError, match=r"upload\.sgf") as error:
        read(data)
    assert reason in str(error.value) and "\n" not in str(error.value)


def test_a_file_name_is_shown_without_directories_and_control_characters():
    assert short_name("../../etc/\x00pass\nwd.sgf") == "passwd.sgf"
    assert short_name("C:\\games\\x.sgf") == "x.sgf"
    assert short_name("") == "game.sgf"
    assert len(short_name("a" * 1000)) == 60


@pytest.mark.parametrize(
    "text", ["", "{}", "[" * 100_000, '{"win":2,"lead":0,"visits":1,"options":[]}', '{"win":"nan","lead":0}', "7"]
)
def test_an_invalid_analysis_is_not_read(text):
    assert records.read_analysis(text, 9) is None
