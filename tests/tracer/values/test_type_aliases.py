"""Aliases of types that a function writes, which Python's library keeps."""

from __future__ import annotations

from typing import Generic, TypeVar

import autograph as ag

T = TypeVar("T")


class Kept(Generic[T]):
    """A class with a type parameter."""


def of_floats(x):
    return Kept[float], Kept[Kept], x


def test_what_the_library_keeps_is_the_programs() -> None:
    ag.function(of_floats)(1.0)
    for alias, kind in zip(of_floats(1.0), (float, Kept), strict=False):
        assert alias.__args__[0] is kind
