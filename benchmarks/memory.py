"""Resident memory during ten million simulations with 64 MiB: `python benchmarks/memory.py [SIMULATIONS] [MIB]`."""

import json
import sys

from miai.bench.frame import machine
from miai.problems import load
from miai.search import Search


def resident_mib():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


def main():
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    budget = float(sys.argv[2]) if len(sys.argv) > 2 else 64.0
    state = load("connect4").start()
    Search(state, memory=1, solver=False).run(100)  # compiles and loads everything before the measurement
    before = resident_mib()
    running = Search(state, seed=1, memory=budget, solver=False)
    highest = 0.0
    while (done := int(running.graph.head.simulations)) < simulations:
        running.run(min(500_000, simulations - done))
        highest = max(highest, resident_mib() - before)
    result = running.result()
    report = {"simulations": done, "budget_mib": budget, "highest_above_interpreter_mib": round(highest, 1)}
    report |= {"prunes": result.prunes, "nodes": result.nodes, "value": result.value, "machine": machine()}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
