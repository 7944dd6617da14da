"""Learning playouts: compared with their twin; memory, balance and settings."""

from __future__ import annotations

import json

import numpy as np
import pytest

from miai.cli.main import main
from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.core.streams import new_stream
from miai.go.board.board import BLACK, U64, WHITE, cell_at, cell_count, new_board
from miai.go.board.moves import play
from miai.go.playouts.choice import choose_move
from miai.go.playouts.game import begin_ladder
from miai.go.playouts.learners import begin_learning, note_played
from miai.go.playouts.learning import LearningSettings
from miai.go.playouts.learning.balance import offset_step, threshold_for
from miai.go.playouts.learning.knowledge import Knowledge, memory_for
from miai.go.playouts.learning.learned_moves import learned_context_moves, learned_reply_moves
from miai.go.playouts.learning.learner import choose_context_move, choose_reply_move, learn_result
from miai.go.playouts.learning.records import BY_PLAYOUTS
from miai.go.playouts.learning.reply_moves import best_reply_move, learn_reply_move, reply_list_index
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE
from miai.go.playouts.settings import BASE
from miai.go.rules.scoring import final_score
from tests.twins.learning_playouts import Answer, Twin, steps_reached

pytestmark = pytest.mark.plain

SIZE = 5
TWIN_ONLY = pytest.mark.skipif(
    COMPILING, reason="the twin follows move by move in plain Python; compiled games are those of the search"
)


def play_beside(twin: Twin, learner, policy, stream, komi: float) -> list[int]:
    """Play one playout beside the twin, compare the suggestions, and return the steps of its moves."""
    board, steps = new_board(SIZE), []
    begin_learning(learner, board)
    twin.begin(board)
    while board.passes < 2 and len(steps) < 3 * SIZE**2:
        color = U64(board.to_play)
        begin_ladder(board, policy)
        cell, step = choose_move(board, policy, stream, color, learner)
        if board.last:
            compare_suggestions(twin, board, policy, int(color), int(cell), int(step))
        twin.note(board, int(color), int(cell))
        play(board, U64(cell), color)
        note_played(learner, board, color, U64(cell), step)
        steps.append(int(step))
    winner = BLACK if final_score(board) > komi else WHITE
    learn_result(learner, board, winner)
    twin.learn(int(winner))
    return steps


def compare_suggestions(twin: Twin, board, policy, color: int, cell: int, step: int) -> None:
    after_edges, after_nodes = steps_reached(step)
    if after_edges:
        assert twin.reply_move(board, policy, color) == (cell if step == REPLY_MOVE else 0)
    if after_nodes:
        best = twin.context_moves(board, policy, color)
        assert cell in best if step == CONTEXT_MOVE else not best


def compare_tables(twin: Twin) -> None:
    """Compare every success rate and every list with the twin's."""
    known, cells = twin.knowledge, cell_count(SIZE)
    contexts = {
        ((color - 1) * cells + cell << known.context_bits) + bits: state
        for (color, cell, bits), state in twin.context_rates.items()
    }
    assert {int(i): int(known.context_rates.state[i]) for i in np.flatnonzero(known.context_rates.state)} == contexts
    replies = {
        (((color - 1) * cells + last) * cells + cell << known.reply_bits) + bits: state
        for (color, last, cell, bits), state in twin.reply_rates.items()
    }
    assert {int(i): int(known.reply_rates.state[i]) for i in np.flatnonzero(known.reply_rates.state)} == replies
    for (color, last, bits), listed in twin.lists.items():
        entries = known.reply_lists[((color - 1) * cells + last << known.reply_bits) + bits]
        assert [read_entry(int(entry)) for entry in entries if entry] == listed
    assert np.count_nonzero(known.reply_lists) == sum(map(len, twin.lists.values()))


def read_entry(entry: int) -> Answer:
    return Answer(*(entry >> bit & 0xFFFF for bit in (0, 16, 32, 48)))


@TWIN_ONLY
@pytest.mark.parametrize(
    ("games", "changes"),
    [
        (6, {"context": 4, "context_threshold": 0.3, "reply_threshold": 0.3}),
        (6, {"context": 8, "replies": 2, "outdated": 1, "updates": 20, "reply_threshold": 0.1, "memory": 1.0}),
        (3, {"context": 24, "nearby": 8, "end": 5, "memory": 1.0, "reply_threshold": 0.1}),
    ],
)
def test_suggestions_and_tables_are_those_of_the_twin(games, changes):
    knowledge = Knowledge(SIZE, LearningSettings(**changes))
    [learner], twin, stream = knowledge.learners(1), Twin(knowledge), new_stream(1)
    steps = [step for _ in range(games) for step in play_beside(twin, learner, BASE.as_record(), stream, 7.5)]
    compare_tables(twin)
    if changes["context"] <= 8:
        assert steps.count(int(REPLY_MOVE)) > 0 and steps.count(int(CONTEXT_MOVE)) > 0
    assert int(learner.steps.sum()) == len(steps)


@TWIN_ONLY
def test_a_reply_that_is_illegal_too_often_is_replaced():
    knowledge = Knowledge(SIZE, LearningSettings(replies=1, outdated=2))
    [learner], board, policy = knowledge.learners(1), new_board(SIZE), BASE.as_record()
    first, taken, other = (U64(cell_at(point, SIZE)) for point in [(2, 2), (1, 1), (3, 3)])
    play(board, taken, BLACK)
    play(board, first, WHITE)
    begin_learning(learner, board)
    answers = knowledge.reply_lists[reply_list_index(learner, board, BLACK, first, learner.last_context)]
    answers[0] = int(taken) + (200 << 32)
    for count in (1, 2, 3, 3):
        assert best_reply_move(learner, board, policy, BLACK, BY_PLAYOUTS) == 0
        assert read_entry(int(answers[0])).illegal == count
    note_played(learner, board, BLACK, other, REPLY_MOVE)
    learn_reply_move(learner, board, first, learner.first_context, 0, 0)
    assert read_entry(int(answers[0])).cell == other
    assert read_entry(int(answers[0])).state == knowledge.states.state(0, 1)


# --- balance ---


def test_an_offset_changes_by_one_beyond_two_standard_errors_and_faster_beyond_a_ratio_of_two():
    for black, white, step in [(0, 0, 0), (50, 50, 0), (60, 40, 0), (61, 40, 1), (40, 61, -1), (101, 50, 4), (0, 5, -4), (0, 4, 0)]:
        assert offset_step(black, white, 4) == step
        assert offset_step(black, white, 8) == (2 * step if abs(step) == 4 else step)
        assert (abs(black - white) > 2 * (black + white) ** 0.5) == (step != 0)


def test_an_offset_raises_blacks_threshold_and_lowers_whites_but_never_to_zero():
    shared = Knowledge(SIZE).shared[0]
    first = int(shared.threshold[0])
    shared.offset[0] = 3
    assert (threshold_for(shared, 0, BLACK), threshold_for(shared, 0, WHITE)) == (first + 3, first - 3)
    shared.offset[0] = 250
    assert threshold_for(shared, 0, WHITE) == 1


# --- memory ---


def mebibytes(knowledge: Knowledge) -> float:
    tables = (knowledge.context_rates, knowledge.reply_rates, knowledge.reply_lists, knowledge.shared)
    return float(sum(table.nbytes for table in tables)) / 2**20


@pytest.mark.parametrize("size", [5, 9, 13, 19])
@pytest.mark.parametrize("changes", [{}, {"context": 40, "replies": 16}, {"reply_moves": False}, {"context_moves": False}])
def test_tables_stay_within_their_memory_and_use_at_least_a_quarter_of_it(size, changes):
    for memory in (2.0, 8.0, 33.0):
        knowledge = Knowledge(size, LearningSettings(memory=memory, **changes))
        assert mebibytes(knowledge) <= memory
        assert mebibytes(knowledge) >= memory / 4 or knowledge.reply_bits == 16 or knowledge.context_bits == 16


def test_the_default_memory_grows_with_the_board():
    assert [round(memory_for(size, LearningSettings()), 1) for size in (9, 13, 19)] == [16.0, 69.7, 317.8]
    assert [round(memory_for(size, LearningSettings(reply_moves=False)), 1) for size in (9, 13, 19)] == [2.0, 4.2, 8.9]
    assert mebibytes(Knowledge(19, LearningSettings(context=40))) <= 317.9


def test_too_little_memory_is_reported():
    with pytest.raises(UserError, match=r"more than 0.1 MiB on a board of 19x19"):
        Knowledge(19, LearningSettings(memory=0.1))


# --- settings ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"context": 10}, "context must be one of 4, 8, 12, 20, 24, 28, 36, 40, not 10"),
        ({"nearby": 5}, "nearby must be one of"),
        ({"replies": 17}, "replies must be a whole number from 1 to 16, not 17"),
        ({"end": 2.5}, "end must be a whole number from 2 to 21, not 2.5"),
        ({"context_threshold": 1.5}, "context_threshold must be a number from 0 to 1, not 1.5"),
        ({"memory": "much"}, "memory must be a number from 0 to 65536, not 'much'"),
        ({"on": 2}, "on must be true or false, not 2"),
    ],
)
def test_wrong_settings_are_rejected_with_the_accepted_values(changes, message):
    with pytest.raises(UserError, match=message):
        LearningSettings(**changes)


# --- views and commands ---


@TWIN_ONLY
def test_learned_moves_are_those_of_the_twin():
    knowledge = Knowledge(SIZE, LearningSettings(context=4, reply_threshold=0.0))
    [learner], twin, stream = knowledge.learners(1), Twin(knowledge), new_stream(4)
    for _ in range(4):
        play_beside(twin, learner, BASE.as_record(), stream, 7.5)
    (last, context), listed = max(
        (((cell, bits), listed) for (color, cell, bits), listed in twin.lists.items() if color == BLACK),
        key=lambda row: len(row[1]),
    )
    board = new_board(SIZE)
    play(board, U64(last), BLACK)
    states = {knowledge.states.state(row.wins, row.updates) for row in learned_context_moves(knowledge, board)}
    assert states <= set(twin.context_rates.values())
    shown = {int(cell_at(row.point, SIZE)): (row.wins, row.updates) for row in learned_reply_moves(knowledge, board)}
    if twin._cut(twin._context(board, last), knowledge.reply_bits) == context:
        assert shown.items() <= {answer.cell: divide(knowledge, answer.state) for answer in listed}.items()
    assert learned_context_moves(knowledge, new_board(SIZE)) == learned_reply_moves(knowledge, new_board(SIZE)) == []


def divide(knowledge: Knowledge, state: int) -> tuple[int, int]:
    return int(knowledge.states.wins[state]), int(knowledge.states.updates[state])


@TWIN_ONLY
def test_the_command_reports_the_steps_of_learning_playouts(capsys):
    words = ["go", "playouts", "--size", "5", "--games", "3", "--policy", "learning"]
    assert main([*words, "--set", "learning.context=8", "--set", "pattern=1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["learning"]["context"] == 8 and found["settings"]["pattern"] == 1
    assert sum(found["steps"].values()) == pytest.approx(1) and found["balance"][-1]["games"] == 3
    assert main(words) == 0
    assert "table 4.8, learning" in capsys.readouterr().out


def test_the_command_rejects_unknown_settings(capsys):
    assert main(["go", "playouts", "--policy", "learning", "--set", "learning.contexts=8"]) == 2
    assert "unknown learning setting 'contexts'; did you mean 'context'" in capsys.readouterr().err
    assert main(["go", "playouts", "--set", "learning.context=8"]) == 2
    assert "needs --policy learning, not base" in capsys.readouterr().err
    assert main(["go", "playouts", "--policy", "learning", "--set", "balance=off"]) == 2
    assert "write --set learning.balance=off" in capsys.readouterr().err
    assert main(["go", "playouts", "--policy", "learning", "--settings"]) == 0
    assert "learning.memory" in capsys.readouterr().out


# --- corrections of the first reading ---


def following(**changes) -> tuple[list[tuple[int, int]], Knowledge]:
    """Return n and m after a loss and after a win of a move without results."""
    knowledge = Knowledge(SIZE, LearningSettings(**changes))
    [learner] = knowledge.learners(1)
    return [divide(knowledge, int(learner.following[won, 0])) for won in (0, 1)], knowledge


@pytest.mark.parametrize(("start", "after"), [("0/0", [(0, 1), (1, 1)]), ("1/1", [(1, 2), (2, 2)]), ("1/2", [(1, 3), (2, 3)])])
def test_the_first_result_of_a_move_is_added_to_the_start_state(start, after):
    assert following(start=start)[0] == after


def test_with_a_start_of_one_win_a_move_that_lost_once_still_reaches_the_threshold():
    for start, is_tried_again in (("0/0", False), ("1/1", True), ("1/2", False)):
        [(n, m), _], knowledge = following(start=start)
        assert (knowledge.states.state(n, m) >= int(knowledge.shared[0].threshold[0])) == is_tried_again


@pytest.mark.parametrize("replies", [4, 8, 16])
def test_a_list_has_room_for_k_replies_and_no_more(replies):
    knowledge = Knowledge(SIZE, LearningSettings(replies=replies, memory=8.0))
    assert knowledge.reply_lists.shape == (2 * cell_count(SIZE) << knowledge.reply_bits, replies)


def test_bits_of_the_tables_are_those_of_the_settings():
    knowledge = Knowledge(SIZE, LearningSettings(context_bits=12, reply_bits=7))
    assert (knowledge.context_bits, knowledge.reply_bits) == (12, 7)
    assert len(knowledge.context_rates) == 2 * cell_count(SIZE) * 4096
    with pytest.raises(UserError, match=r"need more than 1 MiB on a board of 9x9"):
        Knowledge(9, LearningSettings(context_bits=12, reply_bits=13, memory=1.0))


@TWIN_ONLY
@pytest.mark.parametrize("fresh", [False, True])
def test_with_fresh_the_rate_in_the_table_decides_and_not_the_copy_in_the_list(fresh):
    knowledge = Knowledge(SIZE, LearningSettings(fresh=fresh))
    [learner], board, policy = knowledge.learners(1), new_board(SIZE), BASE.as_record()
    last, reply = (U64(cell_at(point, SIZE)) for point in [(2, 2), (3, 3)])
    play(board, last, WHITE)
    begin_learning(learner, board)
    note_played(learner, board, BLACK, reply, REPLY_MOVE)
    for _ in range(3):
        learn_reply_move(learner, board, last, learner.first_context, 0, 1)
    begin_learning(learner, board)
    assert best_reply_move(learner, board, policy, BLACK, BY_PLAYOUTS) == reply
    knowledge.reply_rates.state[:] = 1  # as if another pair of contexts had lost
    assert best_reply_move(learner, board, policy, BLACK, BY_PLAYOUTS) == (0 if fresh else reply)


# --- two layers ---


def test_a_tree_that_teaches_has_tables_as_large_as_those_of_the_playouts():
    one, two = Knowledge(SIZE), Knowledge(SIZE, LearningSettings(teacher="both"))
    assert (two.context_bits, two.reply_bits) == (one.context_bits, one.reply_bits)
    assert len(two.context_rates) == 2 * len(one.context_rates) and two.reply_lists.shape == (2 * len(one.reply_lists), 8)
    assert mebibytes(Knowledge(SIZE, LearningSettings(teacher="tree", memory=8.0))) <= 8


@TWIN_ONLY
@pytest.mark.parametrize("teacher", ["tree", "both"])
def test_the_layer_of_the_tree_suggests_what_the_same_tables_of_playouts_suggest(teacher):
    """Playouts fill the tables of one learner; another one gets them as the layer of its tree, and must suggest the same moves."""
    own, policy, stream = Knowledge(SIZE, LearningSettings(context=8, reply_threshold=0.3)), BASE.as_record(), new_stream(2)
    other = Knowledge(SIZE, LearningSettings(context=8, reply_threshold=0.3, teacher=teacher))
    [learner], [taught], twin = own.learners(1), other.learners(1), Twin(own)
    for _ in range(6):
        play_beside(twin, learner, policy, stream, 7.5)
    for name in ("context_rates", "reply_rates", "reply_entries"):
        getattr(other, name).reshape(2, -1)[1] = getattr(own, name)
    other.shared[:] = own.shared
    board, found = new_board(SIZE), []
    begin_learning(learner, board)
    for _ in range(12):
        begin_ladder(board, policy)
        color = U64(board.to_play)
        cell, step = choose_move(board, policy, stream, color, learner)
        play(board, U64(cell), color)
        note_played(learner, board, color, U64(cell), step)
        begin_learning(taught, board)
        taught.last_context = learner.last_context
        color = U64(board.to_play)
        for choose in (choose_reply_move, choose_context_move):
            found.append(int(choose(learner, board, policy, color)))
            assert int(choose(taught, board, policy, color)) == found[-1]
    assert any(found)
