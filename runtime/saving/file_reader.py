"""Reading a file of graphs, which anybody may have written. Nothing of it runs."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime.errors import (
    AutographError,
    FileError,
    FileVersionError,
    FileWarning,
    GraphError,
)
from runtime.ir.read_definition import Constants
from runtime.operations import OPERATIONS, read_graph_def
from runtime.ops.closed import is_plain
from runtime.saving.archive import MANIFEST, Archive, array_name, damaged, graph_name
from runtime.saving.documents import check_size, entry, read_document
from runtime.saving.entries import at, keys_of, listed, named_of, place_of
from runtime.saving.loaded import Executor, Loaded, LoadedFunction, inner_calls
from runtime.saving.manifest import FORMAT, OLDEST, RENAMED, VERSION
from runtime.saving.patterns import (
    GROUPS,
    Anything,
    Group,
    Known,
    OfType,
    Pattern,
    places,
)
from runtime.saving.saved import Called, Given, Saved, Source, problem_of_calls
from runtime.saving.signature import KINDS, REQUIRED, Parameter, Relation, Signature
from runtime.saving.stored_arrays import read_array
from runtime.types import Type, accepts, parse_type, type_of
from runtime.variable import Variable

MOST_PARTS = 100_000
_VERSION = re.compile(r"[\w.+!-]{1,40}", re.ASCII)
LONGEST_NAME = 1000
_HINT = "load a file that autograph.save has written, or write it again"


def load(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = 2**30,
    executor: Executor = "auto",
) -> Loaded:
    """Read the functions of a file.

    Nothing of the file runs, and a graph of it reaches nothing but its arguments when
    it is called. A call may take as long and as much memory as any program.

    Parameters
    ----------
    path : path-like
        The file.
    max_bytes : int
        The most bytes that what is in the file may have.
    executor : {'auto', 'plan', 'native'}
        What runs the graphs.

    Raises
    ------
    FileError
        If it is no file of graphs, is damaged, or reaches more than its arguments.
    """
    with open(path, "rb") as file:  # noqa: PTH123  # whatever may be opened
        try:
            return _File(Archive(file, max_bytes)).loaded(executor)
        except FileError as error:
            error.hint = error.hint or _HINT
            raise
        except AutographError as error:
            raise FileError(error.message, hint=error.hint or _HINT) from error
        except (MemoryError, RecursionError, ArithmeticError, LookupError) as error:
            raise damaged("it cannot be read", error) from error
        except (TypeError, ValueError, AttributeError) as error:
            raise damaged("it cannot be read", error) from error


class _File:
    """A file that is open."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._documents = 0
        self._constants = Constants(limited=True)
        self._manifest = self._document(MANIFEST)
        self._writer = _checked_versions(self._manifest)
        self._arrays: list[np.ndarray] = []
        self._variables: list[Variable] = []
        self._called: list[Called] = []
        self._graphs: list[Saved] = []
        self._parts = 0

    def loaded(self, executor: Executor) -> Loaded:
        """Return the functions and the Variables."""
        manifest, archive = self._manifest, self._archive
        graphs, arrays = entry(manifest, "graphs", int), entry(manifest, "arrays", int)
        if not (0 <= graphs < 10**5 and 0 <= arrays < 10**5):
            raise FileError("the manifest lists too many members")
        names = [graph_name(number) for number in range(graphs)]
        more = [array_name(number) for number in range(arrays)]
        archive.check_names([MANIFEST, *names, *more])
        self._arrays = [read_array(archive.read(name), name) for name in more]
        self._variables = list(map(self._variable, entry(manifest, "variables", list)))
        self._unread = dict(enumerate(names))
        called = entry(manifest, "called", list)
        self._called = [Called(self._name(entry(each, "name", str))) for each in called]
        for holder, each in zip(self._called, called, strict=True):
            holder.graphs = tuple(map(self._saved, entry(each, "graphs", list)))
            holder.call = inner_calls(holder, executor)
        functions = {
            self._name(name): LoadedFunction(
                name, tuple(map(self._saved, listed(found))), executor
            )
            for name, found in entry(manifest, "functions", dict).items()
        }
        for each in self._graphs:
            if (problem := problem_of_calls(each)) is not None:
                raise FileError(problem.message, span=problem.span)
        if self._unread:
            raise FileError(f"no function of the file has {min(self._unread.values())}")
        return Loaded(functions, self._named_variables(), self._writer)

    def _document(self, name: str) -> Any:
        archive, allowed = self._archive, self._archive.max_bytes
        self._documents += archive.size(name)
        check_size(self._documents, f"what the file says up to {name}", allowed)
        return read_document(archive.read(name), name, allowed)

    def _named_variables(self) -> dict[str, Variable]:
        found: dict[str, Variable] = {}
        for number, each in enumerate(self._variables):
            name = each.name or f"variable_{number}"
            while name in found:
                name += "_"
            found[name] = each
        return found

    def _saved(self, data: Any) -> Saved:
        """Return a graph with its signature."""
        number = entry(data, "graph", int)
        name = self._unread.pop(number, None)
        if name is None:
            raise FileError(f"the file has no graph {number}, or it is used twice")
        signature = self._signature(data)
        sources = tuple(map(self._source, entry(data, "sources", list)))
        definition = self._document(name)
        _rename(definition)
        inputs = _input_names(definition)
        if len(inputs) != len(sources):
            raise FileError(f"{name} takes {len(inputs)} values, not {len(sources)}")
        held = {
            value: source.type
            for value, source in zip(inputs, sources)
            if isinstance(source, Variable)
        }
        try:
            graph = read_graph_def(
                definition, True, self._arrays, held, self._called, self._constants
            )
        except GraphError as error:
            raise self._explained(error, definition) from error
        saved = Saved(graph, signature, sources, entry(data, "strict", bool))
        _check_sources(saved)
        self._graphs.append(saved)
        return saved

    def _explained(self, error: GraphError, definition: Any) -> FileError:
        """Return the error for a graph that is none here."""
        told = error.message
        unknown = "there is no operation named" in told
        hint = (
            f"it was written by version {self._writer['autograph']}"
            if unknown
            else None
        )
        return FileError(told, span=error.span, hint=hint)

    # What the manifest says of a graph

    def _signature(self, data: Any) -> Signature:
        parameters = tuple(map(self._parameter, entry(data, "parameters", list)))
        names = [each.name for each in parameters]
        found = list(map(self._pattern, entry(data, "patterns", list)))
        if len(set(names)) != len(names) or len(found) != len(names):
            raise FileError("a signature has a parameter twice, or without a pattern")
        relations = tuple(map(self._relation, entry(data, "relations", list)))
        signature = Signature(parameters, dict(zip(names, found)), relations)
        pairs = [
            pair for name, one in zip(names, found) for pair in places(one, (name,))
        ]
        given = {place for place, one in pairs if not isinstance(one, Anything)}
        if any({each.left, each.right} - given for each in relations):
            raise FileError("a signature relates what no call gives")
        try:
            _ = signature.python
        except ValueError as error:
            raise FileError(f"a signature is none: {error}") from None
        return signature

    def _parameter(self, data: Any) -> Parameter:
        name, kind = entry(data, "name", str), entry(data, "kind", str)
        if kind not in KINDS:
            raise FileError(f"{kind!r:.40} is no kind of a parameter")
        default = REQUIRED
        if data.get("default") is not None:
            default = self._value(data["default"])
        return Parameter(self._name(name), kind, default)

    def _name(self, name: str) -> str:
        if not name.isidentifier() or len(name) > LONGEST_NAME:
            raise FileError(f"{name!r:.60} is no name")
        return name

    def _pattern(self, data: Any) -> Pattern:
        self._parts += 1
        if self._parts > MOST_PARTS or type(data) is not dict:
            raise FileError("a signature says more than it may")
        kinds = data.keys() - {"keys", "named"}
        (kind,) = kinds if len(kinds) == 1 else ("",)
        if kind == "type":
            return OfType(_data_type(entry(data, "type", str)))
        if kind == "constant":
            return Known(self._value(data))
        if kind == "anything":
            return Anything()
        if kind not in GROUPS:
            raise FileError(f"{kind!r:.40} is no pattern of an argument")
        items = tuple(map(self._pattern, entry(data, kind, list)))
        keys = keys_of(entry(data, "keys", list))
        wanted = keys if kind == "dict" else tuple(range(len(items)))
        if len(items) != len(keys) or keys != wanted or len(set(keys)) != len(keys):
            raise FileError("a pattern has other keys than items")
        named = named_of(data, kind, len(items))
        return Group(kind, keys, items, named)  # type: ignore[arg-type]  # one of GROUPS

    def _relation(self, data: Any) -> Relation:
        left, right = (place_of(entry(data, side, list)) for side in ("left", "right"))
        return Relation(entry(data, "same", bool), left, right)

    def _source(self, data: Any) -> Source:
        if type(data) is not dict or len(data) != 1:
            raise FileError("an input of a graph comes from nowhere")
        (kind,) = data
        if kind == "place":
            return place_of(entry(data, kind, list))
        if kind == "array":
            array: np.ndarray = at(self._arrays, entry(data, kind, int))
            return array
        if kind == "variable":
            variable: Variable = at(self._variables, entry(data, kind, int))
            return variable
        if kind == "constant":
            return Given(self._value(data))
        raise FileError(f"an input of a graph comes from {kind!r:.40}")

    def _value(self, data: Any) -> Any:
        """Return a constant or an array."""
        if type(data) is dict and data.keys() == {"array"}:
            return at(self._arrays, entry(data, "array", int))
        value = self._constants.read(entry(data, "constant", str))
        if not is_plain(value):
            raise FileError("a signature has a constant that is no data")
        return value

    def _variable(self, data: Any) -> Variable:
        array = at(self._arrays, entry(data, "array", int))
        name, shape = data.get("name"), data.get("shape", ())
        if name is not None and (type(name) is not str or len(name) > LONGEST_NAME):
            raise FileError("a Variable has no name that is text")
        sizes = shape if type(shape) is list else []
        if shape is not None and (
            type(shape) is not list
            or any(each is not None and type(each) is not int for each in sizes)
        ):
            raise FileError("a Variable has no shape")
        return Variable(
            array,
            array.dtype,
            name,
            entry(data, "trainable", bool),
            ... if shape is None else sizes,
        )


def _checked_versions(manifest: Any) -> Mapping[str, str]:
    """Return what wrote a file, if it can be read here."""
    if entry(manifest, "format", str) != FORMAT:
        raise FileError(f"this is no {FORMAT}")
    version, writer = entry(manifest, "version", int), entry(manifest, "writer", dict)
    found = {name: entry(writer, name, str) for name in ("autograph", "numpy")}
    if not all(map(_VERSION.fullmatch, found.values())):
        raise FileError("the manifest names no version")
    if not OLDEST <= version <= VERSION:
        raise FileVersionError(
            f"the file is of version {version}, written by {found['autograph']}; here "
            f"files of the versions {OLDEST} to {VERSION} are read",
            hint="save it again by a version of the library in between"
            if version < OLDEST
            else "update the library",
        )
    major, here = (each.partition(".")[0] for each in (found["numpy"], np.__version__))
    if major != here:
        warnings.warn(
            f"the file was written with NumPy {found['numpy']!r}, here is "
            f"{np.__version__}: results may differ",
            FileWarning,
            stacklevel=4,
        )
    return found


def _check_sources(saved: Saved) -> None:
    """Raise a `FileError` if what an input is given may be of another type."""
    signature = saved.signature
    patterns = {
        place: pattern
        for name, each in signature.patterns.items()
        for place, pattern in places(each, (name,))
    }
    for value, source in zip(saved.graph.inputs, saved.sources, strict=True):
        if isinstance(source, Variable):
            continue
        if isinstance(source, np.ndarray):
            given: Type | None = type_of(source)
        elif isinstance(source, Given):
            given = type_of(source.value)
        else:
            given = _pattern_type(patterns.get(source))
        if given is None or not accepts(value.type, given):
            raise FileError(f"{value.name} is {value.type}, and may be given {given}")


def _pattern_type(pattern: Pattern | None) -> Type | None:
    if isinstance(pattern, OfType):
        return pattern.type
    return type_of(pattern.value) if isinstance(pattern, Known) else None


def _data_type(text: str) -> Type:
    if len(text) > LONGEST_NAME:
        raise FileError("a signature has a type that is too long")
    return parse_type(text)


def _input_names(definition: Any) -> list[str]:
    values = [*entry(definition, "inputs", list), *entry(definition, "captures", list)]
    return [entry(each, "name", str) for each in values]


def _rename(definition: Any) -> None:
    """Rename the operations of the version before as they are named now."""
    waiting = [definition] if RENAMED else []
    while waiting:
        for node in entry(waiting.pop(), "nodes", list):
            name = entry(node, "operation", str)
            if name not in OPERATIONS:
                node["operation"] = RENAMED.get(name, name)
            waiting += entry(node, "regions", list)
