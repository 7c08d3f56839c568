"""The join of types: what is known of a value that may come from two paths."""

from __future__ import annotations

from collections.abc import Iterable as Many
from functools import reduce

from runtime.types.kinds import (
    ANY,
    NEVER,
    AnyType,
    Array,
    ClassArray,
    Iterable,
    List,
    Never,
    Shape,
    Tuple,
    Type,
    Union,
)

UNION_CAP = 6
"""The most members of a union; beyond, it is `any`, so that types converge."""
DEPTH_CAP = 4
"""The deepest nesting of a type; beyond, it is `any`, so that types converge."""


def members(of: Type) -> tuple[Type, ...]:
    """Return the members of a union, or the type itself as the only one."""
    return of.members if isinstance(of, Union) else (of,)


def join(left: Type, right: Type) -> Type:
    """Return the least type that includes both types.

    Arrays of one dtype join their dimensions unless their ranks differ, tuples of one
    length their items, lists and iterables their elements. All else is a union.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> str(join(parse_type("int"), parse_type("np.int8")))
    '{int | np.int8}'
    >>> str(join(parse_type("float64[3,4]"), parse_type("float64[3,5]")))
    'float64[3,?]'
    """
    if left == right or isinstance(right, Never) or isinstance(left, AnyType):
        return left
    if isinstance(left, Never) or isinstance(right, AnyType):
        return right
    found: list[Type] = list(members(left))
    for member in members(right):
        for position, known in enumerate(found):
            merged = _merge(known, member)
            if merged is not None:
                found[position] = merged
                break
        else:
            found.append(member)
    if len(found) == 1:
        result = found[0]
    elif len(found) > UNION_CAP:
        return ANY
    else:
        result = Union(tuple(sorted(found, key=str)))
    return result if depth(result) <= DEPTH_CAP else ANY


def join_all(types: Many[Type]) -> Type:
    """Return the join of any number of types; of none it is `never`."""
    return reduce(join, types, NEVER)


def accepts(wide: Type, narrow: Type) -> bool:
    """Whether every value of type `narrow` is one of type `wide`.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> accepts(parse_type("float64[?]"), parse_type("float64[3]"))
    True
    >>> deep = parse_type("list<(bool; iter<list<list<int>>>)>")
    >>> accepts(deep, parse_type("list<never>")), join(deep, parse_type("list<never>"))
    (True, any)
    """
    if wide == narrow or isinstance(wide, AnyType) or isinstance(narrow, Never):
        return True
    # Not by a join: one that nests too deep says nothing any more.
    return all(
        any(_includes(option, member) for option in members(wide))
        for member in members(narrow)
    )


def _includes(wide: Type, narrow: Type) -> bool:
    """Whether a type that is no union includes another one."""
    if wide == narrow:
        return True
    if isinstance(wide, ClassArray) and wide.kind == "ndarray":
        if isinstance(narrow, Array):
            narrow = ClassArray("ndarray", None, narrow.shape)
    if isinstance(wide, (Array, ClassArray)):
        return _merge(wide, narrow) == wide
    if isinstance(wide, Tuple) and isinstance(narrow, Tuple):
        same = len(wide.items) == len(narrow.items)
        return same and all(map(accepts, wide.items, narrow.items))
    if isinstance(wide, List) and isinstance(narrow, List):
        return accepts(wide.element, narrow.element)
    if isinstance(wide, Iterable) and isinstance(narrow, Iterable):
        return accepts(wide.element, narrow.element)
    return False


def _merge(left: Type, right: Type) -> Type | None:
    """Return the type that includes both members of a union; None if they stay two."""
    if left == right:
        return left
    if type(left) is not type(right):
        return None
    if isinstance(left, Array) and isinstance(right, Array):
        return _merge_arrays(left, right)
    if isinstance(left, ClassArray) and isinstance(right, ClassArray):
        return _merge_classes(left, right)
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        if len(left.items) != len(right.items):
            return None
        return Tuple(tuple(map(join, left.items, right.items)))
    if isinstance(left, List) and isinstance(right, List):
        return List(join(left.element, right.element))
    if isinstance(left, Iterable) and isinstance(right, Iterable):
        return Iterable(join(left.element, right.element))
    return None


def _merge_arrays(left: Array, right: Array) -> Type | None:
    """Return the type of arrays of one dtype, and of one rank if it is known."""
    if left.dtype != right.dtype:
        return None
    if left.shape is None or right.shape is None:
        return Array(left.dtype, None)
    if len(left.shape) != len(right.shape):
        return None
    return Array(left.dtype, _join_dimensions(left.shape, right.shape))


def _merge_classes(left: ClassArray, right: ClassArray) -> Type | None:
    """Return the type of arrays of one class: a union of them says little more."""
    if left.kind != right.kind:
        return None
    dtype = left.dtype if left.dtype == right.dtype else None
    shape = None
    if left.shape is not None and right.shape is not None:
        if len(left.shape) == len(right.shape):
            shape = _join_dimensions(left.shape, right.shape)
    return ClassArray(left.kind, dtype, shape)


def _join_dimensions(
    left: tuple[int | None, ...], right: tuple[int | None, ...]
) -> Shape:
    return tuple(a if a == b else None for a, b in zip(left, right, strict=True))


def may_overlap(left: Type, right: Type) -> bool:
    """Whether some value may be of both types.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> may_overlap(parse_type("float64[?,3]"), parse_type("float64[2,?]"))
    True
    >>> may_overlap(parse_type("float64[2]"), parse_type("{float64[3] | float}"))
    False
    """
    if isinstance(left, AnyType) or isinstance(right, AnyType):
        return True
    return any(_meet(one, other) for one in members(left) for other in members(right))


def _meet(left: Type, right: Type) -> bool:
    """Whether some value may be of both types, of which none is a union."""
    if isinstance(left, Array) and isinstance(right, Array):
        if left.dtype != right.dtype or left.shape is None or right.shape is None:
            return left.dtype == right.dtype
        known = zip(left.shape, right.shape, strict=False)
        return len(left.shape) == len(right.shape) and all(
            a is None or b is None or a == b for a, b in known
        )
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        same = len(left.items) == len(right.items)
        return same and all(map(may_overlap, left.items, right.items))
    return type(left) is type(right) and _may_merge(left, right)


def _may_merge(left: Type, right: Type) -> bool:
    """Whether types of one class may have values in common: empty lists, say."""
    return left == right or isinstance(left, (ClassArray, List, Iterable))


def depth(of: Type) -> int:
    """Return how deep a type is nested: 1 for one without parts."""
    if isinstance(of, Tuple):
        return 1 + max(map(depth, of.items), default=0)
    if isinstance(of, (List, Iterable)):
        return 1 + depth(of.element)
    if isinstance(of, Union):
        return max(map(depth, of.members))
    return 1
