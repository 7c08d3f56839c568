"""Elementwise operations on arrays, fused to one pass over their elements."""
