"""Tuning of engine parameters by games and cheaper judgements: Optuna studies with the samplers CLOP and SPSA."""
