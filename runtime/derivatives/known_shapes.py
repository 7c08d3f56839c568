"""Nodes of derivatives, written for shapes as far as they are known.

The rules of rows write ``sum_to(g, x)`` and the like for any shapes. Where the types
tell the shapes, the same is written without `x`: then nobody has to keep `x` for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.building import Builder, argument
from runtime.ir.nodes import Argument, Constant, argument_type
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import Array, NumpyScalar, Type


class DerivativeBuilder(Builder):
    """A builder that leaves out operands which only tell a shape.

    Examples
    --------
    >>> from runtime.building import Names
    >>> from runtime.operations import read_graph
    >>> text = "graph f(x: float64[3], y: np.float64) -> np.float64 { return y }"
    >>> graph = read_graph(text)
    >>> of = DerivativeBuilder(Names(graph))
    >>> x, y = graph.inputs
    >>> of.sum_to(x, x).name, of.zero_of(y), str(of.sum_to(x, y).type)
    ('x', Constant(np.float64(0.0)), 'np.float64')
    >>> [node.operation.name for node in of.nodes]
    ['sum']
    """

    def call(
        self,
        row: Row,
        args: Iterable[Any],
        kwargs: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
        of: Type | None = None,
        name: str = "t",
    ) -> Argument:
        """Write a call, and return its result: see `Builder.call`."""
        given = tuple(map(argument, args))
        if row.name in _BY_SHAPE and not kwargs and of is None:
            result, _ = infer(row, given, ())
            if isinstance(result, (Array, NumpyScalar)):
                found = self._written(row.name, given, result)
                if found is not None:
                    return found
        return super().call(row, given, kwargs, of, name)

    def _written(
        self, name: str, given: tuple[Argument, ...], result: Array | NumpyScalar
    ) -> Argument | None:
        """Return a call by the shape of its result; None if that is not known."""
        shape = result.shape if isinstance(result, Array) else ()
        if shape is None or None in shape:
            return None
        if name in ("zero_of", "one_of"):
            if not isinstance(result, Array):
                return Constant(result.dtype.type(name == "one_of"))
            row = OPS["ones" if name == "one_of" else "zeros"]
            return super().call(row, (shape,), {"dtype": result.dtype})
        own = argument_type(given[0])
        if own == result:
            return given[0]
        if name == "sum_to":
            return self._summed(given[0], own, shape, isinstance(result, Array))
        if isinstance(own, NumpyScalar) and isinstance(result, Array):
            return super().call(OPS["full"], (shape, given[0]))
        return None

    def _summed(
        self, g: Argument, own: Type, shape: tuple[int | None, ...], whole: bool
    ) -> Argument | None:
        """Return an array summed to a shape: the way back from a broadcast."""
        if not isinstance(own, Array) or own.shape is None or None in own.shape:
            return None
        if own.dtype.kind not in "fc":
            return None
        extra = len(own.shape) - len(shape)
        axes = tuple(
            axis
            for axis, size in enumerate(own.shape)
            if axis < extra or (shape[axis - extra] == 1 and size != 1)
        )
        options: dict[str, Any] = {}
        if len(axes) < len(own.shape):
            options["axis"] = axes[0] if len(axes) == 1 else axes
            if len(axes) > extra:
                options["keepdims"] = True
        found = super().call(OPS["sum"], (g,), options) if axes else g
        of = argument_type(found)
        if isinstance(of, Array) == whole and getattr(of, "shape", ()) == shape:
            return found
        return super().call(OPS["reshape"], (found, shape)) if whole else None


_BY_SHAPE = frozenset(("one_of", "spread", "sum_to", "zero_of"))
