"""Selection of the edge to follow: `rules.py` has one small kernel per rule, `values.py` the value of an edge, `choose.py` the choice."""
