"""A call of the graph as its lowering sees it: operands, their types, the result's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from runtime.errors import NotExportable, Span
from runtime.exporting.number_types import dtype_of
from runtime.exporting.onnx.onnx_numbers import INT
from runtime.exporting.onnx.onnx_shapes import Shapes, Size
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    BundleForm,
    Dims,
    Form,
    Held,
    Known,
    Maybe,
    MaybeForm,
    NoneForm,
    NumberForm,
    Refused,
    Stacked,
    StackedForm,
    Tensor,
    form_of,
    is_python_number,
    tensors_of,
)
from runtime.exporting.refusing import HINT, refusal
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, argument_type
from runtime.ir.unbound import Unbound as UnboundValue
from runtime.types import Type

MISSING = Known(object())


class AlreadyRefused(Exception):
    """A node takes what another one, that was refused, would give."""


@dataclass(frozen=True)
class Call:
    """A node with what its operands are.

    Parameters
    ----------
    node : Node
        The node.
    args : tuple
        The operands.
    kwargs : dict
        Those that are named.
    """

    node: Node
    args: tuple[Held, ...]
    kwargs: dict[str, Held]

    @property
    def name(self) -> str:
        """The name of the row."""
        return self.node.operation.name

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of the operands."""
        return tuple(map(argument_type, self.node.args))

    @property
    def result(self) -> Type:
        """The type of the result."""
        return self.node.results[0].type

    @property
    def dtype(self) -> np.dtype | None:
        """The dtype of the result."""
        return dtype_of(self.result)

    def operand(self, place: int, name: str, default: Held = MISSING) -> Held:
        """Return an operand by its place or its name."""
        if place < len(self.args):
            return self.args[place]
        return self.kwargs.get(name, default)

    def only(self, places: int, *names: str) -> bool:
        """Whether no other operands are given."""
        return len(self.args) <= places and set(self.kwargs) <= set(names)


class Context(Shapes):
    """Turns values of the graph into tensors.

    Parameters
    ----------
    graph : Graph
        The graph.
    """

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph.name)
        self.graph = graph
        self.span: Span | None = None

    def refuse(self, why: str, hint: str = HINT) -> NoReturn:
        """Raise what stands in the way of the node that is being written."""
        raise self.refused(why, hint)

    def refused(self, why: str, hint: str = HINT) -> NotExportable:
        """Return what stands in the way of the node that is being written."""
        return refusal(self.graph, why, span=self.span, hint=hint)

    # Numbers

    def number(self, held: Held, dtype: Any = None) -> Tensor:
        """Return a number or an array as a tensor."""
        found = self._tensor(held)
        return found if dtype is None else self.cast(found, dtype)

    def _tensor(self, held: Held) -> Tensor:
        if isinstance(held, Tensor):
            return held
        if isinstance(held, Known):
            return self.known_number(held.value)
        if isinstance(held, Refused):
            raise AlreadyRefused
        if isinstance(held, Stacked):
            return self._tensor(
                Bundle((held.items,)) if isinstance(held.items, Bundle) else held.items
            )
        if isinstance(held, Bundle) and held.items:
            parts = list(map(self._tensor, held.items))
            dtype = np.result_type(*[each.dtype for each in parts])
            if len({each.rank for each in parts}) == 1:
                return self.stacked([self.cast(each, dtype) for each in parts])
        self.refuse("a value is used that is no number and no array of them")

    def known_number(self, value: Any) -> Tensor:
        """Return a number or array that is known."""
        if type(value) is int and not -(2**63) <= value < 2**63:
            self.refuse(
                f"{value} has more than 64 bits", "use whole numbers of 64 bits"
            )
        array = np.asarray(value) if not callable(value) else np.array(None)
        if array.dtype.kind not in "biuf" or array.dtype.name not in _DTYPES:
            kind = array.dtype.name if array.dtype.kind in "cgfe" else "no number"
            self.refuse(f"a value is used that is {kind}: ONNX has none")
        return self.constant(array)

    def int_of(self, held: Held) -> Size:
        """Return a whole number, known if it is."""
        if isinstance(held, Known):
            try:
                return int(held.value.__index__())
            except AttributeError:
                self.refuse("a whole number is needed, and this is none")
        found = self.number(held)
        if found.rank:
            found = self.reshape(found, ())
        known = self.known(found)
        return int(known) if known is not None else self.cast(found, INT)

    def value_of(self, held: Held, what: str) -> Any:
        """Return a value that has to be known."""
        if isinstance(held, Known):
            return held.value
        if isinstance(held, Bundle):
            items = [self.value_of(each, what) for each in held.items]
            return tuple(items) if held.kind == "tuple" else items
        if isinstance(held, Refused):
            raise AlreadyRefused
        if isinstance(held, Tensor) and self.known(held) is not None:
            return self.known(held)
        self.refuse(
            f"{what} has to be known, and it is computed", "write it as a number"
        )

    def axes_of(self, held: Held, rank: int) -> list[int]:
        """Return axes that have to be known; all, where they are None."""
        axes = self.value_of(held, "an axis") if held is not MISSING else None
        if axes is None:
            return list(range(rank))
        many = axes if isinstance(axes, (tuple, list)) else (axes,)
        return sorted(int(each) % max(rank, 1) for each in many)

    def common(self, types: tuple[Type, ...]) -> np.dtype:
        """Return the dtype in which NumPy compares operands."""
        found = [dtype_of(each) for each in types]
        dtypes = [each for each in found if each is not None]
        if len(dtypes) < len(types) or any(each.kind == "c" for each in dtypes):
            self.refuse("what is no number, or a complex one, is compared")
        if len(set(dtypes)) == 1:
            return dtypes[0]
        if all(each.kind in "biu" for each in dtypes):
            if any(each == np.uint64 for each in dtypes):
                self.refuse("whole numbers with and without a sign are compared")
            return INT
        weak = [is_python_number(each) for each in types]
        strong = [d for d, python in zip(dtypes, weak, strict=True) if not python]
        if not strong:
            return np.dtype(np.float64)
        samples = [0.0 if d.kind == "f" else 0 for d, w in zip(dtypes, weak) if w]
        operands: list[Any] = [*strong, *samples]
        found_dtype: np.dtype = np.result_type(*operands)
        return found_dtype

    # Forms

    def form(self, of: Type, what: str) -> Form:
        """Return the form of a type, or refuse it."""
        found = form_of(of)
        if found is None:
            self.refuse(
                f"{what} is {of}, for which ONNX has no tensor",
                "give it one dtype and one number of dimensions",
            )
        return found

    def carried(
        self, held: Held, form: Form, what: str, since: Type | None
    ) -> list[Tensor]:
        """Return the tensors of a value that passes out of a block.

        Parameters
        ----------
        held : Held
            The value.
        form : Form
            What it is passed as.
        what : str
            Its name, for messages.
        since : Type or None
            Its type, to tell whether it is a number of Python.
        """
        if isinstance(held, Refused):
            raise AlreadyRefused
        if isinstance(held, Known) and type(held.value) is UnboundValue:
            return self.zeros_of(form)
        if isinstance(form, NoneForm):
            return []
        if isinstance(form, MaybeForm):
            return self._carried_or_none(held, form, what, since)
        if isinstance(form, NumberForm):
            return [self._carried_number(held, form, what)]
        if isinstance(form, BundleForm):
            if isinstance(held, Bundle) and len(held.items) == len(form.items):
                pairs = zip(held.items, form.items, strict=True)
                return [t for h, f in pairs for t in self.carried(h, f, what, None)]
        elif isinstance(held, Stacked):
            return self._carried_items(held.items, form.item, what)
        elif isinstance(held, Bundle):
            return self._carried_items(
                self.rows(held, form.item).items, form.item, what
            )
        self.refuse(f"{what} is something else from turn to turn")

    def _carried_or_none(
        self, held: Held, form: MaybeForm, what: str, since: Type | None
    ) -> list[Tensor]:
        if isinstance(held, Known) and held.value is None:
            return [self.constant(False), *self.zeros_of(form.value)]
        if isinstance(held, Maybe):
            more = self.carried(held.value, form.value, what, since)
            return [held.there, *more]
        return [self.constant(True), *self.carried(held, form.value, what, since)]

    def _carried_number(self, held: Held, form: NumberForm, what: str) -> Tensor:
        found = self.number(held)
        if found.rank != len(form.shape):
            self.refuse(f"{what} has another number of dimensions from turn to turn")
        if found.dtype == form.dtype:
            return found
        known = self.known(found)
        if known is not None:
            made = known.astype(form.dtype)
            if (
                made == known
                or known != known
                or form.dtype.kind == "f" == known.dtype.kind
            ):
                return self.constant(made)
        elif np.can_cast(found.dtype, form.dtype) or form.dtype == np.float64:
            return self.cast(found, form.dtype)
        self.refuse(
            f"{what} is a number of another dtype from turn to turn",
            f"begin with np.{form.dtype.name}",
        )

    def _carried_items(self, items: Held, form: Form, what: str) -> list[Tensor]:
        if isinstance(items, Tensor) and isinstance(form, NumberForm):
            raised = NumberForm(form.dtype, (None, *form.shape))
            return [self._carried_number(items, raised, what)]
        if isinstance(items, Bundle) and isinstance(form, BundleForm):
            pairs = zip(items.items, form.items, strict=True)
            return [t for h, f in pairs for t in self._carried_items(h, f, what)]
        if isinstance(items, Maybe) and isinstance(form, MaybeForm):
            return [items.there, *self._carried_items(items.value, form.value, what)]
        self.refuse(f"{what} has items of another kind from turn to turn")

    def zeros_of(self, form: Form, leading: Dims = ()) -> list[Tensor]:
        """Return tensors of zeros in a form: what is not there."""
        return [
            self.constant(np.zeros([size or 0 for size in shape], dtype))
            for dtype, shape in tensors_of(form, leading)
        ]

    def rows(self, held: Bundle, item: Form) -> Stacked:
        """Return a list of so many items as one whose items are stacked."""
        columns: list[list[Tensor]] = [[] for _ in tensors_of(item)]
        for each in held.items:
            tensors = self.carried(each, item, "an item of a list", None)
            for column, tensor in zip(columns, tensors, strict=True):
                column.append(tensor)
        if held.items:
            found = [self.stacked(each) for each in columns]
        else:
            found = self.zeros_of(item, (0,))
        return Stacked(regrouped(item, found))

    def regrouped(self, form: Form, tensors: list[Tensor]) -> Held:
        """Return the value of tensors in a form."""
        return regrouped(form, tensors)


def regrouped(form: Form, tensors: list[Tensor]) -> Held:
    """Return the value of tensors in a form, and take them off the list."""
    if isinstance(form, NumberForm):
        return tensors.pop(0)
    if isinstance(form, StackedForm):
        return Stacked(regrouped(form.item, tensors))
    if isinstance(form, BundleForm):
        return Bundle(tuple([regrouped(each, tensors) for each in form.items]))
    if isinstance(form, MaybeForm):
        there = tensors.pop(0)
        return Maybe(there, regrouped(form.value, tensors))
    return Known(None)


_DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 "
    "float64".split()
)
Lower = Callable[[Context, Call], Held]
"""Writes a call, and returns its result."""
