"""Experiments: one file or folder per published question."""
