"""A row of the table of operations."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from runtime.ir.nodes import Argument, Node, Operation
from runtime.ops.asking import Asks, contents
from runtime.types import Type

if TYPE_CHECKING:
    from runtime.ops.facts import Derivative

Copied = TypeVar("Copied")


class TypeFailure(Exception):
    """No type fits: the operation itself raises at run time."""


Rule = Callable[..., Type]
"""A function from the arguments of a call to its result's type, or a `TypeFailure`.

A symbolic argument is passed as its `Type`, a constant as it is.
"""


@dataclass(frozen=True, eq=False)
class Row(Operation):
    """One operation: all that any stage needs to know about it.

    Parameters
    ----------
    name : str
        The name in the text form, unique in the table.
    kernel : callable
        The function that computes the result from run-time values.
    rule : callable
        The type rule.
    functions : tuple of callable
        The NumPy functions that a symbol's dispatch maps to this row.
    method, attribute : str, optional
        The ndarray method, or attribute, that is this operation. The plan uses it where
        the operand is an array.
    infix, prefix : str, optional
        The Python operator, if it has one.
    template : str, optional
        Its form in the plan where none of these applies: ``{0}[{1}]``.
    statement : bool
        Whether the template is a statement, not an expression.
    writes : tuple of int or str
        Positions and keywords of the operands whose memory it writes.
    returns : {'fresh', 'shares', 'same'}
        Whether the result is new memory, may share memory with the operands, or may
        be the first operand itself.
    reads : bool
        Whether it reads the contents of its operands; a view does not.
    effect : bool
        Whether it must run, in order, even if its result is not used.
    asks : callable
        Yields, of the arguments of a call, the values of which it may run methods: see
        `runtime.ops.asking`.
    reshapes : bool
        Whether it may change the shape of its first operand in place.
    keeps : bool
        Whether its operands may stay referenced from outside the graph.
    holds : bool
        Whether its result, or what it writes, may hold references to its operands.
    closed : bool
        Whether the kernel reaches nothing but its operands, and gives data for data.
        The graphs of a file consist of such rows: see `runtime.ops.closed`.
    classes : tuple of int
        The positions of operands that may be classes or ufuncs, beside those that the
        rule calls ``dtype`` or ``ufunc``. All other operands are data.
    barred : callable, optional
        Takes the arguments of a call as a rule does, and returns why a graph of a file
        may not make this call; None if it may.
    takes_any : bool
        Whether the rule itself handles operands of type `any`; else the result is
        `any` and the call may fail.
    by_identity : bool
        Whether an object counts as equal to itself, even a NaN, where it compares the
        items of containers.
    squares : bool
        Whether it may round otherwise where two of its operands are one array: NumPy
        lets BLAS compute half of a matrix times its own transpose.
    twin : str, optional
        For a row that writes: the row that takes the same operands and returns what the
        written one becomes. A row with ``out=`` needs none: it is its own without it.
    copies : callable, optional
        Whether a call surely makes new memory although others of the row may not.
    undo : callable, optional
        For a view of the first operand: a function that takes a builder
        (`runtime.building`), the operand, the other arguments, the keywords and a new
        value of the view, and returns the operand with that value in place.
    own_derivative : Derivative, optional
        What the row says of its derivative, where no table in
        `runtime.ops.derivatives` does.
    packed : bool
        Whether a view arises only if the operand lies in C order; else it is a copy.
    ordered : bool
        Whether its new array lies in C order unless the call says otherwise.
    by_class : bool
        Whether the class of an array may decide what it does: the rule is then asked of
        arrays whose class is `ndarray` alone.
    names : tuple of str
        The names of the items of its result, if that is a named tuple.
    samples : sequence of tuple
        Calls ``(args, kwargs)`` that work, as functions that return the arguments.
    rejects : sequence of tuple
        Calls that raise NumPy's own error at run time.
    """

    name: str
    kernel: Callable[..., Any]
    rule: Rule
    functions: tuple[Callable[..., Any], ...] = ()
    method: str | None = None
    attribute: str | None = None
    infix: str | None = None
    prefix: str | None = None
    template: str | None = None
    statement: bool = False
    commutative: bool = False
    writes: tuple[int | str, ...] = ()
    returns: Literal["fresh", "shares", "same"] = "fresh"
    reads: bool = True
    effect: bool = False
    asks: Asks = contents
    reshapes: bool = False
    keeps: bool = False
    takes_any: bool = False
    by_identity: bool = False
    squares: bool = False
    holds: bool = False
    twin: str | None = None
    copies: Callable[[Node], bool] | None = None
    undo: Callable[..., Argument] | None = field(default=None, repr=False)
    own_derivative: Derivative | None = field(default=None, repr=False)
    packed: bool = False
    ordered: bool = False
    closed: bool = False
    classes: tuple[int, ...] = ()
    barred: Callable[..., str | None] | None = None
    by_class: bool = False
    names: tuple[str, ...] = ()
    samples: tuple[Callable[[], Any], ...] = field(default=(), repr=False)
    rejects: tuple[Callable[[], Any], ...] = field(default=(), repr=False)

    @cached_property
    def derivative(self) -> Derivative | None:
        """What the row says of its derivative: see `runtime.ops.facts`."""
        if self.own_derivative is not None:
            return self.own_derivative
        # Most functions are never differentiated.
        from runtime.ops.derivatives import FACTS

        return FACTS.get(self.name)

    def fresh(self, node: Node) -> bool:
        """Whether the arrays that a call makes are new memory."""
        if self.returns == "fresh":
            return True
        return self.copies is not None and self.copies(node)


Sample = Callable[[], tuple[tuple[Any, ...], dict[str, Any]]]
"""Makes the arguments of a call, new ones each time."""


def call(*args: Any, **kwargs: Any) -> Sample:
    """Return a sample: a function that returns new copies of a call's arguments."""
    return lambda: copied((args, kwargs))


def copied(values: Copied) -> Copied:
    """Return a deep copy of arguments.

    `copy.deepcopy` of an array of `np.dtypes.StringDType` ends the process with the
    first versions of NumPy, so such arrays copy themselves.
    """
    known: dict[int, Any] = {}
    waiting: list[Any] = [values]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (tuple, list)):
            waiting += each
        elif isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, np.ndarray) and each.dtype.kind == "T":
            known[id(each)] = each.copy()
    return deepcopy(values, known)


def constant(result: Type) -> Rule:
    """Return the rule of an operation whose result always has the same type."""
    return lambda *args, **kwargs: result


def row(
    kernel: Callable[..., Any],
    rule: Rule | Type,
    *samples: Sample,
    bad: Sample | tuple[Sample, ...] = (),
    name: str | None = None,
    **fields: Any,
) -> Row:
    """Make the row of a kernel.

    Parameters
    ----------
    kernel : callable
        What computes it; its name is the row's unless `name` is another.
    rule : callable or Type
        The type rule, or the type that the result always has.
    *samples : callable
        Calls that work.
    bad : callable or tuple of callable
        Calls that raise.
    **fields
        More fields of the row.
    """
    rejects = bad if isinstance(bad, tuple) else (bad,)
    name = name or kernel.__name__
    return Row(
        name,
        kernel,
        constant(rule) if isinstance(rule, Type) else rule,
        samples=samples,
        rejects=rejects,
        **fields,
    )


def closed(*rows: Row) -> tuple[Row, ...]:
    """Return rows with the mark that graphs of a file may use them."""
    return tuple([replace(each, closed=True) for each in rows])


def taking(most: int | None, *keywords: str) -> Callable[..., str | None]:
    """Return what bars a call of more positional arguments, or of other keywords.

    What is left out may be a function that the operation would call, or a file.
    """

    def barred(*args: Any, **kwargs: Any) -> str | None:
        if most is not None and len(args) > most:
            return f"it is given more than {most} arguments by position"
        other = sorted(kwargs.keys() - set(keywords))
        return f"it is given {other[0]}=" if other else None

    return barred


sharing = partial(row, returns="shares")
"""The row of what may hand out an operand, or a part of one."""
making = partial(sharing, holds=True)
"""The row of what makes an object that holds on to its operands."""
acting = partial(row, effect=True, takes_any=True)
"""The row of what runs in order, whatever it is given."""
writing = partial(acting, writes=(0,))
"""The row of what changes its first operand."""
calling = partial(acting, returns="shares", holds=True)
"""The row of what calls a function of which nothing is known."""
