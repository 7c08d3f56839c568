"""The documents that are generated, and what they are generated from."""
