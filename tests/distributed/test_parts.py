"""The parts of a team without a cluster: sources of problems, refusal of other versions, a scheduler that dies."""

from __future__ import annotations

import inspect
import socket
from types import SimpleNamespace

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.extras import is_missing
from miai.problems import load, nim
from miai.search import Search
from miai.search.problem import apply_action
from miai.search.store_protocol import identity_of

if is_missing("distributed"):
    pytest.skip("needs the extra cluster", allow_module_level=True)

from miai.distributed import Team, local
from miai.distributed.actor import SearchActor
from miai.distributed.assignment import RESTART, Assignment, Kind, Reply, Request, Root, own_kind
from miai.distributed.member import Member
from miai.distributed.recruiting import Recruiter
from miai.distributed.simulated import SimulatedPartners
from miai.distributed.source import bytes_of, first_state, position_bytes, source_of, state_from
from miai.search.sharing.ledger import Message
from miai.search.sharing.settings import SharingSettings


def test_a_state_is_made_again_from_its_bytes():
    state = load("connect4").start(width=5, height=4)
    apply_action(state, np.int32(2))
    source = source_of(state)
    again, _ = first_state(source.load(), source, bytes_of(state), 1)
    assert again.tobytes() == state.tobytes()
    assert identity_of(again) == source.identity


def test_a_state_of_go_gets_the_memory_of_its_new_process():
    from miai.go.problem import go_problem, new_tallies

    state = go_problem(9).start()
    tallies = new_tallies(state, 1)
    source = source_of(state)
    again, kept = first_state(source.load(), source, bytes_of(state), 2)
    assert position_bytes(again) == position_bytes(state)
    assert again.tallies_at not in (0, state.tallies_at)
    assert len(kept[0]) == 2
    assert len(tallies) == 1
    assert again.weights_at != 0


def test_a_users_own_file_travels_with_its_contents(tmp_path):
    file = tmp_path / "mygame.py"
    file.write_text(inspect.getsource(nim).replace('"nim"', '"mynim"'))
    state = load(file).start()
    source = source_of(state)
    assert [name for name, _ in source.files] == ["mygame.py"]
    again, _ = first_state(source.load(), source, bytes_of(state), 1)
    assert identity_of(again) == identity_of(state)


def test_states_that_point_to_memory_cannot_travel():
    with pytest.raises(UserError, match="point to memory of this process"):
        source_of(load("pgame").start())


class FakeActor:
    """An actor of another version."""

    def introduce(self):
        return SimpleNamespace(result=lambda timeout: (Kind("0.0.1", "f" * 16), 1))


class FakeClient:
    """A client of a cluster with one worker; `dead` makes the scheduler unreachable."""

    def __init__(self):
        self.status, self.dead, self.scheduler = "running", False, SimpleNamespace(identity=None)

    def sync(self, *_, **__):
        if self.dead:
            raise TimeoutError
        return {"workers": {"tcp://other:1": {}}}

    def submit(self, *_, **__):
        return SimpleNamespace(result=lambda timeout: FakeActor())


def test_workers_of_another_version_are_refused_in_one_line():
    team = SimpleNamespace(members=[], cluster="tcp://x:1", notice=print, exchange=None, size=1)
    with pytest.raises(UserError, match=r"worker tcp://other:1 has miai 0.0.1 \(kernels ffffffff\); this is miai") as caught:
        Recruiter(team, FakeClient()).recruit_first()
    assert "\n" not in str(caught.value)


def test_a_dead_scheduler_is_reported_once_and_so_is_its_return(monkeypatch):
    from miai.distributed import recruiting

    monkeypatch.setattr(recruiting, "PAUSE", 0.001)
    lines, client = [], FakeClient()
    team = SimpleNamespace(members=[], cluster="tcp://x:1", notice=lines.append, exchange=None, size=1)
    recruiter = Recruiter(team, client)
    recruiter.refused.add("tcp://other:1")
    looks = iter([True] * 5 + [False] * 5)

    def wait(_):
        client.dead = next(looks, None)
        return client.dead is None

    recruiter._closed = SimpleNamespace(wait=wait, is_set=lambda: False)
    recruiter._run()
    assert [line.partition(" ")[0] for line in lines] == ["lost", "connected"]


def test_a_port_that_is_taken_is_refused_before_anything_starts(monkeypatch, tmp_path):
    monkeypatch.setattr(local, "state_file", lambda: tmp_path / "cluster.json")
    monkeypatch.setattr(local, "_launch", lambda *_: pytest.fail("a process was started"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"cannot listen on port {port} of 127.0.0.1: .* in use"):
            local.start_cluster(1, 1, "127.0.0.1", port, None)


def test_exchanges_of_simulated_partners_do_not_depend_on_the_speed_of_the_machine():
    """Slices are short on a busy machine; exchanges take place after the same simulations."""
    counts = []
    for size in (1, 7, 256):
        partners = SimulatedPartners(3, rounds=4)
        search = Search(load("connect4").start(), seed=5, memory=8, solver=False, cluster=partners)
        search.slices.size = size
        search.slices._adapt = lambda *_: None
        result = search.run(720)
        counts.append([(row.action, row.visits, row.history_weight) for row in result.actions])
    assert counts[0] == counts[1] == counts[2]


def test_a_worker_that_dies_before_it_starts_delays_no_other(monkeypatch):
    """The scheduler lists a dead worker for a moment, and a future on it never ends."""
    from miai.distributed import recruiting

    monkeypatch.setattr(recruiting, "PAUSE", 0.01)
    lines, client = [], FakeClient()
    waits = []

    def result(timeout):
        waits.append(timeout)
        client.dead = len(waits) == 3
        raise TimeoutError

    client.submit = lambda *_, **__: SimpleNamespace(result=result)
    team = SimpleNamespace(members=[], cluster="tcp://x:1", notice=lines.append, exchange=object(), size=1)
    recruiter = Recruiter(team, client)
    recruiter._start_on("tcp://other:1")
    assert len(waits) == 3
    assert (lines, recruiter.refused) == ([], set())


def request_for(search, generation=1, number=0, steps=(), runs=False):
    root = Root(number, bytes_of(search.states[0]), tuple(steps))
    assignment = Assignment(
        generation,
        source_of(search.states[0]),
        search.settings,
        SharingSettings(),
        seed=1,
        stream=7,
        memory=8.0,
        threads=1,
        solutions=1,
    )
    return Request(generation, runs, root, assignment)


def follow(actor, request):
    actor.exchange(request)
    for _ in range(6000):
        reply = actor.exchange(Request(request.generation, request.runs))
        if reply.generation == request.generation and reply.root == request.root.number and not actor._trouble:
            return reply
        actor._wake.set()
        assert not reply.trouble
        import time

        time.sleep(0.01)
    raise AssertionError("the worker does not follow")


def test_a_worker_follows_the_game_by_moves_and_without_them():
    search = Search(load("connect4").start(), seed=1, memory=8)
    actor = SearchActor("w")
    try:
        follow(actor, request_for(search, runs=True))
        search.run(50)
        search.play(3)
        follow(actor, request_for(search, number=1, steps=[3], runs=True))
        assert position_bytes(actor.search.states[0]) == position_bytes(search.states[0])
        for action in (3, 2, 2):
            search.play(action)
        follow(actor, request_for(search, number=9, steps=[RESTART], runs=True))
        assert position_bytes(actor.search.states[0]) == position_bytes(search.states[0])
    finally:
        actor.close()


def test_a_search_is_ready_shortly_before_a_call_and_uses_what_arrives_at_once(monkeypatch):
    from miai.search.sharing import exchange as module
    from miai.search.sharing.exchange import StatisticsExchange
    from miai.search.sharing.statistics import no_links, no_statistics

    now = [100.0]
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])
    search = Search(load("connect4").start(), seed=1, memory=8)
    link = search.exchange = StatisticsExchange("a", search)
    search.run(64)
    published, looked = [], []
    monkeypatch.setattr(link, "publish", lambda _: published.append(now[0]))
    monkeypatch.setattr(link, "use_others", lambda _: looked.append(now[0]))
    link.be_ready_in(0.8)
    link._next_look = 0.0
    for step in range(8):
        if step == 3:
            link.ledger.receive(Message("b", 1, 5, no_statistics(1), no_links()))
        now[0] = 100.0 + step / 10
        link.after_slice(search)
    assert published == [100.7]
    assert looked[0] == 100.3
    assert min(np.diff(looked)) >= 0.2 - 1e-9


def test_after_an_exchange_that_took_long_the_next_comes_later(monkeypatch):
    from miai.search.sharing import exchange as module
    from miai.search.sharing.exchange import MOST_IN_SEARCH, StatisticsExchange
    from miai.search.sharing.statistics import no_links, no_statistics

    now, cost = [100.0], 0.009
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(module.time, "thread_time", lambda: now[0])
    link = StatisticsExchange("a", Search(load("connect4").start(), seed=1, memory=8), SharingSettings(interval=0.1))
    exchanges = []

    def take_time(_):
        exchanges.append(now[0])
        now[0] += cost

    monkeypatch.setattr(link, "publish", lambda _: None)
    monkeypatch.setattr(link, "use_others", take_time)
    for step in range(1000):
        link.ledger.receive(Message("b", 1 + step, 5, no_statistics(1), no_links()))
        now[0] = max(now[0], 100.0 + step / 500)
        link.after_slice(None)
    assert len(exchanges) == pytest.approx(2 * MOST_IN_SEARCH / cost, abs=1.5)
    assert min(np.diff(exchanges)) >= cost / MOST_IN_SEARCH


def test_members_are_called_in_turn(monkeypatch):
    from miai.distributed import team as module

    with Team("local:1") as team:
        team.members = [object() for _ in range(4)]
        for now in (1000.0, 1000.03, 1234.567):
            monkeypatch.setattr(module.time, "monotonic", lambda now=now: now)
            due = [now + team._wait(member, 0.25) for member in team.members]
            assert all(0.125 <= at - now <= 0.375 for at in due)
            assert [round(at / 0.25 % 1, 6) % 1 for at in due] == [0, 0.25, 0.5, 0.75]
            monkeypatch.setattr(module.time, "monotonic", lambda now=due[2]: now)
            assert team._wait(team.members[2], 0.25) == pytest.approx(0.25, abs=1e-6)


def test_a_worker_where_exchanges_cost_much_has_fewer_of_them():
    member = Member(0, "a", "tcp://x:1", None, 1)
    found = []
    for cost in (0.004, 0.004, 0.03, 0.03, 0.03, 0.03, 0.9):
        reply = Reply(1, 0, cost=cost)
        member._call = SimpleNamespace(done=lambda: True, result=lambda timeout, reply=reply: reply)
        member.take_reply()
        found.append(member.interval(0.25))
    # the moving mean is 1, 1.75, 8.8, 14.1, 18.1, 21.1 and 240 ms; divided by 0.04 it is more than 250 ms from 10 ms on
    assert found == pytest.approx([0.25, 0.25, 0.25, 0.3527, 0.4520, 0.5265, 1.0], abs=0.001)


def test_an_actor_reports_the_cost_of_sharing():
    search = Search(load("connect4").start(), seed=1, memory=8)
    actor = SearchActor("worker 1")
    reply = actor.exchange(request_for(search))
    assert 0 <= reply.cost < 1
    actor._spent += 7.0
    assert 7.0 <= actor.exchange(request_for(search)).cost < 8.0
    assert actor.exchange(request_for(search)).cost < 1
    actor.close()


def test_what_is_left_of_a_cluster_whose_scheduler_died_can_be_stopped(monkeypatch, tmp_path):
    import json
    import subprocess
    import sys

    from miai.distributed import local

    monkeypatch.setattr(local, "state_file", lambda: tmp_path / "cluster.json")
    running = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    known = local.StartedCluster("tcp://x:1", [ended.pid, running.pid], [1.0, local._start_of(running.pid)], "log")
    (tmp_path / "cluster.json").write_text(json.dumps(vars(known)))
    assert local.read_state().processes == [running.pid]
    assert local.stop_cluster() == 1
    running.wait()
    assert not local._is_running(running.pid)
    assert local.stop_cluster() == 0


def test_joining_a_scheduler_that_is_not_there_is_refused(monkeypatch, tmp_path):
    from miai.distributed import local

    monkeypatch.setattr(local, "state_file", lambda: tmp_path / "cluster.json")
    with pytest.raises(UserError, match="--join: 'nowhere://x' is not the address of a Dask scheduler"):
        local.start_cluster(1, 1, "127.0.0.1", 1, "nowhere://x")
    assert not (tmp_path / "cluster.json").exists()


def test_state_from_keeps_the_addresses_of_this_process():
    state = load("connect4").start()
    assert state_from(load("connect4"), bytes_of(state), state).tobytes() == state.tobytes()


def test_a_team_of_one_needs_no_cluster():
    with Team("local:1") as team:
        search = Search(load("connect4").start(), seed=1, memory=8, cluster=team)
        assert search.run(200).simulations == 200
    assert own_kind() == own_kind()
