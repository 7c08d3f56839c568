"""Graphs over arrays in blocks: what each block of a result needs, and runs."""
