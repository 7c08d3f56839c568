"""Input signatures: what a function accepts, and how a call fits."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.fitting import Fit, Misfit, counted
from autograph.polymorphic.leaves import map_leaves, zip_leaves
from autograph.polymorphic.signatures import ANYTHING, Opaque
from runtime.errors import AutographError
from runtime.types import Array, Type, parse_type, type_of
from tracer.errors import SignatureError
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import described
from tracer.serve.specs import TensorSpec, spec_of_type

STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class InputSignature:
    """What each parameter of a function takes.

    Parameters
    ----------
    name : str
        The name of the user's function.
    patterns : dict
        For each parameter a `TensorSpec`, a type, the only allowed value, `ANYTHING`,
        or tuples, lists and dicts of these.
    hint : str
        The advice for a call that does not fit.
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

    @property
    def known(self) -> dict[str, Any]:
        """The patterns of the parameters that have one."""
        return {
            name: pattern
            for name, pattern in self.patterns.items()
            if pattern is not ANYTHING
        }

    @classmethod
    def declared(
        cls,
        name: str,
        signature: inspect.Signature,
        specs: Any,
        preset: frozenset[str] = frozenset(),
    ) -> InputSignature:
        """Return the signature for the user's ``input_signature=``.

        Raises
        ------
        SignatureError
            If it is not a sequence or mapping of specs, or if it does not fit the
            parameters of the function.
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
                    f"input_signature has no entry for the parameter {each.name} of "
                    f"{name}, which has no default",
                    hint="give one TensorSpec for each parameter",
                )
        return cls(name, patterns)

    def fitted(
        self, bound: Mapping[str, Any], running: Trace | None = None
    ) -> dict[str, Any]:
        """Return the arguments as a graph takes them; specs convert Python numbers.

        Parameters
        ----------
        bound : mapping
            The arguments by parameter.
        running : Trace, optional
            The trace that calls the function, if any.

        Raises
        ------
        SignatureError
            If an argument does not fit.
        """
        fit = Fit(self.name, running)
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
        """Return what to trace for: specs, and the arguments without a spec."""
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
            f"input_signature has {counted(len(specs), 'entry', 'entries')}, and "
            f"{name} has {counted(len(parameters), 'parameter')}",
            hint="give one TensorSpec for each parameter",
        )
    return found


def _no_specs(name: str, given: object) -> SignatureError:
    return SignatureError(
        "input_signature must be a possibly nested sequence of TensorSpecs; that of "
        f"{name} holds {described(given)}",
        hint=f"write input_signature=[{_spec_meant(given)}, ...]",
    )


def _spec_meant(given: object) -> str:
    """Return the spec that was meant by text such as ``float64[?]``, or by a dtype."""
    spec = None
    try:
        if isinstance(given, str):
            spec = spec_of_type(parse_type(given))
        elif isinstance(given, (type, np.dtype)):
            spec = TensorSpec((), given)
    except (AutographError, TypeError):
        pass
    if spec is None:
        return "ag.TensorSpec(shape, dtype)"
    return f"ag.{spec}".replace(", name=None", "")


def _checked(name: str, leaf: Any) -> Any:
    if not isinstance(leaf, (TensorSpec, Type)) and leaf is not ANYTHING:
        raise _no_specs(name, leaf)
    return leaf


NUMBERS = {
    np.dtype(bool): bool,
    np.dtype(np.int64): int,
    np.dtype(np.float64): float,
    np.dtype(np.complex128): complex,
}
"""The Python class whose numbers are values of a dtype, all or nearly all."""


def casts(patterns: Mapping[str, Any]) -> list[tuple[str, type, type]]:
    """Return the parameters that accept Python numbers, with their NumPy types."""
    found = []
    for name, pattern in patterns.items():
        if isinstance(pattern, TensorSpec) and pattern.shape == ():
            python = NUMBERS.get(pattern.dtype)
            if python is not None:
                found.append((name, python, pattern.dtype.type))
    return found


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
