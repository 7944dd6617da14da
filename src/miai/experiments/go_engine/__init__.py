"""Experiments on the Go engine as a whole."""
