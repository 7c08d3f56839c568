"""Where the inputs of a graph come from, and what must hold for the graph to serve.

An `Origin` says how to reach a value at a call: an argument, a global, a cell, an
attribute or item of one of these. A `Guard` says what was assumed of it. Both are
written into the source of an *entry*: a function with the user's own signature that
tests the guards in order and calls the plan, or gives `MISS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import CellType
from typing import Any

import numpy as np

from runtime.ir.graph import exact_key
from runtime.types import (
    PYTHON_SCALARS,
    Array,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    type_of,
)


class Miss:
    """What an entry gives when the call is not one its graph serves."""

    def __repr__(self) -> str:
        return "MISS"


MISS = Miss()


class Namer:
    """Binds objects to names for generated source."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self._names: dict[int, str] = {}

    def name(self, value: object, base: str) -> str:
        """Give the name that the generated source uses for `value`."""
        known = self._names.get(id(value))
        if known is None:
            known = f"_{base}_{len(self._names)}"
            self._names[id(value)] = known
            self.namespace[known] = value
        return known


class Origin:
    """How to reach a value at a call."""

    def source(self, namer: Namer) -> str:
        """Give the Python expression that reaches it in an entry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Argument(Origin):
    """A parameter of the user's function."""

    name: str

    def source(self, namer: Namer) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class GlobalName(Origin):
    """A global of the module of a traced function."""

    namespace: dict[str, Any] = field(repr=False)
    name: str

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.namespace, 'globals')}[{self.name!r}]"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class CellContent(Origin):
    """A variable that a traced function closes over."""

    cell: CellType = field(repr=False)
    name: str

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.cell, 'cell')}.cell_contents"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class AttributeOf(Origin):
    """An attribute of an object with an origin."""

    base: Origin
    name: str

    def source(self, namer: Namer) -> str:
        return f"{self.base.source(namer)}.{self.name}"

    def __str__(self) -> str:
        return f"{self.base}.{self.name}"


@dataclass(frozen=True, eq=False)
class ItemOf(Origin):
    """An item of a container with an origin."""

    base: Origin
    key: Any

    def source(self, namer: Namer) -> str:
        plain = type(self.key) in (int, str)
        key = repr(self.key) if plain else namer.name(self.key, "key")
        return f"{self.base.source(namer)}[{key}]"

    def __str__(self) -> str:
        return f"{self.base}[{self.key!r}]"


@dataclass(frozen=True, eq=False)
class Fixed(Origin):
    """An object the graph holds on to."""

    value: object = field(repr=False)
    name: str = "constant"

    def source(self, namer: Namer) -> str:
        return namer.name(
            self.value, self.name if self.name.isidentifier() else "object"
        )

    def __str__(self) -> str:
        return self.name


_UNREACHABLE = (AttributeError, LookupError, TypeError, ValueError, NameError)
"""What reading along an origin may raise in a call that its graph does not serve."""
PYTHON_KINDS = {scalar.kind: kind for kind, scalar in PYTHON_SCALARS.items()}


class Check:
    """What was assumed of a value."""

    def source(self, place: str, namer: Namer) -> str:
        """Give the test as a Python expression over the expression `place`."""
        raise NotImplementedError


def class_test(place: str, kind: type, namer: Namer) -> str:
    """Give the test that a value's class is this very one, as a Python expression."""
    return f"{namer.name(type, 'type')}({place}) is {namer.name(kind, 'class')}"


@dataclass(frozen=True)
class OfType(Check):
    """The value is of this type; an array, NumPy scalar or Python scalar."""

    type: Type

    def source(self, place: str, namer: Namer) -> str:
        match self.type:
            case Array(dtype, shape):
                kind = class_test(place, np.ndarray, namer)
                exact = f"{kind} and {place}.dtype == {namer.name(dtype, 'dtype')}"
                if shape is None:
                    return exact
                if None not in shape:
                    return f"{exact} and {place}.shape == {shape!r}"
                fit = namer.name(fits, "fits")
                return f"{exact} and {fit}({place}.shape, {shape!r})"
            case NumpyScalar(dtype):
                return class_test(place, dtype.type, namer)
            case PythonScalar(python):
                return class_test(place, PYTHON_KINDS[python], namer)
            case NoneType():
                return f"{place} is None"
        test = namer.name(_TypeTest(self.type), "accepts")
        return f"{test}({place})"


@dataclass(frozen=True)
class _TypeTest:
    of: Type

    def __call__(self, value: object) -> bool:
        return accepts(self.of, type_of(value))


def fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    """Say whether a shape is one that a shape with unknown dimensions allows."""
    return len(shape) == len(wanted) and all(
        want is None or want == have for have, want in zip(shape, wanted, strict=True)
    )


@dataclass(frozen=True, eq=False)
class Exactly(Check):
    """The value is this Python or NumPy value, told apart as finely as possible."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        value = self.value
        if value is None or value is True or value is False or value is Ellipsis:
            return f"{place} is {value!r}"
        kind = type(value)
        if kind in PYTHON_SCALARS and kind not in (float, complex):
            known = repr(value) if kind is int else namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        if kind is float and value == value and value != 0.0:
            known = namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        return f"{namer.name(_ExactTest(value), 'exactly')}({place})"


class _ExactTest:
    def __init__(self, value: object) -> None:
        self.key = exact_key(value)

    def __call__(self, value: object) -> bool:
        return exact_key(value) == self.key


@dataclass(frozen=True, eq=False)
class Identical(Check):
    """The value is this very object."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is {namer.name(self.value, 'object')}"


@dataclass(frozen=True, eq=False)
class Distinct(Check):
    """The value is not the object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is not {self.other.source(namer)}"


@dataclass(frozen=True, eq=False)
class SameAs(Check):
    """The value is the very object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is {self.other.source(namer)}"


@dataclass(frozen=True)
class OfClass(Check):
    """The value's class is this one."""

    kind: type

    def source(self, place: str, namer: Namer) -> str:
        return class_test(place, self.kind, namer)


@dataclass(frozen=True)
class Length(Check):
    """The container has so many items."""

    count: int

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(len, 'len')}({place}) == {self.count}"


@dataclass(frozen=True, eq=False)
class Keys(Check):
    """The mapping has these keys in this order."""

    keys: tuple[Any, ...]

    def source(self, place: str, namer: Namer) -> str:
        return (
            f"{namer.name(tuple, 'tuple')}({place}) == {namer.name(self.keys, 'keys')}"
        )


@dataclass(frozen=True, eq=False)
class Missing(Check):
    """The attribute or item is not there; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"not {namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"


@dataclass(frozen=True, eq=False)
class Present(Check):
    """The attribute is there; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"


@dataclass(frozen=True, eq=False)
class Lacks(Check):
    """The namespace has no such name; `place` is the namespace."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{self.name!r} not in {place}"


@dataclass(frozen=True, eq=False)
class Unset(Check):
    """The variable that a cell holds is unbound; `place` is the cell."""

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(is_empty, 'is_empty')}({place})"


def has_itself(value: object, name: str) -> bool:
    """Say whether an object has an attribute, not asking its ``__getattr__``."""
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True


def is_empty(cell: CellType) -> bool:
    """Say whether a cell holds nothing."""
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False


@dataclass(frozen=True)
class Guard:
    """An assumption about the value at an origin."""

    origin: Origin
    check: Check

    def source(self, namer: Namer) -> str:
        """Give the test as a Python expression."""
        return self.check.source(self.origin.source(namer), namer)


def signature_source(signature: inspect.Signature, namer: Namer) -> str:
    """Write a parameter list, defaults bound as objects."""
    parts: list[str] = []
    star = slash = False
    for parameter in signature.parameters.values():
        text = parameter.name
        if parameter.default is not inspect.Parameter.empty:
            text += f"={namer.name(_Box(parameter.default), 'default')}.value"
        if slash and parameter.kind is not parameter.POSITIONAL_ONLY:
            parts.append("/")
            slash = False
        if parameter.kind is parameter.POSITIONAL_ONLY:
            slash = True
        elif parameter.kind is parameter.VAR_POSITIONAL:
            text, star = "*" + text, True
        elif parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        elif parameter.kind is parameter.VAR_KEYWORD:
            text = "**" + text
        parts.append(text)
    if slash:
        parts.append("/")
    return ", ".join(parts)


@dataclass(frozen=True, eq=False)
class _Box:
    """Keeps a default from being confused with an equal object of the namespace."""

    value: object


def compile_binder(
    name: str, signature: inspect.Signature
) -> Callable[..., tuple[Any, ...]]:
    """Make a function that binds a call as Python does, its error texts included."""
    namer = Namer()
    parameters = signature_source(signature, namer)
    names = "".join(f"{each}, " for each in signature.parameters)
    return _define(name, f"({parameters}):\n    return ({names})\n", namer)


def compile_entry(
    name: str,
    signature: inspect.Signature,
    guards: Iterable[Guard],
    inputs: Iterable[Origin],
    plan: Callable[..., Any],
    failed: Callable[[BaseException], BaseException] | None,
) -> Callable[..., Any]:
    """Make the function that tests the guards and calls the plan.

    Parameters
    ----------
    name : str
        The user's name of the function.
    signature : inspect.Signature
        The user's own.
    guards : iterable of Guard
        Tested in order; the first that fails ends in `MISS`.
    inputs : iterable of Origin
        What the plan takes, in order.
    plan : callable
        What runs the graph.
    failed : callable or None
        Gives the exception to raise for one that the plan raised, if not that itself.
    """
    namer = Namer()
    parameters = signature_source(signature, namer)
    tests = [guard.source(namer) for guard in guards]
    arguments = ", ".join(origin.source(namer) for origin in inputs)
    condition = "\n            and ".join(tests) or "True"
    reachable = all(_surely_there(guard.origin) for guard in guards)
    miss, call = namer.name(MISS, "miss"), namer.name(plan, "plan")
    lines = [f"({parameters}):"]
    if reachable:
        lines += [f"    if not ({condition}):", f"        return {miss}"]
    else:
        lines += [
            "    try:",
            f"        if not ({condition}):",
            f"            return {miss}",
            f"    except {namer.name(_UNREACHABLE, 'unreachable')}:",
            f"        return {miss}",
        ]
    if failed is None:
        lines += [f"    return {call}({arguments})", ""]
        return _define(name, "\n".join(lines), namer)
    failure = namer.name(failed, "failed")
    lines += [
        "    try:",
        f"        return {call}({arguments})",
        f"    except {namer.name(BaseException, 'BaseException')} as error:",
        f"        raise {failure}(error)",
        "",
    ]
    return _define(name, "\n".join(lines), namer)


def _surely_there(origin: Origin) -> bool:
    return isinstance(origin, (Argument, Fixed))


def _define(name: str, rest: str, namer: Namer) -> Callable[..., Any]:
    """Compile ``def name...`` with the names of `namer` in scope."""
    spelled = name if name.isidentifier() else "function"
    namespace: Mapping[str, Any] = dict(namer.namespace)
    scope = dict(namespace)
    exec(compile(f"def {spelled}{rest}", f"<entry of {name}>", "exec"), scope)
    function: Callable[..., Any] = scope[spelled]
    function.__name__ = function.__qualname__ = name
    return function
