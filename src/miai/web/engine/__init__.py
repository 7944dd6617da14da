"""The Go engine of the web board: a process of its own (`process`), and what starts, asks and watches it (`client`, `pool`)."""
