"""What stands for arguments in a signature: specs, known values, structures of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.polymorphic.leaves import Rebuilt, items_of
from runtime.types import PYTHON_SCALARS, PythonScalar, Type, Union, members, type_of
from runtime.variable import Variable
from tracer.record.value_classes import VALUE_OBJECTS, never_changes
from tracer.serve.specs import TensorSpec, spec_of_type
from tracer.values.identity import is_record


class _Anything:
    """Stands for a parameter of which a signature says nothing."""

    def __repr__(self) -> str:
        return "anything"


ANYTHING = _Anything()


class Opaque:
    """Stands for an object that the guards of a graph know."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def opaque(value: object) -> Opaque:
    """Give what stands for an object by itself."""
    name = getattr(value, "__name__", None)
    return Opaque(f"<{name or type(value).__name__ + ' object'}>")


def variable_spec(held: Type) -> Opaque:
    """Give what stands for a Variable, by what it may hold.

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
    """Give the spec of an array or a NumPy scalar; of all else there is none."""
    if isinstance(of, Union):
        specs = list(map(spec_of, members(of)))
        dtypes = {spec.dtype for spec in specs if spec is not None}
        mixed = None in specs or len(dtypes) > 1
        return None if mixed else TensorSpec(None, dtypes.pop())
    return None if isinstance(of, PythonScalar) else spec_of_type(of)


def patterns(bound: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Give what stands for arguments in a signature."""
    return {name: Rebuilt(_pattern, True).value(value, name) for name, value in bound}


def _pattern(leaf: Any, place: str) -> Any:
    """Give what stands for an argument in a signature."""
    if isinstance(leaf, (TensorSpec, Type)) or is_value(leaf):
        return leaf
    if type(leaf) is Variable:
        return variable_spec(leaf.type)
    return spec_of(type_of(leaf)) or opaque(leaf)


def is_value(value: Any) -> bool:
    """Say whether something is known by its value, and not by what it is of."""
    if value is None or type(value) in PYTHON_SCALARS:
        return True
    return isinstance(value, VALUE_OBJECTS) and never_changes(value)


def is_known(pattern: Any) -> bool:
    """Say whether a pattern holds nothing but what is known by its value."""
    if isinstance(pattern, (tuple, list)):
        return all(map(is_known, pattern))
    if type(pattern) is dict:
        return all(map(is_known, pattern.values()))
    if is_record(pattern):
        return all(map(is_known, items_of(pattern).values()))
    return is_value(pattern) and not isinstance(pattern, TensorSpec)


def typed(pattern: Any) -> str:
    """Write a part of a signature as a type."""
    if isinstance(pattern, (TensorSpec, Type, Opaque)) or pattern is ANYTHING:
        return str(pattern)
    if isinstance(pattern, dict):
        items = ", ".join(f"{key!r}: {typed(each)}" for key, each in pattern.items())
        return f"Dict[{items}]"
    if isinstance(pattern, (tuple, list)):
        name = type(pattern).__name__
        name = name.capitalize() if type(pattern) in (tuple, list) else name
        return f"{name}[{', '.join(map(typed, pattern))}]"
    if is_record(pattern):
        fields = items_of(pattern).items()
        items = ", ".join(f"{name}={typed(each)}" for name, each in fields)
        return f"{type(pattern).__name__}[{items}]"
    return f"Literal[{pattern!r}]"
