"""The result of a running search, put together from its graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from miai.search.final import choose_final
from miai.search.result import Result, bounds_seen, principal_variation, seen, summarise_actions

if TYPE_CHECKING:
    from miai.search.driver import Search


def make_result(search: Search, began: float, ended: float, done_before: int) -> Result:
    """Return the present result, with the speed from time `began`, when `done_before` simulations were done, to `ended`."""
    head = search.graph.head
    view, root = search.view(), int(head.root)
    node = search.graph.nodes[root]
    actions = summarise_actions(view, root, search.states[0])
    final = choose_final(actions, search.settings)
    seconds = max(ended - began, 1e-9)
    simulations = int(head.simulations) - done_before
    sure_low, sure_high = bounds_seen(node, int(node.player))
    solutions = search.watch.solutions(search.states[0])
    return Result(
        problem=search.problem.name,
        player=int(node.player),
        best_action=final.action if final else None,
        best_text=final.text if final else "",
        value=min(
            max(seen(_value(search, node), int(node.player)), sure_low), sure_high
        ),  # the estimate must lie within the bounds
        proven=sure_low == sure_high,
        sure_low=sure_low,
        sure_high=sure_high,
        actions=actions,
        principal_variation=principal_variation(view, root, search.state, final.action) if final else (),
        simulations=simulations,
        visits=int(node.visits),
        seconds=seconds,
        simulations_per_second=simulations / seconds,
        depth=int(search.workers.deepest.max()),
        nodes=int(head.node_count - search.workers.reserved_nodes.sum()),
        edges=int(head.edge_count - search.workers.reserved_edges.sum()),
        memory_used=search.graph.memory_used,
        memory_limit=search.graph.memory_limit,
        transpositions=int(search.workers.transpositions.sum()),
        prunes=int(head.prunes),
        solution=solutions[0] if solutions else None,
        solutions=solutions,
        settings=search.settings,
        seed=search.seed,
        threads=search.threads,
        simulations_elsewhere=search.exchange.simulations_of_run if search.exchange is not None else 0,
    )


def _value(search: Search, node: Any) -> Any:
    """Return the value of the root: on a cluster the mean over all searches."""
    return node.value if search.exchange is None else search.exchange.value_with_others(node)
