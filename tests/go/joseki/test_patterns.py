"""Patterns of corners and sides, qualities, and the evaluation of openings: against a slow twin and numbers computed by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.go.board.board import cell_at, point_at
from miai.go.joseki import regions
from miai.go.joseki.desk import new_desks
from miai.go.joseki.evaluation import evaluate_moves, open_desk
from miai.go.joseki.matching import canonical, read_keys
from miai.go.joseki.memory import memory_of
from miai.go.joseki.priors import add_virtual_visits, spread_chances
from miai.go.joseki.qualities import ADJACENT, HIGHER, LIBERTIES, ROWS_34, STONES, measure_qualities
from miai.go.joseki.settings import JosekiSettings
from miai.go.joseki.tables import JosekiTables
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.notation.position import Position
from miai.go.rules.game import Game
from tests.twins import joseki as twin

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(COMPILING and not CHECKED, reason="this board size takes long to compile: only with checked bounds"),
]
KINDS = ("small", "big", "side")
DIRECTION = np.array([0.6, 0.8])
ENCODING = np.array([[0.02, 0.01, 0.3, 0.05, 0.1, 0.0, 0.04, 0.01], [0.05, 0.03, -0.1, 0.02, 0.2, 0.0, 0.01, 0.02]])


def random_game(seed, moves):
    """Return a game on lines 3 to 17, where stones meet in corners."""
    game, source = Game(19), random.Random(seed)
    while len(game.moves) < moves:
        corner = source.choice([(0, 0), (0, 1), (1, 0), (1, 1)])
        x, y = (source.randrange(1, 7) if not each else 18 - source.randrange(1, 7) for each in corner)
        if game.is_legal((x, y), game.to_play):
            game.play((x, y))
    return game


def keys_of(memory, game):
    _, kept = new_desks(1)
    ply = kept[0][0]
    ply.board = game.board
    read_keys(memory.record, ply)
    return [tuple(map(int, canonical(ply.keys, region))) for region in range(regions.REGIONS)]


def empty_memory():
    from miai.go.joseki.memory import without_patterns

    return without_patterns()


@pytest.mark.parametrize("kind", range(3))
def test_the_drawings_are_the_shapes_of_the_definition(kind):
    assert sorted(regions.ALL_KINDS[kind].points) == sorted(twin.shape(KINDS[kind]))
    assert regions.LENGTHS == (43, 66, 87)


def test_two_regions_have_the_same_key_exactly_if_a_symmetry_or_an_exchange_of_colours_maps_them_to_each_other():
    memory, forms_of, chosen = empty_memory(), {}, {}
    for seed in range(4):
        game = random_game(seed, 4 + 3 * seed)
        for region, (key, variant) in enumerate(keys_of(memory, game)):
            kind, forms = KINDS[region // 4], twin.forms(game.position, KINDS[region // 4], region % 4)
            least = kind, min(forms.values())
            assert forms_of.setdefault(key, least) == least
            # the variant turns the stones into the same form wherever the pattern stands
            form = forms[variant % 2, variant // 2]
            assert chosen.setdefault(key, form) == form
    assert len(set(forms_of.values())) == len(forms_of) > 20


def test_a_big_corner_counts_only_if_its_rim_is_empty():
    rim = [regions.turned(point, 2) for point in regions.ALL_KINDS[regions.BIG].rim()]
    assert len(rim) == 12
    assert {point_at(int(cell), 19) for cell in regions.rims_of_big_corners()[2]} == set(rim)
    game = Game.from_position(Position.of(19, [rim[0]], []), WHITE)
    assert [twin.is_enclosed(game.position, place) for place in range(4)] == [True, True, False, True]


def test_qualities_computed_by_hand():
    """Two stones in contact in a corner: Black C3 (a), White D3 (b), and a lone black stone on K10."""
    game = Game.from_position(Position.of(19, [(2, 2), (9, 9)], [(3, 2)]), BLACK)
    memory, (desks, kept) = empty_memory(), new_desks(1)
    open_desk(memory.record, desks[0], game.board)
    measure_qualities(memory.record, desks[0], kept[0][0])
    black, white = desks[0].qualities
    assert (black[STONES], white[STONES]) == (2, 1)
    assert (black[LIBERTIES], white[LIBERTIES]) == (3 + 4, 3)
    assert (black[ADJACENT], white[ADJACENT]) == (0, 0)  # three liberties each
    assert black[HIGHER] == 40 + 1  # all around the stone in the centre, and E5 from C3
    # line 3 and 4 within 4 of C3: counted on a drawing
    assert black[ROWS_34] == sum(
        abs(x - 2) + abs(y - 2) <= 4 and min(x, y) in (2, 3) and (x, y) not in ((2, 2), (3, 2))
        for x in range(10)
        for y in range(10)
    )


@pytest.mark.parametrize("seed", range(3))
def test_qualities_agree_with_the_definition(seed):
    game = random_game(seed, 30 + 25 * seed)
    memory, (desks, kept) = empty_memory(), new_desks(1)
    open_desk(memory.record, desks[0], game.board)
    measure_qualities(memory.record, desks[0], kept[0][0])
    assert np.allclose(np.asarray(desks[0].qualities), twin.qualities(game.position, []))


def table_of(game, seed):
    """Return tables with a pattern for each region that has stones in a game after 0 to 3 more moves, with random numbers."""
    source, memory = random.Random(seed), empty_memory()
    rows, forms = {}, {}
    for extra in range(4):
        later = game.copy()
        for _ in range(extra):
            near = [(x, y) for x in range(2, 17) for y in range(2, 17) if later.is_legal((x, y), later.to_play)]
            later.play(source.choice(near))
        for region, (key, variant) in enumerate(keys_of(memory, later)):
            kind = region // 4
            rows[key] = (kind, source.uniform(0.2, 0.8) * regions.LENGTHS[kind])
            form = twin.forms(later.position, KINDS[kind], region % 4)[variant % 2, variant // 2]
            forms[KINDS[kind], min(twin.forms(later.position, KINDS[kind], region % 4).values())] = key, form
    keys = sorted(rows)
    answers = {}
    for key in keys:
        points = source.sample(range(regions.LENGTHS[rows[key][0]]), 4)
        answers[key] = [(point, source.choice((1, 2)), 40 - 10 * index) for index, point in enumerate(points)]
    flat = [each for key in keys for each in answers[key]]
    tables = JosekiTables(
        keys=np.array(keys, np.uint64),
        kinds=np.array([rows[key][0] for key in keys], np.uint8),
        games=np.full(len(keys), 100, np.uint32),
        means=np.array([rows[key][1] for key in keys], np.float32),
        deviations=np.full(len(keys), 5.0, np.float32),
        answered=np.full((len(keys), 2), 80, np.uint32),
        starts=np.arange(0, 4 * len(keys) + 1, 4, dtype=np.uint32),
        points=np.array([each[0] for each in flat], np.uint8),
        colors=np.array([each[1] for each in flat], np.uint8),
        counts=np.array([each[2] for each in flat], np.uint32),
        encodings=np.stack([ENCODING, ENCODING]),
    )
    tables.check()
    return tables, forms


def twin_of(tables, forms, width):
    """Return the slow evaluation with the same tables."""
    table = {}
    for index, key in enumerate(tables.keys):
        kind = int(tables.kinds[index])
        mean, length = float(tables.means[index]), regions.LENGTHS[kind]
        answers = [
            (regions.ALL_KINDS[kind].points[int(tables.points[at])], int(tables.colors[at]), int(tables.counts[at]))
            for at in range(int(tables.starts[index]), int(tables.starts[index + 1]))
        ]
        table[int(key)] = twin.TableRow(mean - 0.5, length - mean - 0.5, answers)

    def key_of(position, kind, place):
        here = twin.forms(position, kind, place)
        key, form = forms.get((kind, min(here.values())), (None, None))
        variants = [each for each in ((0, 0), (1, 0), (0, 1), (1, 1)) if here[each] == form]
        return key, variants[0] if variants else (0, 0)

    return twin.Evaluation(table, key_of, ENCODING, DIRECTION, width)


@pytest.mark.parametrize("depth", [0, 2, 3] if COMPILING else [2])
def test_candidates_and_their_values_agree_with_plain_minimax(depth):
    game = random_game(depth, 5)
    tables, forms = table_of(game, depth)
    memory, (desks, _plies) = memory_of(tables), new_desks(1)
    open_desk(memory.record, desks[0], game.board)
    count = int(evaluate_moves(memory.record, desks[0], DIRECTION, depth, 2))
    found = {point_at(int(desks[0].moves[i]), 19): float(desks[0].values[i]) for i in range(count)}
    expected = twin_of(tables, forms, 2).candidates(game, depth)
    assert len(found) >= 2
    assert found == pytest.approx(expected)


def test_the_value_of_a_candidate_is_that_of_its_leaf():
    game = random_game(5, 6)
    tables, _ = table_of(game, 5)
    memory, (desks, _plies) = memory_of(tables), new_desks(1)
    open_desk(memory.record, desks[0], game.board)
    for i in range(int(evaluate_moves(memory.record, desks[0], DIRECTION, 2, 2))):
        assert desks[0].values[i] == pytest.approx(0.6 * desks[0].firsts[i] + 0.8 * desks[0].seconds[i])


def test_answers_move_chance_within_a_region_and_keep_the_sum():
    game = random_game(1, 8)
    tables, _ = table_of(game, 1)
    memory, (desks, _plies) = memory_of(tables), new_desks(1)
    open_desk(memory.record, desks[0], game.board)
    before = np.where(np.asarray(game.board.color) == 0, 1 / 353, 0).astype(np.float32)
    chance = before.copy()
    spread_chances(memory.record, desks[0], JosekiSettings(answers=0.5).as_record(), chance)
    assert chance.sum() == pytest.approx(1.0, abs=1e-4)
    assert (chance >= 0).all() and chance.max() > 2 * before.max()
    unchanged = before.copy()
    spread_chances(memory.record, desks[0], JosekiSettings(answers=0.0).as_record(), unchanged)
    assert (unchanged == before).all()


@pytest.mark.parametrize("combine, expected", [("wins", (0.97 * 150 + 4.0) / 154.0), ("visits", (0.97 * 150 + 12.0) / 170.0)])
def test_virtual_visits_computed_by_hand(combine, expected):
    """Two candidates, 2 and -2 standard deviations: the better one is won at 1/2 + 0.05 x 2 = 0.6, the other one gets nothing."""
    desks, _plies = new_desks(1)
    desk = desks[0]
    desk.count = 2
    desk.moves[:2], desk.values[:2] = [50, 60], [3.0, -1.0]
    value, weight = np.full(regions.CELLS, 0.97, np.float32), np.full(regions.CELLS, 150.0, np.float32)
    add_virtual_visits(desk, JosekiSettings(visits=20, intensity=0.05, combine=combine).as_record(), value, weight)
    assert value[50] == pytest.approx(expected) and value[60] == pytest.approx(0.97)
    assert weight[60] == 150
    assert (value[50] > 0.97) == (combine == "wins")


def test_a_capture_changes_the_patterns_of_regions_that_the_move_is_not_in():
    """White's stone on the rim of the left corner is captured by a move outside of the corner."""
    black = [(9, 0), (8, 1)]
    game = Game.from_position(Position.of(19, black, [(8, 0)]), BLACK)
    assert int(cell_at((7, 0), 19)) > 0 and game.is_legal((7, 0), BLACK)
    memory = empty_memory()
    before = keys_of(memory, game)
    game.play((7, 0))
    after = keys_of(memory, game)
    assert before[4] != after[4] and before[2] == after[2]
