"""Numbers in registers: their arithmetic, conversions, unions and constants."""
