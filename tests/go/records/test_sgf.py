"""Reading, replaying and writing records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.go.notation.coordinates import BLACK, PASS, WHITE, all_points
from miai.go.notation.diagram import draw, read_diagram
from miai.go.notation.position import Position
from miai.go.records.sgf import GameRecord, SgfError, parse_collection, parse_record, read_collection, read_record

pytestmark = pytest.mark.plain

GAME = b"""(;FF[4]GM[1]SZ[5]KM[6.5]RU[Japanese]PB[Ki Cho]PW[Ame]RE[B+2.5]HA[2]AB[bb][dd]
;W[cc];B[cb](;W[bc]C[a \\] in it];B[tt])(;W[dc]N[try];B[];W[cd]))"""


def test_a_record_has_the_facts_of_its_game():
    record = parse_record(GAME)
    assert record.size == 5
    assert record.komi == 6.5
    assert record.rules == "Japanese"
    assert record.handicap == 2
    assert record.players == {BLACK: "Ki Cho", WHITE: "Ame"}
    assert (record.result, record.winner) == ("B+2.5", BLACK)
    assert record.first_player == WHITE


def test_the_main_line_is_the_first_variation_everywhere():
    record = parse_record(GAME)
    assert record.moves() == [(WHITE, (2, 2)), (BLACK, (2, 3)), (WHITE, (1, 2)), (BLACK, PASS)]
    assert record.comment(record.main_line()[3]) == "a ] in it"


def test_moments_are_the_positions_of_the_main_line():
    moments = list(parse_record(GAME).moments())
    assert [moment.number for moment in moments] == [0, 0, 1, 2, 3, 4]
    assert draw(moments[-1].position).splitlines() == [
        ". . . . .",
        ". X X . .",
        ". O O . .",
        ". . . X .",
        ". . . . .",
    ]
    assert (moments[-1].color, moments[-1].move, moments[-1].to_play) == (BLACK, PASS, WHITE)


def test_a_variation_can_be_replayed():
    record = parse_record(GAME)
    node = record.root[0][0][1][0][0]
    *_, last = record.moments(node)
    assert (last.number, last.color, last.move) == (5, WHITE, (2, 1))


def test_captures_are_counted():
    record = parse_record(b"(;SZ[3];B[ab];W[aa];B[ba])")
    assert record.last_moment().captures == (1, 0)
    assert record.last_moment().position == read_diagram(". X .\nX . .\n. . .")


def test_stones_may_be_set_up_and_taken_off_anywhere():
    record = parse_record(b"(;SZ[3]AB[aa:ca]AW[ac][cc];B[bb];AE[bb][ac]AW[bc]PL[B];W[ab])")
    *_, before, last = record.moments()
    assert before.position == read_diagram("X X X\n. . .\n. O O")
    assert before.to_play == BLACK
    assert last.position == read_diagram("X X X\nO . .\n. O O")


def test_the_position_after_a_move_is_found_by_its_number():
    record = parse_record(GAME)
    assert record.moment_after(0).position == Position.of(5, [(1, 3), (3, 1)])
    assert record.moment_after(1).move == (2, 2)
    with pytest.raises(SgfError, match="the game has 4 moves; there is no move 5"):
        record.moment_after(5)


def test_handicap_stones_recorded_as_moves_need_not_alternate():
    record = parse_record(b"(;SZ[9]HA[2];B[cc];B[gg];W[ee])")
    assert record.last_moment().position.black == {(2, 6), (6, 2)}


def test_without_moves_black_begins_or_white_after_a_handicap():
    assert parse_record(b"(;SZ[9])").first_player == BLACK
    assert parse_record(b"(;SZ[9]HA[3]AB[aa][bb][cc])").first_player == WHITE
    assert parse_record(b"(;SZ[9]PL[W])").first_player == WHITE


def test_missing_properties_have_their_defaults():
    record = parse_record(b"(;;B[aa])")
    assert (record.size, record.komi, record.rules, record.handicap, record.result, record.winner) == (19, None, "", 0, "", None)


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("6.5", 6.5),
        ("6,5", 6.5),
        (" 7.50 ", 7.5),
        ("0", 0.0),
        ("-5.5", -5.5),
        ("375", 7.5),
        ("3.75", 7.5),
        ("6.75", 6.75),
        ("650", 6.5),
        ("", None),
        ("?", None),
    ],
)
def test_komi_is_read_as_servers_write_it(written, points):
    assert parse_record(f"(;KM[{written}])".encode()).komi == points


@pytest.mark.parametrize("written", ["19", " 19 ", "19:19", "", "019"])
def test_sizes_are_read_as_programs_write_them(written):
    assert parse_record(f"(;SZ[{written}])".encode()).size == 19


@pytest.mark.parametrize("size", range(2, 20))
def test_every_size_is_written_and_read(size):
    record = GameRecord.new(size, komi=0.5)
    record.add_moves([(BLACK, point) for point in all_points(size)[: size * size // 2]])
    again = parse_record(record.to_bytes())
    assert again.size == size
    assert again.moves() == record.moves()
    assert again.last_moment().position == record.last_moment().position


def test_a_new_record_has_the_given_properties():
    setup = Position.of(9, [(2, 2), (6, 6)], [(4, 4)])
    record = GameRecord.new(9, komi=0, rules="Chinese", handicap=2, setup=setup, to_play=WHITE, black="黒 \\ ]", white="w")
    node = record.add_move(WHITE, (0, 0), comment="first\nsecond ]")
    record.add_move(BLACK, (1, 1), after=node)
    record.add_move(BLACK, PASS, after=node)
    again = parse_record(record.to_bytes())
    assert (again.komi, again.rules, again.handicap, again.players[BLACK]) == (0, "Chinese", 2, "黒 \\ ]")
    assert again.moment_after(0).position == setup
    assert again.comment(again.root[0]) == "first\nsecond ]"
    assert len(again.root[0]) == 2


def test_a_collection_yields_all_its_games(tmp_path):
    file = tmp_path / "two.sgf"
    file.write_bytes(b"From: someone\r\n\r\n(;SZ[9];B[aa]) junk between (\r\n;SZ[5];B[bb]) and after")
    assert [record.size for record in read_collection(file)] == [9, 5]
    assert read_record(file, 1).size == 5
    with pytest.raises(SgfError, match=r"two\.sgf: has 2 games; there is no game 3"):
        read_record(file, 2)


@pytest.mark.parametrize(
    ("data", "moves"),
    [
        (b"(;GaMe[1]SiZe[9]AddBlack[aa];Black[bb];White[cc])", [(BLACK, (1, 7)), (WHITE, (2, 6))]),
        (b"(;gm[1]sz[9];b[bb];w[])", [(BLACK, (1, 7)), (WHITE, PASS)]),
        (b"\xef\xbb\xbf(;SZ[9]\r\n;B[bb]\r\n;W[tt])\r\n\x1a", [(BLACK, (1, 7)), (WHITE, PASS)]),
        (b"(;SZ[9];B[bb]W[cc])", [(BLACK, (1, 7)), (WHITE, (2, 6))]),
        (b"(;SZ[9] ; B [bb] ; W\n[cc])", [(BLACK, (1, 7)), (WHITE, (2, 6))]),
        ("(;SZ[9];B[bb])".encode("utf-16"), [(BLACK, (1, 7))]),
    ],
    ids=["FF3 long names", "small letters", "BOM and CRLF", "both in a node", "blanks", "UTF-16"],
)
def test_old_and_odd_spellings_are_understood(data, moves):
    assert parse_record(data).moves() == moves


TEXTS = {
    "gb2312": "围棋天地 古力 九段 执黑中盘胜 常昊",
    "gbk": "這盤棋 周鶴洋 對 羅洗河 鎔",
    "shift_jis": "第三十期棋聖戦 張栩 対 依田紀基 ソ表 の一局です",
    "euc_jp": "本因坊戦の第一局です こばやし",
    "big5": "台灣圍棋公會 周俊勳 對 張栩 功蓋許",
    "euc_kr": "이창호 구단 대 조훈현 구단의 결승 대국",
    "iso2022_jp": "名人戦の第二局",
    "latin-1": "José Müller à Orléans, Škoda".replace("Š", "S"),
    "utf-8": "Čeština, 日本語, 한국어, emoji 🙂",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_a_declared_encoding_is_decoded(encoding):
    name = TEXTS[encoding]
    data = f"(;CA[{encoding}]SZ[9]PB[x]C[".encode() + name.encode(encoding) + b"];B[aa])"
    record = parse_record(data)
    assert record.comment(record.root) == name
    assert parse_record(record.to_bytes()).comment(record.root) == name


@pytest.mark.parametrize("encoding", TEXTS)
def test_an_encoding_that_is_not_declared_is_guessed(encoding):
    data = b"(;SZ[9]C[" + TEXTS[encoding].encode(encoding) + b"];B[aa])"
    record = parse_record(data)
    assert record.comment(record.root) == TEXTS[encoding]


@pytest.mark.parametrize("declared", ["UTF-8", "no-such-code", "hex", "utf-16", "idna", "rot13", ""])
def test_a_wrong_declared_encoding_is_ignored(declared):
    name = TEXTS["gb2312"]
    record = parse_record(f"(;CA[{declared}]SZ[9]PB[".encode() + name.encode("gb2312") + b"];B[aa])")
    assert record.players[BLACK] == name


def test_bytes_that_were_escaped_one_by_one_are_decoded():
    # The second byte of 表 is a backslash in Shift-JIS; a program that escapes bytes doubles it, also just before the bracket.
    data = "(;CA[Shift_JIS]SZ[9]PB[代".encode("cp932") + b"\x95\x5c\x5c];B[aa])"
    assert parse_record(data).players[BLACK] == "代表"


def test_one_invalid_character_does_not_affect_the_others():
    data = "(;CA[UTF-8]SZ[9]PB[日本棋院 ".encode() + b"\xff" + b"];B[aa])"
    assert parse_record(data).players[BLACK] == "日本棋院 \ufffd"


names = st.sampled_from(["C", "N", "LB", "KGSDE", "MULTIGOGM", "TB", "PB", "XX"])
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\t\f\v\0"), max_size=12)
letters = st.text("abcdefghi", min_size=2, max_size=2).map(str.encode)


@st.composite
def records(chosen):
    """A record of any shape: variations of variations, set-up stones, unknown properties, text with everything in it."""
    record = GameRecord.new(9, komi=chosen(st.sampled_from([0, 6.5, 7])))
    nodes = [record.root]
    for _ in range(chosen(st.integers(0, 12))):
        node = chosen(st.sampled_from(nodes)).new_child()
        nodes.append(node)
        if chosen(st.booleans()):
            node.set_raw(chosen(st.sampled_from("BW")), chosen(letters | st.just(b"")))
        else:
            node.set_raw_list(
                chosen(st.sampled_from(["AB", "AW", "AE"])), chosen(st.lists(letters, min_size=1, max_size=3, unique=True))
            )
        for name in chosen(st.lists(names, max_size=2, unique=True)):
            values = [
                text.replace("\\", "\\\\").replace("]", "\\]").encode() for text in chosen(st.lists(texts, min_size=1, max_size=3))
            ]
            node.set_raw_list(name, values)
    return record


def tree_of(node):
    """Return the tree as nested data."""
    return dict(node.get_raw_property_map()), [tree_of(child) for child in node]


@given(records())
def test_a_written_record_is_read_back_completely(record):
    written = record.to_bytes()
    again = parse_record(written)
    assert tree_of(again.root) == tree_of(record.root)
    assert again.to_bytes() == written


def read_or_refuse(data):
    """Read and replay all games. Anything but a record or an `SgfError` with the file name fails."""
    try:
        for record in parse_collection(data, "x.sgf"):
            record.last_moment()
            parse_record(record.to_bytes())
        return True
    except SgfError as error:
        return str(error).startswith("x.sgf")


@given(st.binary(max_size=300) | st.text("(;)[]\\:BWACabct \n", max_size=300).map(str.encode))
def test_any_input_gives_records_or_an_error(data):
    assert read_or_refuse(data)


@given(records(), st.data())
def test_a_damaged_record_gives_records_or_an_error(record, data):
    written = bytearray(record.to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.integers(0, 255))
    assert read_or_refuse(bytes(written))
