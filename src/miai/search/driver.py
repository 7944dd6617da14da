"""The door from Python: `search(state, playouts=...)` for one answer, `Search` for a search that goes on.

    from miai.search import Search
    running = Search(state, seed=1)
    result = running.run(playouts=10_000)
    running.play(result.best_action)        # what was found out below that action is kept

Kernels run in slices of a few milliseconds. Between slices Python looks at the clock, tells the listener, and makes room.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record, new_array
from miai.core.settings import change
from miai.search.checkpoint import load_search, save_search
from miai.search.expansion import make_node
from miai.search.final import choose_final
from miai.search.graph import LEAF, NONE, SMALLEST_MIB, new_graph, publish_node
from miai.search.history import History, mix_all_histories, relink_history
from miai.search.kernel_settings import make_kernel_settings
from miai.search.loop import run_simulations
from miai.search.problem import apply_action, is_legal_action, is_terminal, position_key, problem_of
from miai.search.prune import keep_below, prune_graph
from miai.search.result import GraphView, Result, bounds_seen, principal_variation, seen, summarise_actions
from miai.search.settings import Settings
from miai.search.store_link import SHARE, StoreLink
from miai.search.store_protocol import Store
from miai.search.worker import new_workers, slot_of, values_of

DEFAULT_PLAYOUTS = 10_000
DEFAULT_MEMORY = 256.0
SLICE_SECONDS = 0.004
THREADS_SLICE_SECONDS = 0.016
"""Longer, because at the end of a slice all threads wait for the last; `stop` does not wait for the end of a slice."""
FIRST_SLICE = 256
LARGEST_SLICE = 1 << 20
MOST_THREADS = 64

_COUNTERS = ("simulations", "prunes", "pruned_nodes", "sweeps", "group_visits", "group_sum")
"""What the head of a graph counts as long as it lives."""

_released: set[np.dtype[Any]] = set()
"""Kinds of graphs whose release has been compiled in this process."""

Listener = Callable[[Result], None]


def search(state: Any, playouts: int | None = None, **options: Any) -> Result:
    """Search from `state` and return what was found. Options are those of `Search` and of `Search.run`."""
    run_options = {name: options.pop(name) for name in ("seconds", "until_proven", "listener", "interval") if name in options}
    return Search(state, **options).run(playouts, **run_options)


class Search:
    """A search from one state, with its graph. Not to be used by several threads at once, except for `stop`.

    `settings` and single settings by name (`mode="tree"`) may be mixed. `memory` is the limit of the graph in MiB.
    Searches with the same `seed` and different `stream` draw independent random numbers. With a `store` it begins with what earlier
    searches have found, and hands over what leaves it: at `play`, and all of it at `remember`.
    """

    def __init__(
        self,
        state: Any,
        settings: Settings | None = None,
        *,
        seed: int = 0,
        memory: float = DEFAULT_MEMORY,
        threads: int = 1,
        stream: int = 0,
        store: Store | None = None,
        **changes: Any,
    ) -> None:
        self.problem = problem_of(state)
        self.settings = change(settings or Settings(), changes)
        self.seed, self.threads, self.memory = _checked_seed(seed), _checked_threads(threads, self.settings), memory
        self.link = StoreLink(store, state, self.settings, memory) if store is not None else None
        self.arena = memory * (1 - SHARE) if self.link else memory
        self.graph = new_graph(self.arena, values_of(self.problem))
        self.history: History | None = None
        self.workers = new_workers(self.problem, self.settings, self.seed, self.threads, first_stream=stream * MOST_THREADS)
        self.states = new_array(self.problem.state_t, slot_of(self.problem, self.threads))
        self.states[0] = state
        self.kernel_settings = make_kernel_settings(self.settings, self.problem, self.threads)
        self._slice = FIRST_SLICE
        self._pool: ThreadPoolExecutor | None = None
        self._began, self._ended, self._done_before = 0.0, 0.0, 0  # of the last run
        self._is_exported = False  # all of the graph is in the store already
        self._make_root()

    @property
    def state(self) -> Any:
        """The state at the root."""
        return copy_record(self.states[0])

    def run(
        self,
        playouts: int | None = None,
        *,
        seconds: float | None = None,
        until_proven: bool = False,
        listener: Listener | None = None,
        interval: float = 0.1,
    ) -> Result:
        """Search on, until `playouts` more simulations are done, `seconds` are over, or the root is proven; returns `result()`.

        With none of them, 10,000 simulations. `until_proven` alone has no other limit. The listener gets a result every `interval`
        seconds. `stop()` from another thread ends it within milliseconds; Ctrl-C too, and what was found stays in the graph.
        """
        self.run_on(playouts, seconds=seconds, until_proven=until_proven, listener=listener, interval=interval)
        return self.result()

    def run_on(
        self,
        playouts: int | None = None,
        *,
        seconds: float | None = None,
        until_proven: bool = False,
        listener: Listener | None = None,
        interval: float = 0.1,
    ) -> None:
        """As `run`, without the result, which takes a millisecond to put together: for many short runs."""
        limit = _checked_limit(playouts, seconds, until_proven)
        self._resume()
        head = self.graph.head
        head.stop = 0
        self._compile()
        began, done_before = time.perf_counter(), int(head.simulations)
        self._began, self._done_before = began, done_before
        next_report = began + interval
        try:
            while (left := limit - (int(head.simulations) - done_before)) > 0 and not self.is_finished(began, seconds):
                self._run_slice(min(left, self._slice))
                if listener and time.perf_counter() >= next_report:
                    next_report = time.perf_counter() + interval
                    listener(self.result_since(began, done_before))
        finally:
            head.stop, head.tickets = 0, 0
            self._ended = time.perf_counter()

    def advance(self, playouts: int) -> None:
        """As `run`, without clock, listener and result: for many short searches whose owner looks into the graph himself."""
        self._resume()
        head = self.graph.head
        goal = int(head.simulations) + _checked_limit(playouts, None, False)
        while (left := goal - int(head.simulations)) > 0 and not self.is_finished():
            self._run_slice(min(left, self._slice))

    def restart(self, state: Any, stream: int = 0) -> None:
        """Forget everything and search from `state`: from now on the same as a new `Search` with this `stream`, in the memory of this."""
        if problem_of(state) is not self.problem:
            raise UserError(f"a search of {self.problem.name} cannot go on with a state of {problem_of(state).name}")
        self.states[0] = state
        self.workers = new_workers(self.problem, self.settings, self.seed, self.threads, first_stream=stream * MOST_THREADS)
        for counter in _COUNTERS:
            self.graph.head[counter] = 0
        self._clear()

    def stop(self) -> None:
        """End the present `run` as soon as the simulations under way are done. May be called from any thread."""
        self.graph.head.stop = 1

    def play(self, action: int) -> None:
        """Play `action` at the root: the position after it becomes the root, what lies below it is kept, the rest freed."""
        child = self.view().child_by_action(int(self.graph.head.root), int(action))
        if is_terminal(self.states[0]) or not is_legal_action(self.states[0], int(action)):
            raise UserError(f"action {action} is not legal here")
        if self.link and not self._is_exported:
            self.link.export(self.graph, self.kernel_settings, None if child == NONE else child)
        apply_action(self.states[0], np.int32(action))
        self.workers.deepest[:] = 0
        if child == NONE or self._is_exported:
            self._clear()
        else:
            keep_below(self.graph.head, self.kernel_settings, np.int64(child))
            self._discard_reserves()
            self._open_root()
            mix_all_histories(self.graph.head, self.kernel_settings)
            self._reload_history()

    def export(self) -> None:
        """Hand all that was found to the store, if there is one. To go on after that is to begin anew, with that as history."""
        if self.link and not self._is_exported:
            self.link.export(self.graph, self.kernel_settings)
            self._is_exported = True

    def save(self, path: str | Path) -> None:
        """Put the whole search to sleep in a file; see `sleep.py`."""
        save_search(self, path)

    @staticmethod
    def load(path: str | Path, state: Any = None, store: Store | None = None) -> Search:
        """Wake the search in a file; it goes on as if nothing had been. See `sleep.load_search`."""
        return load_search(path, state, store)

    def view(self) -> GraphView:
        """For looking into the graph."""
        histories = self.history.histories if self.history is not None and self.kernel_settings.has_history else None
        return GraphView(self.graph, self.problem, histories, self.settings.present_weight)

    def result(self) -> Result:
        """What is known now, with the simulations and the time of the last `run`, also if Ctrl-C ended it."""
        return self.result_since(self._began, self._done_before, self._ended)

    def is_finished(self, began: float = 0.0, seconds: float | None = None) -> bool:
        """Whether there is nothing to do: the root is proven, `stop` was called, or `seconds` have passed since `began`."""
        head = self.graph.head
        root = self.graph.nodes[head.root]
        if head.stop or (self.settings.solver and (root.low == root.high).all()):
            return True
        return seconds is not None and time.perf_counter() - began >= seconds

    def _run_slice(self, count: int) -> None:
        """`count` simulations, fewer if something stops them; then make room if memory is full."""
        head = self.graph.head
        head.tickets = count
        before, simulations = time.perf_counter(), int(head.simulations)
        if self.threads == 1:
            run_simulations(self.graph.head, self.kernel_settings, self.states, self.workers[0])
        else:
            self._run_on_threads()
        self.make_room()
        self._adapt_slice(int(head.simulations) - simulations, time.perf_counter() - before)

    def make_room(self) -> None:
        """Release memory if it is full. No simulation may be under way."""
        if self.graph.head.full and self.settings.prune != "first-come":
            prune_graph(self.graph.head, self.kernel_settings)
            self._discard_reserves()
            mix_all_histories(self.graph.head, self.kernel_settings)

    def _compile(self) -> None:
        """Have all kernels compiled before the clock starts, those too that are needed much later."""
        self.graph.head.tickets = 0
        run_simulations(self.graph.head, self.kernel_settings, self.states, self.workers[0])
        if self.graph.head.dtype not in _released:
            small = new_graph(SMALLEST_MIB, values_of(self.problem))
            small.head.root = publish_node(
                small.head,
                np.int64(make_node(small.head, self.kernel_settings, self.states[0], self.workers[0], np.uint64(0))),
                False,
            )
            prune_graph(small.head, self.kernel_settings)
            keep_below(small.head, self.kernel_settings, np.int64(small.head.root))
            mix_all_histories(small.head, self.kernel_settings)
            self._discard_reserves()
            _released.add(self.graph.head.dtype)

    def _run_on_threads(self) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="miai-search")
        arguments = (self.graph.head, self.kernel_settings, self.states)
        waiting = [self._pool.submit(run_simulations, *arguments, self.workers[number]) for number in range(self.threads)]
        try:
            for each in waiting:
                each.result()
        except KeyboardInterrupt:
            self.stop()
            for each in waiting:
                each.result()
            raise

    def _adapt_slice(self, count: int, seconds: float) -> None:
        if count > 0 and seconds > 0:
            wanted = int(count * (SLICE_SECONDS if self.threads == 1 else THREADS_SLICE_SECONDS) / seconds) + 1
            self._slice = min(max(wanted, self._slice // 4, 1), self._slice * 4, LARGEST_SLICE)

    def _make_root(self) -> None:
        key = np.uint64(position_key(self.states[0]))
        head = self.graph.head
        if self.link:
            self.keep_history(self.link.load_history(self.graph, int(key)))
        head.root = publish_node(head, np.int64(make_node(head, self.kernel_settings, self.states[0], self.workers[0], key)), False)

    def _clear(self) -> None:
        head = self.graph.head
        self._discard_reserves()
        head.node_count = head.edge_count = head.full = 0
        self.graph.buckets.after[:] = 0
        self._is_exported = False
        self._make_root()

    def _resume(self) -> None:
        """Begin anew if everything was handed to the store: it would be counted twice otherwise."""
        if self._is_exported:
            self._clear()

    def _reload_history(self) -> None:
        """After a move: bring in what there was no room for before, if there is such."""
        if self.link and self.link.is_cut_off:
            self.keep_history(self.link.load_history(self.graph, int(self.graph.nodes[self.graph.head.root].key)))
            relink_history(self.graph.head, self.kernel_settings)

    def keep_history(self, history: History) -> None:
        """Let the kernels use this history, which the head of the graph points to already."""
        self.history = history
        self.kernel_settings.has_history = len(history) > 0
        self.kernel_settings.checks_edges = self.kernel_settings.has_history or self.kernel_settings.atomic

    def _open_root(self) -> None:
        """A root that is proven, but not by its edges, must be searched to know the move: forget the proof."""
        root = self.graph.nodes[self.graph.head.root]
        if root.phase == LEAF and not root.terminal and (root.low == root.high).all():
            root.low, root.high = 0.0, 1.0
            root.value = root.own_sum / max(1, int(root.own_visits))

    def _discard_reserves(self) -> None:
        """What the workers have put by for new nodes and edges is not theirs any more."""
        self.workers.spare_node[:] = NONE
        self.workers.reserved_nodes[:] = 0
        self.workers.reserved_edges[:] = 0

    def result_since(self, began: float, done_before: int, ended: float | None = None) -> Result:
        """What is known now, with the speed since the time `began`, when `done_before` simulations were done."""
        head = self.graph.head
        view, root = self.view(), int(head.root)
        node = self.graph.nodes[root]
        actions = summarise_actions(view, root, self.states[0])
        final = choose_final(actions, self.settings)
        seconds = max((time.perf_counter() if ended is None else ended) - began, 1e-9)
        simulations = int(head.simulations) - done_before
        sure_low, sure_high = bounds_seen(node, int(node.player))
        return Result(
            problem=self.problem.name,
            player=int(node.player),
            best_action=final.action if final else None,
            best_text=final.text if final else "",
            value=min(max(seen(node.value, int(node.player)), sure_low), sure_high),  # an estimate may be off, what is sure is not
            proven=sure_low == sure_high,
            sure_low=sure_low,
            sure_high=sure_high,
            actions=actions,
            principal_variation=principal_variation(view, root, self.state, final.action) if final else (),
            simulations=simulations,
            visits=int(node.visits),
            seconds=seconds,
            simulations_per_second=simulations / seconds,
            depth=int(self.workers.deepest.max()),
            nodes=int(head.node_count - self.workers.reserved_nodes.sum()),
            edges=int(head.edge_count - self.workers.reserved_edges.sum()),
            memory_used=self.graph.memory_used,
            memory_limit=self.graph.memory_limit,
            transpositions=int(self.workers.transpositions.sum()),
            prunes=int(head.prunes),
            settings=self.settings,
            seed=self.seed,
            threads=self.threads,
        )


def _checked_seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise UserError(f"seed is a whole number, not {seed!r}")
    return int(seed)


def _checked_threads(threads: int, settings: Settings) -> int:
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise UserError(f"threads is a whole number from 1 to {MOST_THREADS}, not {threads!r}")
    if threads > 1 and settings.mode == "multipath":
        raise UserError("mode multipath runs on one thread: every simulation walks through all ancestors")
    if threads > 1 and settings.grouping != "off" and (settings.group_after or settings.group_every):
        raise UserError("groups that are made later (group_after, group_every) need one thread")
    return threads


def _checked_limit(playouts: int | None, seconds: float | None, until_proven: bool) -> int:
    if playouts is not None and (isinstance(playouts, bool) or not isinstance(playouts, int | np.integer) or playouts < 0):
        raise UserError(f"playouts is a whole number of at least 0, not {playouts!r}")
    if seconds is not None and (isinstance(seconds, bool | str) or not seconds >= 0):
        raise UserError(f"seconds is a number of at least 0, not {seconds!r}")
    if playouts is not None:
        return int(playouts)
    return DEFAULT_PLAYOUTS if seconds is None and not until_proven else 2**62
