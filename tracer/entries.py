"""Entries: generated functions with the user's own signature.

An entry tests the guards of a graph in order and calls its plan, or gives `MISS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tracer.guards import Guard
from tracer.origins import Argument, Fixed, Namer, Origin


class Miss:
    """What an entry gives when the call is not one its graph serves."""

    def __repr__(self) -> str:
        return "MISS"


MISS = Miss()


_UNREACHABLE = (AttributeError, LookupError, TypeError, ValueError, NameError)
"""What reading along an origin may raise in a call that its graph does not serve."""


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
