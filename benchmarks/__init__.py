"""Figures against plain Python and NumPy: ``python -m benchmarks``."""
