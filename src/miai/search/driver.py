"""The search from Python: `search(state, playouts=...)` for one answer, `Search` for a search that is continued.

    from miai.search import Search
    running = Search(state, seed=1)
    result = running.run(playouts=10_000)
    running.play(result.best_action)        # the graph below that action is kept

`slicing.py` has the loop in which simulations run; `loop.py` has one simulation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core import displays
from miai.core.errors import UserError
from miai.core.records import copy_record, new_array
from miai.core.settings import change
from miai.search.arguments import MOST_THREADS, checked_playouts, checked_seed, checked_threads
from miai.search.checkpoint import Snapshot, load_snapshot, save_snapshot
from miai.search.compiling import compile_search
from miai.search.expansion import make_node
from miai.search.graph import LEAF, NONE, checked_memory, new_graph, publish_node
from miai.search.history import History, mix_all_histories, relink_history
from miai.search.kernel_settings import make_kernel_settings, set_rewards
from miai.search.problem import apply_action, is_legal_action, is_terminal, position_key, problem_of
from miai.search.prune import keep_below, keep_marked, prune_graph
from miai.search.reporting import make_result
from miai.search.result import GraphView, Result
from miai.search.settings import Settings
from miai.search.sharing.joining import Partners, join_cluster
from miai.search.slicing import Limit, SliceRunner, think
from miai.search.solution_watch import SolutionWatch
from miai.search.store_link import SHARE, StoreLink
from miai.search.store_protocol import Store
from miai.search.value_table import ValueTable, entries_in, table_mib
from miai.search.worker import new_workers, slot_of, values_of

if TYPE_CHECKING:
    from miai.search.sharing.exchange import StatisticsExchange

DEFAULT_MEMORY = 256.0

_COUNTERS = ("simulations", "prunes", "pruned_nodes", "sweeps", "group_visits", "group_sum")
"""Fields of the graph's head that count for as long as the graph exists."""

Listener = Callable[[Result], None]


def search(state: Any, playouts: int | None = None, **options: Any) -> Result:
    """Search from `state` and return the result.

    Parameters
    ----------
    state : record
        A state of any problem.
    playouts : int, optional
        Number of simulations; 10,000 if no other limit is given.
    **options
        Parameters of `Search` (`seed`, `memory`, `threads`, `store`, `cluster`, settings by name) and of `Search.run` (`seconds`,
        `until_proven`, `target`, `listener`, `interval`).

    Returns
    -------
    Result
        The best action with its value, and all actions.

    Examples
    --------
    >>> import miai
    >>> from miai.problems import load
    >>> nim = load("nim").start(heaps=(1, 2))
    >>> result = miai.search(nim, playouts=1000, seed=1)
    >>> result.best_text, result.proven
    ('b1', True)
    """
    run_options = {
        name: options.pop(name) for name in ("seconds", "until_proven", "target", "listener", "interval") if name in options
    }
    running = Search(state, **options)
    try:
        return running.run(playouts, **run_options)
    finally:
        running.close()


class Search:
    """A search from one state, with its graph. One thread may use it at a time; only `stop` may be called from others.

    Parameters
    ----------
    state : record
        The state at the root.
    settings : Settings, optional
        The settings; single ones may also be given by name (`mode="tree"`).
    seed : int
        Random seed. One seed and one thread give the same result bit for bit.
    memory : float
        Limit of the graph in MiB.
    threads : int
        Threads that search, 1 to 64.
    stream : int
        Searches with the same seed and different streams draw independent random numbers.
    store : Store, optional
        Statistics of earlier searches. The search begins with them as history, and adds its own: at `play` those of the positions
        that leave the graph, at `export` all.
    cluster : str or Team, optional
        Other searches of the same position that share statistics with this one: `local:N`, the address of a Dask scheduler, or an open
        `miai.distributed.Team`. `close()` leaves the cluster.
    solutions : int
        For one player: how many of the best complete plays are kept, 1 to 16.
    **changes
        Settings by name.

    Examples
    --------
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> running = Search(load("tictactoe").start(), seed=1, solver=False)
    >>> result = running.run(playouts=2000)
    >>> result.best_text, result.simulations
    ('b2', 2000)
    >>> running.play(result.best_action)
    >>> running.run(playouts=500).visits > 500
    True
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
        cluster: str | Partners | None = None,
        solutions: int = 1,
        **changes: Any,
    ) -> None:
        self.problem = problem_of(state)
        self.settings = change(settings or Settings(), changes)
        self.seed, self.threads, self.memory = checked_seed(seed), checked_threads(threads, self.settings), checked_memory(memory)
        self.link = StoreLink(store, state, self.settings, memory) if store is not None else None
        self.graph_memory = memory * (1 - SHARE) if self.link else memory
        values = values_of(self.problem)
        is_table = self.settings.mode == "table"
        entries = entries_in(self.graph_memory, self.settings.table_entries, values) if is_table else 0
        self.graph_memory -= table_mib(entries, values) if is_table else 0.0
        self.graph = new_graph(self.graph_memory, values)
        self.table = ValueTable(self.graph, values, entries, self.settings.table_threshold) if is_table else None
        self.history: History | None = None
        self.workers = new_workers(self.problem, self.settings, self.seed, self.threads, first_stream=stream * MOST_THREADS)
        self.watch = SolutionWatch(self.problem, self.workers, solutions)
        self.states = new_array(self.problem.state_t, slot_of(self.problem, self.threads))
        self.states[0] = state
        self.first, self.played = copy_record(state), list[int]()  # where the search began, and the actions since then
        self.kernel_settings = make_kernel_settings(self.settings, self.problem, self.threads)
        self.kernel_settings.table_entries = entries
        set_rewards(self.kernel_settings, self.problem.rewards_from(state))
        self.slices = SliceRunner(self)
        self.exchange: StatisticsExchange | None = None
        self._began, self._ended, self._done_before = 0.0, 0.0, 0  # of the last `think`; it runs while `_ended` is infinite
        self.searched_seconds, self._is_exported = 0.0, False  # exported: the whole graph is in the store already
        self._make_root()
        if cluster is not None:
            self.join(cluster)

    @property
    def state(self) -> Any:
        """A copy of the state at the root."""
        return copy_record(self.states[0])

    @property
    def simulations(self) -> int:
        """Simulations since the search was made."""
        return int(self.graph.head.simulations)

    def run(
        self,
        playouts: int | None = None,
        *,
        seconds: float | None = None,
        until_proven: bool = False,
        target: float | None = None,
        listener: Listener | None = None,
        interval: float = 0.1,
    ) -> Result:
        """Continue the search and return `result()`. `stop()` from another thread, or Ctrl-C, ends it early and keeps the graph.

        Parameters
        ----------
        playouts : int, optional
            Further simulations. 10,000 if neither this, `seconds` nor `until_proven` is given.
        seconds : float, optional
            Time limit in seconds.
        until_proven : bool
            Search until the root is proven, or until another limit that is given.
        target : float, optional
            For one player: stop at a solution with this reward or a better one. Without another limit the search ends there only.
        listener : callable, optional
            Called with a `Result` every `interval` seconds.
        interval : float
            Seconds between two calls of `listener`.
        """
        limit = Limit(checked_playouts(playouts, seconds, until_proven or target is not None), seconds)
        self.watch.set_target(target)
        self.think(limit, on_report=None if listener is None else lambda running: listener(running.result()), interval=interval)
        return self.result()

    def think(
        self,
        limit: Limit,
        should_stop: Callable[[], bool] | None = None,
        on_report: Callable[[Search], None] | None = None,
        interval: float = 0.5,
    ) -> None:
        """Continue the search until `limit`. Makes no result, which takes a millisecond; call `result()` for it.

        Parameters
        ----------
        limit : Limit
            Playouts, seconds, and whether to stop early.
        should_stop : callable, optional
            Called every few milliseconds; the search ends when it returns true.
        on_report : callable, optional
            Called with this search every `interval` seconds. It may call `result()`.
        interval : float
            Seconds between two reports.
        """
        self._restart_if_exported()
        head = self.graph.head
        head.stop = 0
        compile_search(self)
        self._began, self._ended, self._done_before = time.perf_counter(), float("inf"), self.simulations
        if self.exchange:
            self.exchange.begin(self, limit)
        try:
            think(self, limit, should_stop, on_report, interval)
        finally:
            if self.exchange:
                self.exchange.end(self)
            head.stop, head.tickets = 0, 0
            self._ended = time.perf_counter()
            self.searched_seconds += self._ended - self._began

    def advance(self, playouts: int) -> None:
        """Run `playouts` simulations without clock, reports and result: for many short searches whose caller reads the graph."""
        self._restart_if_exported()
        goal = self.simulations + checked_playouts(playouts, None, False)
        while (left := goal - self.simulations) > 0 and not self.is_finished():
            self.slices.run(min(left, self.slices.size))

    def stop(self) -> None:
        """End the present run as soon as the simulations under way are done. May be called from any thread."""
        self.graph.head.stop = 1

    def is_finished(self) -> bool:
        """Return whether there is nothing to search: the root is proven, or `stop` was called."""
        head = self.graph.head
        root = self.graph.nodes[head.root]
        return bool(head.stop or (self.settings.solver and (root.low == root.high).all()))

    def restart(self, state: Any, stream: int = 0) -> None:
        """Clear the graph and search from `state`: the same as a new `Search` with this `stream`, in the memory of this one."""
        self._check_problem(state)
        self.workers = new_workers(self.problem, self.settings, self.seed, self.threads, first_stream=stream * MOST_THREADS)
        self.watch.use(self.workers)
        for counter in _COUNTERS:
            self.graph.head[counter] = 0
        if self.table:
            self.table.clear()
        self.begin_at(state)

    def begin_at(self, state: Any) -> None:
        """Clear the graph and search from `state`, with the random numbers and counters of this search."""
        self._check_problem(state)
        self.states[0] = state
        self.first, self.played = copy_record(state), []
        self._clear()
        if self.exchange:
            self.exchange.move(self)

    def _check_problem(self, state: Any) -> None:
        if problem_of(state) is not self.problem:
            raise UserError(f"a search of {self.problem.name} cannot continue with a state of {problem_of(state).name}")

    def play(self, action: int | str) -> None:
        """Play `action`, a number or its text, at the root. The graph below it is kept, the rest removed.

        Raises `UserError` if the action is not legal.
        """
        if is_terminal(self.states[0]):
            raise UserError(f"action {action} is not legal here: the play has ended")
        action = self.problem.parse_action(self.states[0], action) if isinstance(action, str) else int(action)
        child = self.view().child_by_action(int(self.graph.head.root), action)
        if not is_legal_action(self.states[0], action):
            raise UserError(f"action {action} is not legal here")
        if self.link and not self._is_exported:
            self.link.export(self.graph, self.kernel_settings, None if child == NONE else child)
        apply_action(self.states[0], np.int32(action))
        self.played.append(int(action))
        self.workers.deepest[:] = 0
        self.watch.keep_after(int(action))
        if child == NONE or self._is_exported:
            self._clear()
        else:
            keep_below(self.graph.head, self.kernel_settings, np.int64(child))
            self._discard_reserves()
            self._reopen_root()
            mix_all_histories(self.graph.head, self.kernel_settings)
            self._reload_history()
        if self.exchange:
            self.exchange.move(self, int(action))
        if self.table:
            self.table.drop_seldom_used()

    def export(self) -> None:
        """Add the statistics of the graph to the store, if there is one. Searching after that restarts with them as history."""
        if self.link and not self._is_exported:
            self.link.export(self.graph, self.kernel_settings)
            self._is_exported = True

    def join(self, cluster: str | Partners) -> None:
        """Share statistics with the searches of a cluster from now on, as with the parameter `cluster`."""
        self.close()
        self.exchange = join_cluster(cluster, self)

    def close(self) -> None:
        """Leave the cluster, if there is one. The search continues alone."""
        if self.exchange:
            self.exchange.leave()
            self.exchange = None

    def save(self, path: str | Path) -> None:
        """Write a checkpoint of the whole search to a file. Raises `UserError` if that fails. See `checkpoint.py`."""
        save_snapshot(self.snapshot(), path)

    @classmethod
    def load(cls, path: str | Path, state: Any = None, store: Store | None = None) -> Search:
        """Return the search of a checkpoint; it continues as if it had never stopped.

        `state`, the one at which the search began or the one at its root, saves a trial of the state in the file. States that point to
        memory need it.
        """
        return cls.from_snapshot(load_snapshot(path, state), store)

    def snapshot(self) -> Snapshot:
        """Return all parts of the search, not copies of them. No simulation may be under way. Not in mode `table`."""
        if self.table:
            raise UserError("a search in mode table cannot be saved")
        return Snapshot(
            problem=self.problem,
            settings=self.settings,
            seed=self.seed,
            threads=self.threads,
            memory=self.memory,
            graph_memory=self.graph_memory,
            slice_size=self.slices.size,
            is_exported=self._is_exported,
            graph=self.graph,
            workers=self.workers,
            first=self.first,
            played=tuple(self.played),
            state=self.states[0],
            history=self.history,
        )

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot, store: Store | None = None) -> Search:
        """Return a search with the parts of `snapshot`, which are used and not copied."""
        made = cls(snapshot.state, snapshot.settings, seed=snapshot.seed, memory=snapshot.memory, threads=snapshot.threads)
        made.graph_memory, made.graph, made.workers = snapshot.graph_memory, snapshot.graph, snapshot.workers
        made.slices.size, made._is_exported = snapshot.slice_size, snapshot.is_exported
        made.first, made.played = snapshot.first, list(snapshot.played)
        made.watch.adopt(made.workers)
        if snapshot.history is not None:
            made.use_history(snapshot.history)
        if store is not None:
            made.link = StoreLink(store, snapshot.state, snapshot.settings, snapshot.memory)
        return made

    def view(self) -> GraphView:
        """Return a view of the graph for reading."""
        histories = self.history.histories if self.history is not None and self.kernel_settings.has_history else None
        return GraphView(self.graph, self.problem, histories, self.settings.present_weight)

    def prune_if_full(self) -> None:
        """Prune the graph if memory is full. No simulation may be under way. With a store, pruned positions become history."""
        if self.graph.head.full and self.settings.prune != "first-come":
            if self.link and not self._is_exported:
                self.link.export_pruned(self.graph, self.kernel_settings)
                keep_marked(self.graph.head, self.kernel_settings)
                self.use_history(self.link.read_back(self.graph))
                relink_history(self.graph.head, self.kernel_settings)
            else:
                prune_graph(self.graph.head, self.kernel_settings)
            self._discard_reserves()
            mix_all_histories(self.graph.head, self.kernel_settings)
            if self.exchange:
                self.exchange.relink(self)

    def _make_root(self) -> None:
        key = np.uint64(position_key(self.states[0]))
        head = self.graph.head
        if self.link:
            self.use_history(self.link.load_history(self.graph, int(key)))
        head.root = publish_node(head, np.int64(make_node(head, self.kernel_settings, self.states[0], self.workers[0], key)), False)

    def _clear(self) -> None:
        """Remove all nodes and make a root for the present state."""
        head = self.graph.head
        self._discard_reserves()
        head.node_count = head.edge_count = head.full = 0
        self.graph.buckets.after[:] = 0
        self._is_exported = False
        self._make_root()

    def _restart_if_exported(self) -> None:
        """Clear the graph if all of it is in the store: it would be counted twice otherwise."""
        if self._is_exported:
            self._clear()

    def _reload_history(self) -> None:
        """After a move: load the history that did not fit before, if there is any."""
        if self.link and self.link.is_cut_off:
            self.use_history(self.link.load_history(self.graph, int(self.graph.nodes[self.graph.head.root].key)))
            relink_history(self.graph.head, self.kernel_settings)

    def use_history(self, history: History) -> None:
        """Switch on the history that the head of the graph points to."""
        self.history = history
        self.kernel_settings.has_history = len(history) > 0
        self.kernel_settings.checks_edges = self.kernel_settings.has_history or self.kernel_settings.atomic

    def _reopen_root(self) -> None:
        """Discard the proof of a root that was not proven by its edges: to know the move, it must be searched."""
        root = self.graph.nodes[self.graph.head.root]
        if root.phase == LEAF and not root.terminal and (root.low == root.high).all():
            root.low, root.high = 0.0, 1.0
            root.value = root.own_sum / max(1, int(root.own_visits))

    def _discard_reserves(self) -> None:
        """Discard per-worker reserves of nodes and edges."""
        self.workers.spare_node[:] = NONE
        self.workers.reserved_nodes[:] = 0
        self.workers.reserved_edges[:] = 0

    def result(self) -> Result:
        """Return the present result, with the simulations and the time of the present or last run."""
        return make_result(self, self._began, min(self._ended, time.perf_counter()), self._done_before)

    def _repr_html_(self) -> str:
        return displays.html_of(self)
