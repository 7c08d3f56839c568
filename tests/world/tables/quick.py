"""Functions of the standard library, few and quick: the default tests run these."""

SETUP = """
import ast
import calendar
import difflib
import textwrap
from decimal import Decimal
from fractions import Fraction
"""
DRIVERS = """
statistics.mean
    [1, 2, 3, 4]
    [2.5, 3.5, 8.0]
    [Fraction(1, 2), Fraction(1, 3)]
statistics.fmean
    [3.5, 4.0, 5.25]
    [1, 2, 3], weights=[1, 0, 2]
statistics.median
    [1, 5, 3]
    [1, 5, 3, 7]
statistics.median_grouped
    [52, 52, 53, 54]
    [1, 3, 3, 5, 7], interval=2
statistics.multimode
    "aabbbbccddddeeffffgg"
    [1, 1, 2]
statistics.quantiles
    [1, 5, 2, 8, 4], n=4
    [1.5, 2.5, 9.0], n=3, method="inclusive"
statistics.pstdev
    [1.5, 2.5, 2.5, 2.75, 3.25, 4.75]
    [1, 2, 4]
statistics.correlation
    [1, 2, 3, 4], [2, 4, 7, 8]
    [1.5, 2.0, 3.0], [9, 8, 1]
statistics.linear_regression
    [1, 2, 3, 4], [2, 4, 7, 8]
    [1.5, 2.0, 3.0], [9, 8, 1]
colorsys.rgb_to_hls
    0.2, 0.4, 0.6
    0.9, 0.1, 0.9
    0.5, 0.5, 0.5
colorsys.hls_to_rgb
    0.5, 0.4, 0.6
    0.9, 0.1, 0.0
colorsys.rgb_to_hsv
    0.2, 0.4, 0.6
    0.9, 0.1, 0.9
colorsys.hsv_to_rgb
    0.2, 0.4, 0.6
    0.95, 1.0, 0.9
    0.5, 0.0, 0.9
heapq.nsmallest
    2, [5, 1, 4, 2]
    3, [5.5, 1.0, 4.0, 2.5], key=lambda v: -v
heapq.merge
    [1, 4, 9], [2, 3]
    ["bb", "a"], ["ccc"], key=len, reverse=True
textwrap.dedent
    "  one\\n    two\\n  three"
    "none"
textwrap.shorten
    "the quick brown fox jumps", 12
    "the quick", 20, placeholder="..."
fractions.Fraction.limit_denominator
    Fraction(311, 100), 10
    Fraction(22, 7000), 50
calendar.isleap
    2000
    1900
    2023
calendar.weekday
    2024, 2, 29
    1900, 3, 1
calendar.monthrange
    2024, 2
    2023, 12
    2023, 13
calendar.timegm
    (2024, 2, 29, 12, 30, 15)
    (1970, 1, 1, 0, 0, 0)
difflib.get_close_matches
    "appel", ["ape", "apple", "peach"]
    "zzz", ["ape", "apple"], 1, 0.8
difflib.ndiff
    ["one\\n", "two\\n"], ["ore\\n", "two\\n", "tree\\n"]
graphlib.TopologicalSorter.static_order
    __import__("graphlib").TopologicalSorter({"d": {"b", "c"}, "b": {"a"}, "c": {"a"}})
    __import__("graphlib").TopologicalSorter({1: [2], 2: [3]})
string.capwords
    "the quick  brown"
    "a-b-c", "-"
fnmatch.translate
    "*.py[co]"
    "data?[!a-z]"
shlex.split
    "a 'b c' d\\\\ e"
    "x=1 # note", comments=True
ast.literal_eval
    "[1, (2.5, 'x'), {'k': None}]"
    "-1 + 2j"
    "f(x)"
bisect_python.bisect_left
    [1, 3, 5, 7], 4
    [1, 3, 5, 7], 5, 1, 3
    ["a", "bb", "ccc"], 2, key=len
"""
SETUP += """
def without(name, accelerator):
    import importlib.util
    import sys
    kept = sys.modules.get(accelerator)
    sys.modules[accelerator] = None
    try:
        spec = importlib.util.find_spec(name)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        del sys.modules[accelerator]
        if kept is not None:
            sys.modules[accelerator] = kept
    return module

bisect_python = without("bisect", "_bisect")
"""
