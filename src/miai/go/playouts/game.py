"""A playout: a game played to its end by a policy.

A game ends with two consecutive passes, or is cut off after three moves per point, because simple ko does not stop a cycle of three kos.
A game that was cut off has `board.passes` below 2; it is scored as it stands.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.core.streams import next_bits
from miai.go.board.board import COLORS, ONE, PASS_CELL, TWO, U64, ZERO
from miai.go.board.eyes import is_eye, is_unfillable
from miai.go.board.liberties import last_liberty_lanes
from miai.go.board.moves import place_stone
from miai.go.board.surroundings import enemy_lanes, own_lanes
from miai.go.playouts.atari import is_atari_event
from miai.go.playouts.choice import choose_move
from miai.go.playouts.learners import begin_learning, note_played
from miai.go.playouts.observers import NO_MOVE, RANDOM, note_move
from miai.go.playouts.settings import policy_t
from miai.go.rules.random_game import draw_playable, move_limit
from miai.go.rules.scoring import final_score


@kernel
def play_policy_game(board, policy, stream):
    """Play `board` to the end and return the number of moves. `policy` is `PlayoutSettings.as_record()`, one for each thread."""
    return watch_policy_game(board, policy, stream, policy)


@kernel
def watch_policy_game(board, policy, stream, observer):
    """Play like `play_policy_game` and call `note_move` for each move. The observer may be a worker of the search or a tally."""
    limit = move_limit(board)
    if policy.is_uniform:
        moves = _play_uniformly(board, policy, stream, limit, observer)
    else:
        moves = _play_by_steps(board, policy, stream, limit, observer, policy)
    board.moves += moves
    return moves


@kernel
def watch_learning_game(board, policy, stream, observer, learner):
    """Play like `watch_policy_game`, with a learner that suggests moves and notes all. The policy must not be uniform."""
    begin_learning(learner, board)
    moves = _play_by_steps(board, policy, stream, move_limit(board), observer, learner)
    board.moves += moves
    return moves


@is_unfillable.implement(policy_t)
@kernel
def _is_eye_of_policy(policy, board, cell, code, color):
    """Return whether the cell is an eye by `eyes.POTENTIAL`: without `eye_potential` no policy is uniform."""
    return U64(is_eye(code, color))


@kernel
def _play_uniformly(board, policy, stream, limit, observer):
    """Play uniformly random moves, like `random_game`, with an observer. Return the number of moves."""
    color, passes = U64(board.to_play), U64(board.passes)
    last, previous = U64(board.last), U64(board.previous)
    moves = ZERO
    bits = next_bits(stream)
    while passes < TWO and moves < limit:
        cell, captured, bits = draw_playable(board, stream, bits, color, policy)
        if cell == PASS_CELL:
            passes += ONE
            board.ko = PASS_CELL
            note_move(observer, board, color, cell, NO_MOVE)
        else:
            place_stone(board, cell, color, captured)
            passes = ZERO
            note_move(observer, board, color, cell, RANDOM)
        color = COLORS - color
        previous, last = last, cell
        moves += ONE
    board.to_play, board.passes = color, passes
    board.last, board.previous = last, previous
    return moves


@kernel
def _play_by_steps(board, policy, stream, limit, observer, learner):
    """Play moves by the steps of the policy. Return the number of moves."""
    begin_ladder(board, policy)
    moves = ZERO
    while board.passes < TWO and moves < limit:
        color = U64(board.to_play)
        cell, step = choose_move(board, policy, stream, color, learner)
        if cell == PASS_CELL:
            board.passes += ONE
            board.ko = PASS_CELL
            policy.ladder = ZERO
        else:
            _play_stone(board, policy, cell, color)
        note_move(observer, board, color, cell, step)
        note_played(learner, board, color, cell, step)
        board.to_play = COLORS - color
        board.previous, board.last = board.last, cell
        moves += ONE
    return moves


@kernel(inline=True)
def _play_stone(board, policy, cell, color):
    """Place a stone on `cell` and update the ladder counter: plus one if the stone concerns an atari, else 0."""
    last_liberty = last_liberty_lanes(board, cell)
    code = U64(board.around[cell])
    policy.extended = U64((last_liberty & own_lanes(code, color)) != ZERO)
    place_stone(board, cell, color, last_liberty & enemy_lanes(code, color))
    board.passes = ZERO
    is_event = policy.extended != ZERO or is_atari_event(board, cell, color)
    policy.ladder = policy.ladder + ONE if is_event else ZERO


@kernel
def begin_ladder(board, policy):
    """Set the ladder counter from the position alone: 1 if the last move visibly concerned an atari, else 0."""
    policy.extended = ZERO
    is_event = board.last != PASS_CELL and is_atari_event(board, U64(board.last), COLORS - U64(board.to_play))
    policy.ladder = U64(is_event)


@kernel
def policy_games(boards, policy, stream, count, komi, observer):
    """Play `count` games from `boards[0]`, each in `boards[1]`. Return the moves of all, Black's wins, and the games cut off."""
    moves, black_wins, cut_off = ZERO, ZERO, ZERO
    for _ in range(count):
        boards[1] = boards[0]
        moves += watch_policy_game(boards[1], policy, stream, observer)
        black_wins += U64(final_score(boards[1]) > komi)
        cut_off += U64(boards[1].passes < TWO)
    return moves, black_wins, cut_off
