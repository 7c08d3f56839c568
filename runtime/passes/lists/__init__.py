"""Passes that put arrays in the place of lists."""
