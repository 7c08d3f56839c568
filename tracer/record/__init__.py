"""A graph being recorded: its regions, what is known of places, the user's position."""
