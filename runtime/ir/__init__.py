"""The graph: its parts, its text and data, what is legal in it, who shares memory."""
