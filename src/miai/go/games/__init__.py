"""A database of games: which games have this position or this corner, what was played next, and who won."""
