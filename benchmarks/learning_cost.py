"""Cost of learning playouts: processor time of searches with them, as a multiple of the same search without.

    python benchmarks/learning_cost.py [PRESET] [--rounds 5]

PRESET is isgo-learning (default) or learning. The position has two random stones on 9x9. All variants are measured in turn; the fastest
of the rounds is compared, and the median in brackets. What other programs leave in the processor's caches changes the figures.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

from miai.experiments.shared.go_games import random_opening
from miai.go.player import PlayerSettings, preset_named
from miai.go.player.settings import change_all
from miai.go.player.thinking import Thinker
from miai.go.rules.game import Game
from miai.search.slicing import Limit

SIZE, BEFORE, PLAYOUTS = 9, 2000, 4000
VARIANTS = {
    "without": ("learning.on=off",),
    "both, 16 MiB": (),
    "both, 12 and 7 bits": ("learning.context_bits=12", "learning.reply_bits=7"),
    "both, 4 MiB": ("learning.memory=4",),
    "context moves only": ("learning.reply_moves=off",),
    "reply moves only": ("learning.context_moves=off",),
}


def seconds_of(settings: PlayerSettings, game: Game) -> float:
    """Return the processor time of a search, once the tables are filled."""
    thinker = Thinker(settings)
    thinker.prepare(game, game.to_play)
    thinker.think(Limit(BEFORE))
    began = time.process_time()
    thinker.think(Limit(PLAYOUTS))
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("preset", nargs="?", default="isgo-learning")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    game, preset = Game(SIZE), replace(preset_named(chosen.preset), memory=64.0)
    for stone in random_opening(SIZE, 3):
        game.play(stone)
    seconds: dict[str, list[float]] = {name: [] for name in VARIANTS}
    for seed in range(chosen.rounds):
        for name, words in VARIANTS.items():
            seconds[name].append(seconds_of(replace(change_all(preset, words), seed=seed), game))
    base = seconds["without"]
    for name, found in seconds.items():
        share, middle = min(found) / min(base), median(found) / median(base)
        print(f"{name:20}  {share:.2f} ({middle:.2f})  {1e6 * min(found) / PLAYOUTS:.1f} us per simulation")


if __name__ == "__main__":
    main()
