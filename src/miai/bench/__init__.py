"""Benchmarks: speeds, each measured together with a yardstick in the same run. `miai bench` runs them."""
