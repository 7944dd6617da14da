"""Studying a record: notes, guess the move, problems, small boards, pictures."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest

from miai.go.notation.coordinates import WHITE, from_vertex
from miai.go.records.sgf import parse_record
from miai.web import notes
from miai.web.drawing.small_boards import draw_branches
from miai.web.game_files import open_file
from miai.web.game_session import GameSession
from miai.web.guessing import Guessing
from miai.web.library import GameLibrary
from miai.web.markup import read_markup
from miai.web.page.study_panel import describe_guessing, describe_problem, describe_series
from miai.web.pictures import board_png, game_gif
from miai.web.records import to_sgf, tree_of_record
from miai.web.study import describe_guess
from miai.web.tree import GameNode, GameTree
from miai.web.tsumego import AnswerState, Tsumego
from tests.web.games import new_session, tree_of


def tree_from(sgf: str) -> GameTree:
    return tree_of_record(parse_record(sgf.encode()), "game.sgf")


def studying(sgf: str) -> tuple[GameSession, list[str]]:
    """Return a session that shows a record, and its messages."""
    session, _, messages = new_session()
    session.load(tree_from(sgf))
    return session, messages


# --- notes ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a move", "two\nlines", "[brackets] and \\ backslash \\]", "終わり"])
def test_a_comment_is_unchanged_after_saving_and_reading(text):
    tree = tree_of("E5")
    notes.set_comment(tree.node, text)
    again = tree_of_record(parse_record(to_sgf(tree)), "again.sgf")
    assert notes.comment_of(again.nodes[1]) == text


def test_an_empty_comment_is_removed():
    node = GameNode(0, properties={"C": ["old"]})
    notes.set_comment(node, "  \n")
    assert node.properties == {}


def test_a_point_has_one_sign_and_a_second_click_removes_it():
    node = GameNode(0)
    notes.toggle_sign(node, "TR", (2, 2), 9)
    notes.toggle_sign(node, "SQ", (2, 2), 9)
    notes.toggle_sign(node, "SQ", (4, 4), 9)
    assert node.properties == {"SQ": ["cg", "ee"]}
    notes.toggle_sign(node, "SQ", (2, 2), 9)
    assert node.properties == {"SQ": ["ee"]}


def test_labels_take_the_next_free_letter_or_number():
    node = GameNode(0, properties={"LB": ["aa:A", "bb:1"]})
    for point, numbers in (((4, 4), False), ((5, 5), True), ((6, 6), False)):
        notes.put_label(node, point, 9, numbers)
    assert read_markup(node.properties, 9).labels == {(0, 8): "A", (1, 7): "1", (4, 4): "B", (5, 5): "2", (6, 6): "C"}
    notes.erase_marks(node, (0, 8), 9)
    assert "aa:A" not in node.properties["LB"]


def test_a_rectangle_of_signs_is_edited_point_by_point_and_arrows_stay():
    node = GameNode(0, properties={"TR": ["aa:bb"], "AR": ["aa:bb"]})
    notes.erase_marks(node, (0, 8), 9)
    assert sorted(node.properties["TR"]) == ["ab", "ba", "bb"] and node.properties["AR"] == ["aa:bb"]


def test_a_tool_marks_instead_of_playing():
    session, _ = studying("(;SZ[9];B[ee])")
    session.study.choose_tool("letters")
    session.click((2, 2))
    assert session.tree.nodes[0].properties["LB"] == ["cg:A"] and len(session.tree.nodes) == 2
    session.study.choose_tool("")
    session.click((2, 2))
    assert len(session.tree.nodes) == 3


# --- guess the move ---------------------------------------------------------------------------------------------------------------------


def test_guesses_are_scored_by_their_distance():
    tree = tree_of("E5 C3 G7 pass D4")
    tree.go_to(0)
    game = Guessing(tree)
    game.begin()
    kinds = [(each.is_hit, each.is_near) for word in ("E5", "D4", "A1", "D4") if (each := game.guess(from_vertex(word, 9)))]  # type: ignore[arg-type]
    assert kinds == [(True, False), (False, True), (False, False), (True, False)], "passes are not guessed"
    assert (game.hits, game.near, game.next_node()) == (2, 1, None)
    assert "2 of 4 exact, 1 next to the move" in describe_guessing(game)


def test_the_moves_of_the_other_player_are_shown():
    session, _ = studying("(;SZ[9];B[ee];W[cg];B[gc];W[dd])")
    session.study.start_guessing(WHITE)
    assert session.tree.current == 1, "Black's first move is shown"
    session.click((0, 0))
    guess = session.study.last_guess()
    assert guess is not None and session.study.missed() == (0, 0)
    assert describe_guess(guess) == "Move 2: C3 was played, not A1."
    session.click((3, 5))
    assert session.study.last_guess().is_hit and len(session.tree.nodes) == 5, "nothing is added"  # type: ignore[union-attr]
    assert 'data-guess="over"' in describe_guessing(session.study.guessing)


def test_at_the_end_of_a_record_there_is_nothing_to_guess():
    session, messages = studying("(;SZ[9];B[ee])")
    session.tree.go_to(1)
    session.study.start_guessing(None)
    assert messages == ["There is no move to guess after this position."] and session.study.guessing is None


# --- problems ---------------------------------------------------------------------------------------------------------------------------

MARKED = "(;SZ[9]AB[ba][bb]AW[ca](;B[aa]C[wrong])(;B[ac];W[ab](;B[aa]C[RIGHT])(;B[dd])))"
MARKED_WRONG = "(;SZ[9]AB[ba](;B[aa]C[Incorrect])(;B[ac])(;B[ad];W[ae]BM[1]))"
PLAIN = "(;SZ[9]AB[ba](;B[aa];W[ab];B[ac])(;B[cc];W[cd]))"


def tried(sgf: str, words: str) -> Any:
    problem = Tsumego(tree_from(sgf))
    for word in words.split():
        problem.play(from_vertex(word, 9))  # type: ignore[arg-type]
    return problem.verdict


@pytest.mark.parametrize(
    ("sgf", "words", "verdict"),
    [
        (MARKED, "A7", AnswerState.OPEN),
        (MARKED, "A7 A9", AnswerState.RIGHT),
        (MARKED, "A7 D6", AnswerState.WRONG),
        (MARKED, "A9", AnswerState.WRONG),
        (MARKED, "E5", AnswerState.UNKNOWN),
        (MARKED, "E5 A7", AnswerState.UNKNOWN),
        (MARKED_WRONG, "A9", AnswerState.WRONG),
        (MARKED_WRONG, "A7", AnswerState.RIGHT),
        (MARKED_WRONG, "A6", AnswerState.WRONG),
        (PLAIN, "A9", AnswerState.OPEN),
        (PLAIN, "A9 A7", AnswerState.RIGHT),
        (PLAIN, "C7", AnswerState.WRONG),
    ],
)
def test_answers_are_compared_with_the_record(sgf, words, verdict):
    assert tried(sgf, words) == verdict


def test_a_wrong_answer_is_refuted_on_the_board_and_may_be_tried_again():
    session, _ = studying(PLAIN)
    session.study.start_problem()
    session.click((2, 6))
    assert session.tree.game().position.white == {(2, 5)} and "Wrong" in describe_problem(session.study.problem)
    session.click((8, 8))
    session.study.retry_problem()
    assert session.tree.current == 0
    session.click((8, 0))
    assert session.study.missed() == (8, 0) and "J1 is not an answer" in describe_problem(session.study.problem)
    assert len(session.tree.nodes) == 6, "nothing is added"


def test_the_problems_of_a_file_are_solved_one_after_another(tmp_path):
    session, _, _ = new_session()
    session.library = GameLibrary(tmp_path)
    asyncio.run(open_file(session, f"{PLAIN}{MARKED}".encode(), "problems.sgf"))
    session.study.start_problem()
    session.click((8, 0))
    session.study.retry_problem()
    assert 'data-series="1"' in describe_series(session) and session.study.has_next_problem()
    asyncio.run(session.study.next_problem())
    for point in ((0, 6), (0, 8)):
        session.click(point)
    assert session.study.problem is not None and session.study.problem.verdict == AnswerState.RIGHT
    assert session.study.score() == (1, 2), "the first try of each counts"
    assert not session.study.has_next_problem()


def test_a_record_without_moves_is_no_problem():
    session, messages = studying("(;SZ[9]AB[ba])")
    session.study.start_problem()
    assert messages == ["This record has no answer to compare with."] and not session.study.is_active()


def test_another_game_ends_the_study():
    session, _ = studying(PLAIN)
    session.study.start_problem()
    session.load(tree_from(MARKED))
    assert not session.study.is_active()


# --- small boards and pictures ------------------------------------------------------------------------------------------------------------


def test_variations_are_drawn_as_small_boards():
    tree = tree_from("(;SZ[9](;B[ee];W[cc])(;B[gg])(;B[aa]))")
    text = draw_branches(tree, "variation {move}")
    assert text.count('class="small-board"') == 3 and 'data-node="3"' in text and 'aria-label="variation E5"' in text
    tree.go_to(1)
    assert draw_branches(tree, "{move}") == "", "a single continuation needs no picture"


def test_the_board_is_a_png_with_stones_and_marks():
    image = pytest.importorskip("PIL.Image")
    tree = tree_from("(;SZ[9];B[ee];W[cg]TR[aa]LB[gg:A]MA[ee]SQ[hh]CR[ab])")
    tree.go_to(2)
    picture = image.open(io.BytesIO(board_png(tree)))
    assert picture.format == "PNG" and picture.size == (800, 800)
    black, white, wood = (
        picture.getpixel(spot) for spot in ((5 * 80 - 22, 5 * 80 + 9), (3 * 80 + 27, 7 * 80), (6 * 80 + 40, 80 * 2 + 40))
    )
    assert sum(black) < 150 and sum(white) > 700 and 450 < sum(wood) < 650


def test_a_game_is_an_animated_gif_with_a_frame_for_each_position():
    image = pytest.importorskip("PIL.Image")
    tree = tree_of("E5 C3 G7 pass D4")
    picture = image.open(io.BytesIO(game_gif(tree)))
    assert picture.format == "GIF" and picture.n_frames in (5, 6), "the pass changes only the ring"
    picture.seek(1)
    spot = 22 * 5 - 8, 22 * 5 + 4
    assert sum(picture.convert("RGB").getpixel(spot)) < 200, "the first stone"
