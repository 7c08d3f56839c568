"""Which graphs reach nothing but their arguments: those that a file may hold.

A row that is marked `closed` gives data for data. Data are arrays and scalars of
numbers and text, None, tuples, lists, dicts and sets of data, ranges, slices, dtypes.
Classes and ufuncs are no data: they stand as constants where a row asks for one. So
nothing that runs can be called, and no attribute is read by its name. Of a `Variable`
a graph reads and assigns the value, and it may call other graphs of its file.
"""

from __future__ import annotations

import inspect
import operator
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from runtime.errors import GraphError, Span
from runtime.ir.behavior import behavior, structure
from runtime.ir.callee import UnknownCallee, callee_of
from runtime.ir.constants import ARRAY_KINDS
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value, values_in
from runtime.ir.unbound import Unbound
from runtime.ops.flow import assert_true, unpack
from runtime.ops.infer import resolved
from runtime.ops.row import Row
from runtime.types import (
    AnyType,
    Array,
    Container,
    List,
    NumpyScalar,
    Object,
    Tuple,
    Type,
    Union,
    depth,
    parse_dtype,
    supported,
)
from runtime.types import Iterable as IterableType
from runtime.types import Unbound as UnboundType

PYTHON_NUMBERS = (bool, int, float, complex, str, bytes)
NUMBERS = frozenset(
    (*PYTHON_NUMBERS, *(np.dtype(code).type for code in "?bBhHiIlLqQefdgFDGUS"))
)
"""The classes that stand for a dtype."""
PLAIN = (NoneType, EllipsisType, Unbound, *PYTHON_NUMBERS)
READ = "load_attribute"
ASSIGNED = "assign assign_add assign_sub assign_item assigned fitted".split()
"""What a graph may do with a Variable."""
_SPELLED = {"attribute": 2, "method": 2, "store": 3, "call": 1, "list": 1}
"""The arguments that a template needs which is no text."""
_SYNTAX = {
    operator.getitem: 2,
    operator.delitem: 2,
    operator.setitem: 3,
    unpack: 2,
    assert_true: 1,
}
_UNARY = (operator.not_, bool)
_PLACE = re.compile(r"\{(\d)\}")
GENERATORS = ("Generator", "RandomState")
DEEPEST_TYPE = 8


def check_closed(graph: Graph, variables: Mapping[str, Type]) -> None:
    """Raise a `GraphError` unless the graph reaches nothing but its arguments.

    Parameters
    ----------
    graph : Graph
        Any graph; it need not be legal.
    variables : mapping
        The types of what the Variables among its inputs hold.
    """
    for span, problem in open_places(graph, variables):
        raise GraphError(
            f"the graph of {graph.name} reaches more than its arguments: {problem}",
            span=span,
        )


def open_places(
    graph: Graph, variables: Mapping[str, Type]
) -> Iterator[tuple[Span | None, str]]:
    """Yield what reaches more than the arguments of a graph, each with its place."""
    for value in graph.inputs:
        if value.name not in variables and not is_data(value.type):
            told = (
                f"{value.name} is of the type {value.type}, which is no data: it may "
                "be any object, or a dict that is changed"
            )
            yield graph.first_use(value), told
    for region in _regions(graph.region):
        for value in region.parameters:
            yield from ((None, told) for told in _type_problems(value))
        for told in _argument_problems(region.yields or (), variables):
            yield None, told
        for node in region.nodes:
            for told in _node_problems(node, variables):
                yield node.span, told


def is_data(of: Type) -> bool:
    """Whether a value of the type is surely data, as far as the type says.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> is_data(parse_type("(int; list<float64[?]>)")), is_data(parse_type("obj"))
    (True, False)
    """
    match of:
        case Object() | AnyType() | UnboundType():
            return False
        case Array(dtype) | NumpyScalar(dtype):
            return supported(dtype)
        case Tuple(parts) | Union(parts):
            return all(map(is_data, parts))
        case List(element) | IterableType(element):
            return is_data(element)
        case Container(kind):
            return kind not in GENERATORS
    return True


def _regions(region: Region) -> Iterator[Region]:
    yield region
    for node in region.walk():
        yield from node.regions


def _node_problems(node: Node, variables: Mapping[str, Type]) -> Iterator[str]:
    operation = behavior(node)
    for result in node.results:
        yield from _type_problems(result)
    construct = structure(node)
    if construct is not None or not isinstance(operation, Row):
        if not operation.closed:
            yield f"{operation.name!r} runs what is not known"
        classes = getattr(construct, "catches", False)
        for argument in node.args:
            if classes:
                yield from _exception_problems(argument)
            else:
                yield from _argument_problems((argument,), variables)
        return
    if _is_of_variable(node, variables):
        yield from _variable_problems(node, variables)
        return
    callee = callee_of(node)
    if callee is not None and not isinstance(callee, UnknownCallee):
        given = (*node.args[1:], *(argument for _, argument in node.kwargs))
        yield from _argument_problems(given, variables)
        return
    if not operation.closed:
        yield f"{operation.name!r} reaches into Python"
        return
    if len(node.args) < _least(operation):
        yield f"{operation.name!r} lacks arguments"
    if operation.barred is not None:
        yield from _barred(operation, node)
    yield from _operand_problems(operation, node, variables)


def _barred(row: Row, node: Node) -> Iterator[str]:
    """Yield why a row does not take these arguments in a file."""
    assert row.barred is not None
    types = {value.name: value.type for value in node.operands()}
    given = [resolved(argument, types) for argument in node.args]
    named = {name: resolved(argument, types) for name, argument in node.kwargs}
    try:
        told = row.barred(*given, **named)
    except TypeError:
        told = "it has other arguments"
    if told is not None:
        yield f"{row.name!r}: {told}"


def _operand_problems(row: Row, node: Node, objects: Collection[str]) -> Iterator[str]:
    dtypes, ufuncs = _places(row)
    pairs: Iterable[tuple[int | str, Argument]] = chain(
        enumerate(node.args), node.kwargs
    )
    for place, argument in pairs:
        if place in row.classes:
            yield from _class_problems(argument)
        elif place in dtypes:
            yield from _dtype_problems(argument)
        elif place in ufuncs:
            value = argument.value if isinstance(argument, Constant) else None
            if not isinstance(value, np.ufunc):
                yield f"{row.name!r} calls what is not known"
        else:
            yield from _argument_problems((argument,), objects)


@cache
def _least(row: Row) -> int:
    """Return how many arguments the plan writes by position, whatever a rule takes."""
    template = row.template or ""
    shown = [int(place) + 1 for place in _PLACE.findall(template)]
    bare = row.method or row.attribute or row.prefix
    least = 1 if bare or row.kernel in _UNARY else _SYNTAX.get(row.kernel, 0)
    return max(_SPELLED.get(template, 0), least, *shown, 0)


@cache
def _places(row: Row) -> tuple[Collection[int | str], Collection[int | str]]:
    """Return the operands of a row that are dtypes, and those that are ufuncs."""
    found: dict[str, set[int | str]] = {"dtype": {"dtype"}, "ufunc": set()}
    parameters = inspect.signature(row.rule).parameters.values()
    for position, parameter in enumerate(parameters):
        if parameter.name in found and parameter.kind is not parameter.KEYWORD_ONLY:
            found[parameter.name].add(position)
    if row.name.startswith("ufunc_"):
        found["ufunc"].add(0)
    return found["dtype"], found["ufunc"]


# Constants ----------------------------------------------------------------------------


def _argument_problems(
    arguments: Iterable[Argument], objects: Collection[str]
) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, Constant):
            if not is_plain(argument.value):
                yield f"a constant {type(argument.value).__name__} stands where data do"
        for value in values_in(argument):
            if value.name in objects:
                yield f"{value.name} is used as a whole, and is no data"
        if isinstance(argument, Display):
            yield from _constant_items(argument)


def _constant_items(display: Display) -> Iterator[str]:
    for item in display.items:
        if isinstance(item, Constant):
            yield from _argument_problems((item,), ())
        elif isinstance(item, Display):
            yield from _constant_items(item)


def is_plain(value: object) -> bool:
    """Whether a constant is data."""
    kind = type(value)
    if isinstance(value, tuple) and kind is tuple:
        return all(map(is_plain, value))
    if kind in PLAIN:
        return True
    if kind is np.ndarray or isinstance(value, np.generic):
        array: Any = value
        return array.dtype.kind in ARRAY_KINDS and array.dtype.isnative
    return isinstance(value, np.dtype) and _is_plain_dtype(value)


def _is_plain_dtype(dtype: np.dtype) -> bool:
    return dtype.kind in ARRAY_KINDS and dtype.isnative and dtype.subdtype is None


def _class_problems(argument: Argument) -> Iterator[str]:
    """Yield why an operand is no class, or several, that a constant names."""
    if isinstance(argument, Display) and argument.kind == "tuple":
        for item in argument.items:
            yield from _class_problems(item)
    elif isinstance(argument, Constant):
        for value in _flat(argument.value):
            if not (isinstance(value, type) or is_plain(value)):
                yield f"a constant {type(value).__name__} stands where a class does"


def _exception_problems(argument: Argument) -> Iterator[str]:
    if isinstance(argument, Display):
        for item in argument.items:
            yield from _exception_problems(item)
        return
    values = _flat(argument.value) if isinstance(argument, Constant) else (None,)
    for value in values:
        if not (isinstance(value, type) and issubclass(value, Exception)):
            yield "a handler is for what is not known to be an error"


def _dtype_problems(argument: Argument) -> Iterator[str]:
    """Yield why an operand is no dtype that a constant names."""
    value = argument.value if isinstance(argument, Constant) else argument
    if value is None or (isinstance(value, type) and value in NUMBERS):
        return
    if isinstance(value, str):
        try:
            value = parse_dtype(value)
        except GraphError:
            value = None
    if not (isinstance(value, np.dtype) and _is_plain_dtype(value)):
        yield "a dtype is none of numbers or text"


def _flat(value: object) -> Iterator[object]:
    if type(value) is tuple:
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _type_problems(value: Value) -> Iterator[str]:
    """Yield why values of a type are no data that an operation could make."""
    told = _type_problem(value.type)
    if told is not None:
        yield f"{value.name} is of the type {value.type}, which {told}"


@lru_cache(maxsize=1024)
def _type_problem(of: Type) -> str | None:
    if any(not supported(dtype) for dtype in _dtypes(of)):
        return "is no data"
    deep = depth(of) > DEEPEST_TYPE
    return f"is nested more than {DEEPEST_TYPE} deep" if deep else None


def _dtypes(of: Type) -> Iterator[np.dtype]:
    match of:
        case Array(dtype) | NumpyScalar(dtype):
            yield dtype
        case Tuple(parts) | Union(parts):
            for part in parts:
                yield from _dtypes(part)
        case List(element) | IterableType(element):
            yield from _dtypes(element)


# Variables ----------------------------------------------------------------------------


def held_types(node: Node, variables: Mapping[str, Type]) -> tuple[Type, ...] | None:
    """Return the types of what a node reads or writes in a Variable; else None."""
    if not _is_of_variable(node, variables):
        return None
    target = node.args[0]
    assert isinstance(target, Value)
    return (variables[target.name],) * len(node.results)


def _is_of_variable(node: Node, variables: Collection[str]) -> bool:
    first = node.args[0] if node.args else None
    operation = node.operation.name
    named = isinstance(first, Value) and first.name in variables
    return named and (operation == READ or operation in ASSIGNED)


def _variable_problems(node: Node, objects: Collection[str]) -> Iterator[str]:
    target, *rest = node.args
    assert isinstance(target, Value)
    if node.kwargs:
        yield f"the Variable {target.name} is used in an unknown way"
    if node.operation.name == READ:
        if rest != [Constant("value")]:
            yield f"an attribute of the Variable {target.name} is read by its name"
    else:
        yield from _argument_problems(rest, objects)
