"""The same work in AutoGraph, NumPy, and what people would use instead."""
