"""The functional form of a graph: what is written becomes a value."""
