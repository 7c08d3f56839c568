"""Ranges, which may have more items than an index of Python counts."""

from __future__ import annotations


def length_of(numbers: range) -> int:
    """Return the number of items of a range, of which `len` may not know.

    Examples
    --------
    >>> [length_of(each) for each in (range(3), range(5, -1, -2), range(4, 2))]
    [3, 3, 0]
    >>> length_of(range(2**70)) == 2**70
    True
    """
    return max(0, -((numbers.start - numbers.stop) // numbers.step))
