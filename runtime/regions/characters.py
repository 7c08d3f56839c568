"""Loops over texts, written anew with the code points of their characters.

A loop that takes characters out of texts and compares them, as an edit distance does,
may run on integers: a text becomes the list of its code points, and a character is one
of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.building import Names
from runtime.constructs.for_loop import FOR
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.regions.fields import NotOpened
from runtime.types import INT, STR, Iterable, List, PythonScalar, Tuple, Type

CODES = List(INT)
"""The type of a text as code points."""
COMPARED = frozenset("equal not_equal less less_equal greater greater_equal".split())
"""Operations that do with code points what they do with characters."""
ITERATING = frozenset(("zip", "enumerate", "reversed"))
"""Operations that take texts one character after the other."""


@dataclass(frozen=True)
class CharacterLoop:
    """A loop on code points.

    Attributes
    ----------
    graph : Graph
        The loop. It takes lists of code points for texts, and at last those of the
        texts that it names.
    texts : frozenset of int
        The positions of the inputs that are texts.
    named : tuple of str
        The texts that the loop names.
    """

    graph: Graph
    texts: frozenset[int]
    named: tuple[str, ...]


def on_code_points(graph: Graph) -> CharacterLoop:
    """Return a loop on the code points of its texts, the same if it has none.

    Raises
    ------
    NotOpened
        If it does more with them.
    """
    return _Spelling(graph).spelled()


class _Spelling:
    """Writes one loop on code points."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._names = Names(graph)
        self._texts: dict[str, Value] = {}
        self._named: dict[str, Value] = {}
        self._changed: dict[str, Value] = {}

    def spelled(self) -> CharacterLoop:
        """Return the loop, written anew."""
        inputs = list(self._graph.inputs)
        texts = [n for n, value in enumerate(inputs) if value.type == STR]
        for position in texts:
            value = inputs[position] = Value(inputs[position].name, CODES)
            self._texts[value.name] = value
        region = self._region(self._graph.region)
        if not texts and not self._named:
            return CharacterLoop(self._graph, frozenset(), ())
        parameters = (*inputs, *self._named.values())
        return CharacterLoop(
            replace(self._graph, region=replace(region, parameters=parameters)),
            frozenset(texts),
            tuple(self._named),
        )

    def _region(self, region: Region) -> Region:
        nodes = tuple(map(self._node, region.nodes))
        self._check(region.yields or ())
        return replace(region, nodes=nodes)

    def _node(self, node: Node) -> Node:
        name = node.operation.name
        first = self._text(node.args[0]) if node.args else None
        if name == "getitem" and first is not None:
            self._check(node.args[1:])
            if not _is_integer(argument_type(node.args[1])):
                raise NotOpened  # a part of a text is a text
            return self._with(node, (first, node.args[1]))
        if name == "getitem" and self._is_changed(node.args[0]):
            return self._with(node, self._all(node.args))
        if name == "len" and first is not None:
            return replace(node, args=(first,))
        if name in COMPARED and any(map(self._is_character, node.args)):
            return replace(node, args=tuple(map(self._character, node.args)))
        if name in ITERATING:
            return self._with(node, tuple([self._text(a) or a for a in node.args]))
        if node.operation is FOR:
            return self._loop(node, first)
        self._check((*node.args, *[each for _, each in node.kwargs], *node.results))
        if not node.regions:
            return node
        return replace(node, regions=tuple(map(self._region, node.regions)))

    def _loop(self, node: Node, text: Value | None) -> Node:
        """Return a `for`, whose elements may be characters."""
        self._check((*node.args[1:], *node.results))
        (body,) = node.regions
        element, *states = body.parameters
        self._check(states)
        parameters = (self._retyped(element), *states)
        region = replace(self._region(body), parameters=parameters)
        args = (text or self._all(node.args[:1])[0], *node.args[1:])
        return replace(node, args=args, regions=(region,))

    def _with(self, node: Node, args: Sequence[Argument]) -> Node:
        results = tuple(map(self._retyped, node.results))
        return replace(node, args=tuple(args), results=results)

    def _text(self, argument: Argument) -> Value | None:
        """Return the code points of a text; None for anything else."""
        if isinstance(argument, Value):
            return self._texts.get(argument.name)
        if not isinstance(argument, Constant) or type(argument.value) is not str:
            return None
        if argument.value not in self._named:
            self._named[argument.value] = Value(self._names.new("text"), CODES)
        return self._named[argument.value]

    def _is_changed(self, argument: Argument) -> bool:
        return isinstance(argument, Value) and argument.name in self._changed

    def _is_character(self, argument: Argument) -> bool:
        return self._is_changed(argument) and argument_type(argument) == STR

    def _character(self, argument: Argument) -> Argument:
        """Return the code point of a character."""
        if isinstance(argument, Value) and self._is_character(argument):
            return self._changed[argument.name]
        value = argument.value if isinstance(argument, Constant) else None
        if type(value) is not str or len(value) != 1:
            raise NotOpened
        return Constant(ord(value))

    def _all(self, arguments: Sequence[Argument]) -> list[Argument]:
        return [
            self._changed.get(each.name, each) if isinstance(each, Value) else each
            for each in arguments
        ]

    def _retyped(self, value: Value) -> Value:
        """Return a value with code points where it has characters."""
        of = _of_codes(value.type)
        if of == value.type:
            return value
        self._changed[value.name] = Value(value.name, of)
        return self._changed[value.name]

    def _check(self, arguments: Sequence[Argument]) -> None:
        """Ensure that no text or character of a value is among some arguments."""
        for argument in arguments:
            values = [*values_in(argument)]
            if any(each.name in self._changed for each in values):
                raise NotOpened
            if any(_of_codes(each.type) != each.type for each in values):
                raise NotOpened


def _of_codes(of: Type) -> Type:
    """Return a type with code points in place of texts."""
    if of == STR:
        return INT
    if isinstance(of, Tuple):
        return Tuple(tuple(map(_of_codes, of.items)))
    if isinstance(of, Iterable):
        return Iterable(_of_codes(of.element))
    return of


def _is_integer(of: Type) -> bool:
    return isinstance(of, PythonScalar) and of.kind in ("int", "bool")
