"""Calls of `np.vectorize` with functions of integers: a loop over the items.

NumPy makes a ufunc of the function that is given, which calls it in Python. As all
ufuncs do, it warns of what floats did: of a NaN that was compared, of an overflow. No
loop of the graph would, so those functions are called in Python.
"""

from __future__ import annotations

from collections import abc
from itertools import chain
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    Iterable,
    List,
    Tuple,
    Type,
    Union,
)
from tracer.calls.handlers import Builtin
from tracer.calls.iterating import map_
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.record.numpys_code import NumpysCode
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.presence import Length
from tracer.values.proxies import ObjectProxy


def _vectorized(trace: Trace, made: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function for each item of arrays, as `np.vectorize` does it."""
    types = made.otypes
    several = types is not None and len(types) != 1
    excludes = kwargs or _excludes(trace, made.excluded)
    if made.signature is not None or made.cache or several or excludes or not args:
        return trace.asked.traced(_CALL, (made, *args), kwargs)
    function = made.pyfunc
    if types is None:
        first = trace.emit("first_items", *args)
        kind = function(*[first[place] for place in range(len(args))])
    else:
        kind = types[0]
    items = trace.emit("items_in_order", *args)
    before = len(trace.builder.region.nodes)
    lists = [items[place] for place in range(len(args))]
    mapped = map_(trace, function, *lists)
    results = collected(trace, mapped) if is_recipe(mapped) else list(mapped)
    if not all(map(_is_exact, trace.builder.region.nodes[before:])):
        trace.part(NumpysCode).leave()
    return trace.emit("in_their_order", kind, results, *args)


def _excludes(trace: Trace, names: Any) -> bool:
    """Whether some arguments are handed on whole."""
    if not isinstance(names, ObjectProxy):
        return bool(names)
    if names._ag_origin is not None:
        trace.guard(Guard(names._ag_origin, Length(len(names._ag_real))))
    return bool(names._ag_real)


def _is_exact(node: Node) -> bool:
    """Whether a node computes with Python's integers and texts, and no floats."""
    if node.operation.name == "call":
        return False
    arguments = (*node.args, *(value for _, value in node.kwargs))
    types = [each.type for each in (*node.results, *chain(*map(_leaves, arguments)))]
    inner = chain.from_iterable(region.nodes for region in node.regions)
    return all(map(_are_exact, types)) and all(map(_is_exact, inner))


def _leaves(argument: Argument) -> abc.Iterable[Value | Constant]:
    """Return the values and constants in an argument."""
    if isinstance(argument, Display):
        return chain.from_iterable(map(_leaves, argument.items))
    return (argument,)


def _are_exact(of: Type) -> bool:
    match of:
        case List(element) | Iterable(element):
            return _are_exact(element)
        case Tuple(items) | Union(items):
            return all(map(_are_exact, items))
    return of in (INT, BOOL, STR, NONE, NEVER)


_CALL: Any = getattr(np.vectorize, "_call_as_normal", np.vectorize.__call__)
VECTORIZED = (Builtin(_CALL, handler=_vectorized),)
"""What calls of `np.vectorize` do in a trace."""
