"""What becomes of each line: explanations of calls, checks of files."""
