"""Experiments on learning playouts of Go."""
