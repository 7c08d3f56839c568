"""What a file says of a concrete function, or why no file can hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.named_tuples_told import with_named_tuples
from autograph.polymorphic.reads_as_inputs import with_reads_as_inputs
from autograph.polymorphic.recursive_calls import RecursiveCall
from autograph.polymorphic.signatures import Opaque
from runtime.errors import AutographError, NotSavable, Span
from runtime.ir.called_graph import CalledGraph, with_callees
from runtime.ir.callee import Callee
from runtime.ir.constants import has_text
from runtime.named_tuples import name_and_fields
from runtime.ops.closed import is_plain
from runtime.saving.patterns import Anything, Group, Key, Known, OfType, Pattern, Place
from runtime.saving.saved import Called, Given, Saved, Source, saved_graph
from runtime.saving.signature import REQUIRED, Parameter, Relation, Signature
from runtime.types import List, Object, Type, accepts, type_of
from runtime.variable import Variable
from tracer.serve.guards import (
    Distinct,
    EqualTo,
    Exactly,
    Guard,
    Identical,
    OfClass,
    SameAs,
    described,
)
from tracer.serve.guards import OfType as GuardOfType
from tracer.serve.origins import Argument, ItemOf, Origin, root
from tracer.serve.presence import Bare, HasKey, Keys, LacksKey, Length
from tracer.serve.specs import TensorSpec
from tracer.values.arrived_functions import OfCode
from tracer.values.container_items import ElementsOf
from tracer.values.variables import Like

OF_STRUCTURE = (OfClass, Bare, Length, Keys, HasKey, LacksKey)
"""What a `Group` says by itself."""
HINT = "pass what the graph needs as an argument, or keep it in a Variable"


Refuse = Callable[[str, str, Span | None], AutographError]
"""Takes the name of a function, why no file holds it, and where: gives the error."""


def _not_savable(name: str, why: str, span: Span | None) -> AutographError:
    return NotSavable(f"{name} cannot be saved: {why}", span=span, hint=HINT)


def saved_of(
    concrete: ConcreteFunction,
    called: dict[int, Called] | None = None,
    refuse: Refuse = _not_savable,
    fixes: bool = False,
) -> Saved:
    """Return a concrete function as a file holds it.

    Parameters
    ----------
    concrete : ConcreteFunction
        The graph.
    called : dict, optional
        The recursive calls met so far, and what becomes of them.
    refuse : callable, optional
        Makes the error of what no file can hold.
    fixes : bool
        Whether functions and classes that are arguments become part of the graph,
        which then does not take them.

    Raises
    ------
    NotSavable
        If it depends on what no file can hold.
    """
    called = {} if called is None else called
    return _Saving(concrete, called, refuse, fixes).saved()


class _Saving:
    """Finds what a file says of one concrete function."""

    def __init__(
        self,
        concrete: ConcreteFunction,
        called: dict[int, Called],
        refuse: Refuse,
        fixes: bool,
    ) -> None:
        self._concrete = concrete
        self._called = called
        self._refuse = refuse
        self._fixed = _fixed_by(concrete.guards) if fixes else {}
        self._bound = concrete.signature.bind_partial(
            *concrete._arguments, **concrete._keywords
        ).arguments
        self._types: dict[Place, Type] = {}
        self._exact: dict[Place, Any] = {}
        self._used: set[Place] = set()
        self._relations: list[Relation] = []
        self._objects: dict[str, Any] = {}
        self._places: dict[str, Place] = {}

    def saved(self) -> Saved:
        """Return the graph with its signature."""
        concrete = self._concrete
        if concrete.heads:
            raise self._refusal(f"{concrete.heads[0].name} is called before the graph")
        pairs = list(zip(concrete.graph.inputs, concrete.origins, strict=True))
        for value, origin in pairs:
            place = self._place(origin)
            if place is not None:
                self._used.add(place)
                if isinstance(value.type, Object):
                    self._places[value.name] = place
                else:
                    self._types[place] = value.type
        guards = [
            each for each in concrete.guards if self._comes_with_calls(each.origin)
        ]
        for guard in guards:
            self._note(guard)
        for guard in guards:
            self._check_said(guard)
        parameters, patterns = [], {}
        for name, each in concrete._taken:
            if name in self._fixed:
                continue
            default = REQUIRED if each.default is each.empty else each.default
            parameters.append(Parameter(name, each.kind.name, default))
            patterns[name] = self._pattern(concrete.patterns[name], (name,))
        signature = Signature(tuple(parameters), patterns, tuple(self._relations))
        origins = {value.name: origin for value, origin in pairs}
        self._objects = {
            name: value
            for name, origin in origins.items()
            if self._place(origin) is None
            and not self._comes_from_fixed(origin)
            and type(value := self._outside(origin)) not in (Variable, np.ndarray)
        }
        objects = {*self._objects, *self._places}
        graph = with_named_tuples(concrete.graph, self._objects)
        graph, given = with_reads_as_inputs(graph, objects, self._found)
        sources = tuple(
            [
                given[each.name]
                if each.name in given
                else self._source(each.name, origins[each.name])
                for each in graph.inputs
            ]
        )
        self._check_apart(sources)
        strict = concrete._choices.strict
        graph = with_callees(graph, self._recursive)
        return Saved(graph, signature, sources, strict, self._fixed)

    def _found(self, target: str, operation: str, key: Any, of: Type) -> Any:
        """Return what the graph reads from an object: see `with_reads_as_inputs`."""
        if operation == "load_attribute":
            # What a property or a descriptor would do is not run now.
            held = getattr(self._objects.get(target), "__dict__", {}).get(key)
            fits = type(held) is np.ndarray and accepts(of, type_of(held))
            return held if fits else None
        if target not in self._places:
            return None
        place = (*self._places[target], key)
        if place in self._types:
            return place if accepts(of, self._types[place]) else None
        return None

    def _outside(self, origin: Origin) -> Any:
        """Return the value of an origin that no call gives."""
        return Guard(origin, Length(0)).value(self._bound)

    # Guards

    def _comes_with_calls(self, origin: Origin) -> bool:
        start = root(origin)
        return isinstance(start, Argument) and not self._is_given(start.name)

    def _comes_from_fixed(self, origin: Origin) -> bool:
        start = root(origin)
        return isinstance(start, Argument) and start.name in self._fixed

    def _is_given(self, name: str) -> bool:
        """Whether no call passes a parameter."""
        return name in self._bound or name in self._fixed

    def _place(self, origin: Origin) -> Place | None:
        """Return the place of an origin in a call; None if it is none."""
        if isinstance(origin, Argument) and not self._is_given(origin.name):
            return (origin.name,)
        if isinstance(origin, ItemOf) and type(origin.key) in (int, str):
            base = self._place(origin.base)
            return None if base is None else (*base, origin.key)
        return None

    def _note(self, guard: Guard) -> None:
        """Note what a guard says of a place, or refuse it."""
        place, check = self._place(guard.origin), guard.check
        if place is None or isinstance(check, Like):
            what = "is a Variable" if isinstance(check, Like) else "is of an object"
            raise self._refusal(f"{guard.origin} {what}")
        self._used.add(place)
        match check:
            case GuardOfType(of):
                self._types[place] = of
            case ElementsOf():
                self._types[place] = List(check.of)
            case Exactly(value) | EqualTo(value):
                self._exact[place] = value
            case Distinct(other) | SameAs(other):
                right = self._place(other)
                if right is None:
                    raise self._refusal(f"{guard.origin} is compared with {other}")
                self._used.add(right)
                same = isinstance(check, SameAs)
                self._relations.append(Relation(same, place, right))
            case _ if not isinstance(check, OF_STRUCTURE):
                raise self._refusal(f"{guard.origin} is {check.expected()}")

    def _check_said(self, guard: Guard) -> None:
        """Refuse what is known of the inside of a container that is taken whole."""
        place = self._place(guard.origin)
        assert place is not None
        inside = any(place[:count] in self._types for count in range(1, len(place)))
        of_keys = isinstance(guard.check, (Length, Keys, HasKey, LacksKey))
        if inside or (of_keys and place in self._types):
            raise self._refusal(f"{guard.origin} has to have {guard.check.expected()}")

    # Patterns

    def _pattern(self, pattern: Any, place: Place) -> Pattern:
        if not any(each[: len(place)] == place for each in self._used):
            return Anything()
        if place in self._types:
            return OfType(self._types[place])
        if place in self._exact:
            value = self._exact[place]
            if not (has_text(value) and is_plain(value)):
                raise self._refusal(f"{place[0]} is {described(value)}")
            return Known(value)
        kind = type(pattern)
        if kind in (tuple, list):
            return self._group(kind.__name__, enumerate(pattern), place)
        if kind is dict:
            return self._group("dict", pattern.items(), place)
        if isinstance(pattern, TensorSpec):
            return OfType(pattern.type)
        if isinstance(pattern, Type):
            return OfType(pattern)
        named = name_and_fields(kind)
        if named is not None:
            name, fields = named
            return self._group("tuple", enumerate(pattern), place, (name, *fields))
        told = str(pattern) if isinstance(pattern, Opaque) else f"a {kind.__name__}"
        raise self._refusal(f"{place[0]} is {told}")

    def _group(
        self, kind: Any, items: Any, place: Place, named: tuple[str, ...] = ()
    ) -> Group:
        pairs: list[tuple[Key, Any]] = list(items)
        if any(type(key) not in (int, str) for key, _ in pairs):
            raise self._refusal(f"{place[0]} has keys that are no text")
        keys = tuple(key for key, _ in pairs)
        found = tuple(self._pattern(item, (*place, key)) for key, item in pairs)
        return Group(kind, keys, found, named)

    # What comes from outside

    def _source(self, name: str, origin: Origin) -> Source:
        place = self._place(origin)
        if place is not None:
            return place
        if self._comes_from_fixed(origin):
            raise self._refusal(f"{name} comes with a function", name)
        value = self._outside(origin)
        if isinstance(value, Variable):
            return value
        if type(value) is np.ndarray and is_plain(value):
            return value
        if has_text(value) and is_plain(value) and not self._is_identified(name):
            return Given(value)
        if issubclass(type(value), (FunctionType, BuiltinFunctionType)):
            told = f"it calls {value.__name__}, which no file can hold"
            raise self._refusal(told, name)
        raise self._refusal(f"{name} is {described(value)}, and no argument", name)

    def _recursive(self, callee: Callee) -> Called:
        """Return the graphs that recursive calls have needed so far."""
        known = self._called.get(id(callee))
        if known is not None:
            return known
        known = self._called[id(callee)] = Called(callee.name)
        if isinstance(callee, RecursiveCall) and callee.graphs:
            known.graphs = tuple(
                [saved_of(each, self._called, self._refuse) for each in callee.graphs]
            )
        elif isinstance(callee, CalledGraph) and callee.graph is not None:
            graph = with_callees(callee.graph, self._recursive)
            known.graphs = (saved_graph(graph),)
        else:
            told = f"{callee.name} calls itself, and no call has run yet"
            raise self._refusal(told)
        return known

    def _is_identified(self, name: str) -> bool:
        """Whether the graph asks whether an input is the same object as another."""
        return any(
            node.operation.name in ("is_", "is_not")
            and any(value.name == name for value in node.operands())
            for node in self._concrete.graph.nodes()
        )

    def _check_apart(self, sources: tuple[Source, ...]) -> None:
        """Refuse two captured arrays that share memory: in a file they would not."""
        arrays = {id(each): each for each in sources if isinstance(each, np.ndarray)}
        for left, right in combinations(arrays.values(), 2):
            if np.may_share_memory(left, right):
                raise self._refusal("two of its arrays share memory")

    def _refusal(self, why: str, name: str = "") -> AutographError:
        return self._refuse(self._concrete.name, why, self._span(name))

    def _span(self, name: str) -> Span | None:
        """Return the first position that uses an input, or else any."""
        nodes = list(self._concrete.graph.nodes())
        spans: Iterator[Span | None] = (
            node.span
            for node in nodes
            if any(value.name == name for value in node.operands())
        )
        first = next(filter(None, spans), None)
        return first or next(filter(None, (node.span for node in nodes)), None)


def _fixed_by(guards: Iterable[Guard]) -> dict[str, str]:
    """Return the parameters that are functions or classes, each with its name."""
    return {
        each.origin.name: each.check.expected()
        for each in guards
        if isinstance(each.origin, Argument)
        and isinstance(each.check, (Identical, OfCode))
    }
