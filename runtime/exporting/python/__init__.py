"""Graphs as modules of plain Python and NumPy, which need nothing of this library."""
