"""What `typing` writes types with, where a program looks into it and asks by it."""

from __future__ import annotations

import collections.abc
import typing
from typing import Literal, Union, get_args, get_origin

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)
V = floats(1, 2)
KINDS = {
    "flag": bool,
    "mode": Literal["x", True, None],
    "size": Union[int, None],
    "more": int | str,
    "items": list[int],
}
ASKED = [
    Union[typing.Sequence, int],
    Union[typing.List, None],
    typing.Optional[typing.Dict],
    Union[collections.abc.Sequence, int],
    Union[typing.Callable, str],
    (typing.Mapping, int | None),
    (Union[typing.Iterable, int],),
    typing.Hashable,
]


class Row(list):
    pass


class Shelf(collections.abc.Sequence):
    def __len__(self):
        return 0

    def __getitem__(self, index):
        raise IndexError


@add(["flag", "mode"], ["mode", "size", "flag"], ["more", "items", "mode"])
def origins(keys):
    found = [(get_origin(KINDS[key]) is Literal, get_args(KINDS[key])) for key in keys]
    return found, [get_origin(KINDS[key]) is Union for key in keys]


@add((True, "x"), (1, "y"), (f64(1), None))
def values_checked_by_their_types(flag, mode):
    wrong = []
    given = {"flag": flag, "mode": mode}
    for key in set(KINDS).intersection(given):
        kind, value = KINDS[key], given[key]
        if get_origin(kind) is Literal:
            good = value in get_args(kind)
        else:
            good = isinstance(value, kind)
        if not good:
            wrong.append(key)
    return sorted(wrong)


@add(
    [1], {"a": 1}, 1, None, "text", {1}, V, lambda: (Row([1]),), lambda: (Shelf(),), len
)
def asked_by_them(value):
    kind = type(value)
    return [isinstance(value, each) for each in ASKED], [
        issubclass(kind, each) for each in ASKED
    ]


@add([1.0], raises="TypeError")
def asked_by_what_has_parameters(value):
    return isinstance(value, Union[typing.List[int], str])
