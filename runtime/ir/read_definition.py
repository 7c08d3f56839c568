"""Reading the definition of a graph, which `runtime.ir.definition` writes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import NoReturn, TypeVar, get_args

import numpy as np

from runtime.errors import GraphError, Span
from runtime.ir.callee import Callee
from runtime.ir.definition import FORMAT, VERSION
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    DisplayKind,
    Node,
    Operation,
    Region,
    Value,
)
from runtime.ir.read_constants import read_constant
from runtime.ir.scanner import Scanner
from runtime.ir.scope import Scope
from runtime.types import Type, parse_type

Kind = TypeVar("Kind")
MOST_NODES = 10**6
LONGEST_TYPE = 10_000
LONGEST_NAME = 200
LAST_LINE = 10**7
MOST_GROUPS = 200
"""The brackets that a type of a graph of a file may have: reading goes as deep."""
MOST_ITEMS = 50_000
"""The items that tuples may have together that are constants of a file."""
SHORT = 40
"""The letters of texts of constants that are kept, since they come again."""


class Constants:
    """Reads the constants of a file, whose items are counted together.

    Parameters
    ----------
    limited : bool
        Whether somebody else wrote them.
    """

    def __init__(self, limited: bool = False) -> None:
        self.limited = limited
        self._left = MOST_ITEMS if limited else None
        self._known: dict[str, object] = {}

    def read(self, text: str) -> object:
        """Return the constant that a text spells."""
        if text in self._known:
            return self._known[text]
        scanner = Scanner(text, self._left)
        found = read_constant(scanner)
        scanner.skip()
        if found is None or scanner.position != len(text):
            raise GraphError(f"{text[:200]!r} is not a constant")
        if self._left is not None:
            self._left -= scanner.items
        if len(text) <= SHORT and not isinstance(found[0], np.ndarray):
            self._known[text] = found[0]
        return found[0]


def read_definition(
    definition: object,
    operations: Mapping[str, Operation],
    arrays: Sequence[np.ndarray] = (),
    constants: Constants | None = None,
    called: Sequence[Callee] = (),
) -> Graph:
    """Read a graph without running anything; `verify` checks that it is legal.

    Parameters
    ----------
    definition : dict
        The result of `graph_definition`.
    operations : mapping
        Rows and constructs by name.
    arrays : sequence of ndarray, optional
        The constants that the definition names by number.
    constants : Constants, optional
        What reads constants. If somebody else wrote them, that is so of the whole
        graph: then sizes are limited, and positions name files that nobody can open.
    called : sequence of Callee, optional
        The graphs that the definition calls by number.

    Raises
    ------
    GraphError
        If it is not a definition.
    """
    try:
        read = constants or Constants()
        return _Reader(operations, arrays, read, called).graph(definition)
    except RecursionError:
        raise GraphError("the definition of the graph is nested too deeply") from None


class _Reader(Scope):
    """Reads a definition in program order, so that each value precedes its uses."""

    def __init__(
        self,
        operations: Mapping[str, Operation],
        arrays: Sequence[np.ndarray],
        constants: Constants,
        called: Sequence[Callee],
    ) -> None:
        super().__init__(operations)
        self._arrays = arrays
        self._called = called
        self._constants = constants
        self._limited = constants.limited
        self._nodes_read = 0
        self._types: dict[str, Type] = {}

    def fail(self, message: str) -> NoReturn:
        raise GraphError(message)

    def graph(self, data: object) -> Graph:
        found = (_take(data, "format", str), _take(data, "version", int))
        if found != (FORMAT, VERSION):
            raise GraphError(
                f"this is {found[0]!r} of version {found[1]}, "
                f"not {FORMAT!r} of version {VERSION}"
            )
        name = _take(data, "name", str)
        inputs = self._bound(data, "inputs")
        captures = self._bound(data, "captures")
        nodes = self._nodes(data)
        result = _take_any(data, "result", dict)
        yields = None if result is None else (self._argument(result),)
        return Graph(name, Region((*inputs, *captures), nodes, yields), len(captures))

    def _bound(self, data: object, key: str) -> tuple[Value, ...]:
        """Read values and bind their names."""
        found = []
        for each in _take(data, key, list):
            name, of = _take(each, "name", str), _take(each, "type", str)
            if self._limited and not _NAME.fullmatch(name):
                self.fail(f"{name!r:.60} is no name of a value")
            found.append(self.bind(Value(name, self._type(of))))
        return tuple(found)

    def _type(self, text: str) -> Type:
        known = self._types.get(text)
        if known is None:
            if self._limited and len(text) > LONGEST_TYPE:
                self.fail(f"a type of {len(text)} letters")
            if self._limited and sum(map(text.count, "<({")) > MOST_GROUPS:
                self.fail("a type of too many parts")
            known = self._types[text] = parse_type(text)
        return known

    def _nodes(self, data: object) -> tuple[Node, ...]:
        return tuple(map(self._node, _take(data, "nodes", list)))

    def _node(self, data: object) -> Node:
        self._nodes_read += 1
        if self._limited and self._nodes_read > MOST_NODES:
            self.fail(f"more than {MOST_NODES} operations")
        operation = self.operation(_take(data, "operation", str))
        args = self._arguments(_take(data, "arguments", list))
        keywords = _take(data, "keywords", dict)
        kwargs = tuple((key, self._argument(each)) for key, each in keywords.items())
        regions = tuple(map(self._region, _take(data, "regions", list)))
        results = self._bound(data, "results")
        fails = _take(data, "fails", bool)
        span = _take_any(data, "span", dict)
        where = None if span is None else _read_span(span, self._limited)
        return Node(operation, args, kwargs, results, regions, fails, where)

    def _region(self, data: object) -> Region:
        parameters = self._bound(data, "parameters")
        nodes = self._nodes(data)
        yields = _take_any(data, "yields", list)
        handed = None if yields is None else self._arguments(yields)
        return Region(parameters, nodes, handed)

    def _arguments(self, data: list[object]) -> tuple[Argument, ...]:
        return tuple(map(self._argument, data))

    def _argument(self, data: object) -> Argument:
        if not isinstance(data, dict) or len(data) != 1:
            raise GraphError(f"expected a dict of one key, found {data!r:.200}")
        (kind,) = data
        if kind == "value":
            return self.value(_take(data, kind, str))
        if kind == "constant":
            return Constant(self._constants.read(_take(data, kind, str)))
        if kind in ("array", "called"):
            return Constant(self._kept(kind, _take(data, kind, int)))
        if kind not in get_args(DisplayKind):
            raise GraphError(f"{kind!r} is not a kind of argument")
        return self.display(kind, self._arguments(_take(data, kind, list)))

    def _kept(self, kind: str, number: int) -> np.ndarray | Callee:
        known = self._arrays if kind == "array" else self._called
        if not 0 <= number < len(known):
            self.fail(f"there is no {kind} {number}")
        return known[number]


_NAME = re.compile(r"[^\W\d]\w{0,199}(?:\.\d{1,9}){0,9}")
"""The names that traces give; whoever makes others from them adds no number."""


def _read_span(data: object, limited: bool) -> Span:
    caller = _take_any(data, "caller", dict)
    file, function = _take(data, "file", str), _take(data, "function", str)
    line, column = _take(data, "line", int), _take(data, "column", int)
    if limited:
        # What an error shows of a file it reads; of one with such a name it does not.
        file = f"<{_printable(PurePath(file).name.strip('<>'))}>"
        function = _printable(function)
        if not (0 <= line <= LAST_LINE and -1 <= column <= LAST_LINE):
            raise GraphError("a position beyond any file")
    above = None if caller is None else _read_span(caller, limited)
    return Span(file, line, column, function, above)


def _printable(name: str) -> str:
    return "".join(filter(str.isprintable, name[:LONGEST_NAME]))


def _take(data: object, key: str, kind: type[Kind]) -> Kind:
    """Return an entry, which must be present and not None."""
    found = _take_any(data, key, kind)
    if found is None:
        raise GraphError(f"{key!r} must not be None")
    return found


def _take_any(data: object, key: str, kind: type[Kind]) -> Kind | None:
    """Return an entry, which must be present but may be None."""
    if not isinstance(data, dict) or key not in data:
        raise GraphError(f"expected a dict with the key {key!r}, found {data!r:.200}")
    found = data[key]
    # A bool is an int to Python, and is none here.
    if found is not None and type(found) is not kind:
        raise GraphError(f"{key!r} is a {type(found).__name__}, not a {kind.__name__}")
    return found
