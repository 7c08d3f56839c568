"""Parts of graphs as graphs of their own, which run otherwise than by a plan."""
