"""Entries: generated functions with the user's signature.

An entry tests the guards of a graph in order and calls its plan, or returns `MISS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tracer.serve.guards import UNREACHABLE, Guard
from tracer.serve.origins import Argument, Fixed, Namer, Origin


class Miss:
    """The result of an entry for a call that its graph does not serve."""

    def __repr__(self) -> str:
        return "MISS"


MISS = Miss()


def signature_source(signature: inspect.Signature, namer: Namer) -> str:
    """Return the source of a parameter list, with defaults bound as objects."""
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
    """Keeps a default apart from an equal object of the namespace."""

    value: object


def compile_binder(
    name: str, signature: inspect.Signature
) -> Callable[..., tuple[Any, ...]]:
    """Return a function that binds a call as Python does, error texts included."""
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
    kept: Iterable[Guard] = (),
    changed: Callable[[], None] | None = None,
    casts: Iterable[tuple[str, type, type]] = (),
) -> Callable[..., Any]:
    """Return the function that tests the guards and calls the plan.

    Parameters
    ----------
    name : str
        The user's name of the function.
    signature : inspect.Signature
        The user's signature.
    guards : iterable of Guard
        Tested in order; the first that fails ends in `MISS`.
    inputs : iterable of Origin
        The arguments of the plan, in order.
    plan : callable
        Runs the graph.
    failed : callable or None
        Maps an exception of the plan to the one to raise; None raises it unchanged.
    kept : iterable of Guard
        Guards that do not decide whether the graph serves.
    changed : callable, optional
        Called before the plan if one of these fails.
    casts : iterable of tuple
        Parameter, class of the argument, and class to convert such arguments to.
    """
    namer = Namer(signature.parameters)
    parameters = signature_source(signature, namer)
    guards, kept = tuple(guards), tuple(kept)
    lines = [f"({parameters}):"]
    for each, given, wanted in casts:
        lines += _cast(each, given, wanted, namer)
    lines += _missing_unless(_tests(guards, namer), guards, namer)
    if kept and changed is not None:
        tell = f"{namer.name(changed, 'changed')}()"
        test = [f"if not ({_tests(kept, namer.aside())}):", f"    {tell}"]
        lines += _tried(test, [tell], namer)
    arguments = ", ".join(namer.place(origin) for origin in inputs)
    call = namer.name(plan, "plan")
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


def _cast(parameter: str, given: type, wanted: type, namer: Namer) -> list[str]:
    test = f"{namer.name(type, 'type')}({parameter}) is {namer.name(given, 'given')}"
    if given is int:  # larger ones have no such scalar
        test += f" and -{2**63} <= {parameter} < {2**63}"
    make = namer.name(wanted, "wanted")
    return [f"    if {test}:", f"        {parameter} = {make}({parameter})"]


def _tests(guards: Iterable[Guard], namer: Namer) -> str:
    return "\n            and ".join(guard.source(namer) for guard in guards) or "True"


def _missing_unless(tests: str, guards: tuple[Guard, ...], namer: Namer) -> list[str]:
    """Return the lines that return `MISS` if a guard fails."""
    miss = namer.name(MISS, "miss")
    lines = [f"if not ({tests}):", f"    return {miss}"]
    if all(isinstance(guard.origin, (Argument, Fixed)) for guard in guards):
        return ["    " + line for line in lines]
    return _tried(lines, [f"return {miss}"], namer)


def _tried(lines: list[str], unreachable: list[str], namer: Namer) -> list[str]:
    """Return the lines in a ``try``, with those for an origin that reaches nothing."""
    return [
        "    try:",
        *("        " + line for line in lines),
        f"    except {namer.name(UNREACHABLE, 'unreachable')}:",
        *("        " + line for line in unreachable),
    ]


def _define(name: str, rest: str, namer: Namer) -> Callable[..., Any]:
    """Compile ``def name...`` with the names of `namer` in scope."""
    spelled = name if name.isidentifier() else "function"
    namespace: Mapping[str, Any] = dict(namer.namespace)
    scope = dict(namespace)
    exec(compile(f"def {spelled}{rest}", f"<entry of {name}>", "exec"), scope)
    function: Callable[..., Any] = scope[spelled]
    function.__name__ = function.__qualname__ = name
    return function
