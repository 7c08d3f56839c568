"""Graph to answers: needs NumPy alone."""
