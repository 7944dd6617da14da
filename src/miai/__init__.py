"""miai: Monte-Carlo search on graphs, in Python, at the speed of C.

Where to start reading: bottom up, `miai.core.kernels` (how Python becomes a kernel); in the middle, `miai.search` (descend,
expand, play out, back up); top down, `miai.cli.main` (the command).

Importing `miai` is cheap on purpose: nothing that needs Numba is imported before it is used.
"""

__version__ = "0.1.0"
