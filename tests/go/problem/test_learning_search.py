"""Learning playouts in the search: determinism, kept tables, balance, threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from miai.bench.search import go_state, lent_learners
from miai.go.board.board import cell_count
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.player import Player, PlayerSettings, change, preset_named
from miai.go.player.preparing import small_settings
from miai.go.player.settings import change_all
from miai.go.player.thinking import Limit, Thinker
from miai.go.playouts.learning.knowledge import Knowledge
from miai.go.playouts.observers import CONTEXT_MOVE, REPLY_MOVE
from miai.go.problem import go_problem, learning_problem, problem_with
from miai.go.rules.game import Game
from miai.search import Search
from miai.wls.states import QUARTILE
from tests.twins.taught_playouts import taught_by

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
    large = small_settings(9, change_all(QUICK, ["learning.context_bits=16", "learning.reply_bits=13", "learning.memory=0"]))
    assert Knowledge(9, large.learning).reply_bits < 13


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


# --- the tree teaches the playouts ---


def taught_player(*words: str) -> Player:
    settings = ["learning.teacher=both", "learning.tree_visits=3", "learning.replies=16", "learning.memory=16", *words]
    player = Player(SIZE, settings=change_all(QUICK, settings))
    player.play(BLACK, (2, 2))
    return player


def layer(table: np.ndarray, number: int) -> np.ndarray:
    return np.asarray(table).reshape(2, -1)[number]


def compare_with_twin(player: Player) -> None:
    """Compare the layer of the tree with what the twin reads from the graph."""
    thinker, cells = player.thinker, cell_count(SIZE)
    known: Knowledge = thinker.knowledge
    taught = taught_by(known, thinker.search.view(), thinker.search.states[0].board)
    rates = layer(known.context_rates.state, 1)
    moves = {((color - 1) * cells + cell << known.context_bits) + bits: key for key in taught.moves for color, cell, bits in [key]}
    assert len(moves) > 20 and {int(i): int(rates[i]) for i in np.flatnonzero(rates)} == {
        place: taught.state(taught.moves[key]) for place, key in moves.items()
    }
    rates = layer(known.reply_rates.state, 1)
    for (color, last, cell, bits), record in taught.replies.items():
        assert rates[(((color - 1) * cells + last) * cells + cell << known.reply_bits) + bits] == taught.state(record)
    assert np.count_nonzero(rates) == len(taught.replies)
    lists = layer(known.reply_lists, 1).reshape(-1, known.settings.replies)
    for (color, last, bits), replies in taught.lists.items():
        entries = [int(entry) for entry in lists[((color - 1) * cells + last << known.reply_bits) + bits] if entry]
        found = {(entry & 0xFFFF, entry >> 16 & 0xFFFF) for entry in entries}
        assert found == replies if len(replies) <= known.settings.replies else found < replies
    assert np.count_nonzero(lists) == sum(min(len(replies), known.settings.replies) for replies in taught.lists.values())


@pytest.mark.parametrize("words", [(), ("mode=tree", "learning.tree_visits=1", "learning.context=8"), ("learning.teacher=tree",)])
def test_the_tree_of_a_search_teaches_what_its_twin_reads(words):
    player = taught_player(*words)
    player.choose(WHITE)
    compare_with_twin(player)
    from_playouts = layer(player.thinker.knowledge.context_rates.state, 0)
    assert from_playouts.any() == ("learning.teacher=tree" not in words)


def test_groups_of_moves_teach_the_same_position():
    player = taught_player("grouping=given", "group.groups=enemy-distance,else")
    player.choose(WHITE)
    compare_with_twin(player)


def test_the_last_tree_suggests_moves_in_the_next_search_and_playouts_do_not_change_its_layer():
    player = taught_player("learning.teacher=tree", "learning.tree_visits=1", "learning.context=4")
    player.genmove(WHITE)
    assert player.thinker.steps()[:, [int(REPLY_MOVE), int(CONTEXT_MOVE)]].sum() == 0, "no tree has taught anything yet"
    table = player.thinker.knowledge.context_rates.tobytes()
    player.thinker.prepare(player.game, BLACK)
    player.thinker.search.advance(50)
    assert player.thinker.steps()[:, [int(REPLY_MOVE), int(CONTEXT_MOVE)]].sum() > 0
    assert player.thinker.knowledge.context_rates.tobytes() == table


def test_pondering_teaches_too():
    player = taught_player()
    player.ponder(lambda: player.thinker.simulations >= 100)
    assert layer(player.thinker.knowledge.context_rates.state, 1).any()


def test_without_keep_only_the_last_tree_remains_after_a_move():
    player = taught_player("learning.keep=off")
    player.genmove(WHITE)
    known = player.thinker.knowledge
    assert not layer(known.context_rates.state, 0).any() and layer(known.context_rates.state, 1).any()
    player.choose(BLACK)
    compare_with_twin(player)
