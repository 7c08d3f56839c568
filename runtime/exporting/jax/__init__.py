"""Graphs as modules on JAX, which this library does not import."""
