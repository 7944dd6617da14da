"""The ground: kernels and generics, the compiled cache, records, random streams, hashing, atomics, statistics. Knows no problem."""
