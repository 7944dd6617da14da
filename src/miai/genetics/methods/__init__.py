"""Methods that search for panels of SNPs.

A method is a plug-in: `interface.py` says what it has to do, `registry.py` finds it by its name.

topn.py      the n best SNPs by one statistic each
grqs.py      greedy queued search
mcts.py      Monte-Carlo tree search as published, and with what was learned since
greedy.py    greedy construction with exchange
driver.py    runs a search within a budget, with progress and checkpoints
"""
