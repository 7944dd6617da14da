"""Which moves strong players choose, learned from their games: features of a move, weights of the features, and how they are fitted."""
