"""The lowest layer: kernels and generics, the compiled cache, records, random streams, hashing, atomics, statistics."""
