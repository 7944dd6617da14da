"""Learning playouts in the search: determinism, kept tables, balance, threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from miai.bench.search import go_state, lent_learners
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.player import Player, PlayerSettings, change, preset_named
from miai.go.player.preparing import small_settings
from miai.go.player.settings import change_all
from miai.go.player.thinking import Limit, Thinker
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE
from miai.go.problem import go_problem, learning_problem, problem_with
from miai.go.rules.game import Game
from miai.search import Search
from miai.wls.states import QUARTILE

SIZE = 5
QUICK = replace(preset_named("learning"), playouts=200, judge_playouts=60, memory=8, seed=3, early_stop=False)


def visits_of(player: Player) -> dict[int, int]:
    return {row.action: row.visits for row in player.thinker.result().actions}


def test_one_seed_gives_the_same_moves_and_visits_whatever_an_earlier_game_learned():
    found = []
    player = Player(SIZE, settings=QUICK)
    for _ in range(2):
        player.start()
        moves = [player.genmove(color).move for color in (BLACK, WHITE, BLACK)]
        found.append((moves, visits_of(player), player.thinker.knowledge.context_rates.tobytes()))
    assert found[0] == found[1]
    steps = player.thinker.steps()
    assert steps[:, int(REPLY_MOVE)].sum() + steps[:, int(CONTEXT_MOVE)].sum() > 0


def test_draws_without_suggestions_suggest_nothing_and_one_seed_gives_one_result():
    settings = replace(QUICK, learning=preset_named("learning-draws").learning)
    found = []
    for words in ([], [], ["learning.draws=1"]):
        player = Player(SIZE, settings=change_all(settings, words))
        player.genmove(BLACK)
        found.append((visits_of(player), player.thinker.knowledge.context_rates.tobytes()))
        assert player.thinker.steps()[:, [int(REPLY_MOVE), int(CONTEXT_MOVE)]].sum() == 0
    assert found[0] == found[1] != found[2]
    assert not any(found[2][1]), "moves that are not used are not learned"


@pytest.mark.parametrize("keep", [True, False])
def test_learned_tables_are_kept_after_a_move_only_if_the_setting_is_on(keep):
    player = Player(SIZE, settings=change(QUICK, "learning.keep", str(keep)))
    player.genmove(BLACK)
    assert player.thinker.knowledge.context_rates.state.any() == keep
    assert player.thinker.knowledge.reply_lists.any() == keep


def windows(balance: bool) -> np.ndarray:
    """Return the windows of four seeds: one search may lean to one side by more than a standard error."""
    return np.concatenate([windows_of(seed, balance) for seed in range(1, 5)])


def windows_of(seed: int, balance: bool) -> np.ndarray:
    """Return Black's excess of suggestions in standard errors, in the later windows of 50 playouts; komi decides the game."""
    words = [f"seed={seed}", "learning.context=8", f"learning.z={QUARTILE}", "learning.memory=8", "margin_weight=0"]
    settings = change_all(QUICK, [f"learning.balance={balance}", *words])
    thinker, game = Thinker(settings), Game(SIZE, "chinese", komi=12.5)
    thinker.prepare(game, BLACK)
    errors = []
    for window in range(120):
        before = thinker.steps()
        thinker.think(Limit(playouts=50))
        black, white = (thinker.steps() - before)[1:, int(CONTEXT_MOVE)]
        if window >= 60:
            errors.append((black - white) / max(1, black + white) ** 0.5)
    return np.array(errors)


def test_balance_brings_the_counts_of_both_colours_within_two_standard_errors_in_a_lopsided_position():
    balanced, fixed = windows(True), windows(False)
    assert np.mean(abs(balanced) <= 2) > 0.7
    assert abs(np.mean(balanced)) < 1
    assert abs(np.mean(fixed)) > 2


def test_short_searches_have_small_tables():
    settings = small_settings(19, preset_named("learning"))
    assert settings.learning == replace(preset_named("learning").learning, memory=32.0)
    assert small_settings(9, change(QUICK, "learning.memory", "4")).learning.memory == 4


def test_threads_share_learned_tables():
    player = Player(SIZE, settings=replace(QUICK, threads=2, playouts=400))
    player.genmove(BLACK)
    learners = player.thinker._learners
    assert len(learners) == 2 and learners.context_rates_at[0] == learners.context_rates_at[1]
    assert int(player.thinker.knowledge.shared[0].playouts) == pytest.approx(400, rel=0.1)


def test_a_problem_is_registered_once_however_it_is_asked_for():
    assert problem_with(5, True) is problem_with(5, learns=True) is learning_problem(5)
    assert problem_with(5) is problem_with(size=5, knows=False) is go_problem(5)


def test_learning_is_off_by_default_and_its_settings_have_names():
    assert not PlayerSettings().learning.on and preset_named("learning").learning.on
    assert change_all(PlayerSettings(), ["learning.on=yes", "learning.memory=4"]).learning.memory == 4


def test_the_benchmark_of_the_search_includes_learning_playouts():
    state = go_state(5, "learning")
    knowledge, learners = lent_learners(state, 5, 1)
    assert Search(state, memory=16).run(4).simulations == 4
    assert learners[0].steps.sum() > 0 and knowledge.shared[0].playouts >= 4
