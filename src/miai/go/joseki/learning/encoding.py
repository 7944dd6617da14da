"""From eight qualities to two: non-negative matrix factorisation, the pseudo-inverse, and the published numbers.

Lee and Seung (2001), *Algorithms for Non-negative Matrix Factorization*, have the multiplicative updates for the Kullback-Leibler
divergence; Basaldúa (2013), sections 3.4.3 and 3.4.6, has the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.joseki.tables import COMPONENTS, QUALITIES

Array = np.ndarray[Any, Any]

PUBLISHED = (
    {"strenLibert": 0.52, "speedRows34": 0.45, "terriInSide": 0.21, "terriCorner": 0.21, "speedHigher": 0.14},
    {"terriCorner": 0.66, "terriInSide": 0.54, "strenAdjLib": 0.27, "strenStones": 0.05, "speedRows34": 0.04},
)
"""The published pseudo-inverse, for qualities divided by their standard deviation: strength and speed, and territory."""
_TINY = 1e-12


def factorise(rows: Array, components: int, seed: int, rounds: int = 400) -> tuple[Array, Array]:
    """Return W (rows x components) and H (components x columns), not negative, whose product is near `rows` by the divergence."""
    source = np.random.default_rng(seed)
    scale = np.sqrt(rows.mean() / components)
    left = scale * source.uniform(0.5, 1.5, (rows.shape[0], components))
    right = scale * source.uniform(0.5, 1.5, (components, rows.shape[1]))
    for _ in range(rounds):
        right *= (left.T @ (rows / np.maximum(_TINY, left @ right))) / np.maximum(_TINY, left.sum(axis=0))[:, None]
        left *= ((rows / np.maximum(_TINY, left @ right)) @ right.T) / np.maximum(_TINY, right.sum(axis=1))[None, :]
    return left, right


def divergence(rows: Array, product: Array) -> float:
    """Return the generalised Kullback-Leibler divergence of `rows` from `product`."""
    safe = np.maximum(_TINY, product)
    logs = np.where(rows > 0, rows * np.log(np.maximum(_TINY, rows) / safe), 0.0)
    return float((logs - rows + product).sum())


def pseudo_inverse(right: Array) -> Array:
    """Return H' (H H')^-1."""
    return np.asarray(right.T @ np.linalg.inv(right @ right.T))


@dataclass(frozen=True)
class Encoding:
    """Weights of the qualities in both components, and what they were learned from."""

    deviations: Array
    """Standard deviation of each quality."""
    inverse: Array
    """The pseudo-inverse of qualities divided by their deviations, (qualities, components), each component scaled."""
    published: Array
    explained: float
    """Share of the variance of the qualities in their first two principal components."""

    def weights(self) -> Array:
        """Return the weights of qualities as they are measured: (learned and published, components, qualities)."""
        inverse = np.stack([self.inverse.T, self.published.T])
        return np.where(self.deviations > 0, inverse / np.maximum(_TINY, self.deviations), 0.0)


def learn_encoding(rows: Array, seed: int) -> Encoding:
    """Return the encoding by rows (positions, own and other, qualities): strength and speed first, territory second."""
    own, lead = rows[:, 0].astype(float), (rows[:, 0] - rows[:, 1]).astype(float)
    deviations = own.std(axis=0)
    used = deviations > 0
    scaled = own[:, used] / deviations[used]
    _, right = factorise(scaled, COMPONENTS, seed)
    inverse = np.zeros((len(QUALITIES), COMPONENTS))
    inverse[used] = pseudo_inverse(right)
    territory = inverse[QUALITIES.index("terriCorner")] + inverse[QUALITIES.index("terriInSide")]
    inverse = inverse[:, np.argsort(territory)]
    published = np.array([[component.get(name, 0.0) for component in PUBLISHED] for name in QUALITIES])
    leads = np.zeros_like(lead)
    leads[:, used] = lead[:, used] / deviations[used]
    variances = np.linalg.eigvalsh(np.corrcoef(scaled.T))[::-1]
    return Encoding(
        deviations=deviations,
        inverse=inverse / np.maximum(_TINY, (leads @ inverse).std(axis=0)),
        published=published / np.maximum(_TINY, (leads @ published).std(axis=0)),
        explained=float(variances[:COMPONENTS].sum() / variances.sum()),
    )
