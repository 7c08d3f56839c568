"""Graphs, and what makes them callable: needs NumPy alone."""
