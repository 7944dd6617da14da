"""Estimates of dead stones compared with recorded results: `python benchmarks/playouts_status.py TABLE.tsv.gz [GAMES]` prints JSON.

Takes games that ended by two passes with a score, and counts how often the score without the stones that are estimated as dead equals the
recorded one. Records are not always right: players resign by passing, count wrongly, or agree on another score.
"""

import json
import re
import sys
from itertools import islice

from miai.go.records.fast_replay import cells_of, play_all
from miai.go.records.tsv import TableGame, read_games
from miai.go.rules.game import Game


def was_counted(game: TableGame) -> bool:
    """Return whether the game has a score, a komi, and two passes at its end."""
    passed = [move for _, move in game.moves[-2:]] == ["pass", "pass"]
    # Games of programs that count all stones as alive contain no information about dead stones.
    return passed and game.komi is not None and "selfplay" not in game.source and recorded_score(game) is not None


def recorded_score(game: TableGame) -> float | None:
    """Return Black's points minus White's."""
    found = re.fullmatch(r"([BW])\+(\d+(\.\d+)?)", game.result)
    return float(found[2]) * (1 if found[1] == "B" else -1) if found else None


def estimated_score(record: TableGame, seed: int) -> float:
    """Return the score of the final position without the stones that are estimated as dead."""
    game = Game(record.size, "japanese" if "apan" in record.rules else "chinese", record.komi)
    play_all(game.board, *cells_of(record.moves, record.size), False)
    status = game.estimate(seed)
    return game.score(status.dead, status.seki)


if __name__ == "__main__":
    records = list(islice(filter(was_counted, read_games(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 1000))
    pairs = [(estimated_score(record, seed=1), recorded_score(record)) for record in records]
    shares = {
        "same score": sum(estimate == score for estimate, score in pairs) / len(pairs),
        "within one point": sum(abs(estimate - score) <= 1 for estimate, score in pairs) / len(pairs),
        "same winner": sum((estimate > 0) == (score > 0) for estimate, score in pairs) / len(pairs),
    }
    print(json.dumps({"games": len(pairs), "seed": 1, **{name: round(share, 4) for name, share in shares.items()}}))
