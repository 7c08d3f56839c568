"""Named tuples told by their name and their fields, as files hold them."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import Any

MOST_FIELDS = 200
LONGEST_NAME = 200


@lru_cache(maxsize=1024)
def named_tuple_class(name: str, fields: tuple[str, ...]) -> Any:
    """Return a class of named tuples, the same each time.

    Raises
    ------
    ValueError
        If a name is none, or is reserved.

    Examples
    --------
    >>> named_tuple_class("Point", ("x", "y"))(1, 2)
    Point(x=1, y=2)
    """
    texts = (name, *fields)
    if len(fields) > MOST_FIELDS or any(len(each) > LONGEST_NAME for each in texts):
        raise ValueError("a named tuple has too many fields, or too long names")
    return namedtuple(name, fields)


def name_and_fields(kind: type) -> tuple[str, tuple[str, ...]] | None:
    """Return what tells a class of named tuples; None if it is another class.

    A class that adds to one by inheritance is another.
    """
    fields = vars(kind).get("_fields")
    if kind.__bases__ != (tuple,) or type(fields) is not tuple:
        return None
    try:
        named_tuple_class(kind.__name__, fields)
    except (TypeError, ValueError):
        return None
    return kind.__name__, fields
