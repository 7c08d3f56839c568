"""Python's objects in machine code: numbers, lists, random numbers, the frame."""
