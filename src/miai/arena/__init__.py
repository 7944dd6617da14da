"""Matches between Go engines, and what can be concluded from them.

Start reading at `play.py` (one game), then `contest.py` (which games, run as jobs), then `summary.py` (what they say).
"""
