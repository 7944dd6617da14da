"""RAVE counts are shared: sums are exact, selection reads them like the search's own, and messages stay small."""

from __future__ import annotations

import numpy as np
import pytest

from miai.problems import load
from miai.search.selection.choose import score_edges
from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.messages import Outbox, pack_message, unpack_message
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.simulation import Faults, team_of
from miai.search.sharing.statistics import RAVE_UNIT, RaveCounts, added, no_links, no_raves, no_statistics

START = load("connect4").start()


def raves_of(counts, age=1, keys=None):
    """Counts of positions 0, 1, 2 ..., of which half of the results were won."""
    counts = np.array(counts, np.int64)
    keys = np.arange(len(counts), dtype=np.uint64) if keys is None else np.array(keys, np.uint64)
    return RaveCounts(keys, counts.sum(axis=1), counts, counts * RAVE_UNIT // 2, np.full(len(counts), age))


def edges_by_action(search, key):
    head = search.graph.head
    node = next(each for each in search.graph.nodes[: head.node_count] if each.key == key)
    edges = search.graph.edges[node.first_edge : node.first_edge + node.edge_count]
    return {int(edge.action): (int(edge.rave_visits), float(edge.rave_sum)) for edge in edges}


def test_after_the_merge_counts_are_the_sums_over_all_other_searches():
    team = team_of(START, 3, seed=4, memory=8, solver=False, rave="mse")
    team.run(1500)
    team.flush()
    known = team.members[0].exchange.ledger.raves_without("member 0")
    assert len(known) > 20
    root = int(team.members[0].graph.nodes[team.members[0].graph.head.root].key)
    row = known.keys.tolist().index(root)
    for action in range(7):
        own = [edges_by_action(search, root)[action] for search in team.members[1:]]
        assert known.counts[row, action] == sum(visits for visits, _ in own)
        assert known.total[row, action] / RAVE_UNIT == pytest.approx(sum(total for _, total in own), abs=2 / RAVE_UNIT)


def test_selection_scores_as_if_all_counts_were_its_own():
    """With others' counts added to those of the edges and taken from the shared ones, every score is the same."""
    team = team_of(START, 2, seed=4, memory=8, solver=False, rave="mse")
    team.run(800)
    team.flush()
    search = team.members[0]
    head, worker, root = search.graph.head, search.workers[0], np.int64(search.graph.head.root)
    node = search.graph.nodes[root]
    score_edges(head, search.kernel_settings, worker, root, False)
    together = worker.weights[: node.edge_count].copy()
    known = search.exchange.ledger.raves_without("member 0")
    row = known.keys.tolist().index(int(node.key))
    head.shared_rave_row_limit = 0
    score_edges(head, search.kernel_settings, worker, root, False)
    assert not np.allclose(worker.weights[: node.edge_count], together)
    for edge in search.graph.edges[node.first_edge : node.first_edge + node.edge_count]:
        edge.rave_visits += known.counts[row, edge.action]
        edge.rave_sum += known.total[row, edge.action] / RAVE_UNIT
    score_edges(head, search.kernel_settings, worker, root, False)
    assert worker.weights[: node.edge_count] == pytest.approx(together, abs=1e-6)


@pytest.mark.parametrize("options", [dict(rave="mse", grave=20), dict(rave="hand", widening="medium"), dict(rave="off")])
def test_all_ways_to_use_the_counts_run(options):
    team = team_of(START, 2, seed=4, memory=8, **options)
    team.run(1000)
    team.play(team.result().best_action)
    team.run(1000)
    assert (len(team.members[0].exchange.ledger.raves_without("member 0")) > 0) == (options["rave"] != "off")


def test_faults_of_the_network_do_not_change_the_sums():
    faults = Faults(lost=0.3, doubled=0.4, late=0.5)
    team = team_of(START, 3, seed=1, memory=8, rave_counts=70, solver=False, rave="mse", faults=faults)
    for _ in range(12):
        team.run(96)
        for search in team.members:
            heard = search.exchange.ledger.raves_without(search.exchange.name)
            truth = true_counts(team, search)
            place, is_there = truth.places_of(heard.keys)
            assert (heard.counts[is_there] <= truth.counts[place[is_there]]).all()
    assert team.network.fault_count > 50
    team.flush()
    for search in team.members:
        heard, truth = search.exchange.ledger.raves_without(search.exchange.name), true_counts(team, search)
        assert heard.keys.tolist() == truth.keys.tolist()
        assert (heard.counts == truth.counts).all()
        assert (heard.total == truth.total).all()


def true_counts(team, search):
    total = no_raves(search.exchange.ledger.actions)
    for other in team.members:
        if other is not search:
            total = added(total, other.exchange.ledger._accounts[other.exchange.name].raves)
    return total


def test_a_message_has_counts_of_few_positions_and_the_rest_follow_in_turn():
    here, there = Ledger(1, 3), Ledger(1, 3)
    here.replace(Message("here", 1, 60, no_statistics(1), no_links(), raves_of([[k, 1, 2] for k in range(20)])))
    outbox = Outbox("here", "there", SharingSettings(rave_counts=15))
    for _ in range(4):
        message = unpack_message(pack_message(outbox.next_message(here)))
        assert len(message.raves) == 5
        there.receive(message)
    assert there.raves_without().counts[:, 0].tolist() == list(range(20))
    assert (there.raves_without().total == here.raves_without().total).all()


def test_long_messages_get_shorter_and_everything_still_arrives():
    dice, here, there = np.random.default_rng(3), Ledger(1, 80), Ledger(1, 80)
    here.replace(Message("here", 1, 60, no_statistics(1), no_links(), raves_of(dice.integers(1, 5000, (40, 80)))))
    outbox = Outbox("here", "there", SharingSettings(rave_counts=3200, most_bytes=2000))
    sizes = []
    for _ in range(60):
        data = outbox.next_bytes(here)
        sizes.append(len(data))
        there.receive(unpack_message(data))
    assert sizes[0] > 10_000
    assert np.mean(sizes[5:]) < 2200
    assert (there.raves_without().counts == here.raves_without().counts).all()


def test_a_late_message_changes_no_count():
    ledger = Ledger(1, 2)
    for age, counts in ((2, [[8, 3]]), (1, [[5, 1]]), (2, [[8, 3]])):
        ledger.receive(Message("a", age, 1, no_statistics(1), no_links(), raves_of(counts, age)))
    ledger.receive(Message("b", 1, 1, no_statistics(1), no_links(), raves_of([[1, 1]])))
    assert ledger.raves_without().counts.tolist() == [[9, 4]]
    assert ledger.raves_without("b").counts.tolist() == [[8, 3]]
