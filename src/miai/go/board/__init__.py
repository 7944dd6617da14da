"""The fast board: chains, liberties, moves and legality as kernels over one record."""
