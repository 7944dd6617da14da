"""SameGame: moves, falling stones and points, on drawn boards."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.problems import load, start_state
from miai.search.problem import action_code, apply_action, is_terminal, legal_actions, problem_of, reward

pytestmark = pytest.mark.plain


def board(*rows: str):
    return start_state(load("samegame"), [f"board={'/'.join(rows)}"])


def play(state, *texts: str):
    for text in texts:
        apply_action(state, np.int32(problem_of(state).parse_action(state, text)))
    return state


def drawn(state) -> list[str]:
    return problem_of(state).state_text(state).splitlines()[1:]


def test_stones_fall_and_empty_columns_close_up():
    state = board("213", "112", "112")
    assert [problem_of(state).action_text(state, action) for action in legal_actions(state)] == ["a1", "c1"]
    assert drawn(play(state, "a1")) == [".3.", ".2.", "22."]


def test_a_removed_group_leaves_what_was_above_it():
    assert drawn(play(board("121", "121", "333"), "a1")) == ["...", "121", "121"]


def test_a_group_of_n_is_worth_n_minus_2_squared():
    assert int(play(board("111", "223"), "a2").score) == 1
    assert int(play(board("1111", "1112"), "a1").score) == 25


def test_a_cleared_board_is_worth_1000_more():
    state = play(board("11", "22"), "a1", "a1")
    assert is_terminal(state) and float(reward(state, 0)) == 1000


def test_what_is_left_is_subtracted_by_colour():
    state = board("121", "313", "121")
    assert is_terminal(state)
    assert float(reward(state, 0)) == -((5 - 2) ** 2)  # five of colour 1; two each of 2 and 3 cost nothing


def test_a_code_is_of_the_stones_and_not_of_the_rest_of_the_board():
    first, second = board("123", "114"), board("124", "113")
    codes = [int(action_code(each, np.int32(legal_actions(each)[0]))) for each in (first, second)]
    assert codes[0] == codes[1]
    assert int(action_code(board("123", "111"), np.int32(0))) != codes[0]


@pytest.mark.parametrize("options", [["width=16"], ["colours=0"], ["board=12/3"], ["board=ab/cd"]])
def test_bad_boards_are_refused(options):
    with pytest.raises(UserError, match="samegame"):
        start_state(load("samegame"), options)


def test_standard_boards_are_those_of_the_literature():
    state = start_state(load("samegame"), ["standard=1"])
    assert drawn(state)[0] == "422521515522134" and drawn(state)[-1] == "212122332112543"
    assert len({tuple(drawn(start_state(load("samegame"), [f"standard={number}"]))) for number in range(1, 21)}) == 20


def test_standard_boards_agree_with_a_second_source():
    """Boards 7 and 20 as in the public repository erik-adelbert/mcs, without its names of the colours."""
    copies = {
        7: "YVRYGBRGYGBVGGY YGVYRRGYRBRVVVV RVYBGGRBBGYVRBY BVRGYYYBBBBRBBR RVRRBGRGVYYYGRB GRVGBVVBBRRRYVV VBGYGBRGYVBBGYB "
        "GGGRYRYGYYGGBYR GBVYGVGGGRBYRYY RVGYVRVGVRVBYRG RVYVBVGYGYRVYRR YGGGRVBRYRVVBVV VRVYGVGYBYRGRGG YYVBVVBRYVYRGRY "
        "RBYVVBVGRRRVBVR",
        20: "YRGYYRRGRRBVRRG GBBYBBRVRBYBBBG YGRRRRVVGYGYBRV RGRBRYVYBYRBRYV BYBBRYYRRYRYVGG RYYBRVGBVGBVVGR YBVRVGVYBGGVRRB "
        "GVGYRVRYBYBRRRG RRRGVBGRVVVYGRV YYYGRYGBRBVYVGG GGGYRBBYRVYVVGG RBRRBRRGYRBYRBV VYYBVRRRVYGRVGB BBYBRVBRRVGVVRG "
        "YVGVVRRRRGRBGRR",
    }
    for number, copy in copies.items():
        ours = "".join(drawn(start_state(load("samegame"), [f"standard={number}"])))
        assert copy.replace(" ", "").translate(str.maketrans("RGBYV", "12345")) == ours


@pytest.mark.parametrize("number", [-1, 21])
def test_a_standard_board_has_a_number_up_to_twenty(number):
    with pytest.raises(UserError, match=f"from 1 to 20, not {number}"):
        start_state(load("samegame"), [f"standard={number}"])


@pytest.mark.parametrize("text", ["0 1 2 \n\n2 2 1 \n", "RGB\nBBG\n", "012\r\n221"])
def test_a_board_is_read_from_a_file(tmp_path, text):
    file = tmp_path / "board.txt"
    file.write_bytes(text.encode())
    wanted = "321/112" if text[0] == "R" else "123/332"  # colours in the order of their characters
    assert drawn(start_state(load("samegame"), [f"file={file}"])) == wanted.split("/")


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "the file is empty"),
        ("12\n123\n", "row 2: 3 cells; the first row has 2"),
        ("1.\n.2\n", "row 2: an empty cell lies below a stone"),
        ("abcde\nfghij\n", "10 different characters"),
        ("1" * 16, "from 1 to 15"),
        ("1\n" * 6000, "more than 10,000 characters"),
    ],
)
def test_faults_of_a_file_are_reported(tmp_path, text, message):
    file = tmp_path / "board.txt"
    file.write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        start_state(load("samegame"), [f"file={file}"])
    assert "samegame" in str(caught.value)


def test_one_source_of_a_board_is_given(tmp_path):
    with pytest.raises(UserError, match="one of board, standard and file"):
        start_state(load("samegame"), ["standard=1", "board=12/12"])
    with pytest.raises(UserError, match="cannot be read"):
        start_state(load("samegame"), [f"file={tmp_path / 'none.txt'}"])


def test_a_tabu_colour_is_kept_for_the_end():
    def texts(state):
        return [problem_of(state).action_text(state, action) for action in legal_actions(state)]

    options = ["board=111/221/311/311", "tabu=true"]
    state = start_state(load("samegame"), options)
    assert int(state.tabu) == 1
    assert texts(state) == ["a1", "a3", "b1"]  # all stones of colour 1 are one group, so that it may be removed
    state = start_state(load("samegame"), ["board=112/223/113/112", "tabu=true"])
    assert texts(state) == ["c2", "a3"]  # two groups of colour 1
    assert texts(play(state, "c2", "a3")) == ["c1", "a1"]  # now it is one
    last = start_state(load("samegame"), ["board=11211", "tabu=true"])
    assert texts(last) == ["a1", "d1"]  # nothing else can be removed
