"""How many fewer states does a graph hold than a tree, and how many parents does a position have?

The empty board is searched as a tree and as a graph, by UCT with uniform playouts, as published, or by the search of the Go engine. At each
checkpoint the experiment counts the nodes of the tree, the different positions among them, and the moves that lead to each position of the
graph. (After the same number of playouts a graph has as many positions as the tree has nodes: each playout adds one to either.)

With `timed` it also measures seconds of processor time, so that states can be compared at equal time.

Huang and Liu (2011), figure 3, count states after 1 to 20 seconds on an unnamed board and machine: 0.4 to 6.4 % fewer in the graph.
Brodeur and Childs (2008) count 1.85 parents per position in openings.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, decided_by, is_above, is_below
from miai.experiments.published import BRODEUR_CHILDS, HUANG_LIU

ENGINES = ("uct", "engine")
PARENTS = 1.85
MEMORY = 512.0
TIMED = ("positions", "seconds of the tree", "graph states", "seconds of the graph")


@dataclass(frozen=True)
class Parameters:
    sizes: tuple[int, ...] = parameter((9, 13, 19), "board sizes", low=2, high=19)
    searches: tuple[str, ...] = parameter(ENGINES, "UCT with uniform playouts, or the engine's search", choices=ENGINES)
    playouts: tuple[int, ...] = parameter((500, 1000, 2000, 5000, 10_000, 20_000, 50_000), "checkpoints, ascending", low=1)
    repetitions: int = parameter(10, "searches of each kind", low=2)
    timed: bool = parameter(False, "also measure the processor time of each search in seconds; such cells differ from run to run")


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for size in parameters.sizes:
        for search in parameters.searches:
            for repetition in range(parameters.repetitions):
                yield {"size": size, "search": search, "repetition": repetition}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    searches = {mode: new_search(int(job["size"]), str(job["search"]), mode, seed) for mode in ("tree", "uct-dag")}
    cells: list[Cell] = []
    seconds = dict.fromkeys(searches, 0.0)
    done = 0
    for playouts in parameters.playouts:
        for mode, running in searches.items():
            began = time.process_time()
            running.advance(playouts - done)
            seconds[mode] += time.process_time() - began
        done = playouts
        nodes, positions = count_states(searches["tree"])
        parents, several = count_parents(searches["uct-dag"])
        found = {"tree states": nodes, "positions": positions, "saved": 1 - positions / nodes}
        found |= {"parents": parents, "several parents": several}
        if parameters.timed:
            graph_states = int(searches["uct-dag"].graph.head.node_count)
            found |= {
                "graph states": graph_states,
                "seconds of the tree": seconds["tree"],
                "seconds of the graph": seconds["uct-dag"],
            }
        cells += [Cell({**job, "playouts": playouts}, f"one {name}", value) for name, value in found.items()]
    return cells


def new_search(size: int, kind: str, mode: str, seed: int) -> Any:
    """Return a search of the empty board."""
    from dataclasses import replace

    from miai.go.player.settings import GO_PLAYOUTS, GO_SEARCH
    from miai.go.playouts import POLICIES
    from miai.go.problem import go_problem, state_of
    from miai.go.rules.game import Game
    from miai.search.driver import Search
    from miai.search.settings import Settings

    go_problem(size)
    is_uct = kind == "uct"
    settings = Settings(mode=mode, solver=False) if is_uct else replace(GO_SEARCH, mode=mode)
    state = state_of(Game(size), policy=POLICIES["uniform"] if is_uct else GO_PLAYOUTS)
    return Search(state, settings, seed=seed, memory=MEMORY)


def count_states(search: Any) -> tuple[int, int]:
    """Return (nodes, different positions) of a tree."""
    from miai.core.records import copy_record
    from miai.search.problem import apply_action, position_key

    view, keys = search.view(), set()
    waiting = [(int(search.graph.head.root), search.state)]
    count = 0
    while waiting:
        index, state = waiting.pop()
        keys.add(int(position_key(state)))
        count += 1
        for edge in view.edges_of(index):
            if edge.child >= 0:
                after = copy_record(state)
                apply_action(after, edge.action)
                waiting.append((int(edge.child), after))
    return count, len(keys)


def count_parents(search: Any) -> tuple[float, float]:
    """Return (mean number of moves that lead to a position, share of positions with several such moves), without the root."""
    head = search.graph.head
    children = np.asarray(search.graph.edges[head.edge_limit - head.edge_count :])["child"]
    parents = np.bincount(children[children >= 0], minlength=int(head.node_count))
    parents = parents[parents > 0]
    return float(parents.mean()), float((parents > 1).mean())


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    groups: dict[tuple[Any, ...], list[float]] = {}
    for cell in cells:
        of = cell.parameters
        groups.setdefault((of["size"], of["search"], of["playouts"], cell.measure), []).append(cell.value or 0.0)
    made = []
    for (size, search, playouts, measure_), values in groups.items():
        mean = mean_with_interval(values)
        labels = {"size": size, "search": search, "playouts": playouts}
        made.append(Cell(labels, measure_.removeprefix("one "), mean.mean, mean.low, mean.high, len(values)))
    return made


OVER_SEARCHES = "95 % t interval over searches"


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    last = [cell for cell in cells if cell.parameters.get("playouts") == max(parameters.playouts)]
    parents = [cell for cell in last if cell.measure == "parents"]
    found = []
    for search in parameters.searches:
        saved = [cell for cell in last if cell.measure == "saved" and cell.parameters["search"] == search]
        verdict = all_of(is_above(bounds(cell)) for cell in saved)
        found.append(
            Finding(
                f"The tree of {search} has fewer positions than nodes, on every board",
                verdict,
                _listed(saved, "saved"),
                decided_by(OVER_SEARCHES, len(saved)),
            )
        )
    claim = f"After {max(parameters.playouts):,} playouts from the empty board a position has {PARENTS} parents"
    return [
        *found,
        Finding(claim, _has_parents(parents), _listed(parents, "parents"), decided_by(OVER_SEARCHES, len(parents))),
    ]


def _has_parents(parents: Sequence[Cell]) -> str:
    """Return the verdict on the claim that some search reaches `PARENTS`: all intervals below refute it, one above confirms it."""
    verdicts = [is_below(bounds(cell), PARENTS) for cell in parents]
    return FAILS if verdicts and set(verdicts) == {HOLDS} else HOLDS if FAILS in verdicts else OPEN


def _listed(cells: Sequence[Cell], name: str) -> str:
    shown = (f"{cell.parameters['size']}x{cell.parameters['size']} {cell.parameters['search']} {cell.value:.3f}" for cell in cells)
    return f"{name} at the last checkpoint: {', '.join(shown)}"


def prepare(parameters: Parameters) -> None:
    for size in parameters.sizes:
        new_search(size, "uct", "uct-dag", 0).run(2)


EXPERIMENT = Experiment(
    name="graph-states",
    question="How many fewer states does a graph hold than a tree, and how many parents does a position have?",
    source=f"{HUANG_LIU}, figure 3; {BRODEUR_CHILDS}",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": (9,), "playouts": (50, 100), "repetitions": 2},
        "quick": {"sizes": (9,), "playouts": (500, 1000, 2000, 5000, 10_000), "repetitions": 4},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    cost=lambda parameters, job: float(job["size"]) ** 2,
    tables=[
        Table(
            "Different positions among the nodes of a tree, by playouts",
            "positions",
            rows=("size", "search"),
            columns="playouts",
            digits=0,
        ),
        Table("Share of nodes that a graph saves", "saved", rows=("size", "search"), columns="playouts", digits=4),
        Table("Parents of a position", "parents", rows=("size", "search"), columns="playouts"),
        Table("States in the tree and in the graph, with `timed`", TIMED, rows=("size", "search", "playouts"), digits=2),
        Table("Share of positions with several parents", "several parents", rows=("size", "search"), columns="playouts"),
    ],
    plots=[
        Curve("saved", "saved", x="playouts", line="size", panel="search", log_x=True, y_label="share of nodes that a graph saves"),
        Curve("parents", "parents", x="playouts", line="size", panel="search", log_x=True, y_label="parents of a position"),
    ],
)
