"""Code that experiments of several subjects share."""
