"""Compiles the kernels of searches ahead, on a small random problem, so that no search spends its time on it."""

from __future__ import annotations

import dataclasses

import numpy as np

from miai.core.warmup import warms_up
from miai.genetics.classifier.divisions import draw_divisions
from miai.genetics.classifier.evaluator import evaluate_on_divisions
from miai.genetics.classifier.frequencies import FrequencyModel
from miai.genetics.methods.interface import PanelTask
from miai.genetics.methods.registry import BUILT_IN, find_method


def small_task(objective: str = "counts", snps: int = 8, size: int = 2, seed: int = 1) -> PanelTask:
    """Return a random problem of 30 people in three categories."""
    source = np.random.default_rng(seed)
    categories = np.arange(30, dtype=np.int32) % 3
    shares = source.random((snps, 3))
    codes = source.binomial(2, shares[:, categories]).astype(np.uint8)
    drawn = draw_divisions(categories, 2, 10, seed)
    evaluator = evaluate_on_divisions(codes, categories, 3, drawn, FrequencyModel(), objective)
    priors = np.linspace(1.0, 0.2, snps)
    return PanelTask(evaluator, size, priors, {"informativeness": priors})


def compile_method(name: str) -> None:
    """Run all kernels of a method once."""
    method = find_method(name)
    has_turns = any(field.name == "period" for field in dataclasses.fields(method.Settings))
    settings = method.Settings(period=20) if has_turns else None  # so that tree and exchange both have their turn
    search = method(small_task(size=3), 1, settings)
    search.prepare()
    search.advance(search.evaluations + 30)
    search.make_room()


@warms_up("panels")
def compile_methods() -> None:
    for name in BUILT_IN:
        compile_method(name)
