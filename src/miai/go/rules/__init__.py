"""The rules of a whole game: rulesets, scoring, handicap, clocks, and the plain rules that define them."""
