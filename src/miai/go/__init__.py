"""Go: board, rules, scoring, records. Knows the search, not the commands."""
