"""Experiments on win/loss states, which hold a success rate in one byte."""
