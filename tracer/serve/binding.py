"""Calls bound to parameters by generated functions, as Python binds them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any


class Names:
    """Names the objects that generated source refers to.

    Parameters
    ----------
    taken : iterable of str
        Names that the source has already.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.namespace: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._taken = set(taken)

    def name(self, value: object, base: str) -> str:
        """Return the name that the generated source uses for `value`."""
        known = self._names.get(id(value))
        if known is None:
            known = self._new(base, len(self._names))
            self._names[id(value)] = known
            self.namespace[known] = value
        return known

    def _new(self, base: str, number: int) -> str:
        name = f"_{base}_{number}"
        while name in self._taken:
            name += "_"
        return name


class Miss:
    """The result of an entry for a call that its graph does not serve."""

    def __repr__(self) -> str:
        return "MISS"


MISS = Miss()


def signature_source(signature: inspect.Signature, namer: Names) -> str:
    """Return the source of a parameter list, with defaults bound as objects."""
    return parameters_source(
        signature, lambda value: f"{namer.name(_Box(value), 'default')}.value"
    )


def parameters_source(
    signature: inspect.Signature, spelled: Callable[[Any], str] = lambda _: "None"
) -> str:
    """Return the source of a parameter list, with None for all defaults by default."""
    parts: list[str] = []
    star = slash = False
    for parameter in signature.parameters.values():
        text = parameter.name
        if parameter.default is not inspect.Parameter.empty:
            text += f"={spelled(parameter.default)}"
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


class _Box:
    """Keeps a default apart from an equal object of the namespace."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


def compile_binder(
    name: str, signature: inspect.Signature
) -> Callable[..., tuple[Any, ...]]:
    """Return a function that binds a call as Python does, error texts included."""
    namer = Names()
    parameters = signature_source(signature, namer)
    names = "".join(f"{each}, " for each in signature.parameters)
    return define(name, f"({parameters}):\n    return ({names})\n", namer)


def define(name: str, rest: str, namer: Names) -> Callable[..., Any]:
    """Compile ``def name...`` with the names of `namer` in scope."""
    spelled = name if name.isidentifier() else "function"
    function = written(f"def written{rest}", name, dict(namer.namespace))
    code = function.__code__.replace(co_name=spelled, co_qualname=spelled)
    function.__code__ = code
    function.__name__ = function.__qualname__ = name
    return function


def written(text: str, name: str, space: dict[str, Any]) -> FunctionType:
    """Return the function called ``written`` in a text, for a function of the user's.

    Parameters
    ----------
    text
        The source.
    name
        The user's name of the function.
    space
        The globals of what is made.
    """
    exec(_compiled(text), space)
    function: FunctionType = space["written"]
    function.__code__ = function.__code__.replace(co_filename=f"<entry of {name}>")
    return function


@lru_cache(maxsize=256)
def _compiled(text: str) -> CodeType:
    # Many functions have the same parameters, and graphs the same guards.
    return compile(text, "<entry>", "exec")
