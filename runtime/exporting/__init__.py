"""Graphs as source text for others: a room for each target, beside what they share."""
