"""Experiments on win/loss states: a success rate in one byte."""
