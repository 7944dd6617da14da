"""The compiled loops over packed genotypes."""
