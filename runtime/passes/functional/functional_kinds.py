"""What `functionalize` asks of single calls and types."""

from __future__ import annotations

from typing import cast

import numpy as np

from runtime.constructs import Construct
from runtime.errors import (
    NoTwin,
    OutsideState,
)
from runtime.ir.behavior import is_unknown, written_arguments
from runtime.ir.called_graph import CalledGraph
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.made_callees import MadeCallee
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import (
    BOOL,
    AnyType,
    Array,
    Container,
    Iterable,
    List,
    Never,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    Union,
    members,
)

UNKNOWN = "which array it is, is known at run time only"


def never_returns(node: Node) -> bool:
    """Whether a call always raises."""
    if node.fails and not node.results and isinstance(node.operation, Row):
        return isinstance(infer(node.operation, node.args, node.kwargs)[0], Never)
    return any(isinstance(result.type, Never) for result in node.results)


def written_arrays(node: Node) -> list[Value]:
    """Return the values written that are arrays, or may be."""
    return [
        value
        for argument in written_arguments(node)
        for value in values_in(argument)
        if any(isinstance(of, (Array, AnyType)) for of in members(value.type))
    ]


def binds_anew(node: Node) -> bool:
    """Whether a call would write an array, but binds the name of a number anew."""
    row = node.operation
    if not isinstance(row, Row) or row.twin is None or node.fails:
        return False  # an error names the operator in place
    written = written_arguments(node)
    return bool(written) and all(map(is_number, written))


def is_number(argument: Argument) -> bool:
    """Whether an argument is surely a number or text, which nothing writes."""
    return all(
        isinstance(of, (PythonScalar, NumpyScalar))
        for of in members(argument_type(argument))
    )


def is_flat(of: Type) -> bool:
    """Whether a type is that of arrays of one dimension at most."""
    return isinstance(of, Array) and of.rank is not None and of.rank < 2


def in_order(node: Node) -> bool:
    """Whether a call that makes an array does not ask for another order."""
    return len(node.args) <= 2 and all(name != "order" for name, _ in node.kwargs)


def may_copy(node: Node, row: Row) -> bool:
    """Whether the options of a call may make a copy of what else is a view."""
    if row.name == "getitem":
        return _indexes_unclearly(node.args[1])
    if row.returns == "same":
        return len(node.args) > 1 or bool(node.kwargs)
    if row.packed:
        options = {name for name, _ in node.kwargs} & {"order", "copy"}
        most = {"reshape": 2, "ravel": 1}.get(row.name, len(node.args))
        return bool(options) or len(node.args) > most
    return len(node.args) > 1 and row.name.startswith("atleast")


def _indexes_unclearly(index: Argument) -> bool:
    """Whether an index may select by an array, so that it would copy."""
    parts: tuple[Argument, ...] = (index,)
    if isinstance(index, Display) and index.kind == "tuple":
        parts = index.items
    for part in parts:
        if isinstance(part, Display):
            if part.kind != "slice":
                return True
            continue
        for of in members(argument_type(part)):
            if not isinstance(of, (PythonScalar, NumpyScalar, NoneType, Object)):
                return True
            if of == BOOL or (isinstance(of, NumpyScalar) and of.dtype.kind == "b"):
                return True
            if isinstance(of, Object) and not isinstance(part, Constant):
                return True
    return False


def surely_like(of: Array, found: Type, other: Type) -> bool:
    """Whether a result surely has the dtype and shape of the array it replaces."""
    if found != of or not of.shape:
        return False
    return None not in of.shape or all(
        isinstance(one, (PythonScalar, NumpyScalar)) for one in members(other)
    )


def is_one_number(node: Node) -> bool:
    """Whether a call sets items of an array to one number of its own dtype.

    It either raises before it writes, or writes everything.
    """
    if node.operation.name != "setitem":
        return False
    target, _, value = map(argument_type, node.args)
    return (
        isinstance(target, Array)
        and isinstance(value, NumpyScalar)
        and value.dtype == target.dtype
    )


def rank_of(of: Type) -> int | None:
    """Return the number of dimensions of a result; None if it is unknown."""
    if isinstance(of, Array):
        return of.rank
    return 0 if isinstance(of, (PythonScalar, NumpyScalar)) else None


def holds_arrays(of: Type) -> bool:
    """Whether values of a type are arrays, or sequences that hold some."""
    if isinstance(of, Array):
        return True
    if isinstance(of, (List, Iterable)):
        return holds_arrays(of.element)
    if isinstance(of, Tuple):
        return any(map(holds_arrays, of.items))
    return any(map(holds_arrays, of.members)) if isinstance(of, Union) else False


def constant_arrays(graph: Graph) -> list[Argument]:
    """Return the arrays that a graph holds itself."""
    found: list[Argument] = []
    for node in graph.nodes():
        for argument in (*node.args, *(each for _, each in node.kwargs)):
            if isinstance(argument, Constant) and isinstance(
                argument.value, np.ndarray
            ):
                if argument not in found:
                    found.append(argument)
    return found


def refuse(node: Node) -> None:
    """Refuse what has no values, whatever it is given."""
    if isinstance(node.operation, Construct):
        return
    row = cast(Row, node.operation)
    if known_callee(node) is not None:
        return
    if is_unknown(node):
        raise outside(node, f"{_callee(node)} is called that the graph does not know")
    if row.reshapes and row.name != "set_shape":
        raise resized(node)
    for argument in written_arguments(node):
        of = argument_type(argument)
        for one in members(of):
            if not isinstance(one, (Array, List, Container, Tuple, *_NUMBERS)):
                raise outside(node, f"{row.name} changes what is no array or list")


def known_callee(node: Node) -> CalledGraph | None:
    """Return the one graph that a node calls, whatever it is given; else None."""
    callee = callee_of(node)
    if not isinstance(callee, CalledGraph) or node.kwargs:
        return None
    made = isinstance(callee, MadeCallee)  # perhaps it is being made
    return callee if made or callee.graph is not None else None


def resized(node: Node) -> OutsideState:
    """Return the error of a call that changes the shape of an array in place."""
    return outside(node, "an array changes its shape in place")


def _callee(node: Node) -> str:
    """Return what a call of Python code calls, in words."""
    callee = node.args[0] if node.args else None
    if callee_of(node) is not None:
        return "a graph that is not the same for all calls"
    if isinstance(callee, Value) and callee.base != "t":
        return f"Python code, {callee.base!r},"
    return "Python code"


def outside(node: Node, what: str) -> OutsideState:
    """Return the error of a call that changes what no value tells."""
    return OutsideState(
        what,
        span=node.span,
        hint="pass what it gives as an argument, and return what it should change",
    )


def no_twin(node: Node, row: Row) -> NoTwin:
    """Return the error of a call whose write cannot be told as a value."""
    return NoTwin(
        f"no operation returns what {row.name} would write here",
        span=node.span,
        hint="assign its result by an index: x[...] = ...",
    )


_NUMBERS = (PythonScalar, NumpyScalar, Never)
