"""Selection: which edge to follow. `rules.py` has one small kernel a rule, `values.py` what an edge is worth, `choose.py` the choice."""
