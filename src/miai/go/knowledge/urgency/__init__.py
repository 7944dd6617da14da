"""Urgency patterns: the points around a move, how often a move is played where they are seen, and their strength."""
