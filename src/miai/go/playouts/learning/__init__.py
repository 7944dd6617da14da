"""Learning playouts: success rates of moves near the last move, and of replies to it, in their local contexts.

Start reading at `learner.py` (one playout), then `context_moves.py` and `reply_moves.py` (suggestions and updates), then `balance.py`.

The source is Basaldúa (2013), *Monte-Carlo Tree Search Using Expert Knowledge: An Application to Computer Go and Human Genetics*,
sections 4.7.1 to 4.7.7. Its "node moves" are called context moves here and its "edge moves" reply moves, because node and edge mean
parts of the search graph.
"""

from __future__ import annotations

from miai.go.playouts.learning.settings import LearningSettings

__all__ = ["LearningSettings"]
