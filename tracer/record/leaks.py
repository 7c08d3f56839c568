"""Symbols that outlive their trace: where one was made, and what keeps it."""

from __future__ import annotations

import gc
from types import CellType, ModuleType
from typing import TYPE_CHECKING, Any

from runtime.errors import Span
from runtime.ir.nodes import Region
from runtime.types import AnyType, Iterable, Type, Union
from tracer.errors import LeakedSymbol, everywhere
from tracer.policy import OURS
from tracer.record.symbols import Symbol

if TYPE_CHECKING:
    from tracer.record.asked import Recording

STEPS = 3
"""Nested containers that are searched for a name."""


def told(symbol: Symbol, place: str = "") -> str:
    """Return a text for a symbol: its name in the source, or a place, and its type."""
    base, of = symbol._ag_value.base, symbol._ag_value.type
    kind = "" if _says_nothing(of) else str(of)
    if base != "t":
        return f" ({base}: {kind})" if kind else f" ({base})"
    parts = [f"of type {kind}" if kind else "", place]
    said = ", ".join(filter(None, parts))
    return f" ({said})" if said else ""


def _says_nothing(of: Type) -> bool:
    """Whether a type would tell the user nothing about the value."""
    if isinstance(of, Union):
        return any(map(_says_nothing, of.members))
    return isinstance(of, (AnyType, Iterable))


def leaked(symbol: Symbol) -> LeakedSymbol:
    """Return the error for using a value of a trace that has ended."""
    trace: Recording = symbol._ag_trace
    span = _made_at(trace, symbol)
    holder = _holder(symbol)
    kept = f", was kept in {holder}," if holder else ""
    return everywhere(
        LeakedSymbol(
            f"a value{told(symbol)} exists only while {span.function} is traced; it "
            f"was made in line {span.line}{kept} and is used after tracing",
            span=span,
            hint="return the value from the function, or store it in an attribute, "
            "list or global in converted code, which stores it at each run",
        )
    )


def of_another_trace(symbol: Symbol) -> LeakedSymbol:
    """Return the error for using a value of another trace, which still runs."""
    return everywhere(
        LeakedSymbol(
            f"a value{told(symbol)} made while another function was traced is used "
            "here",
            hint="return values from the function instead of storing them in globals "
            "or attributes in code that is not converted",
        )
    )


def of_an_ended_region(symbol: Symbol) -> LeakedSymbol:
    """Return the error for using a value of a branch or loop outside of it."""
    return LeakedSymbol(
        f"a value{told(symbol)} made in a branch or loop is used outside of it, "
        "through code that is not converted",
        hint="assign it to a local variable in the branch or loop, or collect it in a "
        "list made in the same function",
    )


def _made_at(trace: Recording, symbol: Symbol) -> Span:
    name = symbol._ag_value.name
    nodes = Region((), tuple(trace.builder.regions[0].nodes), None).walk()
    for node in nodes:
        if node.span and any(value.name == name for value in node.results):
            return node.span
    home: Span = trace.stack.home
    return home


def _holder(symbol: Symbol) -> str:
    """Return a familiar name of what holds a symbol; '' if there is none."""
    values: list[object] = [symbol]
    for _ in range(STEPS):
        referrers = gc.get_referrers(*values)  # looks at all objects there are
        for referrer in referrers:
            if name := _named(referrer, values):
                return name
        values = [one for one in referrers if type(one) in (list, tuple, set, dict)]
    return ""


def _named(referrer: Any, values: list[object]) -> str:
    """Return the name of one of some values in a namespace; '' if it has none."""
    if isinstance(referrer, CellType):
        return "a variable that a function closes over"
    if type(referrer) is not dict:
        return ""
    wanted = set(map(id, values))
    names = [key for key, held in referrer.items() if id(held) in wanted]
    for owner in gc.get_referrers(referrer) if names else ():
        ours = str(type(owner).__module__).partition(".")[0] in OURS
        if ours or getattr(owner, "__dict__", None) is not referrer:
            continue
        if isinstance(owner, ModuleType):
            return f"the global {names[0]!r} of {owner.__name__}"
        return f"the attribute {names[0]!r} of a {type(owner).__name__}"
    return ""
