"""What the source of a plan names and does not assign: functions and constants.

Only exact literals are written into the source. All else, such as an array or a NaN, is
bound to a readable name: nothing travels through `repr`.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from runtime.errors import InternalError
from runtime.ir.callee import Callee
from runtime.ir.nodes import exact_key
from runtime.ir.unbound import Unbound
from runtime.plan.levels import ATOM, NUMBER, PRIMARY, UNARY
from runtime.plan.names import Names, identifier

LONGEST_INTEGER = 128
"""The greatest number of bits of an integer literal; longer integers are bound."""

_SPACES: tuple[tuple[str, ModuleType], ...] = (
    ("", builtins),
    ("np.", np),
    ("np.linalg.", np.linalg),
    ("np.fft.", np.fft),
    ("np.strings.", np.strings),
    ("np.exceptions.", np.exceptions),
    ("math.", math),
)
_ROOTS: dict[str, ModuleType] = {"np": np, "math": math}


def unreachable() -> InternalError:
    """Return the error of an operation that was to raise and returned."""
    return InternalError(
        "an operation returned, although its type says that it always raises"
    )


class Namespace:
    """Names functions and constants, and holds the objects named.

    Parameters
    ----------
    names : Names
        The names in use.
    """

    def __init__(self, names: Names) -> None:
        self.bound: dict[str, object] = {}
        self.literals: dict[object, object] = {}
        self._names = names
        self._known: dict[object, str] = {}

    def function(self, function: Callable[..., object]) -> str:
        """Return the text that names a function or class."""
        known = self._known.get(function)
        if known is None:
            known = self._known[function] = self._spell(function)
        return known

    def constant(self, value: object) -> tuple[str, int]:
        """Return the text of a constant, and its precedence."""
        literal = _literal(value)
        if literal is not None:
            self.literals.setdefault(exact_key(value), value)
            return literal
        if isinstance(value, (type, np.ufunc)) or type(value) in _FUNCTIONS:
            return self.function(value), PRIMARY  # type: ignore[arg-type]
        # Arrays are told apart by identity: whoever writes into one of two equal
        # ones does not mean the other. So are NaNs, by containers.
        nan = type(value) is float and value != value
        by_identity = nan or isinstance(value, np.ndarray)
        key = id(value) if by_identity else exact_key(value)
        known = self._known.get(key)
        if known is None:
            bound = value.call if isinstance(value, Callee) else value
            known = self._known[key] = self._bind(_constant_name(value), bound)
        return known, ATOM

    def _spell(self, function: Callable[..., object]) -> str:
        path = _qualified(function)
        if path is None:
            return self._bind(str(getattr(function, "__name__", "function")), function)
        root = path.partition(".")[0]
        if not self._names.reserve(root):
            return self._bind(path.rpartition(".")[2], function)
        if root in _ROOTS:
            self.bound[root] = _ROOTS[root]
        return path

    def _bind(self, base: str, value: object) -> str:
        name = self._names.of_global(base)
        self.bound[name] = value
        return name


_FUNCTIONS = frozenset((type(len), type(unreachable), type(np.sum)))


def _qualified(function: Callable[..., object]) -> str | None:
    """Return the usual path of a function, such as ``np.linalg.norm``; else None."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        return None
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc):
        path = _qualified(owner)
        return path and f"{path}.{name}"
    for prefix, space in _SPACES:
        if getattr(space, name, None) is function:
            return prefix + name
    return None


def _literal(value: object) -> tuple[str, int] | None:
    """Return the literal of a value that source text can hold exactly; else None."""
    kind = type(value)
    if value is None or kind is bool:
        return str(value), ATOM
    if value is ...:
        return "...", ATOM
    if kind is int:
        number: int = value  # type: ignore[assignment]
        if number.bit_length() <= LONGEST_INTEGER:
            return str(number), NUMBER if number >= 0 else UNARY
    elif kind is float:
        real: float = value  # type: ignore[assignment]
        if math.isfinite(real):
            return repr(real), NUMBER if math.copysign(1, real) > 0 else UNARY
    elif kind in (str, bytes):
        return repr(value), ATOM
    elif kind is tuple:
        items: tuple[object, ...] = value  # type: ignore[assignment]
        spelled = [_literal(item) for item in items]
        texts = [literal[0] for literal in spelled if literal is not None]
        if len(texts) == len(items):
            return f"({', '.join(texts)}{',' * (len(texts) == 1)})", ATOM
    return None


def _constant_name(value: object) -> str:
    """Return a readable name for a constant."""
    if type(value) is Unbound:
        missing: Any = value
        return f"unbound_{missing.name}"
    if isinstance(value, Callee):
        return identifier(value.name)
    if isinstance(value, np.ndarray):
        return "array"
    if isinstance(value, np.dtype):
        return f"dtype_{value.name}"
    if isinstance(value, np.generic):
        return f"{value.dtype.name}_{_number_name(value)}"
    if isinstance(value, float):
        return _number_name(value)  # a NaN or an infinity
    return {int: "integer", complex: "complex_number"}.get(type(value), "constant")


def _number_name(value: object) -> str:
    text = str(value).replace("-", "minus_").replace(".", "_")
    return "".join(letter if letter.isalnum() else "_" for letter in text)[:24]
