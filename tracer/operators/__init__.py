"""What each operator of converted code does in a trace."""
