"""Experiments with knowledge of openings on 19x19."""
