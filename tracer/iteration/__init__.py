"""What a loop iterates over."""
