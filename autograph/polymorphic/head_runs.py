"""Runs of a graph whose head calls are shared with other graphs of its function."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tracer.serve.head_results import HeadResults

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction
    from tracer.serve.guards import Guard
    from tracer.serve.head_calls import HeadCall
    from tracer.tracing import Traced


def heads_among(traced: Traced, kept: tuple[Guard, ...]) -> tuple[HeadCall, ...]:
    """Return the head calls of a graph, whose guards are counted without some."""
    if not kept:
        return traced.heads
    left = [
        sum(guard not in kept for guard in traced.guards[: head.guards])
        for head in traced.heads
    ]
    return tuple(
        [replace(head, guards=count) for head, count in zip(traced.heads, left)]
    )


def known(concrete: ConcreteFunction, results: HeadResults) -> dict[str, Any]:
    """Return what the head calls of a graph gave so far, by the names in its entry."""
    made = results.made
    return {
        head.variable: made[head.key] for head in concrete.heads if head.key in made
    }


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
        if concrete.single_use and concrete.heads:
            # Its head calls, made while tracing, changed what was read before them.
            return concrete.entry_again(results, *args, **kwargs)
        return run(concrete, results, args, kwargs)
    finally:
        results.left.clear()


def may_go_on(
    concrete: ConcreteFunction, results: HeadResults, arguments: dict[str, Any]
) -> bool:
    """Whether the head calls of a graph have left alone what was read before them."""
    if results.made and not results.arguments:
        results.arguments = arguments
    return all(
        head.leaves(results, concrete.guards)
        for head in concrete.heads
        if head.key in results.made
    )
