"""Game records: SGF files, tables of games, and replaying them."""
