"""Colours, points, moves and diagrams: the vocabulary that all of Go shares. No kernels."""
