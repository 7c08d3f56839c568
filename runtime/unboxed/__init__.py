"""Loops over numbers of NumPy, on numbers of Python.

Where there is no machine code, a loop that works on items of arrays runs on numbers of
Python, which take half of the time: the arrays become lists before it, and arrays
again behind it. Whatever would make NumPy warn, wrap around or raise leaves the loop
before anything is written, and the plan does it all again.
"""
