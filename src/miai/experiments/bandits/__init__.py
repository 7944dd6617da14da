"""Experiments on bandits: UCB, first-play urgency and groups of arms."""
