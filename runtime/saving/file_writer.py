"""Writing graphs to a file."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.errors import GraphError, NotSavable
from runtime.ir.constants import format_constant
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display
from runtime.ir.read_definition import MOST_ITEMS
from runtime.operations import check_for_others
from runtime.saving.archive import MANIFEST, array_name, graph_name
from runtime.saving.documents import write_document
from runtime.saving.manifest import FORMAT, VERSION
from runtime.saving.patterns import Anything, Group, Known, OfType, Pattern
from runtime.saving.replacing import replacing
from runtime.saving.saved import Called, Given, Saved, Source, problem_of_calls
from runtime.saving.signature import REQUIRED, Parameter
from runtime.saving.stored_arrays import INLINE, is_kept, write_array
from runtime.types import Array, Type, Union
from runtime.variable import Variable

Data = dict[str, Any]


def write(
    path: str | os.PathLike[str],
    functions: Mapping[str, Sequence[Saved]],
    version: str,
    *,
    compress: bool = False,
    spans: bool = False,
) -> None:
    """Write functions to a file, which replaces an existing one once it is complete.

    Parameters
    ----------
    path : path-like
        The file.
    functions : mapping
        For each function its graphs, in the order in which a call tries them.
    version : str
        The version of this library.
    compress : bool
        Whether the members are compressed.
    spans : bool
        Whether the graphs name the lines of their source, without its folders.

    Raises
    ------
    NotSavable
        If a graph reaches more than its arguments.
    """
    members = _Members(spans)
    manifest: Data = {
        "format": FORMAT,
        "version": VERSION,
        "writer": {"autograph": version, "numpy": np.__version__},
        "functions": {
            name: list(map(members.saved, graphs)) for name, graphs in functions.items()
        },
    }
    manifest["called"] = members.called()
    manifest["variables"] = members.variables()
    manifest["graphs"] = len(members.graphs)
    manifest["arrays"] = len(members.arrays)
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with replacing(path, method) as archive:
        archive.writestr(MANIFEST, write_document(manifest))
        for number, graph in enumerate(members.graphs):
            archive.writestr(graph_name(number), graph)
        for number, array in enumerate(members.arrays):
            archive.writestr(array_name(number), write_array(array))


class _Members:
    """What goes into the file, each thing once."""

    def __init__(self, spans: bool) -> None:
        self.graphs: list[bytes] = []
        self.arrays: list[np.ndarray] = []
        self._spans = spans
        self._numbers: dict[int, int] = {}
        self._variables: dict[int, tuple[Variable, int]] = {}
        self._called: list[Called] = []
        self._items = 0

    def saved(self, saved: Saved) -> Data:
        """Return what the manifest says of a graph."""
        graph, signature = saved.graph, saved.signature
        try:
            check_for_others(graph, saved.variables())
            if (problem := problem_of_calls(saved)) is not None:
                raise problem
            self._count(*_constants(graph))
            definition = graph.as_graph_def(self._spans, self._kept)
        except GraphError as error:
            told = f"{graph.name} cannot be saved: {error.message}"
            raise NotSavable(told, span=error.span, hint=_HINT) from None
        if self._spans:
            _without_folders(definition["nodes"])
        self.graphs.append(write_document(definition))
        return {
            "graph": len(self.graphs) - 1,
            "strict": saved.strict,
            "parameters": list(map(self._parameter, signature.parameters)),
            "patterns": [
                self._pattern(signature.patterns[p.name]) for p in signature.parameters
            ],
            "relations": [
                {"same": each.same, "left": [*each.left], "right": [*each.right]}
                for each in signature.relations
            ],
            "sources": list(map(self._source, saved.sources)),
        }

    def _count(self, *values: object) -> None:
        """Raise a `GraphError` if tuples have more items than a reader takes."""
        for value in values:
            if type(value) is tuple:
                self._items += len(value)
                if self._items > MOST_ITEMS:
                    raise GraphError(
                        f"constants of more than {MOST_ITEMS} items in tuples"
                    )
                self._count(*value)

    def _constant(self, value: object) -> Data:
        self._count(value)
        return {"constant": format_constant(value)}

    def called(self) -> list[Data]:
        """Return what the manifest says of the functions that graphs call."""
        # The list grows by those that they call themselves.
        return [
            {"name": each.name, "graphs": list(map(self.saved, each.graphs))}
            for each in self._called
        ]

    def variables(self) -> list[Data]:
        """Return what the manifest says of the Variables."""
        return [
            {
                "name": variable.name,
                "array": self._array(np.asarray(variable.value, variable.dtype)),
                "shape": _shape(variable.type),
                "trainable": variable.trainable,
            }
            for variable, _ in list(self._variables.values())
        ]

    def _kept(self, value: np.ndarray | Called) -> int | None:
        if isinstance(value, Called):
            if value not in self._called:
                self._called.append(value)
            return self._called.index(value)
        if value.nbytes <= INLINE or not is_kept(value):
            return None
        return self._array(value)

    def _array(self, array: np.ndarray) -> int:
        number = self._numbers.get(id(array))
        if number is None:
            number = self._numbers[id(array)] = len(self.arrays)
            self.arrays.append(array)  # it lives, so that no other takes its identity
        return number

    def _pattern(self, pattern: Pattern) -> Data:
        match pattern:
            case OfType(of):
                return {"type": str(of)}
            case Known():
                return self._constant(pattern.value)
            case Group(kind, keys, items, named):
                told = {"named": [*named]} if named else {}
                return {kind: list(map(self._pattern, items)), "keys": [*keys], **told}
            case Anything():
                return {"anything": True}
        raise AssertionError(pattern)

    def _parameter(self, parameter: Parameter) -> Data:
        default = None
        if parameter.default is not REQUIRED:
            default = self._default(parameter.default)
        return {"name": parameter.name, "kind": parameter.kind, "default": default}

    def _default(self, value: Any) -> Data | None:
        """Return a default; None if no file can hold it, so that calls must pass it."""
        if isinstance(value, np.ndarray) and is_kept(value):
            return {"array": self._array(value)}
        try:
            return self._constant(value)
        except GraphError:
            return None

    def _source(self, source: Source) -> Data:
        if isinstance(source, Variable):
            found = self._variables.setdefault(
                id(source), (source, len(self._variables))
            )
            return {"variable": found[1]}
        if isinstance(source, np.ndarray):
            return {"array": self._array(source)}
        if isinstance(source, Given):
            return self._constant(source.value)
        return {"place": [*source]}


_HINT = "pass what the graph needs as an argument, or keep it in a Variable"


def _constants(graph: Graph) -> Iterator[object]:
    """Yield the constants of a graph."""
    waiting = [*(graph.region.yields or ())]
    for node in graph.nodes():
        waiting += [*node.args, *(each for _, each in node.kwargs)]
        for body in node.regions:
            waiting += body.yields or ()
    while waiting:
        each = waiting.pop()
        if isinstance(each, Constant):
            yield each.value
        elif isinstance(each, Display):
            waiting += each.items


def _shape(held: Type) -> list[int | None] | None:
    """Return the shape that a Variable was declared with, from the type it holds."""
    if not isinstance(held, Array):
        return None if isinstance(held, Union) else []
    return None if held.shape is None else [*held.shape]


def _without_folders(nodes: list[Data]) -> None:
    """Leave of the files that spans name the names alone."""
    for node in nodes:
        span = node["span"]
        while span is not None:
            span["file"] = os.path.basename(span["file"])  # noqa: PTH119  # no path
            span = span["caller"]
        for region in node["regions"]:
            _without_folders(region["nodes"])
