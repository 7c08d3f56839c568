"""The user's functions that code objects within converted code come from."""

from __future__ import annotations

import inspect
import weakref
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType

from autograph.source.registry import IdentityTable, code_objects

# What is known of the user's code leads to its conversion: held here, both would last.
_originals: IdentityTable[weakref.ref[CodeType]] = IdentityTable()
_homes: IdentityTable[weakref.ref[CodeType]] = IdentityTable()


def original_code(code: CodeType) -> CodeType | None:
    """Return the user's code that was converted to this code, if there is one."""
    original = _originals.get(code)
    return original() if original else None


def home_code(code: CodeType) -> CodeType:
    """Return the converted code of the user's function that contains a code object.

    A function that conversion made belongs to the user's function around it.
    """
    home = _homes.get(code)
    return (home() if home else None) or code


def generator_expression(code: CodeType, line: int, column: int) -> CodeType | None:
    """Return the user's code of a generator expression, by its place.

    Parameters
    ----------
    code : CodeType
        Converted code in which it is made.
    line, column : int
        Where it begins in the source.
    """
    function = original_code(home_code(code))
    for each in () if function is None else code_objects(function):
        if each.co_name == "<genexpr>":
            begun = next((place for place in _places(each) if place[2][1]), None)
            if begun is not None and begun[:2] == (line, column):
                return each
    return None


def remember_originals(converted: CodeType, original: CodeType) -> None:
    """Record which code within a converted function belongs to which user's code.

    Code that conversion made has no counterpart. Functions are matched by their names,
    lines and parameters, and lambdas also by the positions of their bodies.
    """
    _originals.set(converted, weakref.ref(original))
    for code in code_objects(original):
        if code.co_name == "<genexpr>":  # the run makes it of the user's own code
            _originals.set(code, weakref.ref(code))
    theirs: dict[object, list[CodeType]] = defaultdict(list)
    for code in code_objects(original)[1:]:
        theirs[_key(code)].append(code)
    ours: dict[object, list[CodeType]] = defaultdict(list)
    for code in code_objects(converted)[1:]:
        ours[_key(code)].append(code)
    matched: set[int] = set()
    for key, codes in theirs.items():
        if len(codes) == len(ours[key]) == 1:
            matched |= {id(codes[0]), id(ours[key][0])}
            _originals.set(ours[key][0], weakref.ref(codes[0]))
    left = [
        [
            each
            for each in codes
            if each.co_name == "<lambda>" and id(each) not in matched
        ]
        for codes in (code_objects(original), code_objects(converted))
    ]
    for users, found in _nearest(*left):
        _originals.set(found, weakref.ref(users))
    _remember_homes(converted, converted)


def _nearest(
    theirs: list[CodeType], ours: list[CodeType]
) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the user's lambdas, and what they were converted to.

    What replaces an expression begins at its parenthesis, and ends in its first line.
    So it is the one that begins before the body, the nearest; and of those that
    conversion made of its parts, which may begin there too, the outermost: the first.
    """
    for code in theirs:
        if code.co_name != "<lambda>":
            continue
        begin, known = _begin(code), _signature(code)
        before = [
            each
            for each in ours
            if _signature(each) == known and (0, 0) < _begin(each) <= begin
        ]
        if before:
            found = max(before, key=_begin)
            ours = [each for each in ours if each is not found]
            yield code, found


def _remember_homes(code: CodeType, home: CodeType) -> None:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            own = home if original_code(inner) is None else inner
            _homes.set(inner, weakref.ref(own))
            _remember_homes(inner, own)


def _signature(code: CodeType) -> tuple[object, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    stars = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    parameters = code.co_varnames[: count + stars.bit_count()]
    return code.co_name, code.co_firstlineno, parameters, stars


def _key(code: CodeType) -> object:
    known = _signature(code)
    if code.co_name != "<lambda>":
        return known
    end = max((end for _, _, end in _places(code)), default=None)
    return (*known, _begin(code), end)


def _begin(code: CodeType) -> tuple[int, int]:
    """Return where the body of a lambda begins."""
    return min(_places(code), default=(0, 0))[:2]


def _places(code: CodeType) -> Iterator[tuple[int, int, tuple[int, int]]]:
    for line, end_line, column, end_column in code.co_positions():
        if line and end_line and end_column and column is not None:
            yield line, column, (end_line, end_column)
