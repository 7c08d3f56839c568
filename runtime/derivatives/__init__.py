"""Derivatives of graphs: graphs again, made from graphs in functional form."""
