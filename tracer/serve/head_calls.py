"""Head calls: what each call of a function asks Python before its graph runs.

A call that the graph does not know, of Python values only, before any effect of the
graph, needs nothing from the graph. So it is made first, at each call of the function,
and what it returns is an input of the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from runtime.execute import Executable, compile_graph
from runtime.ir.graph import Graph
from tracer.serve.guards import UNREACHABLE, Guard
from tracer.serve.head_results import HeadResults, Key, Read
from tracer.serve.origins import Namer, Origin, root


@dataclass(frozen=True, eq=False)
class HeadCall:
    """A call that is made before the graph runs.

    Attributes
    ----------
    key : hashable
        Its place in the source, and how many head calls were made there before.
    name : str
        The call as users read it.
    graph : Graph
        The call alone, as a graph.
    inputs : tuple of Origin
        Where the inputs of that graph come from.
    home : dict
        The globals of the user's code that calls.
    guards : int
        How many guards of the graph hold before it.
    reached : tuple of Origin
        The inputs of the graph that were read before it.
    position : int
        How many head calls the graph has before it.
    keeping : callable or None
        The function of `functools.lru_cache` that is called, if it is one.
    """

    key: Key
    name: str
    graph: Graph
    inputs: tuple[Origin, ...]
    home: dict[str, Any] = field(repr=False)
    guards: int
    reached: tuple[Origin, ...]
    position: int
    keeping: Any = field(default=None, repr=False)

    @property
    def variable(self) -> str:
        """The name of the result in an entry."""
        return f"_head_{self.position}"

    @cached_property
    def executable(self) -> Executable:
        """The call, made callable."""
        return compile_graph(self.graph, home=self.home)

    def result(self, results: HeadResults, read: Read, *inputs: Any) -> Any:
        """Return what the call returns; make it, unless this was done already.

        Parameters
        ----------
        results : HeadResults
            What was done already.
        read : tuple
            The values of `reached`, as far as names do not reach them.
        *inputs
            The inputs of the call.
        """
        if self.key not in results.made:
            results.read[self.key] = read
            results.keep(self.keeping)
            try:
                results.made[self.key] = self.executable.call(*inputs)
            except BaseException as error:
                self.executable.explain(error)
                place = error.__traceback__
                results.raised = error, place and place.tb_next
                raise
        return results.made[self.key]

    @property
    def places(self) -> list[Origin]:
        """The origins among `reached` that are more than a name."""
        return [origin for origin in self.reached if not origin.is_name]

    def read(self, results: HeadResults, known: tuple[Any, ...] = ()) -> Read:
        """Return the values that an entry reads before the call.

        Parameters
        ----------
        results : HeadResults
            The arguments of the call, and the results of the head calls before.
        known : tuple
            The first of the values, read before an earlier head call.
        """
        found = list(known)
        for origin in self.places[len(known) :]:
            namer = Namer(results.arguments)
            place = namer.place(origin)
            found.append(eval(place, namer.namespace, dict(results.arguments)))
        return tuple(found)

    def remembered(self, results: HeadResults) -> Read:
        """Return the values that were read before the call when it was made."""
        return results.read[self.key]

    def leaves(
        self,
        results: HeadResults,
        guards: Sequence[Guard],
        settled: Collection[Origin] = (),
    ) -> bool:
        """Whether the call has left alone what the function had read before it.

        Parameters
        ----------
        results : HeadResults
            What was read, and the arguments.
        guards : sequence of Guard
            The guards of the graph.
        settled : collection of Origin
            Where it has certainly changed nothing.
        """
        arguments = results.arguments
        before = [guard for guard in guards[: self.guards] if not guard.origin.is_name]
        try:
            now = self.read(results)
        except UNREACHABLE:
            return False
        same = all(one is other for one, other in zip(results.read[self.key], now))
        return same and all(
            guard.holds(arguments) or guard.origin in settled for guard in before
        )


@dataclass(frozen=True, eq=False)
class HeadResult(Origin):
    """What a head call returned."""

    call: HeadCall
    is_name = True

    @property
    def path(self) -> Hashable:
        return HeadResult, self.call.key

    def source(self, namer: Namer) -> str:
        return self.call.variable

    def __str__(self) -> str:
        return self.call.name


def is_known(origin: Origin, arguments: Mapping[str, object]) -> bool:
    """Whether the value of an origin can be reached: its head call has been made."""
    start = root(origin)
    return not isinstance(start, HeadResult) or start.call.variable in arguments


def counted_without(
    heads: tuple[HeadCall, ...], guards: tuple[Guard, ...], kept: tuple[Guard, ...]
) -> tuple[HeadCall, ...]:
    """Return head calls that count the guards before them without those kept apart."""
    if not kept:
        return heads
    left = [sum(each not in kept for each in guards[: head.guards]) for head in heads]
    return tuple([replace(head, guards=count) for head, count in zip(heads, left)])
