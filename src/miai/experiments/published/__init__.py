"""The sources that the experiments repeat, and their numbers as CSV. The first lines of each CSV file name its source."""

from __future__ import annotations

import csv
import functools
from importlib import resources

AUER = "Auer, Cesa-Bianchi and Fischer (2002), Finite-time Analysis of the Multiarmed Bandit Problem"
BASALDUA = (
    "Basaldúa Lemarchand (2013), Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics"
)
BRODEUR_CHILDS = "Brodeur and Childs (2008), Random Search Algorithms"
HUANG_LIU = "Huang and Liu (2011), A Persistent Game Graph in Computer GO"
LAI_ROBBINS = "Lai and Robbins (1985), Asymptotically Efficient Adaptive Allocation Rules"
VAN_EYCK_MUELLER = "Van Eyck and Müller (2011), Revisiting Move Groups in Monte-Carlo Tree Search"
VANDERMOSTEN = "Vandermosten (undated thesis, UCL), Monte Carlo Tree Search Applied to the Game of Go"


@functools.cache
def published_rows(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of `<name>.csv` in this folder, as mappings from column names to texts."""
    text = (resources.files(__name__) / f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
