"""Random games against the yardstick on the usual sizes: `python benchmarks/playouts.py [policy]`, one line of JSON each."""

import json
import sys

from miai.go.playout_bench import measure_playouts

if __name__ == "__main__":
    policy = sys.argv[1] if len(sys.argv) > 1 else "uniform"
    for size in (9, 13, 19):
        print(json.dumps(measure_playouts(size, policy, rounds=20)), flush=True)
