"""Which calls a graph serves: where its inputs come from, what it assumes of them."""
