"""Samplers of Optuna for tuning by games: CLOP and SPSA, and those that Optuna brings.

CLOP and SPSA keep no state: the next place follows from the finished trials, the number of the trial and the seed. So a study that
was killed and resumed continues as if it had not been. Optuna's samplers begin again with another seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler, TPESampler
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from miai.core.errors import UserError, unknown_name
from miai.tuning.clop import ClopModel, fit_clop, refit_after
from miai.tuning.parameters import Parameter
from miai.tuning.regression import Array, Results
from miai.tuning.spsa import Gains, trial_place, walk

COUNT = "count"
"""The attribute of a trial with the number of its games; its value is the share of points."""


def distribution(parameter: Parameter) -> BaseDistribution:
    """Return Optuna's description of the range of a parameter."""
    if parameter.choices:
        return CategoricalDistribution(parameter.choices)
    if parameter.is_whole:
        return IntDistribution(int(parameter.low), int(parameter.high), log=parameter.is_log)
    return FloatDistribution(parameter.low, parameter.high, log=parameter.is_log)


def results_of(parameters: Sequence[Parameter], trials: Sequence[FrozenTrial]) -> Results:
    """Return the places and points of finished trials."""
    finished = [trial for trial in trials if trial.state == TrialState.COMPLETE]
    if not finished:
        return Results.empty(len(parameters))
    counts = np.array([float(trial.user_attrs.get(COUNT, 1.0)) for trial in finished])
    shares = np.array([trial.value for trial in finished], np.float64)
    places = np.array([[parameter.place(trial.params[parameter.name]) for parameter in parameters] for trial in finished])
    return Results(places, shares * counts, counts)


class PlaceSampler(BaseSampler):
    """A sampler that proposes places in the unit cube."""

    def __init__(self, parameters: Sequence[Parameter], seed: int) -> None:
        for parameter in parameters:
            if not parameter.has_order:
                raise UserError(
                    f"parameter {parameter.name!r} has choices without an order, which this sampler cannot model; use --sampler tpe"
                )
        self.parameters = list(parameters)
        self.seed = seed

    def next_place(self, number: int, trials: Sequence[FrozenTrial]) -> Array:
        """Return the place of trial `number`, given the finished trials."""
        raise NotImplementedError

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        return {parameter.name: distribution(parameter) for parameter in self.parameters}

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
        finished = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        place = self.next_place(trial.number, finished)
        return {parameter.name: parameter.value(float(at)) for parameter, at in zip(self.parameters, place, strict=True)}

    def sample_independent(self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution) -> Any:
        raise UserError(f"parameter {param_name!r} is not among those of this study")


class ClopSampler(PlaceSampler):
    """Confident local optimisation (Coulom 2011); see `miai.tuning.clop`."""

    def __init__(self, parameters: Sequence[Parameter], seed: int) -> None:
        super().__init__(parameters, seed)
        self._fitted: tuple[int, ClopModel] | None = None

    def next_place(self, number: int, trials: Sequence[FrozenTrial]) -> Array:
        return self._model(trials).draw(np.random.default_rng([self.seed, number]))

    def _model(self, trials: Sequence[FrozenTrial]) -> ClopModel:
        used = refit_after(len(trials))
        if self._fitted is None or self._fitted[0] != used:
            self._fitted = used, fit_clop(results_of(self.parameters, sorted(trials, key=lambda trial: trial.number)[:used]))
        return self._fitted[1]


class SpsaSampler(PlaceSampler):
    """Simultaneous perturbation (Spall 1998); see `miai.tuning.spsa`. Trials 2 k and 2 k + 1 are the two of step k."""

    def __init__(self, parameters: Sequence[Parameter], seed: int, trials: int) -> None:
        super().__init__(parameters, seed)
        self.gains = Gains(stability=max(1.0, trials / 20))

    def next_place(self, number: int, trials: Sequence[FrozenTrial]) -> Array:
        step, second = divmod(number, 2)
        return trial_place(self.theta(trials, before=step), step, not second, self.seed, self.gains)

    def theta(self, trials: Sequence[FrozenTrial], before: int | None = None) -> Array:
        """Return the present place, after all finished steps, or those with a number below `before`."""
        shares = {trial.number: float(trial.value or 0.0) for trial in trials}
        steps = sorted({number // 2 for number in shares if before is None or number // 2 < before})
        finished = [(step, shares[2 * step], shares[2 * step + 1]) for step in steps if {2 * step, 2 * step + 1} <= shares.keys()]
        return walk(len(self.parameters), finished, self.seed, self.gains)


def _cmaes(parameters: Sequence[Parameter], seed: int, trials: int, known: int, done: Sequence[FrozenTrial]) -> BaseSampler:
    """Return a sampler of Optuna. Its population is not stored: after an interruption a new one begins at the best trial."""
    from miai.core import extras

    if extras.is_missing("cmaes"):
        raise UserError("sampler 'cmaes' needs the package cmaes, which is not installed; install it with: pip install cmaes")
    from optuna.samplers import CmaEsSampler

    best = max(done, key=lambda trial: trial.value or 0.0, default=None)
    numbers = [parameter.name for parameter in parameters if not parameter.choices]
    return CmaEsSampler(x0=best and {name: best.params[name] for name in numbers}, seed=_seed(seed, known))


def _seed(seed: int, known: int) -> int:
    """Return a seed of Optuna's samplers for a study of `known` trials: a run that resumes does not draw the first ones again."""
    return (seed + 7919 * known) % 2**32


SAMPLERS: dict[str, Callable[[Sequence[Parameter], int, int, int, Sequence[FrozenTrial]], BaseSampler]] = {
    "clop": lambda parameters, seed, trials, known, done: ClopSampler(parameters, seed),
    "spsa": lambda parameters, seed, trials, known, done: SpsaSampler(parameters, seed, trials),
    "tpe": lambda parameters, seed, trials, known, done: TPESampler(seed=_seed(seed, known), multivariate=True),
    "random": lambda parameters, seed, trials, known, done: RandomSampler(seed=_seed(seed, known)),
    "cmaes": _cmaes,
}
"""Samplers by name; each is made from the parameters, the seed, the planned number of trials, how many are known, and the finished ones."""


def new_sampler(
    name: str, parameters: Sequence[Parameter], seed: int, trials: int, known: int = 0, done: Sequence[FrozenTrial] = ()
) -> BaseSampler:
    """Return a sampler by name. Raise `UserError` for an unknown one, or one that does not fit the parameters."""
    if name not in SAMPLERS:
        raise unknown_name("sampler", name, SAMPLERS)
    return SAMPLERS[name](parameters, seed, trials, known, done)
