"""Priors and groups of moves: against their definitions, and under symmetries."""

from __future__ import annotations

import dataclasses
import random

import pytest

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.go.board.board import cell_at
from miai.go.knowledge.grouping import GROUPS, SAITO, GroupingSettings
from miai.go.knowledge.priors import BY_HAND, PriorSettings
from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, all_points, neighbours
from miai.go.notation.diagram import read_marked_diagram
from miai.go.notation.position import Position
from miai.go.problem import go_problem, new_readers, state_of
from miai.go.rules import plain as plain_rules
from miai.go.rules.game import Game
from miai.search.problem import action_groups, action_prior, position_key

pytestmark = [
    pytest.mark.plain,
    pytest.mark.unchecked,
    pytest.mark.skipif(
        COMPILING and not CHECKED, reason="this board size takes a minute to compile: only at night, with checked bounds"
    ),
]

SIZE = 5
TURNS = [
    lambda point: point,
    lambda point: (SIZE - 1 - point[0], point[1]),
    lambda point: (point[1], point[0]),
    lambda point: (SIZE - 1 - point[1], point[0]),
]


@pytest.fixture(scope="module", autouse=True)
def _registered():
    go_problem(SIZE)


def random_game(seed: int, moves: int, turn=TURNS[0], swap: bool = False) -> Game:
    """Return the same random game under a symmetry, or with exchanged colours."""
    plain, turned, source = Game(SIZE), Game(SIZE), random.Random(seed)
    for _ in range(moves):
        point = source.choice(plain.legal_points())
        color = plain.to_play
        plain.play(point)
        turned.play(turn(point), 3 - color if swap else color)
    return turned


def priors(game: Game, settings: PriorSettings = BY_HAND) -> dict[Point, tuple[float, float]]:
    state = state_of(game, priors=settings)
    legal = [point for point in all_points(SIZE) if game.color_at(point) == EMPTY]
    return {point: tuple(map(float, action_prior(state, int(cell_at(point, SIZE))))) for point in legal}


@pytest.mark.parametrize("turn", TURNS[1:])
@pytest.mark.parametrize("seed", range(3))
def test_priors_are_symmetric(seed, turn):
    for moves in (0, 1, 7, 18):
        plain = priors(random_game(seed, moves))
        turned = priors(random_game(seed, moves, turn))
        assert {turn(point): value for point, value in plain.items()} == turned


@pytest.mark.parametrize("seed", range(2))
def test_learned_priors_are_symmetric_up_to_rounding(seed):
    turn, settings = TURNS[3], PriorSettings()
    plain, turned = priors(random_game(seed, 9), settings), priors(random_game(seed, 9, turn), settings)
    for point, prior in plain.items():
        assert turned[turn(point)] == pytest.approx(prior, rel=1e-5)


def test_learned_and_hand_set_priors_add_up():
    game = random_game(1, 9)
    learned, both = priors(game, PriorSettings()), priors(game, dataclasses.replace(BY_HAND, learned=PriorSettings().learned))
    for point, (_, weight) in priors(game).items():
        assert both[point][1] == pytest.approx(learned[point][1] + weight - PriorSettings().even, rel=1e-4)


def test_priors_are_equal_for_both_colours():
    assert priors(random_game(5, 11)) == priors(random_game(5, 11, swap=True))


def prior_at(text: str, mark: str) -> float:
    """Return the prior value of Black's move at a mark."""
    drawing = read_marked_diagram(text)
    return priors(Game.from_position(drawing.position, BLACK))[drawing.marks[mark]][0]


def test_good_moves_are_expected_to_be_better_than_bad_ones():
    one = """
        . X . . .
        X O a . .
        . X . . .
        . . . . .
        . . . b .
    """
    assert prior_at(one, "a") > 0.7 > prior_at(one, "b")
    save = """
        . O . . .
        O X a . .
        . O . . .
        . . . . .
        . . . . b
    """
    assert prior_at(save, "a") > 0.6 > prior_at(save, "b")
    self_atari = """
        . O O O O
        X X X X a
        O O O O O
        . . . . .
        . . . . .
    """
    assert prior_at(self_atari, "a") < 0.45


def test_a_pass_is_expected_to_be_bad():
    value, weight = action_prior(state_of(Game(SIZE)), 0)
    assert value < 0.5 and weight > 0


# --- groups, from their definitions ---------------------------------------------------------------------------------------------


def expected_groups(game: Game, point: Point, settings: GroupingSettings) -> set[str]:
    position, color = game.position, game.to_play
    chains = plain_rules.chains(position)
    beside = neighbours(point, SIZE)

    def chains_beside(of: int):
        return [chain for chain in chains if chain.color == of and set(chain.stones) & set(beside)]

    def is_near(moves_ago: int) -> bool:
        if len(game.moves) < moves_ago or isinstance(game.moves[-moves_ago][1], str):
            return False
        other = game.moves[-moves_ago][1]
        return abs(other[0] - point[0]) + abs(other[1] - point[1]) <= settings.distance

    found = {"else"}
    found |= {"border"} if len(beside) < 4 else set()
    found |= {"enemy-distance", "total-distance"} if is_near(1) else set()
    found |= {"friendly-distance", "total-distance"} if is_near(2) else set()
    own, enemy = chains_beside(color), chains_beside(3 - color)
    found |= {"friendly-group"} if own else set()
    found |= {"enemy-group"} if enemy else set()
    found |= {"enemy-threat"} if any(len(chain.liberties) <= settings.threat_liberties for chain in own) else set()
    found |= {"friendly-threat"} if any(len(chain.liberties) <= settings.threat_liberties for chain in enemy) else set()
    found |= {"friendly-chain-maker"} if len(own) >= settings.maker_chains else set()
    found |= {"enemy-chain-maker"} if len(enemy) >= settings.maker_chains else set()
    found |= {"kills"} if any(len(chain.liberties) == 1 for chain in enemy) else set()
    joined = position.put(color, [point])
    after = next(chain for chain in plain_rules.chains(joined) if point in chain.stones)
    found |= {"many-liberties"} if len(after.liberties) >= settings.many_liberties else set()
    found |= {"saves"} if saves_a_chain(game, point) else set()
    return found


def saves_a_chain(game: Game, point: Point) -> bool:
    """Return whether an own chain in atari has two liberties or more after the move, with its captures."""
    color, chains = game.to_play, plain_rules.chains(game.position)
    taken = [stone for chain in chains if chain.color == 3 - color and set(chain.liberties) == {point} for stone in chain.stones]
    later = plain_rules.chains(game.position.put(color, [point]).put(EMPTY, taken))
    return any(
        len(grown.liberties) > 1
        for chain in chains
        if chain.color == color and len(chain.liberties) == 1
        for grown in later
        if set(chain.stones) <= set(grown.stones)
    )


def groups_at(drawing, mark, to_play=BLACK):
    drawn = read_marked_diagram(drawing)
    game = Game.from_position(drawn.position, to_play)
    state = state_of(game, grouping=GroupingSettings(tuple(SINGLE)))
    mask = int(action_groups(state, int(cell_at(drawn.marks[mark], drawn.position.size))))
    return {name for name in SINGLE if mask >> GROUPS[name] & 1}


def test_capturing_the_attacker_saves():
    """Table 2.1 of the source: pieces under threat "which could then be spared if a particular move was made"."""
    drawing = """
        . X O a .
        O X O X .
        . O X . .
        . . . . .
        . . . . .
    """
    assert {"kills", "saves"} <= groups_at(drawing, "a")


def test_last_moves_are_part_of_the_key_while_groups_depend_on_them():
    one, other = Game(SIZE), Game(SIZE)
    for point in ("A1", "E5", "C3"):
        one.play(point)
    for point in ("C3", "E5", "A1"):
        other.play(point)
    for groups, is_same in ((("enemy-distance", "else"), False), (("kills", "else"), True), (("friendly-distance",), True)):
        first, second = (state_of(game, grouping=GroupingSettings(groups)) for game in (one, other))
        assert (position_key(first) == position_key(second)) == is_same


def test_saito_is_within_two_points():
    """After a move in the centre of 5x5 twelve points are within two points of it, by Manhattan distance: 4 at one, 8 at two."""
    game = Game(SIZE)
    game.play("C3")
    state = state_of(game, grouping=SAITO)
    near = 1 << GROUPS["enemy-distance"]
    points = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) != (2, 2)]
    found = {point for point in points if int(action_groups(state, int(cell_at(point, SIZE)))) == near}
    assert found == {(x, y) for x, y in points if abs(x - 2) + abs(y - 2) <= 2} and len(found) == 12


SINGLE = [name for name in GROUPS if name != "chain"]


@pytest.mark.parametrize("seed", range(4))
def test_groups_agree_with_their_definitions(seed):
    settings = GroupingSettings(tuple(SINGLE), distance=2, threat_liberties=2, many_liberties=4, maker_chains=2)
    game = random_game(seed, 14 + seed)
    state = state_of(game, grouping=settings)
    for point in all_points(SIZE):
        if game.color_at(point) == EMPTY:
            mask = int(action_groups(state, int(cell_at(point, SIZE))))
            found = {name for name in SINGLE if mask >> GROUPS[name] & 1}
            assert found == expected_groups(game, point, settings), point


def test_each_weak_chain_has_a_group_of_its_liberties():
    game = random_game(2, 15)
    settings = GroupingSettings(("chain",), chain_stones=2, chain_liberties=3)
    state = state_of(game, grouping=settings)
    by_bit: dict[int, set[Point]] = {}
    for point in all_points(SIZE):
        if game.color_at(point) == EMPTY:
            mask = int(action_groups(state, int(cell_at(point, SIZE))))
            for bit in range(16, 48):
                if mask >> bit & 1:
                    by_bit.setdefault(bit, set()).add(point)
    weak = [chain for chain in plain_rules.chains(game.position) if len(chain.stones) >= 2 and len(chain.liberties) <= 3]
    assert sorted(map(sorted, by_bit.values())) == sorted(sorted(chain.liberties) for chain in weak)
    assert weak


def test_without_overlap_each_move_is_in_the_first_of_its_groups():
    game = Game(SIZE)
    game.play("C3")
    state = state_of(game, grouping=SAITO)
    masks = {point: int(action_groups(state, int(cell_at(point, SIZE)))) for point in all_points(SIZE) if point != (2, 2)}
    assert all(mask.bit_count() == 1 for mask in masks.values())
    assert masks[2, 0] == 1 << GROUPS["enemy-distance"], "near comes before the border"
    assert masks[0, 0] == 1 << GROUPS["border"]
    far = Game.from_position(Position.of(SIZE), BLACK)
    assert int(action_groups(state_of(far, grouping=SAITO), int(cell_at((2, 2), SIZE)))) == 1 << GROUPS["else"]


def test_a_pass_is_in_the_group_else():
    state = state_of(Game(SIZE), grouping=GroupingSettings(("border",)))
    assert int(action_groups(state, 0)) == 1


LADDER = """
    . . . . . . .
    . . . . . . .
    . . . X X . .
    . . X O a . .
    . . . b . . .
    . . . . . c .
    . . . . . . .
"""


def test_a_working_ladder_is_found_and_a_broken_one_is_not():
    go_problem(7)
    names = [field.name for field in dataclasses.fields(PriorSettings)]
    weights = PriorSettings(**{name: 10.0 if name in ("even", "ladder") else 0.0 for name in names})
    drawing = read_marked_diagram(LADDER)
    broken = drawing.position.put(WHITE, [drawing.marks["c"]])
    values = {}
    for name, position in (("works", drawing.position), ("broken", broken)):
        state = state_of(Game.from_position(position, BLACK), priors=weights)
        kept = new_readers(state, 1)
        values[name] = {mark: float(action_prior(state, int(cell_at(drawing.marks[mark], 7)))[0]) for mark in "ab"}
        assert kept[0][0].busy == 0
    assert values == {"works": {"a": 0.5, "b": 0.75}, "broken": {"a": 0.5, "b": 0.5}}


LONG_LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . c . .
    . . . . . . . . .
    . . b . . . . . .
    . X a d . . . . .
    . X O X . . . . .
    . X X . . . . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("to_play", "has_run", "breaker", "expected"),
    [
        (BLACK, True, False, {"b": 0.95, "d": 0.5}),  # caught: the atari counts as won
        (BLACK, True, True, {"b": 0.5, "d": 0.5}),  # with the breaker the chase is short: left to the search
        (WHITE, False, False, {"a": 0.05}),
        (WHITE, False, True, {"a": 0.5}),
    ],
)
def test_a_long_ladder_weighs_as_much_as_its_setting(to_play, has_run, breaker, expected):
    go_problem(9)
    names = [field.name for field in dataclasses.fields(PriorSettings)]
    weights = PriorSettings(**{name: {"even": 10.0, "long_ladder": 90.0}.get(name, 0.0) for name in names})
    drawing = read_marked_diagram(LONG_LADDER)
    position = drawing.position.put(WHITE, [drawing.marks[mark] for mark in "a" * has_run + "c" * breaker])
    state = state_of(Game.from_position(position, to_play), priors=weights)
    kept = new_readers(state, 1)
    values = {mark: float(action_prior(state, int(cell_at(drawing.marks[mark], 9)))[0]) for mark in expected}
    assert kept and values == pytest.approx(expected)
