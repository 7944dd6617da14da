"""Local reading on the board: self-atari, ladders, life, distances."""
