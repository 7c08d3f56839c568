"""Names of functions and arguments for them: one file for each library or subject."""
