"""One move of a playout: the steps of the policy in their order.

    atari tactics - nakade - reply moves - urgent patterns - chains of two liberties - context moves
    - skipped candidates - random, with eye shape - pass

A learner, if there is one, suggests reply and context moves. Each of the other four steps of the first line finds candidates; with the
probability of the step one of them is played, each good one equally likely. A learner may draw several candidates and choose among them.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import ONE, PASS_CELL, U64, ZERO
from miai.go.playouts.atari import find_atari_moves
from miai.go.playouts.candidates import draw_candidate, is_accepted, is_good
from miai.go.playouts.learners import draws_of, suggest_context_move, suggest_reply_move, worth_of
from miai.go.playouts.low_liberties import find_low_liberty_moves
from miai.go.playouts.nakade import find_nakade_moves
from miai.go.playouts.observers import ATARI, CONTEXT_MOVE, LOW_LIBERTIES, NAKADE, PATTERN, REPLY_MOVE, SKIPPED
from miai.go.playouts.patterns import find_pattern_moves, look_around
from miai.go.playouts.sensible import draw_sensible
from miai.go.playouts.settings import LONGEST_LADDER

_LAST_ODDS = U64(LONGEST_LADDER - 1)


@kernel
def choose_move(board, policy, stream, color, learner):
    """Return the cell where `color` plays (PASS_CELL: passes) and the step that chose it. Changes the order of `board.empties`."""
    policy.count = ZERO
    if board.last != PASS_CELL:
        cell, step = _choose_answer(board, policy, stream, color, learner)
        if cell != PASS_CELL:
            return cell, step
    if policy.skipped and policy.count != ZERO:
        cell = _draw_candidate(board, policy, stream, color, ZERO, learner)
        if cell != PASS_CELL:
            return cell, SKIPPED
    return _draw_sensible(board, policy, stream, color, learner)


@kernel
def _choose_answer(board, policy, stream, color, learner):
    """Return an answer to the last move and its step; PASS_CELL if there is none or none is accepted."""
    if policy.atari > 0.0 and policy.ladder != ZERO:
        find_atari_moves(board, policy, color)
        cell = _cast(board, policy, stream, color, ZERO, policy.atari_odds[min(policy.ladder, _LAST_ODDS)], learner)
        if cell != PASS_CELL:
            return cell, ATARI
    urgent, spaces = look_around(board, U64(board.last), color)
    begin = policy.count
    if spaces != ZERO and policy.nakade > 0.0:
        find_nakade_moves(board, policy, color, spaces)
        cell = _cast(board, policy, stream, color, begin, policy.nakade, learner)
        if cell != PASS_CELL:
            return cell, NAKADE
    cell = suggest_reply_move(learner, board, policy, color)
    if cell != PASS_CELL:
        return cell, REPLY_MOVE
    if policy.skipped_patterns:
        policy.count = ZERO
    begin = policy.count
    if urgent != ZERO and policy.pattern > 0.0:
        find_pattern_moves(board, policy, urgent)
        cell = _cast(board, policy, stream, color, begin, policy.pattern, learner)
        if cell != PASS_CELL:
            return cell, PATTERN
    begin = policy.count
    if policy.low_liberties > 0.0:
        find_low_liberty_moves(board, policy, color)
        cell = _cast(board, policy, stream, color, begin, policy.low_liberties, learner)
        if cell != PASS_CELL:
            return cell, LOW_LIBERTIES
        if policy.skipped_patterns:
            policy.count = begin
    return suggest_context_move(learner, board, policy, color), CONTEXT_MOVE


@kernel
def _cast(board, policy, stream, color, begin, odds, learner):
    """Return a candidate from `begin` on with probability `odds`, else PASS_CELL."""
    if policy.count > begin and is_accepted(stream, odds):
        return _draw_candidate(board, policy, stream, color, begin, learner)
    return PASS_CELL


@kernel
def _draw_candidate(board, policy, stream, color, begin, learner):
    """Return a good candidate from `begin` on, or PASS_CELL: the best of as many draws as the learner wants."""
    cell = draw_candidate(board, policy, stream, color, begin)
    draws = draws_of(learner, color)
    if draws > 1 and policy.count > begin + ONE:
        worth = worth_of(learner, board, color, cell)
        for _ in range(1, draws):
            other = draw_candidate(board, policy, stream, color, begin)
            other_worth = worth_of(learner, board, color, other)
            if other_worth > worth:
                cell, worth = other, other_worth
    return cell


@kernel
def _draw_sensible(board, policy, stream, color, learner):
    """Return a random move and its step, or PASS_CELL: the best of as many draws as the learner wants."""
    cell, step = draw_sensible(board, policy, stream, color)
    draws = draws_of(learner, color)
    if draws > 1 and cell != PASS_CELL:
        worth = worth_of(learner, board, color, cell)
        for _ in range(1, draws):
            other, other_step = draw_sensible(board, policy, stream, color)
            other_worth = worth_of(learner, board, color, other)
            if other_worth > worth:
                cell, step, worth = other, other_step, other_worth
    return cell, step


@kernel
def list_candidates(board, policy, color, step):
    """Write all good candidates of one step (ATARI, NAKADE, PATTERN or LOW_LIBERTIES) into `policy.moves`, and return their number.

    Draws no random numbers. `policy.extended` must say whether the last move extended a chain that was in atari.
    """
    policy.count = ZERO
    if board.last == PASS_CELL:
        return ZERO
    urgent, spaces = look_around(board, U64(board.last), color)
    if step == ATARI:
        find_atari_moves(board, policy, color)
    elif step == NAKADE:
        find_nakade_moves(board, policy, color, spaces)
    elif step == PATTERN:
        find_pattern_moves(board, policy, urgent)
    else:
        find_low_liberty_moves(board, policy, color)
    index = ZERO
    while index < policy.count:
        if is_good(board, policy, U64(policy.moves[index]), color):
            index += ONE
        else:
            policy.count -= ONE
            policy.moves[index] = policy.moves[policy.count]
    return policy.count
