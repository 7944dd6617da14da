"""Learning of patterns, their territory and answers, and of the encoding of qualities, from games."""
