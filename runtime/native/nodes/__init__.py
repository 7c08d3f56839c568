"""What each node of a graph becomes in machine code, and whole graphs of them."""
