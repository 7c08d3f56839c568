"""NumPy's whole public interface: `python -m tests.interface`.

Every public function of NumPy and its submodules, and every method of its classes and
ufuncs, runs plain and decorated on sample arguments (`tables`, or the first of some
common ones that suit), with the options that its signature names. It is judged by its
worst case, and sorted by what becomes of it in the graph.
"""
