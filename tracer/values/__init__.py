"""The values of a trace: one file for each kind."""
