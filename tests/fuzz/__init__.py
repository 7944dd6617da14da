"""Fuzzers: random input, damaged files and kills. Tests run them briefly; `python -m benchmarks.reliability` runs them for long."""
