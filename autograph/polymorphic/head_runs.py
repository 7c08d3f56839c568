"""Runs of a graph whose head calls are shared with other graphs of its function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from runtime.errors import AutographError

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction
    from tracer.serve.head_results import HeadResults, Key
    from tracer.serve.origins import Origin


class SharedHeads:
    """The head calls of one call of a function, which its graphs share.

    Parameters
    ----------
    results : HeadResults
        What they gave so far.
    """

    def __init__(self, results: HeadResults) -> None:
        self._results = results
        self._settled: set[Origin] = set()
        self._known: set[Key] = set()

    def run(self, concrete: ConcreteFunction, args: Any, kwargs: Any) -> Any:
        """Run a graph for the call, or return `MISS`."""
        self._known = set(self._results.made)
        if concrete.heads:
            args = (self._results, *args)
        return concrete.entry(*args, **kwargs)

    def may_go_on(
        self, concrete: ConcreteFunction, bound: Callable[[], dict[str, Any]]
    ) -> bool:
        """Whether those of the last graph have left alone what was read before them.

        Another value than that of the graph is no change where a graph before it has
        read the same place, made the call, and still reads what it had.

        Parameters
        ----------
        concrete : ConcreteFunction
            The graph, which does not fit the call.
        bound : callable
            Return the arguments of the call by parameter.
        """
        results = self._results
        made = [head for head in concrete.heads if head.key in results.made]
        if concrete.is_unfit or not made:
            return True
        results.arguments = {**bound(), **results.of(concrete.heads)}
        guards = concrete.guards
        if not all(head.leaves(results, guards, self._settled) for head in made):
            return False
        own = [head for head in made if head.key not in self._known]
        if own:
            self._settled.update(guard.origin for guard in guards[: own[0].guards])
        return True


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


def changed_before(name: str) -> AutographError:
    """Return the error for a function whose head calls changed what it had read."""
    return AutographError(
        f"a function that {name} calls first, and that is not converted, changed what "
        f"{name} had read before",
        hint="do not change arguments or globals in functions that are not converted, "
        "or pass what they change as an argument",
    )
