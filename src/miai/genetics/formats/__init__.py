"""Genotype files: one module a format, with its reader and its writer."""
