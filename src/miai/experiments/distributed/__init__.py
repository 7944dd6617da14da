"""Experiments on searches that share statistics."""
