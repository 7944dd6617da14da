"""Joseki of 19x19: patterns of whole corners and sides, their territory and answers, and the evaluation of openings by them (M-eval)."""
