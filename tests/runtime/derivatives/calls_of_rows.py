"""Calls of rows as graphs of their floats: what the tests of derivatives run."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.building import argument
from runtime.derivatives.activity import may_vary
from runtime.derivatives.gradients import (
    functional,
    pull_back,
    push_forward,
    result_parts,
)
from runtime.derivatives.reverse import Reverse
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row, TypeFailure
from runtime.passes import optimize
from runtime.types import List, Tuple, Type, type_of

CONSTANTS = ("ord", "initial")
"""Options whose numbers stay what they are."""
FLOATS = (np.float64, np.complex128)


@dataclass(frozen=True)
class CallOf:
    """A call of a row whose floats are the inputs of a graph.

    Parameters
    ----------
    row : Row
        The row.
    graph : Graph
        The call; its result, or a tuple of those of its results that can vary.
    given : tuple
        Values for the inputs, moved off what is special.
    """

    row: Row
    graph: Graph
    given: tuple[Any, ...]

    @property
    def places(self) -> list[int]:
        return list(range(len(self.given)))


class Inputs:
    """The floats of a call as inputs of a graph."""

    def __init__(self, dtype: Any) -> None:
        self.values: list[Value] = []
        self.given: list[Any] = []
        self._dtype = dtype

    def opened(self, part: Any) -> Argument:
        """Return an argument with its floats as inputs."""
        if isinstance(part, (list, tuple)) and varies(part):
            items = tuple(self.opened(each) for each in part)
            return Display("list" if isinstance(part, list) else "tuple", items)
        if not varies(part):
            return argument(part)
        moved = off_ties(part, len(self.given) + 1)
        if isinstance(part, np.ndarray) and self._dtype is not None:
            kind = np.complex64 if part.dtype.kind == "c" else self._dtype
            moved = moved.astype(kind)
        self.values.append(Value(f"x{len(self.given)}", type_of(moved)))
        self.given.append(moved)
        return self.values[-1]


def off_ties(part: Any, place: int) -> Any:
    """Return numbers moved a little, each by another distance."""
    steps = np.arange(1, np.size(part) + 1).reshape(np.shape(part))
    moved = part + 0.01 * place + 0.003 * np.sqrt(steps) * (1 if place % 2 else 2)
    if isinstance(part, np.ndarray):
        return np.asarray(moved, part.dtype).reshape(part.shape)
    return type(part)(np.asarray(moved).item())


def varies(part: Any) -> bool:
    """Whether there are floats of full precision in an argument."""
    if isinstance(part, (list, tuple)):
        return any(map(varies, part))
    if isinstance(part, (np.ndarray, np.generic)):
        return part.dtype in FLOATS
    return type(part) in (float, complex)


def has_integers(sample: Any) -> bool:
    """Whether there is an array of integers among the arguments of a sample."""
    return any(map(_is_integers, sample()[0]))


def _is_integers(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.dtype.kind in "iu"


def with_floats(sample: Any) -> Any:
    """Return a sample with floats in place of the first array of integers."""

    def made() -> Any:
        args, kwargs = sample()
        place = next(k for k, each in enumerate(args) if _is_integers(each))
        return (*args[:place], args[place].astype(float), *args[place + 1 :]), kwargs

    return made


def with_list(sample: Any) -> Any | None:
    """Return a sample with lists in place of a small array of floats, if it has one."""
    for place, each in enumerate(sample()[0]):
        if isinstance(each, np.ndarray) and each.dtype == float and 0 < each.size < 7:
            if each.ndim:
                return lambda: _listed(sample, place)
    return None


def _listed(sample: Any, place: int) -> Any:
    args, kwargs = sample()
    return (*args[:place], args[place].tolist(), *args[place + 1 :]), kwargs


def call_of(row: Row, sample: Any, *, dtype: Any = None) -> CallOf | None:
    """Return a call by a sample; None if nothing floats in it, or comes of it."""
    args, kwargs = sample()
    if not works(row, sample):
        return None
    inputs = Inputs(dtype)
    opened = tuple(map(inputs.opened, args))
    named = tuple(
        (name, argument(value) if name in CONSTANTS else inputs.opened(value))
        for name, value in kwargs.items()
    )
    if not inputs.values or "out" in kwargs:
        return None
    try:
        of, fails = infer(row, opened, named)
    except TypeFailure:
        return None
    if not may_vary(of) or is_text(of):
        return None
    result = Value("y", of)
    nodes = [Node(row, opened, named, (result,), fails=fails)]
    told: Argument = result
    if isinstance(of, (Tuple, List)):
        told = _items(nodes, result, len(row.kernel(*args, **kwargs)))
    graph = Graph("f", Region(tuple(inputs.values), tuple(nodes), (told,)))
    return CallOf(row, graph, tuple(inputs.given))


def works(row: Row, sample: Any) -> bool:
    """Whether a sample in which integers became floats is still a call that works."""
    args, kwargs = sample()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            row.kernel(*args, **kwargs)
        except (AttributeError, IndexError, TypeError, ValueError):
            return False
    return True


def is_text(of: Type) -> bool:
    return str(of) in ("str", "bytes")


def _items(nodes: list[Node], result: Value, count: int) -> Display:
    """Take the items of a result that can vary."""
    found = []
    for place in range(count):
        args = (result, Constant(place))
        of, fails = infer(OPS["getitem"], args, ())
        if may_vary(of):
            found.append(Value(f"y{place}", of))
            nodes.append(Node(OPS["getitem"], args, (), (found[-1],), fails=fails))
    return Display("tuple", tuple(found))


def direction(value: Any, seed: int) -> Any:
    """Return a random direction, of the shape and dtype of a value."""
    draws = np.random.default_rng(seed)
    found = draws.uniform(-1, 1, np.shape(value))
    if np.asarray(value).dtype.kind == "c":
        found = found + 1j * draws.uniform(-1, 1, np.shape(value))
    if isinstance(value, np.ndarray):
        return np.asarray(found, value.dtype)
    return np.asarray(found)[()]


def stepped(value: Any, step: Any) -> Any:
    """Return a value moved along a direction, of the class that it has."""
    found = value + step
    return np.asarray(found) if isinstance(value, np.ndarray) else type(value)(found)


def parts(result: Any) -> tuple[Any, ...]:
    """Return the results of a call as a tuple."""
    return result if isinstance(result, tuple) else (result,)


def pushed(call: CallOf, tangents: list[Any]) -> tuple[tuple[Any, ...], ...]:
    """Return the results of a call and their derivatives along a direction."""
    run = compile_graph(push_forward(call.graph, call.places))
    value, derivative = run(*call.given, *tangents)
    return parts(value), parts(derivative)


def pulled(call: CallOf, cotangents: list[Any]) -> tuple[Any, ...]:
    """Return the cotangents of the inputs of a call for those of its results."""
    back = pull_back(call.graph, call.places)
    _, kept = compile_graph(back.forward)(*call.given)
    found: tuple[Any, ...] = compile_graph(back.backward)(*kept, *cotangents)
    return found


def way_back(call: CallOf) -> CallOf:
    """Return the way back of a call as a call: of its inputs and its cotangents."""
    form = functional(call.graph, range(len(call.graph.inputs)))
    reverse = Reverse(form, form.inputs)
    assert form.result is not None
    told = list(result_parts(form.result))
    seeds = [Value(f"g{place}", argument_type(part)) for place, part in enumerate(told)]
    found = reverse.run(list(zip(told, seeds)))
    inputs = (*form.inputs, *seeds)
    nodes = (*found.forward, *found.backward)
    region = Region(inputs, nodes, (Display("tuple", tuple(found.cotangents)),))
    values = parts(compile_graph(call.graph)(*call.given))
    cotangents = [direction(value, 3 + place) for place, value in enumerate(values)]
    given = (*call.given, *cotangents)
    return CallOf(call.row, optimize(Graph("back", region)), given)


def differences(call: CallOf, tangents: list[Any], step: float) -> list[Any]:
    """Return the central differences of a call along a direction."""
    run = compile_graph(call.graph)
    moved = [
        parts(run(*(stepped(x, s * t) for x, t in zip(call.given, tangents))))
        for s in (step, -step)
    ]
    return [
        (np.asarray(above) - np.asarray(below)) / (2 * step)
        for above, below in zip(*moved, strict=True)
    ]


def paired(one: Any, other: Any) -> float:
    """Return the product of cotangents and tangents: the real part of their sum."""
    return float(sum(np.real(np.sum(g * np.asarray(t))) for g, t in zip(one, other)))
