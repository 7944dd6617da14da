"""`miai bench snps`: statistics of SNPs per second, compared with the same in NumPy, and the time from a file on disk to the statistics."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from miai.bench.frame import contest, machine, on_one_core, rounds_for, timed
from miai.genetics.formats.plink import write_bed
from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import grouping_named
from miai.genetics.reading import read_genotypes
from miai.genetics.simulation import PopulationModel, simulate
from miai.genetics.statistics import compute_statistics

SNPS = 20_000
PUBLISHED = 650_000
"""SNPs of the data set of the source, with 1,043 people."""
BY_NUMPY = 1000
"""SNPs per round of NumPy."""
ROUND_SECONDS = 0.3


def measure_snps(snps: int = SNPS, seconds: float = 3.0, seed: int = 1) -> dict[str, Any]:
    """Return the speeds of statistics for seven categories of 1,043 people, their ratio, and the seconds from file to result."""
    genotypes = simulate(PopulationModel(snps=snps), seed)
    categories, names = grouping_named("world7").categories(genotypes.people)
    few = genotypes.select(snps=slice(0, BY_NUMPY))

    def ours() -> int:
        compute_statistics(genotypes, categories, len(names))
        return snps

    def numpy() -> int:
        statistics_by_numpy(few, categories, len(names))
        return len(few.snps)

    ours()
    numpy()
    best = contest({"miai": timed(ours), "NumPy": timed(numpy)}, rounds_for(seconds, 2 * ROUND_SECONDS))
    from_file = _seconds_from_file(genotypes)
    return {
        "snps": snps,
        "people": len(genotypes.people),
        "snps_per_second": best["miai"],
        "yardstick": "the same statistics in NumPy",
        "yardstick_per_second": best["NumPy"],
        "ratio": best["miai"] / best["NumPy"],
        "seconds_from_file": from_file,
        f"seconds_from_file_for_{PUBLISHED}": from_file * PUBLISHED / snps,
        "seed": seed,
        "machine": machine(),
    }


def _seconds_from_file(genotypes: Genotypes) -> float:
    """Processor seconds on one core to read a .bed with its tables and compute all statistics; the second of two runs counts."""
    with tempfile.TemporaryDirectory() as folder, on_one_core():
        path = Path(folder) / "data.bed"
        write_bed(genotypes, path)
        for _ in range(2):
            began = time.process_time()
            read = read_genotypes(path)
            categories, names = grouping_named("world7").categories(read.people)
            compute_statistics(read, categories, len(names))
            spent = time.process_time() - began
    return spent


def statistics_by_numpy(genotypes: Genotypes, categories: Any, k: int) -> dict[str, Any]:
    """Return I_n, theta, full theta and Delta, computed by whole arrays. Every category must have calls at every SNP."""
    calls = genotypes.calls()
    counts = np.stack([[(calls[:, categories == c] == g).sum(axis=1) for g in range(3)] for c in range(k)]).transpose(2, 0, 1)
    n = counts.sum(axis=2).astype(float)
    p = (counts[:, :, 2] + counts[:, :, 1] / 2) / n
    mean = p.mean(axis=1)
    inner = (_x_log_x(p) + _x_log_x(1 - p)).mean(axis=1)
    total = n.sum(axis=1)
    overall = (n * p).sum(axis=1) / total
    spread = (n * (p - overall[:, None]) ** 2).sum(axis=1) / ((k - 1) * total / k)
    size, het = total / k, counts[:, :, 1].sum(axis=1) / total
    size_c = (total - (n**2).sum(axis=1) / total) / (k - 1)
    within = overall * (1 - overall) - (k - 1) / k * spread
    a = size / size_c * (spread - (within - het / 4) / (size - 1))
    b = size / (size - 1) * (within - (2 * size - 1) / (4 * size) * het)
    with np.errstate(invalid="ignore"):
        return {
            "informativeness": inner - _x_log_x(mean) - _x_log_x(1 - mean),
            "theta": spread / (overall * (1 - overall)),
            "theta_full": a / (a + b + het / 2),
            "delta": sum(np.abs(p[:, i] - p[:, j]) for i in range(k) for j in range(i)) / (k * (k - 1) / 2),
        }


def _x_log_x(x: Any) -> Any:
    return x * np.log(np.where(x > 0, x, 1))
