"""Benchmarks: the package's questions, its peers and the classic algorithms, answers asserted."""
