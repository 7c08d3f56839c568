"""Patterns of arguments in a signature: specs, known values, structures of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from autograph.polymorphic.leaves import leaves, map_leaves, parts
from runtime.ir.nodes import Value
from runtime.types import (
    PYTHON_SCALARS,
    Container,
    List,
    PythonScalar,
    Type,
    Union,
    members,
    type_of,
)
from runtime.value_texts import literal
from runtime.variable import Variable
from tracer.policy import attribute_of
from tracer.record.value_classes import VALUE_OBJECTS, never_changes
from tracer.serve.guards import Guard
from tracer.serve.origins import Fixed, Origin, is_argument
from tracer.serve.specs import TensorSpec, spec_of_type
from tracer.values.container_items import is_long
from tracer.values.run_containers import LONG
from tracer.values.variables import Like


class _Anything:
    """The pattern of a parameter that a signature does not restrict."""

    def __repr__(self) -> str:
        return "anything"

    def __reduce__(self) -> str:
        return "ANYTHING"


ANYTHING = _Anything()


class Opaque:
    """The pattern of an object that the guards of a graph check."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def opaque(value: object) -> Opaque:
    """Return the pattern of an object."""
    name = attribute_of(value, "__name__")
    return Opaque(f"<{name or type(value).__name__ + ' object'}>")


def variable_spec(held: Type) -> Opaque:
    """Return the pattern of a Variable, given the type of its values.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> variable_spec(parse_type("float64[2]"))
    VariableSpec(shape=(2,), dtype=np.float64)
    """
    spec = spec_of(held)
    text = repr(held) if spec is None else repr(spec).removesuffix(", name=None)")
    return Opaque(f"{text.replace('TensorSpec', 'VariableSpec', 1)})")


def spec_of(of: Type) -> TensorSpec | None:
    """Return the spec of an array or NumPy scalar type; None for other types."""
    if isinstance(of, Union):
        specs = list(map(spec_of, members(of)))
        dtypes = {spec.dtype for spec in specs if spec is not None}
        mixed = None in specs or len(dtypes) > 1
        return None if mixed else TensorSpec(None, dtypes.pop())
    return None if isinstance(of, PythonScalar) else spec_of_type(of)


def patterns(
    bound: Mapping[str, Any],
    inputs: Iterable[Value] = (),
    origins: Iterable[Origin] = (),
) -> dict[str, Any]:
    """Return the patterns of arguments, by parameter.

    Parameters
    ----------
    bound : mapping
        The arguments.
    inputs, origins : iterable
        The inputs of the graph: of long lists and dicts the pattern is the type.
    """
    whole = {
        str(origin): value.type
        for value, origin in zip(inputs, origins, strict=True)
        if isinstance(value.type, (List, Container))
    }

    def is_whole(value: Any, place: str) -> bool:
        return place in whole and type(value) in (list, dict) and is_long(value, LONG)

    def pattern(leaf: Any, place: str) -> Any:
        return whole[place] if is_whole(leaf, place) else _pattern(leaf, place)

    return map_leaves(pattern, bound, records=True, whole=is_whole)


def _pattern(leaf: Any, place: str) -> Any:
    """Return the pattern of an argument without structure."""
    if isinstance(leaf, (TensorSpec, Type)) or is_value(leaf):
        return leaf
    if type(leaf) is Variable:
        return variable_spec(leaf.type)
    return spec_of(type_of(leaf)) or opaque(leaf)


def is_value(value: Any) -> bool:
    """Whether a graph knows an argument by its value, and not by its type."""
    if value is None or type(value) in PYTHON_SCALARS:
        return True
    return isinstance(value, VALUE_OBJECTS) and never_changes(value)


def is_known(pattern: Any) -> bool:
    """Whether a pattern consists of known values only."""
    return all(
        is_value(leaf) and not isinstance(leaf, TensorSpec)
        for leaf in leaves(pattern, records=True)
    )


def typed(pattern: Any) -> str:
    """Return a part of a signature, written as a type."""
    if isinstance(pattern, (TensorSpec, Type, Opaque)) or pattern is ANYTHING:
        return str(pattern)
    held = parts(pattern, records=True)
    if held is None:
        return f"Literal[{literal(pattern)}]"
    kind = type(pattern)
    items = [typed(each) for _, each in held]
    if kind is dict:
        items = [
            f"{literal(key)}: {item}" for key, item in zip(pattern, items, strict=True)
        ]
    elif not issubclass(kind, (tuple, list)):
        places = [place for place, _ in held]
        items = [f"{at[1:]}={item}" for at, item in zip(places, items, strict=True)]
    name = kind.__name__
    name = name.capitalize() if kind in (tuple, list, dict) else name
    return f"{name}[{', '.join(items)}]"


def captured(
    inputs: Iterable[tuple[Value, Origin]], guards: Iterable[Guard]
) -> list[str]:
    """Return a line for each value that the graph takes from elsewhere."""
    held = {
        guard.origin.path: guard.check.type
        for guard in guards
        if isinstance(guard.check, Like)
    }
    lines = []
    for value, origin in inputs:
        if is_argument(origin):
            continue
        what: Any = spec_of(value.type) or value.type
        if origin.path in held:
            what = variable_spec(held[origin.path])
        elif isinstance(origin, Fixed):
            held_object = origin.value
            what = held_object if is_value(held_object) else opaque(held_object)
        lines.append(f"  {value.name}: {typed(what)}")
    return lines


def listed(taken: list[str], given: str, captures: list[str]) -> str:
    """Return what a graph takes and returns as text."""
    return "\n".join(
        [
            "Input Parameters:",
            *(taken or ["  None"]),
            "Output Type:",
            f"  {given}",
            "Captures:",
            *(captures or ["  None"]),
        ]
    )


def with_known_defaults(
    signature: inspect.Signature, patterns: Mapping[str, Any], required: object
) -> inspect.Signature:
    """Return a signature with defaults where a graph fixes an argument.

    Parameters
    ----------
    signature : inspect.Signature
        The user's signature.
    patterns : mapping
        What each parameter takes.
    required : object
        The default of a parameter whose argument is required.
    """
    parameters = []
    for name, parameter in signature.parameters.items():
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            pattern = patterns[name]
            plain = pattern is None or type(pattern) in PYTHON_SCALARS
            if plain or parameter.default is parameter.empty:
                left_out = pattern if plain else required
                parameter = parameter.replace(default=left_out)
        parameters.append(parameter)
    return signature.replace(parameters=parameters)


def by_position_and_name(
    taken: list[tuple[str, inspect.Parameter]], patterns: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return what parameters take as the arguments of a call."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for name, parameter in taken:
        pattern = patterns[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += pattern
        elif parameter.kind is parameter.VAR_KEYWORD:
            kwargs |= pattern
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[name] = pattern
        else:
            args.append(pattern)
    return tuple(args), kwargs
