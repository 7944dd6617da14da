"""Knowledge of moves for the search: priors, move groups, and learned move probabilities."""
