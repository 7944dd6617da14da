"""Other ways to use several threads, to be compared with threads on one graph.

| | threads | use, and cost |
|---|---|---|
| `graph` (`Search(threads=...)`) | simulate on one shared graph, lock-free, with virtual loss | nearly everything |
| `root` (`search_roots`) | search separately; visits of the first actions are added up | no shared memory; each graph is shallower |
| `leaf` (`search_leaves`) | one descends, all play out the leaf at once | very slow playouts; all wait for the slowest |

Both return a `Result` as `Search.run` does, and end early with Ctrl-C. In `leaf` a simulation is one descent with `threads` playouts.
"""

from __future__ import annotations

import dataclasses
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from miai.core.atomics import atomic_add, load_acquire, yield_processor
from miai.core.errors import UserError
from miai.core.kernels import kernel
from miai.core.records import new, new_array, record
from miai.search.arguments import checked_threads
from miai.search.driver import Search
from miai.search.final import choose_final
from miai.search.graph import node_at
from miai.search.loop import begin_batch, begin_path, descend, evaluate, has_result, learn, must_pause, play_to_end, take_tickets
from miai.search.reporting import make_result
from miai.search.result import ActionResult, Result
from miai.search.settings import Settings
from miai.search.solutions import merge_solutions
from miai.search.worker import new_workers, slot_of

KINDS = ("graph", "root", "leaf")
LEAVES_AT_ONCE = 256
"""Leaves between two checks of Python for Ctrl-C and for full memory."""

exchange_t = record(
    "exchange",
    [
        ("leaf", np.int64),  # number of the leaf to play out; the leader raises it
        ("closed", np.int64),  # 1: no more leaves will come
        ("done", np.int64),  # followers that have played out the present leaf
    ],
)


def search_roots(
    state: Any, playouts: int, *, threads: int, settings: Settings | None = None, seed: int = 0, memory: float = 256.0
) -> Result:
    """Run `threads` separate searches, each with its share of `playouts` and `memory`, and return their results added up."""
    _check(playouts, threads)
    searches = [Search(state, settings, seed=seed, stream=number, memory=memory / threads) for number in range(threads)]
    shares = [playouts // threads + (number < playouts % threads) for number in range(threads)]
    searches[0].run(0)  # compiles, once
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(each.run, share) for each, share in zip(searches, shares, strict=True)]
        try:
            wait(waiting)
        except KeyboardInterrupt:
            for each in searches:
                each.stop()
    added = _added_up([each.result() for each in waiting], time.perf_counter() - began)
    lists = [worker.best for each in searches for worker in each.workers] if added.solutions else []
    found = merge_solutions(searches[0].problem, state, lists, 1)
    return dataclasses.replace(added, solution=found[0] if found else None, solutions=found)


def _added_up(results: list[Result], seconds: float) -> Result:
    first = results[0]
    by_action: dict[int, list[ActionResult]] = {}
    for row in (row for result in results for row in result.actions):
        by_action.setdefault(row.action, []).append(row)
    rows = sorted((_merged(rows) for rows in by_action.values()), key=lambda row: (-row.visits, -(row.value or 0.0), row.action))
    simulations = sum(result.simulations for result in results)
    final = choose_final(rows, first.settings)
    low, high = max(result.sure_low for result in results), min(result.sure_high for result in results)
    value = sum(result.value * result.visits for result in results) / max(1, sum(result.visits for result in results))
    lines = [result.principal_variation for result in results if final and result.best_action == final.action]
    return dataclasses.replace(
        first,
        best_action=final.action if final else None,
        best_text=final.text if final else "",
        value=low if low == high else value,
        proven=low == high,
        sure_low=low,
        sure_high=high,
        actions=tuple(rows),
        principal_variation=lines[0] if lines else (final.text,) if final else (),
        simulations=simulations,
        visits=sum(result.visits for result in results),
        seconds=seconds,
        simulations_per_second=simulations / max(seconds, 1e-9),
        depth=max(result.depth for result in results),
        nodes=sum(result.nodes for result in results),
        edges=sum(result.edges for result in results),
        memory_used=sum(result.memory_used for result in results),
        memory_limit=sum(result.memory_limit for result in results),
        transpositions=sum(result.transpositions for result in results),
        prunes=sum(result.prunes for result in results),
        threads=len(results),
    )


def _merged(rows: list[ActionResult]) -> ActionResult:
    """Return one action from several searches: visits are added, values averaged by visits, proofs combined."""
    tried = [row for row in rows if row.value is not None and row.visits > 0]
    visits = sum(row.visits for row in rows)

    def mean(name: str) -> float | None:
        return sum(getattr(row, name) * row.visits for row in tried) / visits if tried else None

    value, low = mean("value"), mean("value_low")
    half = None if value is None or low is None else (value - low) / len(tried) ** 0.5
    return dataclasses.replace(
        rows[0],
        visits=visits,
        node_visits=sum(row.node_visits for row in rows),
        value=value,
        value_low=None if half is None or value is None else max(0.0, value - half),
        value_high=None if half is None or value is None else min(1.0, value + half),
        sure_low=max(row.sure_low for row in rows),
        sure_high=min(row.sure_high for row in rows),
        rave_visits=sum(row.rave_visits for row in rows),
    )


def search_leaves(
    state: Any, playouts: int, *, threads: int, settings: Settings | None = None, seed: int = 0, memory: float = 256.0
) -> Result:
    """Search with about `playouts` / `threads` simulations, each leaf played out by `threads` threads at once; return the result."""
    _check(playouts, threads)
    running = Search(state, settings, seed=seed, memory=memory)
    followers = new_workers(running.problem, running.settings, seed, threads)[1:]
    states = new_array(running.problem.state_t, slot_of(running.problem, threads) + 1)  # the last is the leaf's
    states[0] = state
    exchange = new(exchange_t)
    head, kernel_settings, leader = running.graph.head, running.kernel_settings, running.workers[0]
    running.run(0)
    _play_leaves(head, kernel_settings, states, leader, followers, exchange)  # no tickets yet: compiles
    began = time.perf_counter()
    left = (playouts + threads - 1) // threads
    with ThreadPoolExecutor(threads) as pool:
        helpers = [pool.submit(_follow, kernel_settings, states, follower, exchange) for follower in followers]
        try:
            while left > 0 and not running.is_finished():
                head.tickets = min(left, LEAVES_AT_ONCE)
                left -= head.tickets
                _play_leaves(head, kernel_settings, states, leader, followers, exchange)
                left += head.tickets
                running.prune_if_full()
        except KeyboardInterrupt:
            pass
        finally:
            exchange.closed = 1
            for helper in helpers:
                helper.result()
    head.tickets = 0
    return dataclasses.replace(make_result(running, began, time.perf_counter(), 0), threads=threads)


def _check(playouts: int, threads: int) -> None:
    checked_threads(threads)
    if not isinstance(playouts, int) or playouts < 1:
        raise UserError(f"playouts must be a whole number of at least 1, not {playouts!r}")


@kernel
def _play_leaves(graph, settings, states, leader, followers, exchange):
    """Run the leader: simulate while there are tickets, with the help of the followers at every leaf."""
    while not must_pause(graph, settings) and take_tickets(graph, settings) > 0:
        states[leader.slot] = states[0]
        state = states[leader.slot]
        begin_path(graph, settings, leader)
        begin_batch(leader)
        descend(graph, settings, state, leader, 0)
        end = node_at(graph, leader.path_nodes[leader.path_length])
        needs_playouts = followers.size > 0 and not end.terminal and not has_result(graph, settings, leader)
        if needs_playouts:
            states[states.size - 1] = state
            exchange.done = 0
            atomic_add(exchange, "leaf", 1)
        evaluate(graph, settings, state, leader)
        if needs_playouts:
            _collect(leader, followers, exchange)
        learn(graph, settings, leader)


@kernel
def _collect(leader, followers, exchange):
    """Wait for the followers and make the leader's result the mean of all."""
    while load_acquire(exchange, "done") < followers.size:
        yield_processor()
    for v in range(leader.result.size):
        for number in range(followers.size):
            leader.result[v] += followers[number].result[v]
        leader.result[v] /= followers.size + 1


@kernel
def _follow(settings, states, follower, exchange):
    """Run a follower: play out the leaf of each round until the exchange is closed."""
    seen = np.int64(0)
    while load_acquire(exchange, "closed") == 0:
        now = load_acquire(exchange, "leaf")
        if now != seen:
            seen = now
            states[follower.slot] = states[states.size - 1]
            play_to_end(settings, states[follower.slot], follower)
            atomic_add(exchange, "done", 1)
        else:
            yield_processor()
