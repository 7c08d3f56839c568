"""Loops over the directions of a derivative: traced as code of the user's is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def rows_of(derivative: Callable[[Any], Any], count: Any, made: tuple[Any, ...]) -> Any:
    """Fill the rows of arrays, each with what a function gives for its number.

    Parameters
    ----------
    derivative : callable
        Takes the number of a row, and returns a tuple: the row of each array.
    count : int
        How many rows there are.
    made : tuple of array
        The arrays.
    """
    for place in range(count):
        found = derivative(place)
        for number in range(len(made)):
            made[number][place] = found[number]
    return made
