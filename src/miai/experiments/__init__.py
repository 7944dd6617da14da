"""Experiments: one file or folder per published question, in the frame of `miai.experiments.frame`."""
