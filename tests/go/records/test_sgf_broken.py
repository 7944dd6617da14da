"""Broken records are reported with file, place and reason, quickly and in little memory."""

import random
import subprocess
import sys
import time

import pytest

from miai.go.records.grammar import MOST_BYTES
from miai.go.records.sgf import SgfError, parse_record, read_record

MEGA = 1_000_000


@pytest.fixture
def complaint(tmp_path):
    """Return a function that writes a file and returns the error of reading it."""

    def of(data):
        file = tmp_path / "game.sgf"
        file.write_bytes(data)
        with pytest.raises(SgfError) as caught:
            read_record(file)
        message = str(caught.value)
        assert message.startswith(f"{file}: ")
        assert "\n" not in message
        assert len(message) < 400
        return message.removeprefix(f"{file}: ")

    return of


@pytest.mark.plain
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"PK\x03\x04", "no SGF found: a game begins with (;"),
        (
            b"(;SZ[9]\n;B[aa]",
            "line 2, byte 14: the file ends inside a game; the parenthesis opened at line 1, byte 0 is not closed",
        ),
        (
            b"(;SZ[9];B[aa](;W[bb])",
            "line 1, byte 21: the file ends inside a game; the parenthesis opened at line 1, byte 0 is not closed",
        ),
        (b"(;SZ[9]\n;B[a", "line 2, byte 10: the value that begins here is never closed (no ] follows)"),
        (b"(;SZ[9];C[ends with \\]", "line 1, byte 9: the value that begins here is never closed (no ] follows)"),
        (b"(;SZ[9];B)", "line 1, byte 8: a property without a value"),
        (b"(;SZ[9];B;W[aa])", "line 1, byte 8: a property without a value"),
        (b"(;SZ[9];[aa])", "line 1, byte 8: the value [aa] has no property before it"),
        (b"(;SZ[9];B[aa]())", "line 1, byte 14: a parenthesis closes where a node (;) was expected"),
        (b"(;SZ[9](B[aa]))", "line 1, byte 8: the property B stands outside a node"),
        (b"(;SZ[9](;B[aa]);W[bb])", "line 1, byte 15: a node after a variation; only another variation or ) may follow"),
        (b"(;SZ[9];B[aa]{;W[bb])", "line 1, byte 13: unexpected '{'"),
        (b"(;SZ[20];B[aa])", "line 1, byte 1: SZ[20]: a board of 20x20; sizes 2 to 19 are supported"),
        (b"(;SZ[1];B[aa])", "line 1, byte 1: SZ[1]: a board of 1x1; sizes 2 to 19 are supported"),
        (b"(;SZ[0])", "line 1, byte 1: SZ[0]: a board of 0x0; sizes 2 to 19 are supported"),
        (b"(;SZ[-9])", "line 1, byte 1: SZ[-9] is not a board size"),
        (b"(;SZ[nine])", "line 1, byte 1: SZ[nine] is not a board size"),
        (b"(;SZ[9:13])", "line 1, byte 1: SZ[9:13]: a board of 9 by 13; only square ones are supported"),
        (b"(;GM[2]SZ[8])", "line 1, byte 1: a record of another game than Go (GM[2])"),
        (b"(;SZ[9];B[ss])", "line 1, byte 7: B: 'ss' is not on a board of 9x9; its points are 'aa' to 'ii'"),
        (b"(;SZ[9];B[a])", "line 1, byte 7: B: 'a' is not a point; SGF writes two letters such as 'dd'"),
        (b"(;SZ[9];B[aa][bb])", "line 1, byte 7: B with 2 values; a move is one"),
        (b"(;SZ[9]AB[ss])", "line 1, byte 1: AB: 'ss' is not on a board of 9x9; its points are 'aa' to 'ii'"),
        (b"(;SZ[9]AB[tt])", "line 1, byte 1: AB[tt] is not a point"),
        (b"(;SZ[9];B[aa]\n;W[aa])", "line 2, byte 14: move 2, White A9: there is a stone already"),
        (b"(;SZ[9]AB[aa]AW[aa])", "line 1, byte 1: A9 is set up twice, in different colours"),
        (b"(;SZ[9]AB[aa]AW[ab][ba])", "line 1, byte 1: the stones set up leave a chain at A9 without a liberty"),
        (
            b"(;SZ[9]AW[ab][ba];B[aa])",
            "line 1, byte 17: move 1, Black A9: the stone would have no liberty, and these rules forbid suicide",
        ),
        (b"(;SZ[5]AB[ab][ba][bb]AW[cb][da][ea];W[ca];B[ca])", "line 1, byte 41: move 2, Black C5: there is a stone already"),
        (b"(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])", "line 1, byte 45: move 2, White B3: it takes back a ko at once"),
    ],
)
def test_a_broken_record_is_reported_with_place_and_reason(complaint, data, message):
    assert complaint(data) == message


@pytest.mark.plain
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "utf-8-sig"])
def test_a_truncated_record_is_rejected(encoding):
    whole = "(;SZ[9]PB[日本]C[a \\] b];B[aa](;W[bb];B[])(;W[cc]))".encode(encoding)
    assert parse_record(whole).size == 9
    for length in range(len(whole)):
        with pytest.raises(SgfError, match=r"cut\.sgf: "):
            parse_record(whole[:length], "cut.sgf")


def test_the_place_is_counted_in_bytes_of_the_file(complaint):
    text = "(;SZ[9]PB[日本]\n;B[aa];W[aa])"
    for encoding in ("utf-8", "shift_jis"):
        assert f"line 2, byte {len(text[:20].encode(encoding))}:" in complaint(text.encode(encoding))
    assert f"byte {3 + len(text[:20].encode())}:" in complaint(text.encode("utf-8-sig"))


def test_the_game_of_a_collection_is_named(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_bytes(b"(;SZ[9])(;SZ[9];B[aa]")
    with pytest.raises(SgfError, match=r"games\.sgf, game 2: line 1, byte 21: the file ends"):
        read_record(file, 1)


def test_suicide_is_played_where_the_record_names_rules_that_allow_it(tmp_path):
    file = tmp_path / "nz.sgf"
    file.write_bytes(b"(;SZ[9]RU[NZ]AW[ab][ba];B[aa])")
    assert read_record(file).last_moment().position.black == frozenset()


def test_files_that_cannot_be_read_are_errors(tmp_path):
    with pytest.raises(SgfError, match=r"none\.sgf: No such file"):
        read_record(tmp_path / "none.sgf")
    with pytest.raises(SgfError, match="directory"):
        read_record(tmp_path)


NONSENSE = {
    "random bytes": lambda: random.Random(1).randbytes(5 * MEGA),
    "random bytes after a start": lambda: b"(;" + random.Random(2).randbytes(5 * MEGA),
    "a value that never ends": lambda: b"(;C[" + b"x" * (5 * MEGA),
    "backslashes": lambda: b"(;C[" + b"\\" * (5 * MEGA),
    "escapes in a closed value": lambda: b"(;C[" + b"\\a" * (2 * MEGA) + b"]",
    "parentheses": lambda: b"(;" * (2 * MEGA),
    "parentheses only": lambda: b"(" * (5 * MEGA),
    "nodes": lambda: b"(" + b";" * (5 * MEGA),
    "nodes in nodes": lambda: b"(;B[aa]" * MEGA,
    "moves": lambda: b"(" + b";B[aa]" * MEGA + b")",
    "passes": lambda: b"(" + b";B[]" * 300_000 + b")",
    "letters": lambda: b"(;" + b"A" * (5 * MEGA),
    "values": lambda: b"(;AB" + b"[aa]" * (5 * MEGA) + b")",
    "properties": lambda: b"(;" + b"".join(b"A%d[x]" % n for n in range(300_000)),
    "blanks": lambda: b"(" + b" " * (5 * MEGA),
    "zeros": lambda: b"(;" + b"\0" * (5 * MEGA),
    "Chinese": lambda: "棋".encode("gbk") * (2 * MEGA),
    "a thousand deep, then the end": lambda: b"(;B[]" * 1000,
    "small games without end": lambda: b"(;" + b"(;)" * (2 * MEGA),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_megabytes_of_nonsense_are_rejected_quickly(complaint, kind):
    data = NONSENSE[kind]()
    start = time.process_time()
    complaint(data)
    assert time.process_time() - start < 8  # 0.02 to 0.5 seconds where it was written; a busy machine must not fail it


def test_nonsense_is_rejected_in_little_memory(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_bytes(NONSENSE["moves"]())
    limit = 700 * 2**20
    code = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
from miai.go.records.sgf import read_record
read_record({str(file)!r})
"""
    environment = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "a game of more than 400,000 nodes" in done.stderr and "MemoryError" not in done.stderr, done.stderr


def test_deep_variations_are_read_and_written(tmp_path):
    file = tmp_path / "deep.sgf"
    depth = 5000
    file.write_bytes(b"(;SZ[9]" + b"(;B[])(;W[]" * depth + b")" * (depth + 1))
    record = read_record(file)
    assert len(record.main_line()) == 2
    record.write(tmp_path / "again.sgf")
    assert read_record(tmp_path / "again.sgf").to_bytes() == record.to_bytes()


def test_a_file_above_the_size_limit_is_rejected_unread(tmp_path):
    file = tmp_path / "huge.sgf"
    with file.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    with pytest.raises(SgfError, match="larger than 64 MiB"):
        read_record(file)
