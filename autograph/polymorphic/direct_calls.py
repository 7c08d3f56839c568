"""Plans that call themselves: recursive calls without tests and frames of ours.

A recursive call of a graph goes through a function that finds the graph for its
arguments. Where the graph itself serves every such call, whatever ran before it, its
plan calls itself as a person would write it.

For others, what no code of the user's rebinds is tested once for each outermost call,
as for all that one call of a graph runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import Parameter, Signature
from types import FunctionType
from typing import Any

from autograph.polymorphic.concrete import ConcreteFunction
from autograph.source import instructions
from runtime.execute import PlanExecutable
from runtime.ir.behavior import behavior
from runtime.ir.called_graph import CalledGraph
from runtime.ir.callee import Callee, callee_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, argument_type
from runtime.types import (
    ANY,
    Array,
    Container,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)
from tracer.record.rebound_names import rebound_globals
from tracer.serve.binding import MISS
from tracer.serve.entries import compile_entry
from tracer.serve.guards import Check, Guard, Identical, OfClass, OfType
from tracer.serve.origins import (
    Argument,
    AttributeOf,
    Fixed,
    GlobalName,
    ModuleName,
    Origin,
    root,
)
from tracer.serve.presence import Lacks
from tracer.values.container_items import ElementsOf

_STORES = ("list_", "array_")
"""The beginnings of the names of rows that change lists and arrays alone."""

_RAISING = ("assert_true", "raise_error", "reraise")


def _true() -> bool:
    """Return True, where nothing is to be tested."""
    return True


@dataclass(frozen=True)
class EntryOfRecursion:
    """How recursive calls run a graph.

    Attributes
    ----------
    run : callable
        Runs the graph, or returns `MISS`.
    begins : callable
        Whether `run` may serve calls within the outermost call that is running.
    """

    run: Callable[..., Any]
    begins: Callable[[], bool] = _true


def entry_of_recursion(
    concrete: ConcreteFunction,
    types: tuple[Type | None, ...],
    named: dict[str, Type | None],
    callee: Callee,
) -> EntryOfRecursion:
    """Return the entry for recursive calls that the graphs of a function make.

    Parameters
    ----------
    concrete : ConcreteFunction
        The graph.
    types, named
        The types of the arguments, as far as the callers know them.
    callee : Callee
        What the graphs call for arguments of these types.
    """
    plan = None if named else _calling_itself(concrete, types, callee)
    if plan is not None:
        origins = concrete.origins[: len(types)]
        return EntryOfRecursion(_entry(concrete, concrete.guards, origins, plan))
    if concrete.heads or concrete.kept or concrete.takes_numbers:
        return EntryOfRecursion(concrete.inner_entry)
    parameters = concrete.signature.parameters
    by_position = all(each.kind in _BY_POSITION for each in parameters.values())
    names = dict(zip(parameters, types)) if by_position and not named else {}
    lasting, asked = [], []
    rebound: dict[int, frozenset[str]] = {}
    for guard in concrete.guards:
        if _lasts(guard, rebound):
            lasting.append(guard)
        elif not (
            isinstance(guard.origin, Argument)
            and guard.origin.name in names
            and _always(guard.origin, guard.check, names)
        ):
            asked.append(guard)
    run = concrete.executable.call
    as_given = list(concrete.origins) == [Argument(name) for name in names]
    if asked or not as_given or len(names) < len(parameters):
        run = _entry(concrete, asked, concrete.origins, run)
    tests = compile_entry("begins", Signature(), lasting, (), _nothing, None)
    return EntryOfRecursion(run, lambda: tests() is not MISS)


def _entry(
    concrete: ConcreteFunction,
    guards: Iterable[Guard],
    origins: Iterable[Origin],
    plan: Callable[..., Any],
) -> Callable[..., Any]:
    name, signature = concrete.python_function.__qualname__, concrete.signature
    return compile_entry(name, signature, guards, origins, plan, None)


def _nothing() -> None:
    """Do nothing."""


def _lasts(guard: Guard, rebound: dict[int, frozenset[str]]) -> bool:
    """Whether nothing that an outermost call runs changes what a guard is about.

    Parameters
    ----------
    guard : Guard
        The guard.
    rebound : dict
        Takes the names that the functions of a module bind, by the module's globals.
    """
    origin, check = guard.origin, guard.check
    if isinstance(origin, AttributeOf) and isinstance(origin.base, Fixed):
        return type(origin.base.value) is FunctionType and origin.name in _OF_FUNCTIONS
    if isinstance(origin, ModuleName):
        return True
    match origin, check:
        case GlobalName(namespace=namespace, name=name), Identical():
            pass
        case Fixed(value=namespace), Lacks(name=name) if type(namespace) is dict:
            pass
        case _:
            return False
    if id(namespace) not in rebound:
        rebound[id(namespace)] = rebound_globals(namespace, instructions)
    return name not in rebound[id(namespace)]


_BY_POSITION = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_OF_FUNCTIONS = ("__code__", "__defaults__", "__kwdefaults__", "__closure__")
"""The attributes of functions that say what a call of them does."""


def _calling_itself(
    concrete: ConcreteFunction, types: tuple[Type | None, ...], callee: Callee
) -> FunctionType | None:
    """Return the plan as a function of the arguments; None if calls need tests."""
    executable = concrete.executable
    if not isinstance(executable, PlanExecutable):
        return None  # machine code is entered by a function of its own
    if not serves_all(concrete, types, callee):
        return None
    plan = executable.call
    others = concrete.origins[len(types) :]
    space = dict(plan.__globals__)
    itself = FunctionType(plan.__code__, space, plan.__name__)
    space.update((name, itself) for name in space if space[name] is callee.call)
    itself.__defaults__ = tuple([e.value for e in others if isinstance(e, Fixed)])
    return itself


def serves_all(
    concrete: ConcreteFunction, types: tuple[Type | None, ...], callee: Callee
) -> bool:
    """Whether a graph that calls itself serves all calls with arguments of some types.

    Parameters
    ----------
    concrete, types, callee
        As for `entry_of_recursion`.
    """
    parameters = concrete.signature.parameters.values()
    taken = concrete.origins[: len(types)]
    others = concrete.origins[len(types) :]
    if (
        concrete.heads
        or concrete.kept
        or concrete.single_use
        or any(each.kind is not each.POSITIONAL_OR_KEYWORD for each in parameters)
        or list(taken) != [Argument(each.name) for each in parameters]
        or not all(isinstance(each, Fixed) for each in others)
    ):
        return False
    names = dict(zip((each.name for each in parameters), types))
    if not all(_always(each.origin, each.check, names) for each in concrete.guards):
        return False
    return _changes_no_name(concrete.optimized_graph, callee, len(types))


def _always(origin: object, check: Check, types: dict[str, Type | None]) -> bool:
    """Whether a guard that held for the outermost call holds for those inside it.

    What a name of a module holds does not change in between: see `_changes_no_name`.
    """
    if not isinstance(origin, Argument):
        return not isinstance(root(origin), Argument)  # type: ignore[arg-type]
    of = types[origin.name]
    if isinstance(check, OfType):
        exact = isinstance(of, (Array, NumpyScalar, PythonScalar, NoneType))
        return exact and check.type == of
    if isinstance(check, OfClass):
        if isinstance(of, Container):
            return check.kind is dict and of.kind == "dict"
        return check.kind is list and isinstance(of, List)
    return isinstance(check, ElementsOf) and check.of == ANY


def _changes_no_name(graph: Graph, callee: Callee, count: int) -> bool:
    """Whether no variable of a module, and no attribute, can change while a graph runs.

    Parameters
    ----------
    graph : Graph
        A graph that calls itself, or others that change no name.
    callee : Callee
        What is called for the graph itself.
    count : int
        How many arguments a call of it has.
    """
    for node in graph.nodes():
        called = callee_of(node)
        if called is callee:
            if node.kwargs or len(node.args) != count + 1:
                return False
        elif isinstance(called, CalledGraph) and called.agrees:
            continue
        elif not node.regions and not _keeps_names(node):
            return False
    return True


def _keeps_names(node: Node) -> bool:
    """Whether a node leaves the variables of modules, and attributes, as they are."""
    operation, name = behavior(node), node.operation.name
    if name in ("setitem", "store_item"):
        # The names in the dict of a module are strings.
        target, key = map(argument_type, node.args[:2])
        return isinstance(target, (Array, List)) or all(
            isinstance(each, Tuple)
            or (isinstance(each, PythonScalar) and each.kind != "str")
            for each in members(key)
        )
    return not operation.effect or name.startswith(_STORES) or name in _RAISING
