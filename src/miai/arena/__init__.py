"""Matches between Go engines and their statistics.

Start reading at `play.py` (one game), then `game_job.py` (a game as a job: `new_game_job`, `play_job`), then `contest.py` (the games of a
match or tournament), then `summary.py` (their statistics).
"""
