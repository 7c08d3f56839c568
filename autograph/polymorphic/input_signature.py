"""Input signatures: what a function may be called with, and how a call fits."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.leaves import map_leaves, parts, refilled, zip_leaves
from autograph.polymorphic.signatures import ANYTHING, Opaque, is_value
from runtime.ir.graph import exact_key
from runtime.types import (
    PYTHON_SCALARS,
    AnyType,
    Array,
    Shape,
    Type,
    accepts,
    members,
    type_of,
)
from runtime.variable import Variable
from tracer.errors import SignatureError
from tracer.flow.structure import is_structure
from tracer.record.symbols import Symbol
from tracer.serve.guards import described
from tracer.serve.specs import TensorSpec

if TYPE_CHECKING:
    from tracer.record.trace import Trace


_PYTHON_KINDS = {
    bool: "b",
    int: "iufc",
    float: "fc",
    complex: "c",
    str: "U",
    bytes: "S",
}
"""The dtypes, by their kind, that a Python value of a class may become."""


STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Misfit(Exception):
    """A value does not fit; says where, and how."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem


class InputSignature:
    """What each parameter of a function takes.

    Parameters
    ----------
    name : str
        The user's name of the function.
    patterns : dict
        By parameter: a `TensorSpec`, a type, a value that is the only one, `ANYTHING`,
        or tuples, lists and dicts of these.
    hint : str
        What to do about a call that does not fit.
    """

    def __init__(
        self,
        name: str,
        patterns: dict[str, Any],
        hint: str = "convert the argument, or use a function without this signature",
    ) -> None:
        self.name = name
        self.patterns = patterns
        self._hint = hint

    @classmethod
    def declared(
        cls,
        name: str,
        signature: inspect.Signature,
        specs: Any,
        preset: frozenset[str] = frozenset(),
    ) -> InputSignature:
        """Read what the user wrote as ``input_signature=``.

        Raises
        ------
        SignatureError
            If it is no sequence or mapping of specs, or has more than the function has
            parameters.
        """
        parameters = [
            each for each in signature.parameters.values() if each.name not in preset
        ]
        if parameters and parameters[0].name in ("self", "cls"):
            parameters = parameters[1:]
        patterns: dict[str, Any] = dict.fromkeys(signature.parameters, ANYTHING)
        if isinstance(specs, Mapping):
            patterns.update(_by_name(name, signature, specs))
        elif isinstance(specs, Sequence) and not isinstance(specs, str):
            patterns.update(_by_position(name, parameters, specs))
        else:
            raise _no_specs(name, specs)
        map_leaves(lambda leaf, _: _checked(name, leaf), patterns, records=True)
        for each in parameters:
            needed = each.default is each.empty and each.kind not in STARRED
            if needed and patterns[each.name] is ANYTHING:
                raise SignatureError(
                    f"input_signature says nothing of the parameter {each.name} of "
                    f"{name}, which has no default",
                    hint="give one TensorSpec for each parameter",
                )
        return cls(name, patterns)

    def fitted(
        self, bound: Mapping[str, Any], running: Trace | None = None
    ) -> dict[str, Any]:
        """Give the arguments as a graph takes them: numbers as what specs ask for.

        Parameters
        ----------
        bound : mapping
            The arguments by parameter.
        running : Trace, optional
            The trace in which the function is called, if it is.

        Raises
        ------
        SignatureError
            If one does not fit.
        """
        fit = _Fit(self.name, running)
        fitted = {}
        for key, value in bound.items():
            try:
                fitted[key] = fit.value(self.patterns[key], value, key)
            except Misfit as misfit:
                error = self._error(misfit, bound, key)
                error.span = call_site() if running is None else running.stack.place()
                raise error from None
        return fitted

    def generalized(self, fitted: Mapping[str, Any]) -> tuple[Any, ...]:
        """Give what to trace for: the specs, and values of which it says nothing."""
        return tuple(
            [
                zip_leaves(_general, value, self.patterns[key], records=True)
                for key, value in fitted.items()
            ]
        )

    def _error(
        self, misfit: Misfit, bound: Mapping[str, Any], parameter: str
    ) -> SignatureError:
        at, problem = misfit.place, misfit.problem
        lines = [f"{at} does not fit the signature of {self.name}: {problem}"]
        for key, given in map_leaves(_shown, bound, records=True).items():
            pattern = self.patterns[key]
            if pattern is ANYTHING:
                continue
            mark = "  <--" if key == parameter else ""
            lines.append(f"  {key}: {given!r}, wanted {pattern!r}{mark}")
        return SignatureError("\n".join(lines), hint=self._hint)


def _shown(leaf: Any, _: str) -> Opaque:
    symbolic = type(leaf) is Symbol
    return Opaque(str(leaf._ag_value.type) if symbolic else described(leaf))


def _by_name(
    name: str, signature: inspect.Signature, specs: Mapping[str, Any]
) -> dict[str, Any]:
    parameters = signature.parameters
    found = {key: spec for key, spec in specs.items() if key in parameters}
    rest = {key: spec for key, spec in specs.items() if key not in parameters}
    for parameter in parameters.values():
        if rest and parameter.kind is parameter.VAR_KEYWORD:
            found[parameter.name] = {**found.get(parameter.name, {}), **rest}
            return found
    for key in rest:
        raise SignatureError(
            f"input_signature names {key!r}, and {name} has no such parameter",
            hint=f"the parameters are {', '.join(parameters)}",
        )
    return found


def _by_position(
    name: str, parameters: list[inspect.Parameter], specs: Sequence[Any]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    rest = list(specs)
    for parameter in parameters:
        if not rest:
            break
        if parameter.kind is parameter.VAR_POSITIONAL:
            found[parameter.name] = tuple(rest)
            rest = []
        elif parameter.kind is not parameter.VAR_KEYWORD:
            found[parameter.name] = rest.pop(0)
    if rest:
        raise SignatureError(
            f"input_signature has {_counted(len(specs), 'entry', 'entries')}, and "
            f"{name} has {_counted(len(parameters), 'parameter')}",
            hint="give one TensorSpec for each parameter",
        )
    return found


def _no_specs(name: str, given: object) -> SignatureError:
    return SignatureError(
        "input_signature must be a possibly nested sequence of TensorSpecs; that of "
        f"{name} holds {described(given)}",
        hint="write input_signature=[ag.TensorSpec(shape, dtype), ...]",
    )


def _checked(name: str, leaf: Any) -> Any:
    if not isinstance(leaf, (TensorSpec, Type)) and leaf is not ANYTHING:
        raise _no_specs(name, leaf)
    return leaf


class _Fit:
    """Fits the arguments of one call to patterns.

    Parameters
    ----------
    name : str
        The user's name of the function.
    running : Trace or None
        The trace in which it is called, if it is.
    """

    def __init__(self, name: str, running: Trace | None) -> None:
        self._name = name
        self._running = running

    def value(self, pattern: Any, value: Any, place: str) -> Any:
        """Give a value as a pattern takes it, or raise `Misfit`."""
        if pattern is ANYTHING or isinstance(pattern, Opaque):
            return value
        if type(value) is Symbol:
            return self._symbol(pattern, value, place)
        if isinstance(pattern, TensorSpec):
            return _fit_spec(pattern, value, place)
        if isinstance(pattern, Type):
            if not accepts(pattern, type_of(value)):
                raise Misfit(place, f"it is {described(value)}, not {pattern}")
            return value
        held = parts(pattern, records=True)
        if held is not None:
            return self._container(pattern, held, value, place)
        equal = type(value) is type(pattern) and value == pattern
        exact = type(pattern) in PYTHON_SCALARS or not is_value(pattern)
        if exact_key(pattern) != exact_key(value) and (exact or not equal):
            wanted = described(pattern)
            problem = f"it is {described(value)}, and the graph is for {wanted}"
            raise Misfit(place, problem)
        return value

    def _symbol(self, pattern: Any, value: Symbol, place: str) -> Any:
        """Give a value of a trace that fits, or that the run shall look at."""
        of = value._ag_value.type
        wanted = pattern.type if isinstance(pattern, TensorSpec) else pattern
        if isinstance(wanted, Type) and accepts(wanted, of):
            return value
        if not isinstance(wanted, Type) or not _overlap(wanted, of):
            raise Misfit(place, f"it is {of}, not {pattern!r}")
        assert self._running is not None
        what = f"{place} does not fit the signature of {self._name}"
        return self._running.emit("check_fits", value, str(wanted), what)

    def _container(
        self, pattern: Any, held: list[tuple[str, Any]], value: Any, place: str
    ) -> Any:
        """Fit what stands in a container; one of the caller's stays as it is."""
        items = _items(pattern, held, value, place)
        fitted = []
        for (at, part), item in zip(held, items, strict=True):
            fitted.append(self.value(part, item, place + at))
            if fitted[-1] is not item and not is_structure(pattern):
                raise Misfit(
                    place + at,
                    f"it is {described(item)}; in an object of yours nothing is "
                    f"converted, so put a value of dtype {part.dtype} there",
                )
        same = all(new is old for new, old in zip(fitted, items, strict=True))
        return value if same else refilled(pattern, fitted)


def _items(
    pattern: Any, held: list[tuple[str, Any]], value: Any, place: str
) -> list[Any]:
    """Return the items of a container in the order of those of a pattern."""
    kind = type(pattern)
    if kind is dict:
        if not isinstance(value, dict):
            raise Misfit(place, f"it is {described(value)}, not a dict")
        for key in pattern:
            if key not in value:
                raise Misfit(place, f"it has no key {key!r}")
        for key in value:
            if key not in pattern:
                raise Misfit(place, f"it has the key {key!r} as well")
        return [value[key] for key in pattern]
    if value.__class__ is not kind:
        raise Misfit(place, f"it is {described(value)}, not a {kind.__name__}")
    if kind is not list and not is_structure(pattern):
        return [getattr(value, at[1:]) for at, _ in held]
    if len(pattern) != len(value):
        found = _counted(len(value), "item")
        raise Misfit(place, f"it has {found}, not {len(pattern)}")
    return list(value)


def _overlap(wanted: Type, of: Type) -> bool:
    """Say whether a value of one type may be of the other."""
    if isinstance(of, AnyType):
        return True
    for one in members(wanted):
        for other in members(of):
            if isinstance(one, Array) and isinstance(other, Array):
                if one.dtype == other.dtype and _may_be(one.shape, other.shape):
                    return True
            elif one == other:
                return True
    return False


def _may_be(one: Shape, other: Shape) -> bool:
    if one is None or other is None:
        return True
    return len(one) == len(other) and all(
        None in (left, right) or left == right
        for left, right in zip(one, other, strict=True)
    )


def _fit_spec(spec: TensorSpec, value: Any, place: str) -> Any:
    if spec.is_compatible_with(value):
        return value
    kind = type(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        if spec.shape == () and np.ndim(value) == 0 and value.dtype == spec.dtype:
            return value
        raise Misfit(place, _difference(spec, value))
    if kind is Variable:
        raise Misfit(place, f"it is a Variable; pass {place}.value for what it holds")
    if kind in PYTHON_SCALARS:
        if spec.dtype.kind not in _PYTHON_KINDS[kind]:
            raise Misfit(place, f"it is {described(value)}, not {_named(spec.dtype)}")
    elif kind not in (list, tuple):
        raise Misfit(place, f"it is {described(value)}, not {spec}")
    return _converted(spec, value, place)


def _converted(spec: TensorSpec, value: Any, place: str) -> Any:
    """Give a Python number, or a sequence of them, as an array: exactly, or not."""
    made: Any = None
    with suppress(TypeError, ValueError, OverflowError), np.errstate(all="ignore"):
        given = np.asarray(value)
        integers = given.dtype.kind + spec.dtype.kind in ("iu", "ui")
        made = given.astype(spec.dtype, casting="unsafe" if integers else "same_kind")
    if made is None or not _alike(made.tolist(), value):
        raise Misfit(place, f"{described(value)} is not exactly {_named(spec.dtype)}")
    made = made[()]  # of a 0-d array its scalar
    if not spec.is_compatible_with(made):
        raise Misfit(place, _difference(spec, made))
    return made


def _alike(made: Any, given: Any) -> bool:
    """Say whether converted numbers are those given; Python compares them exactly."""
    if isinstance(given, (list, tuple)):
        pairs = zip(made, given, strict=True)
        return len(made) == len(given) and all(_alike(*pair) for pair in pairs)
    return bool(made == given or (made != made and given != given))


NUMBERS = {
    np.dtype(bool): bool,
    np.dtype(np.int64): int,
    np.dtype(np.float64): float,
    np.dtype(np.complex128): complex,
}
"""The Python numbers that are values of a dtype, all or nearly all."""


def casts(patterns: Mapping[str, Any]) -> list[tuple[str, type, type]]:
    """Say which parameters take Python numbers, and as which NumPy scalars."""
    found = []
    for name, pattern in patterns.items():
        if isinstance(pattern, TensorSpec) and pattern.shape == ():
            python = NUMBERS.get(pattern.dtype)
            if python is not None:
                found.append((name, python, pattern.dtype.type))
    return found


def _difference(spec: TensorSpec, value: Any) -> str:
    """Say how an array differs from what is wanted."""
    if value.dtype != spec.dtype:
        return f"its dtype is {value.dtype}, not {_named(spec.dtype)}"
    assert spec.shape is not None
    if np.ndim(value) != len(spec.shape):
        found = _counted(np.ndim(value), "dimension")
        return f"it has {found}, not {len(spec.shape)}"
    return f"its shape is {np.shape(value)}, not {spec.shape}"


def _named(dtype: np.dtype) -> str:
    return str(dtype) if dtype.itemsize else dtype.name  # strings of any length


def _counted(count: int, what: str, several: str | None = None) -> str:
    return f"{count} {what if count == 1 else several or what + 's'}"


def _general(value: Any, pattern: Any) -> Any:
    if pattern is ANYTHING:
        return value
    if isinstance(pattern, TensorSpec) and type(value) is np.ndarray:
        if pattern.shape == ():
            # It is written into where a scalar is bound anew: another graph.
            return type_of(value)
        if value.dtype != pattern.dtype:
            return Array(value.dtype, pattern.shape)  # strings of some length
    return pattern
