"""Runs of a graph whose head calls are shared with other graphs of its function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runtime.errors import AutographError
from tracer.serve.head_results import HeadResults

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction


def run(
    concrete: ConcreteFunction, results: HeadResults, args: Any, kwargs: Any
) -> Any:
    """Run a graph for a call of its function, or return `MISS`."""
    if concrete.heads:
        args = (results, *args)
    return concrete.entry(*args, **kwargs)


def run_first(
    concrete: ConcreteFunction, results: HeadResults, args: Any, kwargs: Any
) -> Any:
    """Run a graph for the call that it was traced for."""
    results.leave({head.key for head in concrete.heads})
    try:
        if concrete.heads:
            args = (results, *args)
        return concrete.first_entry(*args, **kwargs)
    finally:
        results.left.clear()


def may_go_on(
    concrete: ConcreteFunction, results: HeadResults, arguments: dict[str, Any]
) -> bool:
    """Whether the head calls of a graph have left alone what was read before them."""
    if results.made:
        results.arguments = {**arguments, **results.of(concrete.heads)}
    return all(
        head.leaves(results, concrete.guards)
        for head in concrete.heads
        if head.key in results.made
    )


def changed_before(name: str) -> AutographError:
    """Return the error for a function whose head calls changed what it had read."""
    return AutographError(
        f"a function that {name} calls first, and that is not converted, changed what "
        f"{name} had read before",
        hint="do not change arguments or globals in functions that are not converted, "
        "or pass what they change as an argument",
    )
