"""Functions that were loaded: graphs without their source."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from runtime.errors import SignatureError
from runtime.execute import Executable
from runtime.executors import executable, native_report
from runtime.ir.graph import Graph
from runtime.notebooks import Text, code, titled
from runtime.passes import as_it_runs
from runtime.recursion_limit import outermost
from runtime.saving.patterns import Misfit, Place, is_of, spelled
from runtime.saving.saved import Called, Given, Saved
from runtime.saving.signature import Signature
from runtime.variable import Variable

Executor = Literal["auto", "plan", "native"]
FRAMES_A_LEVEL = 6
"""The part of Python's recursion limit that one call of a graph by a graph takes."""
_deep: ContextVar[bool] = ContextVar("deep", default=False)


class LoadedGraph:
    """One graph of a loaded function.

    Parameters
    ----------
    name : str
        The name of the function.
    saved : Saved
        The graph, and what it takes.
    executor : {'auto', 'plan', 'native'}
        What runs it.
    """

    def __init__(self, name: str, saved: Saved, executor: Executor) -> None:
        self.name = self.__name__ = self.__qualname__ = name
        self.saved = saved
        self.executor: Executor = executor

    @property
    def __signature__(self) -> inspect.Signature:
        return self.signature.python

    @property
    def graph(self) -> Graph:
        """The graph as it was traced."""
        return self.saved.graph

    @property
    def signature(self) -> Signature:
        """What the graph takes."""
        return self.saved.signature

    @cached_property
    def optimized_graph(self) -> Graph:
        """The graph as it runs."""
        return as_it_runs(self.graph, self.saved.strict, bounded=True)

    @cached_property
    def executable(self) -> Executable:
        """The executable form of the graph."""
        return executable(self.optimized_graph, None, self.executor, self.saved.strict)

    @property
    def plan(self) -> str:
        """The Python source that runs."""
        return Text(self.executable.source)

    @property
    def native(self) -> str:
        """What runs as machine code, and why the rest does not."""
        return Text(native_report(self.executable))

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The Variables that the graph reads or writes."""
        found = [each for each in self.saved.sources if isinstance(each, Variable)]
        return tuple({id(each): each for each in found}.values())

    def to_svg(self) -> str:
        """Return a picture of the graph as SVG; needs Graphviz."""
        return self.graph.to_svg()

    def fitted(self, args: Any, kwargs: Any, cast: bool) -> dict[Place, Any]:
        """Return what a call gives by its place, or raise a `Misfit`."""
        found = self.signature.fitted(args, kwargs, cast)
        self.check_captured()
        return found

    def check_captured(self) -> None:
        """Raise a `Misfit` if an array of the file is no longer of its type."""
        for value, source in zip(self.graph.inputs, self.saved.sources):
            # A call before this one may have changed it, in place.
            if isinstance(source, np.ndarray) and not is_of(value.type, source):
                raise Misfit((value.name,), "it is no longer as it was saved")

    def run(self, given: Mapping[Place, Any]) -> Any:
        """Run the graph with what a call gives."""
        inputs = [
            given[source] if type(source) is tuple else fixed
            for source, fixed in zip(self.saved.sources, self._fixed, strict=True)
        ]
        return self.executable(*inputs)

    @cached_property
    def _fixed(self) -> tuple[Any, ...]:
        """What the inputs are given that no call gives."""
        given = self.saved.sources
        return tuple([e.value if isinstance(e, Given) else e for e in given])

    def told(self, problem: Misfit | TypeError) -> str:
        """Return a line on the graph, and why it does not take a call."""
        why = str(problem)
        if isinstance(problem, Misfit):
            why = f"{spelled(problem.place)}: {problem.problem}"
        return f"  {self.name}{self.signature}: {why}"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the graph.

        Raises
        ------
        SignatureError
            If the arguments are not those that it was traced for.
        """
        return _called(self.name, (self,), args, kwargs)

    def __repr__(self) -> str:
        return f"<LoadedGraph {self.name}{self.signature}>"

    def _repr_html_(self) -> str:
        return titled("Loaded graph", self.name, code(str(self.graph)))


class LoadedFunction:
    """A loaded function: it runs the first of its graphs that takes the arguments.

    Parameters
    ----------
    name : str
        The user's name of the function.
    saved : tuple of Saved
        Its graphs.
    executor : {'auto', 'plan', 'native'}
        What runs them.
    """

    def __init__(
        self, name: str, saved: tuple[Saved, ...], executor: Executor = "auto"
    ) -> None:
        self.name = self.__name__ = self.__qualname__ = name
        self.executor: Executor = executor
        self.graphs = tuple(LoadedGraph(name, each, executor) for each in saved)

    @property
    def __signature__(self) -> inspect.Signature:
        return self.graphs[0].signature.python

    @property
    def only(self) -> LoadedGraph:
        """The one graph; a `ValueError` if there are several."""
        if len(self.graphs) != 1:
            raise ValueError(
                f"{self.name} has {len(self.graphs)} graphs: choose one of its `graphs`"
            )
        return self.graphs[0]

    @property
    def graph(self) -> Graph:
        """The graph as it was traced, if there is one alone."""
        return self.only.graph

    @property
    def optimized_graph(self) -> Graph:
        """The graph as it runs, if there is one alone."""
        return self.only.optimized_graph

    @property
    def plan(self) -> str:
        """The Python source that runs, if there is one graph alone."""
        return self.only.plan

    @property
    def native(self) -> str:
        """What runs as machine code, if there is one graph alone."""
        return self.only.native

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The Variables that the graphs read or write."""
        found = [one for each in self.graphs for one in each.variables]
        return tuple({id(each): each for each in found}.values())

    def to_svg(self) -> str:
        """Return a picture of the graph as SVG, if there is one alone."""
        return self.only.to_svg()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the first graph that takes the arguments.

        Raises
        ------
        SignatureError
            If no graph does.
        """
        return _called(self.name, self.graphs, args, kwargs)

    def __repr__(self) -> str:
        count = len(self.graphs)
        return f"<LoadedFunction {self.name}, {count} graph{'s' * (count != 1)}>"


LOADED = (LoadedFunction, LoadedGraph)
"""What is loaded, and called."""


class Loaded(Mapping[str, LoadedFunction]):
    """The functions of a file, by name: ``loaded.step`` or ``loaded["step"]``.

    Parameters
    ----------
    functions : mapping
        The functions by name.
    variables : mapping
        The Variables of their graphs, by name.
    writer : mapping
        The versions of the library and of NumPy that wrote the file.
    """

    def __init__(
        self,
        functions: Mapping[str, LoadedFunction],
        variables: Mapping[str, Variable],
        writer: Mapping[str, str],
    ) -> None:
        self._functions = dict(functions)
        self.variables = MappingProxyType(dict(variables))
        self.writer = MappingProxyType(dict(writer))

    def __getitem__(self, name: str) -> LoadedFunction:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __getattr__(self, name: str) -> LoadedFunction:
        try:
            return vars(self)["_functions"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"the file has no function {name!r}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._functions})

    def __repr__(self) -> str:
        return f"<Loaded {', '.join(self._functions)}>"


def inner_calls(called: Called, executor: Executor) -> Callable[..., Any]:
    """Return what graphs call for a function of their file."""
    graphs = tuple([LoadedGraph(called.name, each, executor) for each in called.graphs])

    def run(*args: Any, **kwargs: Any) -> Any:
        if _deep.get():
            return _called(called.name, graphs, args, kwargs, (False,))
        with outermost(_deep, True, FRAMES_A_LEVEL):
            return _called(called.name, graphs, args, kwargs, (False,))

    return run


def _called(
    name: str,
    graphs: tuple[LoadedGraph, ...],
    args: Any,
    kwargs: Any,
    casts: tuple[bool, ...] = (False, True),
) -> Any:
    """Run the first of some graphs that takes the arguments of a call."""
    told: list[str] = []
    for cast in casts:
        told.clear()
        for each in graphs:
            try:
                given = each.fitted(args, kwargs, cast)
            except (Misfit, TypeError) as problem:
                told.append(each.told(problem))
            else:
                return each.run(given)
    raise no_graph(name, told)


def no_graph(name: str, told: list[str]) -> SignatureError:
    """Return the error for a call that no graph takes, with a line on each."""
    lines = "\n".join(told)
    return SignatureError(
        f"no graph of {name} takes these arguments:\n{lines}",
        hint="save a graph for them as well, where the source is",
    )
