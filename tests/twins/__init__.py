"""Slow twins: the compiled algorithms written again from their definitions, for tests to compare with."""
