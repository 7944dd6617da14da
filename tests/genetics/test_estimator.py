"""The estimators, beside scikit-learn's own tools."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn")

from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline

from miai.genetics.classifier.estimator import PanelClassifier, PanelSelector
from tests.genetics.problems import random_codes

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]  # tests of the methods check the bounds of the same kernels


def problem(missing=0.0):
    y = np.arange(120) % 3
    return random_codes(10, y, seed=5, missing=missing).T.astype(float), np.array(["a", "b", "c"])[y]


def test_without_missing_calls_it_equals_categorical_naive_bayes():
    X, y = problem()
    ours = PanelClassifier(prior="observed").fit(X, y)
    theirs = CategoricalNB(alpha=0.5, min_categories=3).fit(X, y)
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))
    assert (ours.predict(X) == theirs.predict(X)).all()


def test_missing_calls_are_left_out_however_they_are_written():
    X, y = problem(missing=0.2)
    written = {"3": X, "nan": np.where(X == 3, np.nan, X), "-1": np.where(X == 3, -1, X)}
    found = [PanelClassifier().fit(each, y).predict_proba(each) for each in written.values()]
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])
    assert np.allclose(found[0].sum(axis=1), 1)


def test_it_works_in_cross_validation_and_pipelines():
    X, y = problem()
    assert cross_val_score(PanelClassifier(estimate="hardy-weinberg"), X, y, cv=4).mean() > 0.6
    pipeline = make_pipeline(PanelSelector(size=3, evaluations=150), PanelClassifier())
    scores = cross_val_score(pipeline, X, y, cv=2)
    assert scores.shape == (2,) and scores.mean() > 0.5
    assert clone(pipeline).fit(X, y)[:-1].transform(X).shape == (120, 3)


def test_the_score_leaves_the_least_confident_out():
    X, y = problem()
    fitted = PanelClassifier(dropped=0.5).fit(X, y)
    assert fitted.score(X, y) > PanelClassifier(dropped=0.0).fit(X, y).score(X, y)
    assert PanelClassifier(dropped=0.0).fit(X, y).score(X, y) == np.mean(fitted.predict(X) == y)


def test_wrong_input_is_a_value_error():
    X, y = problem()
    with pytest.raises(ValueError, match="genotypes are 0, 1 or 2"):
        PanelClassifier().fit(X + 0.5, y)
    with pytest.raises(ValueError, match="at least two classes"):
        PanelClassifier().fit(X, ["a"] * 120)
    with pytest.raises(ValueError, match="X has 4 features, but PanelClassifier is expecting 10"):
        PanelClassifier().fit(X, y).predict(X[:, :4])
