"""Move prediction learned from games of strong players: features of a move, their weights, and how the weights are fitted."""
