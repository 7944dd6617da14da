"""Experiments on artificial games: one file a question.

`scale.py` says what they have in common: kinds of games, each searched by the same contenders. `measuring.py` runs a block of games,
`summary.py` makes curves with intervals of all blocks, `declaring.py` puts these together to an experiment. `statistics.py`,
`verdicts.py` and `plots.py` serve them. The other files are the experiments: `dag.py` is a good one to begin with.
"""
