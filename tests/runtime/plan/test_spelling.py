"""Every row, called as the plan spells it, does what its kernel does."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.types import ANY, OBJECT, type_of

UNSETTLED = {"empty", "empty_like"}


def described(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        held = value.tolist() if value.dtype == object else value.tobytes()
        return type(value), value.dtype, value.shape, held
    if isinstance(value, (tuple, list)):
        return type(value), [described(item) for item in value]
    if type(value).__module__ == "builtins" and not callable(value):
        return type(value), str(value).partition(" at 0x")[0]
    if isinstance(value, np.generic):
        return type(value), value.tobytes()
    return type(value)


def outcome(run: Any, arguments: Any) -> Any:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result: Any = described(run())
        except Exception as error:
            result = type(error), str(error)
    texts = {(one.category, str(one.message)) for one in caught}
    return result, texts, described(arguments)


class Call:
    """A call of a row as a graph: arrays, scalars and objects are its inputs."""

    def __init__(self, row: Any, args: Any, kwargs: Any) -> None:
        self.inputs: list[Value] = []
        self.values: list[Any] = []
        result = Value("result", ANY)
        node = Node(
            row,
            tuple(map(self.argument, args)),
            tuple((name, self.argument(one)) for name, one in kwargs.items()),
            (result,),
        )
        region = Region(tuple(self.inputs), (node,), (result,))
        self.graph = Graph("call", region)

    def argument(self, value: Any) -> Argument:
        if type(value) in (tuple, list):
            items = tuple(map(self.argument, value))
            return Display("tuple" if type(value) is tuple else "list", items)
        if type(value) is slice:
            bounds = (value.start, value.stop, value.step)
            return Display("slice", tuple(map(self.argument, bounds)))
        if isinstance(value, (np.ndarray, np.number)) or type_of(value) == OBJECT:
            if not isinstance(value, (type, np.ufunc, np.dtype)) and value is not ...:
                return self.input(value)
        return Constant(value)

    def input(self, value: Any) -> Value:
        self.values.append(value)
        self.inputs.append(Value(f"v.{len(self.inputs)}", type_of(value)))
        return self.inputs[-1]


def settled(row: Any, call: Any) -> bool:
    """Return whether a call gives no memory that was never written."""
    _, kwargs = call()
    return row.name not in UNSETTLED and not ("where" in kwargs and "out" not in kwargs)


@pytest.mark.parametrize("row", list(OPS.values()), ids=lambda row: row.name)
def test_rows_do_as_their_kernels_do(row: Any) -> None:
    for call in (*row.samples, *row.rejects):
        if settled(row, call):
            check_plan(row, call)


def check_plan(row: Any, call: Any) -> None:
    args, kwargs = call()
    plain_args, plain_kwargs = call()
    expected = outcome(lambda: row.kernel(*plain_args, **plain_kwargs), ())
    graph = Call(row, args, kwargs)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nor does Python's compiler frown
        executable = compile_graph(graph.graph)
    assert outcome(lambda: executable(*graph.values), ()) == expected, executable.source
