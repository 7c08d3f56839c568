"""Functional Python to graph: runs converted code on symbols and records it."""
