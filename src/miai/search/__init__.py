"""The search: Monte-Carlo on graphs, for any problem. Knows no game.

Start with `problem.py` (what a problem has to say), then `graph.py` (what is remembered), then `loop.py` (descend, expand, play
out, back up). `search.py` is the door from Python.
"""
