"""Entries: generated functions with the user's signature.

An entry tests the guards of a graph in order and calls its plan, or returns `MISS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from tracer.serve.binding import MISS, define, signature_source
from tracer.serve.guards import UNREACHABLE, Guard
from tracer.serve.head_calls import HeadCall
from tracer.serve.origins import Namer, Origin

Lines = list[str]


def compile_entry(
    name: str,
    signature: inspect.Signature,
    guards: Iterable[Guard],
    inputs: Iterable[Origin],
    plan: Callable[..., Any],
    failed: Callable[[BaseException], object] | None,
    kept: Iterable[Guard] = (),
    changed: Callable[[], None] | None = None,
    casts: Iterable[tuple[str, type, type]] = (),
    heads: tuple[HeadCall, ...] = (),
    again: bool = False,
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
        Is given an exception of the plan, to change its traceback. Where it returns
        `MISS`, the entry does.
    kept : iterable of Guard
        Guards that do not decide whether the graph serves.
    changed : callable, optional
        Called before the plan if one of these fails.
    casts : iterable of tuple
        Parameter, class of the argument, and class to convert such arguments to.
    heads : tuple of HeadCall
        The calls to make first. Such an entry takes a `HeadResults` before all else.
    again : bool
        Whether the calls have been made, so that what was read before is remembered.
    """
    namer = Namer(signature.parameters)
    parameters = signature_source(signature, namer)
    guards, kept = tuple(guards), tuple(kept)
    if heads:
        given = _results_name(signature)
        mark = "" if _takes_by_position_only(signature) else "/, "
        parameters = f"{given}, {mark}{parameters}"
    lines = [f"({parameters}):"]
    for each, given_class, wanted in casts:
        lines += _cast(each, given_class, wanted, namer)
    tested, bound = 0, dict[int, str]()
    for head in heads:
        some = guards[tested : head.guards]
        lines += _missing_unless(_tests(some, namer), some, namer)
        tested = head.guards
        lines += _head(head, given, bound, namer, again)
    rest = guards[tested:]
    lines += _missing_unless(_tests(rest, namer), rest, namer)
    if kept and changed is not None:
        tell = f"{namer.name(changed, 'changed')}()"
        test = [f"if not ({_tests(kept, namer.aside())}):", f"    {tell}"]
        lines += _tried(test, [tell], namer)
    arguments = ", ".join(
        bound.get(id(origin)) or namer.place(origin) for origin in inputs
    )
    call = namer.name(plan, "plan")
    if failed is None:
        lines += [f"    return {call}({arguments})", ""]
        return define(name, "\n".join(lines), namer)
    failure, miss = namer.name(failed, "failed"), namer.name(MISS, "miss")
    lines += [
        "    try:",
        f"        return {call}({arguments})",
        f"    except {namer.name(BaseException, 'BaseException')} as error:",
        f"        if {failure}(error) is {miss}:",
        f"            return {miss}",
        "        raise",
        "",
    ]
    return define(name, "\n".join(lines), namer)


def _results_name(signature: inspect.Signature) -> str:
    name = "_results"
    while name in signature.parameters:
        name += "_"
    return name


def _takes_by_position_only(signature: inspect.Signature) -> bool:
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    return inspect.Parameter.POSITIONAL_ONLY in kinds


def _head(
    head: HeadCall, results: str, bound: dict[int, str], namer: Namer, again: bool
) -> Lines:
    """Return the lines that make a head call; `bound` names what was read before."""
    lines = []
    for origin in head.places:
        if id(origin) not in bound:
            name = bound[id(origin)] = f"_input_{len(bound)}"
            if not again:
                lines.append(f"    {name} = {namer.place(origin)}")
    names = "".join(f"{bound[id(origin)]}, " for origin in head.places)
    if again and names:
        remembered = namer.name(head.remembered, "remembered")
        lines.append(f"    {names} = {remembered}({results})")
    parts = [
        results,
        f"({names})",
        *[bound.get(id(one)) or namer.place(one) for one in head.inputs],
    ]
    make = namer.name(head.result, "head_call")
    lines.append(f"    {head.variable} = {make}({', '.join(parts)})")
    namer.forget()
    return lines


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
    if all(guard.origin.is_name for guard in guards):
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
