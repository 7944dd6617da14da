"""Packings, and panels of SNPs: one search, and several on a cluster that keep the best of all, with the same time for each.

    python benchmarks/cluster_packing.py --seeds 10 --seconds 5
    python benchmarks/cluster_packing.py --seeds 10 --simulations 100000
    python benchmarks/cluster_packing.py --seeds 10 --panels 5000

On a machine with a core for each process `--seconds` is a fair comparison. On one with fewer cores, or with other work, each process gets
another part of that time. There `--simulations` compares at equal work: the deciding packer of the cluster has exactly as much as the one
that is alone, and the others run beside it for as long as it takes. `--panels` does the same for `miai genetics select`: each search has
this number of evaluations of panels of simulated people. Prints one line for each seed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator

from miai.distributed.packing import ClusterPacker, open_packing_team
from miai.problems.packing import Packer, make_instance

PEOPLE, SNPS, PANEL = 150, 200, 8


def packings(seeds: int, workers: int, seconds: float | None, simulations: int | None) -> Iterator[tuple[int, int]]:
    """Yield the heights of a packer that is alone, and of several."""
    dice = random.Random(3)
    instance = make_instance(100, [(dice.randint(5, 40), dice.randint(5, 40)) for _ in range(60)])
    print(f"60 rectangles on a strip of width 100: height, at least {Packer(instance).bound}", flush=True)
    with open_packing_team(f"local:{workers}") as team:
        ClusterPacker(instance, team, 999).run(2.0)  # compiles everywhere
        for seed in range(seeds):
            alone = Packer(instance, seed).run(seconds, simulations=simulations)
            together = ClusterPacker(instance, team, seed).run(seconds, simulations=simulations)
            yield alone.height, together.height


def panels(seeds: int, workers: int, evaluations: int) -> Iterator[tuple[float, float]]:
    """Yield the value of the best panel of one search, and of several."""
    import numpy as np

    from miai.genetics.genotypes import Genotypes
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.parallel import search_on_cluster
    from miai.genetics.panels.selection import SelectionRequest, select_panel

    source, categories = np.random.default_rng(1), (np.arange(PEOPLE) % 3).astype(np.int8)
    shares = 0.5 + 0.4 * (source.random((SNPS, 3)) - 0.5)
    genotypes = Genotypes.from_calls(source.binomial(2, shares[:, categories]).astype(np.uint8))
    print(f"panels of {PANEL} of {SNPS} SNPs: people that are classified correctly", flush=True)
    for seed in range(1, seeds + 1):
        alone = SelectionRequest(PANEL, budget=Budget(None, evaluations), seed=seed)
        together = SelectionRequest(PANEL, budget=Budget(None, evaluations * workers), seed=seed)
        on_cluster = search_on_cluster(f"local:{workers}", workers)
        yield (
            select_panel(genotypes, categories, 3, alone).models[0].value,
            select_panel(genotypes, categories, 3, together, search=on_cluster).models[0].value,
        )


def compare(results: Iterator[tuple[float, float]], is_worse: Callable[[float, float], bool], workers: int) -> None:
    """Print the results, and how often several searches were not worse."""
    count = not_worse = 0
    for alone, together in results:
        print(f"seed {count}: one search {alone:g}, {workers} searches {together:g}", flush=True)
        count, not_worse = count + 1, not_worse + (not is_worse(together, alone))
    print(f"not worse in {not_worse} of {count}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--workers", type=int, default=4)
    options.add_argument("--seconds", type=float)
    options.add_argument("--simulations", type=int)
    options.add_argument("--panels", type=int, metavar="EVALUATIONS")
    given = options.parse_args()
    if given.panels:
        compare(panels(given.seeds, given.workers, given.panels), lambda together, alone: together < alone, given.workers)
        return
    seconds = 5.0 if given.seconds is None and given.simulations is None else given.seconds
    found = packings(given.seeds, given.workers, seconds, given.simulations)
    compare(found, lambda together, alone: together > alone, given.workers)


if __name__ == "__main__":
    main()
