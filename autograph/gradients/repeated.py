"""Loops over directions and batches: traced as code of the user's is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def rows_of(
    function: Callable[[Any], Any], count: Any, made: tuple[Any, ...], first: int = 0
) -> Any:
    """Fill the rows of arrays, each with what a function gives for its number.

    Parameters
    ----------
    function : callable
        Takes the number of a row, and returns a tuple: the row of each array.
    count : int
        How many rows there are.
    made : tuple of array
        The arrays.
    first : int
        The first row to fill.
    """
    for place in range(first, count):
        found = function(place)
        for number in range(len(made)):
            made[number][place] = found[number]
    return made
