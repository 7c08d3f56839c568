"""Functions of the standard library and of packages: `python -m tests.world`.

A *driver* is the name of a function that somebody else wrote, and the arguments to
call it on. The function runs plain, and decorated with its whole module converted, for
three rounds on new objects; anybody who could tell has found a defect. The packages
stand in the extra `world`; those that are not installed are passed over.
"""
