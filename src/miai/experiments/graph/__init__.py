"""Experiments on the persistent game graph."""
