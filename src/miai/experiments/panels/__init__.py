"""Experiments on panels of SNPs (`miai.genetics`).

data.py      genotypes by the name of a file, or simulated
held_out.py  nested validation of the search and of a greedy peer
search.py    tables 5.13 to 5.17: best models of each method at equal budgets
"""
