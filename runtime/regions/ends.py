"""Which values may show when they end: a finalizer, or a callback, runs then."""

from __future__ import annotations

from runtime.types import (
    AnyType,
    Array,
    ClassArray,
    Container,
    Iterable,
    List,
    NumpyScalar,
    Object,
    Tuple,
    Type,
    Union,
)


def may_show_its_end(of: Type) -> bool:
    """Whether a program may see when a value of a type, or what it holds, ends.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> types = "any", "list<any>", "dict", "list<float>", "float64[3]", "str"
    >>> [may_show_its_end(parse_type(each)) for each in types]
    [True, True, True, False, False, False]
    """
    if isinstance(of, Union):
        return any(map(may_show_its_end, of.members))
    if isinstance(of, Tuple):
        return any(map(may_show_its_end, of.items))
    if isinstance(of, List):
        return may_show_its_end(of.element)
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind in "OV"
    return isinstance(of, (AnyType, ClassArray, Container, Iterable, Object))


def is_unclear(of: Type) -> bool:
    """Whether one sees at run time alone if a value may show its end.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> [is_unclear(parse_type(each)) for each in ("any", "(int; any)", "dict")]
    [True, True, False]
    """
    if isinstance(of, (Tuple, Union)):
        parts = of.items if isinstance(of, Tuple) else of.members
        return all(map(is_unclear, filter(may_show_its_end, parts)))
    return isinstance(of, (AnyType, Object))
