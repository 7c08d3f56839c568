"""Objects of the user's that builtins go through: asked for an iterator at once.

Python's builtins do so themselves; what `__iter__` of a staged object gives may be a
symbol or a recipe, which only ours know how to go through.
"""

from __future__ import annotations

import functools
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

from tracer.policy import is_opaque
from tracer.record.trace import Trace
from tracer.values.lookup import in_class
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy

ITERATING = ("__iter__", "__getitem__")
"""Methods of which Python asks one for an iterator, or for item after item."""
FIRST = frozenset(
    {
        *(list, tuple, set, frozenset, deque, enumerate, sum, any, all, sorted),
        *(itertools.accumulate, itertools.cycle, itertools.groupby, itertools.islice),
        *(itertools.combinations, itertools.permutations, itertools.tee),
        *(itertools.combinations_with_replacement, itertools.pairwise),
    }
)
"""What goes through its first argument."""
BEHIND_FIRST = frozenset(
    {
        *(map, filter, functools.reduce, itertools.starmap, itertools.filterfalse),
        *(itertools.takewhile, itertools.dropwhile),
    }
)
"""What goes through those behind a function."""
ALL = frozenset(
    {zip, itertools.chain, itertools.compress, itertools.product, itertools.zip_longest}
)
"""What goes through each of its arguments."""
ALONE = frozenset({min, max})
"""What goes through its argument, if it has but one."""


def opened(
    trace: Trace, function: Callable[..., Any], args: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Give the arguments of a call, with iterators for objects it goes through."""
    if not any(isinstance(value, ObjectProxy) for value in args):
        return args
    start, end = _gone_through(function, len(args))
    through = [_opened(trace, value) for value in args[start:end]]
    return (*args[:start], *through, *args[end:])


def _gone_through(function: Callable[..., Any], count: int) -> tuple[int, int]:
    if function in FIRST or (function in ALONE and count == 1):
        return 0, 1
    if function in BEHIND_FIRST:
        return 1, 2 if function is functools.reduce else count
    return (0, count) if function in ALL else (0, 0)


def _opened(trace: Trace, value: Any) -> Any:
    """Give what an object of the user's hands out; any other value as it is."""
    if not isinstance(value, ObjectProxy) or is_opaque(type(value._ag_real)):
        return value
    methods = (in_class(type(value._ag_real), name) for name in ITERATING)
    return trace.part(Objects).iterable(value) if any(methods) else value
