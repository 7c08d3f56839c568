"""Reading the text form of types: ``float64[3,?]``, ``np.bool``, ``{int | None}``."""

from __future__ import annotations

import re

import numpy as np

from runtime.errors import GraphError
from runtime.types.joins import join_all
from runtime.types.kinds import (
    ANY,
    ARRAY_CLASSES,
    CONTAINERS,
    NEVER,
    NONE,
    OBJECT,
    PYTHON_SCALARS,
    UNBOUND,
    Array,
    ClassArray,
    Container,
    Iterable,
    List,
    NumpyScalar,
    Tuple,
    Type,
)

_NAMES: dict[str, Type] = {
    str(of): of
    for of in (
        *(NEVER, ANY, NONE, UNBOUND, OBJECT),
        *PYTHON_SCALARS.values(),
        *map(Container, CONTAINERS),
    )
}


_DTYPE = re.compile(r"[<>|=]?(?!a\d*$)[A-Za-z?]\w{0,15}(?:\[\w{1,8}\])?")
"""The names of dtypes without fields, those that NumPy will no longer know left out."""


def parse_dtype(text: str) -> np.dtype:
    """Parse what `format_dtype` wrote."""
    if text == "string":
        return np.dtypes.StringDType()
    try:
        if _DTYPE.fullmatch(text):
            return np.dtype(text)
    except (TypeError, ValueError, OverflowError):
        pass
    raise GraphError(f"{text!r:.40} is not a NumPy dtype")


def _is_dtype(text: str) -> bool:
    try:
        parse_dtype(text)
    except GraphError:
        return False
    return True


def parse_type(text: str) -> Type:
    """Parse a type.

    Parameters
    ----------
    text : str
        A type such as ``float64[3,?]``, ``np.float64``, ``int``, ``(int; float64[])``.

    Raises
    ------
    GraphError
        If the text is not one type.

    Examples
    --------
    >>> parse_type("float64[3,?]").shape
    (3, None)
    """
    reader = TypeReader(text)
    result = reader.read()
    after = text[reader.position :]
    if after:
        raise GraphError(
            f"unexpected {after!r:.200} after the type in {text!r:.200}",
            hint="write a type such as float64[3,?], np.int64, int or (int; float)",
        )
    return result


class TypeReader:
    """Parses one type from a position in a text, and records where it ended."""

    _WORD = re.compile(r"\s*(np\.)?([A-Za-z_]\w*)")
    _DIMENSIONS = re.compile(
        r"\[\s*(\.\.\.|(?:(?:[0-9]+|\?)\s*(?:,\s*(?:[0-9]+|\?)\s*)*)?)\]"
    )

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position

    def rest(self) -> str:
        """Return the text not yet read."""
        return self.text[self.position :].strip()

    def read(self) -> Type:
        """Parse one type and move past it."""
        if self._accept("("):
            return Tuple(tuple(self._sequence(";", ")")))
        if self._accept("{"):
            return join_all(self._sequence("|", "}"))
        word = self._WORD.match(self.text, self.position)
        if word is None:
            raise GraphError(f"expected a type, found {self.rest()!r}")
        self.position = word.end()
        name = word.group(2)
        if word.group(1):
            return self._numpy_scalar(name)
        if name in ("list", "iter") and self._accept("<"):
            element = self.read()
            self._expect(">")
            return List(element) if name == "list" else Iterable(element)
        if name in ARRAY_CLASSES and self._accept("<"):
            return self._class_array(name)
        dimensions = self._DIMENSIONS.match(self.text, self.position)
        if dimensions is not None:
            self.position = dimensions.end()
            return Array(parse_dtype(name), _parse_shape(dimensions.group(1)))
        if name in _NAMES:
            return _NAMES[name]
        raise self._not_a_type(name)

    def _class_array(self, kind: str) -> Type:
        """Parse what an array of a class holds: ``float64[3]>``, ``?[...]>``."""
        word = None if self._accept("?") else self._WORD.match(self.text, self.position)
        self.position = self.position if word is None else word.end()
        dimensions = self._DIMENSIONS.match(self.text, self.position)
        if dimensions is None:
            raise GraphError(
                f"expected a dtype and a shape, found {self.rest()!r}",
                hint=f"write {kind}<float64[3,?]>, or {kind}<?[...]> for any array",
            )
        self.position = dimensions.end()
        self._expect(">")
        dtype = None if word is None else parse_dtype(word.group(2))
        return ClassArray(kind, dtype, _parse_shape(dimensions.group(1)))

    def _not_a_type(self, name: str) -> GraphError:
        """Return the error for a name that is no type, from what is written there."""
        rest = self.text[self.position :].lstrip()
        if name in ("list", "iter"):
            return GraphError(
                f"{name!r} alone is not a type",
                hint=f"name the type of its items: {name}<int>, {name}<float64[3]>",
            )
        if not _is_dtype(name):
            return GraphError(
                f"{name!r} is not a type",
                hint="write a type such as float64[3,?], np.int64, int or (int; float)",
            )
        if rest.startswith("["):
            shape = rest[: rest.find("]") + 1] or rest
            return GraphError(
                f"{shape!r} is not a shape",
                hint="write each dimension as a number, or ? where it may be any: "
                f"{name}[3,?]; {name}[...] has any number of dimensions",
            )
        return GraphError(
            f"{name!r} is a dtype: an array or a scalar of it is a type",
            hint=f"an array is written {name}[3,?], a NumPy scalar np.{name}",
        )

    def _numpy_scalar(self, name: str) -> Type:
        if name in ("str", "bytes"):
            return NumpyScalar(np.dtype("U" if name == "str" else "S"))
        return NumpyScalar(parse_dtype(name))

    def _sequence(self, separator: str, end: str) -> list[Type]:
        items: list[Type] = []
        while not self._accept(end):
            items.append(self.read())
            if not self._accept(separator):
                self._expect(end)
                break
        return items

    def _accept(self, token: str) -> bool:
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1
        if self.text.startswith(token, self.position):
            self.position += len(token)
            return True
        return False

    def _expect(self, token: str) -> None:
        if not self._accept(token):
            raise GraphError(f"expected {token!r}, found {self.rest()!r}")


def _parse_shape(text: str) -> tuple[int | None, ...] | None:
    if text == "...":
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(None if part == "?" else int(part) for part in parts)
