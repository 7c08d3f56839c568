"""From assembly language to functions in memory, kept on disk."""
