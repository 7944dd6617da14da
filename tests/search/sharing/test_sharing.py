"""Searches that share statistics: sums are exact, faults of the network do no harm, and proofs are shared too."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.problems import load
from miai.search import Search
from miai.search.positions import RESULT_UNIT
from miai.search.sharing.exchange import StatisticsExchange
from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.messages import Outbox, pack_message, unpack_message
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.simulation import Faults, team_of
from miai.search.sharing.statistics import Links, Statistics, add_statistics, no_links, no_statistics
from tests.search.laws import assert_laws

START = load("connect4").start()


def rows_of(visits, age=1, keys=None, wins=0.5):
    """Statistics of positions 0, 1, 2 ... with these visits."""
    count = len(visits)
    visits = np.array(visits, np.int64)
    total = np.rint(visits * wins * RESULT_UNIT).astype(np.int64)[:, None]
    keys = np.arange(count, dtype=np.uint64) if keys is None else np.array(keys, np.uint64)
    return Statistics(
        keys, np.zeros(count, np.uint32), visits, total, np.zeros((count, 1)), np.ones((count, 1)), np.full(count, age)
    )


def nodes_by_key(search):
    head = search.graph.head
    nodes = np.asarray(search.graph.nodes[: head.node_count])
    return {int(node["key"]): node for node in nodes if node["group"] == -1}


def test_after_the_merge_statistics_are_the_sums_over_all_searches():
    team = team_of(START, 3, seed=4, memory=8, rows=50, solver=False)
    team.run(1500)
    team.flush()
    graphs = [nodes_by_key(each) for each in team.members]
    first = team.members[0]
    others = first.exchange.ledger.sum_without("member 0")
    assert len(others) > 100
    exact = 0
    for place, key in enumerate(others.keys.tolist()):
        visits = sum(int(graph[key]["visits"]) for graph in graphs[1:] if key in graph)
        total = sum(
            int(np.rint(graph[key]["value"][0] * graph[key]["visits"] * RESULT_UNIT)) for graph in graphs[1:] if key in graph
        )
        # what is below seldom visited nodes of one search is not in its messages
        assert others.visits[place] <= visits
        exact += (others.visits[place], others.total[place, 0]) == (visits, total)
    assert exact > 0.8 * len(others)
    root = int(first.graph.nodes[first.graph.head.root].key)
    assert others.visits[others.keys.tolist().index(root)] == 1000
    assert first.exchange.simulations == 1000
    for search in team.members:
        assert_laws(search)


def test_selection_reads_the_mean_over_all_searches():
    team = team_of(START, 2, seed=4, memory=8, solver=False)
    team.run(800)
    team.flush()
    first, second = (nodes_by_key(each) for each in team.members)
    rows = {row.action: row for row in team.result().actions}
    view = team.members[0].view()
    for edge, _ in view.action_edges(int(view.graph.head.root)):
        key = int(view.node(edge.child).key)
        visits = int(first[key]["visits"]) + int(second[key]["visits"])
        value = (first[key]["value"][0] * first[key]["visits"] + second[key]["value"][0] * second[key]["visits"]) / visits
        row = rows[int(edge.action)]
        assert row.history_weight == second[key]["visits"]
        assert row.value == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_no_count_is_wrong_after_a_thousand_faults(seed):
    """A network loses, doubles, delays and re-orders messages: counts are never too high, and exact once messages arrive again."""
    team = team_of(START, 3, seed=seed, memory=8, rows=40, solver=False, faults=Faults(lost=0.3, doubled=0.4, late=0.5))
    for _ in range(80):
        team.run(96)
        for search in team.members:
            truth = add_statistics([_own_rows(other) for other in team.members if other is not search], 1)
            heard = search.exchange.ledger.sum_without(search.exchange.name)
            place, is_there = truth.places_of(heard.keys)
            assert (heard.visits[is_there] <= truth.visits[place[is_there]]).all()
            assert search.exchange.simulations <= sum(other.simulations for other in team.members if other is not search)
        if team.network.fault_count > 260 and team.now % 8 == 0:
            break
    assert team.network.fault_count >= 250  # in four runs a thousand
    team.flush()
    for search in team.members:
        truth = add_statistics([_own_rows(other) for other in team.members if other is not search], 1)
        heard = search.exchange.ledger.sum_without(search.exchange.name)
        place, is_there = heard.places_of(truth.keys)
        assert is_there.all()
        assert (heard.visits[place] == truth.visits).all()
        assert (heard.total[place] == truth.total).all()
        assert_laws(search)


def _own_rows(search):
    return search.exchange.ledger._accounts[search.exchange.name].rows


def test_a_doubled_or_late_message_changes_nothing():
    ledger = Ledger(1)
    ledger.receive(Message("a", 2, 30, rows_of([20, 10], age=2), no_links()))
    for _ in range(3):
        ledger.receive(Message("a", 1, 10, rows_of([5, 5], age=1), no_links()))
        ledger.receive(Message("a", 2, 30, rows_of([20, 10], age=2), no_links()))
    ledger.receive(Message("b", 1, 7, rows_of([7], age=1), no_links()))
    assert ledger.sum_without().visits.tolist() == [27, 10]
    assert ledger.sum_without("b").visits.tolist() == [20, 10]
    assert ledger.simulations_without() == 37


def test_the_running_sum_is_the_sum_over_all_senders():
    """Random messages, own statistics and moves: the kept sum is what adding all senders gives."""
    dice, ledger = np.random.default_rng(5), Ledger(1)
    for age in range(1, 60):
        sender = f"s{dice.integers(4)}"
        keys = np.sort(dice.choice(40, dice.integers(1, 12), replace=False))
        rows = rows_of(dice.integers(1, 90, len(keys)), age=age, keys=keys, wins=dice.random())
        links = Links(keys[:-1].astype(np.uint64), keys[1:].astype(np.int32), keys[1:].astype(np.uint64))
        (ledger.replace if sender == "s0" else ledger.receive)(Message(sender, age, age, rows, links))
        if age % 20 == 0:
            ledger.keep_below(int(dice.integers(10)))
        for left_out in ((), ("s1",), ("s2", "s3"), ("unknown",)):
            parts = [each.rows for name, each in ledger._accounts.items() if name not in left_out]
            expected, found = add_statistics(parts, 1), ledger.sum_without(*left_out)
            assert found.keys.tolist() == expected.keys.tolist()
            assert found.visits.tolist() == expected.visits.tolist()
            assert found.total.tolist() == expected.total.tolist()


def test_rows_that_do_not_fit_into_a_message_follow_in_turn():
    here, there = Ledger(1), Ledger(1)
    here.replace(Message("here", 1, 5050, rows_of(range(1, 101)), no_links()))
    outbox = Outbox("here", "there", SharingSettings(rows=10))
    for _ in range(10):
        message = outbox.next_message(here)
        assert len(message.rows) == 10
        there.receive(message)
    assert there.sum_without().visits.tolist() == list(range(1, 101))


def test_a_message_survives_the_journey():
    ledger = Ledger(2)
    rows = rows_of([3, 9])
    rows = Statistics(
        rows.keys, rows.checks, rows.visits, np.array([[1, 2], [3, -4]]), np.array([[0, 0.5], [0, 0.0]]), np.ones((2, 2)), rows.ages
    )
    links = Links(np.array([0], np.uint64), np.array([5], np.int32), np.array([1], np.uint64))
    ledger.replace(Message("x", 1, 12, rows, links))
    sent = Outbox("x", "y").next_message(ledger)
    received = unpack_message(pack_message(sent))
    assert (received.sender, received.sequence, received.simulations) == ("x", 1, 12)
    for name in ("keys", "checks", "visits", "total", "low", "high", "ages"):
        assert (getattr(received.rows, name) == getattr(sent.rows, name)).all()
    assert received.links.actions.tolist() == [5]
    with pytest.raises(ValueError, match="not a message"):
        unpack_message(b"nonsense")


def test_what_a_move_makes_unreachable_is_dropped():
    ledger = Ledger(1)
    links = Links(np.array([0, 0, 1], np.uint64), np.array([1, 2, 3], np.int32), np.array([1, 2, 3], np.uint64))
    ledger.receive(Message("a", 1, 10, rows_of([10, 6, 3, 2]), links))
    ledger.keep_below(1)
    assert ledger.sum_without().keys.tolist() == [1, 3]
    assert len(ledger.links) == 1


def test_statistics_of_others_survive_a_move():
    team = team_of(START, 2, seed=1, memory=8, solver=False)
    team.run(2000)
    action = team.result().best_action
    weight = next(row.node_visits + row.history_weight for row in team.result().actions if row.action == action)
    team.play(action)
    root = team.members[0].graph.nodes[team.members[0].graph.head.root]
    known = team.members[0].exchange.ledger.sum_without("member 0")
    place, is_there = known.places_of(np.array([root.key], np.uint64))
    assert is_there[0]
    assert int(root.visits) + known.visits[place[0]] == weight
    assert sum(row.history_weight for row in team.result().actions) > 0
    team.run(200)
    assert_laws(team.members[0], is_whole=False)


@pytest.mark.parametrize(("name", "options", "value"), [("tictactoe", {}, 0.5), ("nim", dict(heaps=(2, 3, 4)), 1.0)])
def test_proofs_are_shared(name, options, value):
    state = load(name).start(**options)
    team = team_of(state, 3, seed=2, memory=8)
    for _ in range(200):
        team.run(600)
        if team.result().proven:
            break
    result = team.result()
    assert result.proven
    assert result.value == value
    assert sum(each.simulations for each in team.members) < 200 * 600


def test_a_search_takes_over_proofs_of_others_without_searching():
    """One search proves the game; the other has made few simulations, and knows the value of the move as soon as it hears of it."""
    state = load("nim").start(heaps=(2, 3))
    team = team_of(state, 2, seed=2, memory=8)
    idle, busy = team.members
    idle.advance(30)
    busy.run(100_000, until_proven=True)
    team.flush()
    assert busy.result().proven
    idle.advance(30)
    assert idle.result().proven
    assert idle.result().value == busy.result().value
    assert idle.result().best_action in {row.action for row in busy.result().actions if row.sure_low == 1.0}


def test_pruning_keeps_the_statistics_of_others():
    team = team_of(START, 2, seed=3, memory=1, solver=False)
    for _ in range(6):
        team.run(8000)
    assert team.result().prunes > 0
    for search in team.members:
        assert_laws(search, is_whole=False)
    assert sum(row.history_weight for row in team.result().actions) > 0


@pytest.mark.parametrize("grouping", ["given", "made"])
def test_groups_of_moves_share_statistics_too(grouping):
    team = team_of(START, 2, seed=3, memory=8, solver=False, settings=None, grouping=grouping)
    team.run(1000)
    assert sum(row.history_weight for row in team.result().actions) >= 400
    for search in team.members:
        assert_laws(search)


def test_root_only_sharing_sends_the_moves_of_the_root():
    team = team_of(START, 2, seed=3, memory=8, share="root")
    team.run(800)
    assert len(team.members[0].exchange.ledger.sum_without("member 0")) == 8
    assert sum(row.history_weight for row in team.result().actions) > 300


def test_without_sharing_the_searches_differ_only_in_the_decision():
    together = team_of(START, 2, seed=3, memory=8, share="end", solver=False)
    together.run(800)
    alone = Search(START, seed=3, stream=0, memory=8, solver=False)
    alone.advance(400)
    assert {row.action: row.visits for row in together.result().actions} == {
        row.action: row.visits for row in alone.result().actions
    }
    assert (
        sum(row.history_weight for row in together.result().actions) == 349
    )  # one ended at the root, and the last of eight messages has not arrived


def test_a_search_with_paths_or_a_store_is_refused():
    with pytest.raises(UserError, match="mode that shares positions"):
        StatisticsExchange("x", Search(START, mode="tree", memory=4))
    with pytest.raises(UserError, match="interval"):
        SharingSettings(interval=0)


def test_no_statistics_are_added_up_to_none():
    assert len(add_statistics([no_statistics(2)], 2)) == 0
