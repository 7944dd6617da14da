"""The classifier and the choice of a panel as scikit-learn estimators, for `cross_val_score`, pipelines and grid searches."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from miai.genetics.classifier.evaluator import MISSING, Array, counts_of, dropped_of
from miai.genetics.classifier.frequencies import FrequencyModel
from miai.genetics.classifier.scores import Classification, classify_codes


def as_codes(X: Any) -> Array:
    """Genotype codes uint8 [people, SNPs] from numbers 0, 1, 2; NaN, a negative number and 3 are missing calls.

    Raises
    ------
    ValueError
        Where `X` is not a matrix of such numbers.
    """
    values = np.asarray(X, np.float64)
    if values.ndim != 2:
        raise ValueError(f"expected a matrix of people by SNPs, not {values.ndim} dimensions")
    codes = np.where(np.isnan(values) | (values < 0), MISSING, values)
    if codes.size and (codes.max() > MISSING or np.any(codes != np.floor(codes))):
        raise ValueError("genotypes are 0, 1 or 2, or 3, -1 or NaN for a missing call")
    return codes.astype(np.uint8)


class PanelClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Likelihoods of genotypes in each class; the class with the highest wins.

    Parameters
    ----------
    estimate
        `genotype` frequencies, or those of alleles with `hardy-weinberg` proportions.
    smoothing
        `half` or `floor`; see `miai.genetics.classifier.frequencies`.
    prior
        `uniform`, or `observed` for the shares of the classes among the people of `fit`.
    dropped
        Share of people with the lowest likelihood ratio that `score` leaves out; 0 for the usual accuracy.

    Examples
    --------
    >>> from sklearn.model_selection import cross_val_score
    >>> X = [[0, 0], [0, 1], [0, 0], [2, 2], [2, 1], [2, 2]] * 5
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> float(cross_val_score(PanelClassifier(), X, y, cv=3).mean())
    1.0
    """

    def __init__(self, estimate: str = "genotype", smoothing: str = "half", prior: str = "uniform", dropped: float = 0.05) -> None:
        self.estimate = estimate
        self.smoothing = smoothing
        self.prior = prior
        self.dropped = dropped

    def fit(self, X: Any, y: Any) -> PanelClassifier:
        """Learn the frequencies of genotypes in each class. Returns the estimator."""
        codes = as_codes(X)
        self.classes_, categories = np.unique(np.asarray(y), return_inverse=True)
        if categories.size != codes.shape[0]:
            raise ValueError(f"{codes.shape[0]} people and {categories.size} classes")
        if self.classes_.size < 2:
            raise ValueError("a classifier needs at least two classes")
        self.n_features_in_ = codes.shape[1]
        counts = counts_of(np.ascontiguousarray(codes.T), categories.astype(np.int32), self.classes_.size)
        self.log_probabilities_ = np.log(FrequencyModel(self.estimate, self.smoothing).probabilities(counts))
        shares = np.bincount(categories) / categories.size
        self.log_prior_ = np.log(shares) if self.prior == "observed" else np.zeros(self.classes_.size)
        return self

    def classify(self, X: Any) -> Classification:
        """Return the categories of people with their likelihood ratios."""
        check_is_fitted(self, "log_probabilities_")
        codes = as_codes(X)
        if codes.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {codes.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_}")
        return classify_codes(codes.T, self.log_probabilities_, self.log_prior_)

    def predict(self, X: Any) -> Array:
        """Return the most likely class of each person."""
        found = self.classify(X)
        predicted: Array = self.classes_[found.best]
        return predicted

    def predict_proba(self, X: Any) -> Array:
        """Posterior probabilities of the classes."""
        return self.classify(X).probabilities

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of correct ones among the people that are classified; see `dropped`."""
        found = self.classify(X)
        number = dropped_of(found.best.size) if self.dropped == 0.05 else int(np.floor(self.dropped * found.best.size + 0.5))
        kept = found.most_confident(number)
        right = (self.classes_[found.best] == np.asarray(y))[kept]
        weights = None if sample_weight is None else np.asarray(sample_weight)[kept]
        return float(np.average(right, weights=weights))


class PanelSelector(SelectorMixin, BaseEstimator):  # type: ignore[misc]
    """Choose a panel of SNPs by a search: a step before `PanelClassifier` in a pipeline, so that validation is nested.

    Parameters
    ----------
    size
        SNPs of the panel.
    method
        Name of a search method.
    evaluations
        Budget of the search.
    seed
        Random seed.
    """

    def __init__(self, size: int = 8, method: str = "mcts", evaluations: int = 100_000, seed: int = 1) -> None:
        self.size = size
        self.method = method
        self.evaluations = evaluations
        self.seed = seed

    def fit(self, X: Any, y: Any) -> PanelSelector:
        """Search the panel. Returns the estimator."""
        from miai.genetics.genotypes import Genotypes
        from miai.genetics.methods.interface import Budget
        from miai.genetics.panels.selection import SelectionRequest, select_panel

        codes = as_codes(X)
        classes, categories = np.unique(np.asarray(y), return_inverse=True)
        self.n_features_in_ = codes.shape[1]
        request = SelectionRequest(self.size, self.method, Budget(None, self.evaluations), self.seed)
        found = select_panel(Genotypes.from_calls(codes.T), categories.astype(np.int8), classes.size, request)
        self.snps_ = np.array(sorted(found.best.snps))
        return self

    def _get_support_mask(self) -> Array:
        check_is_fitted(self, "snps_")
        mask = np.zeros(self.n_features_in_, np.bool_)
        mask[self.snps_] = True
        return mask
