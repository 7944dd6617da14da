"""Experiments on artificial games, one file for each question. Start reading at `dag.py`.

They share `scale.py` (kinds of games, and the contenders that search them), `measuring.py` (runs a block of games), `summary.py` (curves
with intervals from all blocks), `declaring.py` (builds an `Experiment` from these), `statistics.py`, `comparisons.py` and `plots.py`.
"""
