"""Arrays in machine code: their items, views, reductions, joins and products."""
