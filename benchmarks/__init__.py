"""Benchmarks: every figure of docs/benchmarks.md comes from one of these, run by ``make bench``."""
