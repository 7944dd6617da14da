"""Levels of strength: fewer playouts, and moves at first sight that are drawn by the priors."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from miai.experiments.frame import Cell
from miai.experiments.go_engine.levels import EXPERIMENT, Parameters, derived, matches
from miai.go.levels import FULL, GNU_GO_ERROR, GNU_GO_KYU, LEVELS, RATINGS, Rank, level_numbered, rank_of, rank_of_level, rating_of
from miai.go.notation.coordinates import BLACK
from miai.go.player import Player, PlayerSettings
from miai.go.player.deciding import pick_row
from miai.search.result import ActionResult
from miai.web.page.dialogs import describe_level


def row(action: int, visits: int, prior: float, weight: float) -> ActionResult:
    """Return a row of a search that only the choice of a move reads."""
    return ActionResult(action, str(action), visits, visits, 0.5, None, None, 0.0, 1.0, prior, weight, None, 0)


LEGAL = [row(1, 90, 0.9, 10.0), row(2, 10, 0.5, 4.0), row(3, 0, 0.5, 2.0), row(4, 0, 0.0, 1.0)]
SEARCHED = LEGAL[:2]


def chosen(level: int, count: int = 4000) -> Counter[int]:
    """Return how often each action is chosen, in games with different seeds."""
    settings = PlayerSettings(level=level)
    return Counter(pick_row(SEARCHED, LEGAL, replace(settings, seed=seed), 7).action for seed in range(count))


def test_there_are_twenty_levels_from_first_sight_to_no_limit():
    assert len(LEVELS) == FULL == 20
    assert LEVELS[0].sight == 1 and LEVELS[-1].playouts is None
    assert [level.sight for level in LEVELS] == sorted((level.sight for level in LEVELS), reverse=True)
    playouts = [level.playouts for level in LEVELS[:-1]]
    assert playouts == sorted(playouts) and all(level.sight == 0 for level in LEVELS[11:])


def test_levels_limit_the_playouts_together_with_the_setting():
    assert PlayerSettings(level=FULL).most_playouts is None
    assert PlayerSettings(level=12).most_playouts == LEVELS[11].playouts
    assert PlayerSettings(level=12, playouts=7).most_playouts == 7
    player = Player(9, settings=PlayerSettings(level=3, memory=8))
    player.choose(BLACK)
    assert player.thinker.playouts <= level_numbered(3).playouts


def test_a_move_at_first_sight_is_drawn_by_the_wins_of_its_prior():
    # level 1 draws every move with weights prior x weight: 9, 2, 1 and 0
    found = chosen(1)
    assert found[4] == 0, "a move that the priors rule out is never drawn"
    for action, share in ((1, 9 / 12), (2, 2 / 12), (3, 1 / 12)):
        assert found[action] / 4000 == pytest.approx(share, abs=0.03)


def test_a_share_of_the_moves_is_played_at_first_sight():
    level = level_numbered(9)
    unlikely = level.sight * (2**level.focus + 1) / (9**level.focus + 2**level.focus + 1)
    assert 1 - chosen(9)[1] / 4000 == pytest.approx(unlikely, abs=0.01)


@pytest.mark.parametrize("level", [12, 20])
def test_stronger_levels_always_play_the_best_move(level):
    assert set(chosen(level, 50)) == {1}


def test_without_priors_the_best_move_is_played():
    legal = [row(1, 5, 0.5, 0.0), row(2, 3, 0.5, 0.0)]
    assert {pick_row(legal, legal, PlayerSettings(level=1, seed=seed), 0).action for seed in range(30)} == {1}


def test_the_same_seed_draws_the_same_move():
    assert chosen(2, 50) == chosen(2, 50)


def test_a_weak_level_plays_a_whole_game():
    player = Player(9, settings=PlayerSettings(level=1, seed=3, memory=8))
    for number in range(12):
        player.genmove(1 + number % 2)
    assert len(player.game.moves) == 12


def test_ranks_grow_with_the_level():
    ranks = [rank for rank in map(rank_of_level, range(1, FULL + 1)) if rank is not None]
    assert ranks and all(rank.error >= GNU_GO_ERROR / 2 for rank in ranks)
    assert [rank.kyu for rank in ranks] == sorted((rank.kyu for rank in ranks), reverse=True)


def test_ranks_follow_the_expected_scores_of_the_federation():
    assert rank_of(0, 0) == Rank(GNU_GO_KYU, GNU_GO_ERROR)
    # 3 kyu (rating 1800) against 8 kyu (rating 1300): the odds are (2000 / 1500) ** 7, that is 350 Elo
    odds = ((3300 - 1300) / (3300 - 1800)) ** 7
    assert rank_of(400 * math.log10(odds), 0).kyu == 3
    assert rank_of(-300, 200).error > rank_of(-300, 100).error > rank_of(-300, 0).error


def test_a_level_between_two_measured_ones_is_between_them():
    low, high = sorted(RATINGS)[:2]
    assert high == low + 2
    between, _ = rating_of(low + 1)
    assert between == pytest.approx((RATINGS[low][0] + RATINGS[high][0]) / 2)
    assert rating_of(low) == RATINGS[low] and rating_of(FULL) is None


def test_ratings_add_the_distances_and_their_errors():
    parameters = Parameters(levels=(1, 3, 5))
    assert matches(parameters) == [(1, 3), (3, 5)]
    cells = [
        Cell({"weak": 1, "strong": 3, "block": 0}, "won", 30.0, count=40),
        Cell({"weak": 3, "strong": 5, "block": 0}, "won", 10.0, count=20),
        Cell({"weak": 3, "strong": 5, "block": 1}, "won", 20.0, count=20),
    ]
    ratings = [cell for cell in derived(parameters, cells) if cell.measure == "rating"]
    assert [cell.parameters["level"] for cell in ratings] == [3, 5]
    # three of four games are 400 log10(3) = 191 Elo, twice
    assert ratings[0].value == pytest.approx(190.85, abs=0.1) and ratings[1].value == pytest.approx(2 * 190.85, abs=0.1)
    halves = [(cell.high - cell.low) / 2 for cell in ratings]
    assert halves[1] == pytest.approx(2**0.5 * halves[0], rel=1e-6)


def test_the_rating_ends_where_all_games_were_won():
    cells = [Cell({"weak": 1, "strong": 3, "block": 0}, "won", 4.0, count=4)]
    assert not [cell for cell in derived(Parameters(levels=(1, 3, 5)), cells) if cell.measure == "rating"]


def test_the_experiment_has_a_match_for_each_step_of_the_list():
    jobs = list(EXPERIMENT.jobs(Parameters(levels=(1, 10), games=8)))
    assert [(job["weak"], job["strong"], job["block"]) for job in jobs] == [(1, 10, 0), (1, 10, 1)]


def test_the_dialog_of_a_new_game_describes_a_level():
    assert describe_level(1) == "Plays every move at first sight, without reading."
    assert describe_level(9).startswith("Plays 23 % of its moves at first sight, without reading. On 9")
    assert describe_level(9).endswith(" about 10 kyu, give or take 5.")
    assert describe_level(18) == "At most 3,000 playouts per move." and describe_level(FULL) == "Full strength."
    assert [describe_level(each) for each in (None, 0, 2.5, 21)] == [""] * 4


def test_the_page_of_results_has_the_ranks_of_the_dialog():
    page = (Path(__file__).parents[3] / "docs/results/levels.md").read_text("utf-8")
    rows = {
        line.split("|")[1].strip(): [word.strip() for word in line.split("|")[2:-1]] for line in page.splitlines() if "|" in line
    }
    shown = [rank for rank in map(rank_of_level, range(1, FULL + 1)) if rank is not None]
    assert rows["kyu"] == [str(rank.kyu) for rank in shown] and rows["±"] == [str(rank.error) for rank in shown]
