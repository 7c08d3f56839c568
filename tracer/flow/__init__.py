"""Branches, loops and protected regions in a graph, and what their paths leave."""
