"""OpenSpiel and miai, both ways. Their exact solutions, bots and random tests are independent of ours."""

import json
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import miai
from miai.core.errors import UserError
from miai.problems import load
from miai.problems.exact import solve_exactly
from miai.problems.openspiel import SearchBot, host, openspiel_problem, register_games, state_like
from miai.search import Search
from miai.search.problem import CHANCE, apply_action, chance_weight, is_terminal, legal_actions, player_to_act, position_key, reward

PIG = "openspiel:pig(winscore=4,horizon=12,diceoutcomes=3)"
"""Small enough to solve, and its search is compiled with that of the others."""


def random_state(game, length, seed):
    """A state of OpenSpiel after some random actions, or where the play ended before."""
    state, draw = pyspiel.load_game(game).new_initial_state(), random.Random(seed)
    while len(state.history()) < length and not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("seed", range(12))
def test_exact_values_of_tic_tac_toe_agree_with_ours_and_with_their_minimax(seed):
    theirs = random_state("tic_tac_toe", 2 + seed % 5, seed)
    ours = load("tictactoe").start()
    for cell in theirs.history():
        apply_action(ours, np.int32(cell))
    expected = solve_exactly(ours).value[0]  # from 0 to 1; theirs are from -1 to 1
    assert (solve_exactly(state_like(theirs)).value[0] + 1) / 2 == expected
    value, _ = minimax.alpha_beta_search(theirs.get_game(), state=theirs, maximizing_player_id=0)
    assert (value + 1) / 2 == expected


def test_the_search_proves_the_draw():
    result = miai.search(load("openspiel:tic_tac_toe").start(), until_proven=True, seed=1, memory=16)
    assert (result.value, result.proven) == (0.5, True)
    assert result.transpositions > 100


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "breakthrough", "2048", "amazons", "pig", "nim"])
def test_a_record_answers_as_the_state_that_it_stands_for(game):
    for seed in range(3):
        theirs = random_state(game, 3 + 11 * seed, seed)
        ours = state_like(theirs)
        assert bool(is_terminal(ours)) == theirs.is_terminal()
        problem = openspiel_problem(game)
        assert problem.state_text(ours) == str(theirs)
        if theirs.is_terminal():
            assert [reward(ours, player) for player in range(problem.players)] == theirs.returns()
            continue
        assert player_to_act(ours) == (CHANCE if theirs.is_chance_node() else theirs.current_player())
        assert legal_actions(ours) == theirs.legal_actions()
        if theirs.is_chance_node():
            assert [(each, chance_weight(ours, np.int32(each))) for each in legal_actions(ours)] == theirs.chance_outcomes()


@pytest.mark.parametrize("game", ["connect_four", "breakthrough(rows=4,columns=3)", "2048", "amazons"])
def test_states_with_one_key_have_one_future(game):
    """OpenSpiel's texts alone do not have this property: 2048 leaves the rewards out, amazons the lifted piece."""
    known, draw = {}, random.Random(1)
    for _ in range(30):
        foreign = pyspiel.load_game(game).new_initial_state()
        ours = openspiel_problem(game).start()
        while not foreign.is_terminal() and len(foreign.history()) < 60:
            action = draw.choice(foreign.legal_actions()[:2])
            foreign.apply_action(action)
            apply_action(ours, np.int32(action))
            future = (foreign.legal_actions(), foreign.is_terminal() and foreign.returns(), str(foreign))
            assert known.setdefault(int(position_key(ours)), future) == future
    assert len(known) > 20


def test_the_value_of_a_game_of_dice_is_its_expectation():
    state = load(PIG).start()
    exact = (solve_exactly(state).value[0] + 1) / 2
    result = miai.search(state, playouts=3000, seed=1, memory=16)
    assert result.value == pytest.approx(exact, abs=0.02)


def test_one_seed_gives_one_result():
    first, second = (miai.search(load("openspiel:connect_four").start(), 200, seed=5, memory=8) for _ in range(2))
    assert first.actions == second.actions
    assert miai.search(load("openspiel:connect_four").start(), 200, seed=6, memory=8).actions != first.actions


def test_rave_notes_the_actions_of_playouts():
    result = miai.search(load("openspiel:tic_tac_toe").start(), 100, seed=1, memory=8, rave="mse")
    assert all(row.rave_visits > row.visits for row in result.actions)


def test_threads_may_search_one_game():
    result = miai.search(load("openspiel:connect_four").start(), 300, seed=1, memory=8, threads=2)
    assert result.visits == 300
    assert sum(row.visits for row in result.actions) in (299, 300)  # the first may have ended at the root


@pytest.mark.parametrize(
    "name, message",
    [
        ("kuhn_poker", "openspiel:kuhn_poker has hidden information"),
        ("goofspiel", "openspiel:goofspiel has simultaneous moves"),
        ("tic_tac_to", "OpenSpiel has no game 'tic_tac_to'; did you mean openspiel:tic_tac_toe?"),
        ("nothing_like_it", "OpenSpiel has no game 'nothing_like_it'; it has"),
        ("morpion_solitaire", "openspiel:morpion_solitaire cannot be searched"),
        ("hex(board_size=x)", "OpenSpiel cannot load"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(name, message):
    with pytest.raises(UserError, match=f"^{message.replace('?', '.').replace('(', '.')}") as caught:
        load(f"openspiel:{name}")
    assert "\n" not in str(caught.value)


def test_without_openspiel_the_command_to_install_it_is_named(monkeypatch):
    from miai.core import extras

    monkeypatch.setattr(extras, "missing_modules", lambda extra: ["pyspiel"])
    with pytest.raises(UserError, match=r"pip install 'miai\[openspiel\]'"):
        load("openspiel:chess")


def raising_once(monkeypatch, error):
    """Let the next playout of any game raise."""
    play_out, waiting = host.GameHost.play_out, [error]

    def play_out_or_raise(self, place, seed):
        if waiting:
            raise waiting.pop()
        return play_out(self, place, seed)

    monkeypatch.setattr(host.GameHost, "play_out", play_out_or_raise)


def test_an_interrupt_inside_of_the_game_ends_the_search_and_keeps_its_graph(monkeypatch):
    running = Search(load("openspiel:connect_four").start(), seed=3, memory=8)
    raising_once(monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        running.run(10_000)
    done = running.simulations
    assert 0 < done < 10_000
    plain = Search(load("openspiel:connect_four").start(), seed=3, memory=8)
    assert running.result().actions == plain.run(done).actions


def test_an_error_inside_of_the_game_is_one_line(monkeypatch):
    raising_once(monkeypatch, ValueError("no such piece"))
    with pytest.raises(UserError, match=r"^connect_four of OpenSpiel fails: ValueError: no such piece$"):
        miai.search(load("openspiel:connect_four").start(), 500, seed=1, memory=8)


def test_the_number_of_positions_is_limited(monkeypatch):
    problem = openspiel_problem("breakthrough(rows=4,columns=2)")
    monkeypatch.setattr(host, "MOST_PLACES", 50)
    with pytest.raises(UserError, match="keeps 50 positions at most"):
        miai.search(problem.start(), 2000, seed=1, memory=8)


def test_upper_and_lower_case_are_different_moves_where_both_exist(monkeypatch):
    problem = openspiel_problem("chess")
    state = state_like(pyspiel.load_game("chess").new_initial_state())
    names = [problem.action_text(state, action) for action in legal_actions(state)]
    assert [problem.parse_action(state, name) for name in names] == legal_actions(state)
    assert problem.parse_action(state, "NF3") == problem.parse_action(state, "Nf3")


# --- our search as their bot ------------------------------------------------------------------------------------------------------


def play(game, bots, seed):
    """Returns of the first player; the bots see every action that OpenSpiel's own loop reports."""
    return pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0]


def their_bot(game, simulations, seed):
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 100, True, seed, False)


@pytest.mark.parametrize("name", ["connect_four", "miai_connect4"])
def test_our_bot_beats_their_search_with_a_tenth_of_the_simulations(name):
    register_games(["connect4"])
    game = pyspiel.load_game(name)
    points = 0.0
    for seed in range(4):
        points += play(game, [SearchBot(game, 200, seed=seed), their_bot(game, 20, seed)], seed)
        points -= play(game, [their_bot(game, 20, seed), SearchBot(game, 200, seed=seed)], seed)
    assert points >= 4  # of 8 games; equal bots would have 0


def test_a_bot_keeps_its_graph_and_restarts():
    game = pyspiel.load_game("tic_tac_toe")
    bot, state = SearchBot(game, 200, seed=1, solver=False), game.new_initial_state()
    state.apply_action(bot.step(state))
    state.apply_action(state.legal_actions()[0])
    bot.step(state)
    assert bot.running.result().visits > 200
    bot.restart()
    bot.step(game.new_initial_state())
    assert bot.running.result().visits == 200


def test_a_bot_reports_its_policy():
    state = random_state("tic_tac_toe", 3, 1)
    policy, action = SearchBot(state.get_game(), 100, seed=1).step_with_policy(state)
    assert [each for each, _ in policy] == state.legal_actions() and action in state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1.0)


def test_a_bot_for_a_game_with_hidden_cards_is_refused():
    with pytest.raises(UserError, match="hidden information"):
        SearchBot(pyspiel.load_game("kuhn_poker"))


# --- our games as their games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tictactoe", "connect4(width=5)", "nim(heaps=1;2)", "pig(target=10)", "knapsack", "race", "dag"])
def test_our_games_pass_their_random_tests(name):
    register_games([name.partition("(")[0]])
    pyspiel.random_sim_test(pyspiel.load_game(f"miai_{name}"), num_sims=3, serialize=False, verbose=False)


def test_their_minimax_solves_our_games():
    register_games(["tictactoe", "nim"])
    assert minimax.alpha_beta_search(pyspiel.load_game("miai_nim(heaps=1;2)"))[0] == 1.0
    lost = pyspiel.load_game("miai_nim(heaps=1;1)")
    assert minimax.alpha_beta_search(lost)[0] == -1.0
    state = pyspiel.load_game("miai_tictactoe").new_initial_state()
    for cell in (0, 4, 8):
        state.apply_action(cell)
    assert minimax.alpha_beta_search(state.get_game(), state=state, maximizing_player_id=0)[0] == 0.0


def test_a_small_reward_that_is_wanted_is_a_large_utility():
    register_games(["packing"])
    game = pyspiel.load_game("miai_packing(pieces=3)")
    state, draw = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    assert game.min_utility() <= state.returns()[0] < 0 == game.max_utility() or state.returns()[0] < 0


def test_a_game_is_solved_from_the_command_line(capfd):
    from miai.cli.main import main

    assert main(["solve", "openspiel:tic_tac_toe", "--playouts", "100", "--seed", "1", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["problem"] == "openspiel:tic_tac_toe"
    assert main(["solve", "openspiel:kuhn_poker"]) == 2
    assert capfd.readouterr().err.splitlines()[-1].startswith("miai: error: openspiel:kuhn_poker has hidden information")
