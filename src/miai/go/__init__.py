"""Go: board, rules, records, playouts, knowledge, the problem for the search, and the player."""
