"""Benchmarks: the one place where speeds are measured, each beside a yardstick in the same run. `miai bench` is its door."""
