"""Boxes: ranges of indexes, one for each axis of an array."""

from __future__ import annotations

import math
from collections.abc import Sequence

Interval = tuple[int, int]
Box = tuple[Interval, ...]

WASTE = 1.5
"""How much larger than what is needed a box may be that covers two."""


def whole(shape: Sequence[int]) -> Box:
    """Return the box of all elements of an array."""
    return tuple((0, length) for length in shape)


def lengths(box: Box) -> tuple[int, ...]:
    """Return the shape of a box."""
    return tuple(stop - start for start, stop in box)


def is_empty(box: Box) -> bool:
    """Whether a box has no element."""
    return any(stop <= start for start, stop in box)


def contains(outer: Box, inner: Box) -> bool:
    """Whether a box has all elements of another one."""
    return all(a <= c and d <= b for (a, b), (c, d) in zip(outer, inner, strict=True))


def hull(one: Box, other: Box) -> Box:
    """Return the smallest box that has all elements of both."""
    pairs = zip(one, other, strict=True)
    return tuple((min(a, c), max(b, d)) for (a, b), (c, d) in pairs)


def intersection(one: Box, other: Box) -> Box:
    """Return the elements that both boxes have."""
    pairs = zip(one, other, strict=True)
    return tuple((max(a, c), max(max(a, c), min(b, d))) for (a, b), (c, d) in pairs)


def within(inner: Box, outer: Box) -> tuple[slice, ...]:
    """Return the slices that take a box out of one that contains it.

    What begins or ends where the outer box does is told so: the slices of blocks of
    other lengths are then the same.

    Examples
    --------
    >>> within(((3, 8),), ((3, 9),)), within(((3, 9),), ((3, 9),))
    ((slice(None, -1, None),), (slice(None, None, None),))
    """
    return tuple(
        slice(
            None if start == first else start - first,
            None if stop == last else stop - last,
        )
        for (start, stop), (first, last) in zip(inner, outer, strict=True)
    )


def is_whole(slices: Sequence[slice]) -> bool:
    """Whether slices take everything."""
    return all(each == slice(None) for each in slices)


def clustered(boxes: Sequence[Box]) -> list[Box]:
    """Return few boxes that contain all of some, and little else.

    Examples
    --------
    >>> clustered([((0, 8),), ((2, 10),), ((90, 98),)])
    [((0, 10),), ((90, 98),)]
    """
    found: list[Box] = []
    for box in boxes:
        while True:
            for each in found:
                if _is_close(each, box):
                    break
            else:
                break
            found.remove(each)
            box = hull(each, box)
        found.append(box)
    return found


def _is_close(one: Box, other: Box) -> bool:
    sizes = [math.prod(lengths(each)) for each in (one, other, hull(one, other))]
    if 0 in sizes[:2]:
        return True
    shared = math.prod(lengths(intersection(one, other)))
    return sizes[2] <= WASTE * (sizes[0] + sizes[1] - shared)
