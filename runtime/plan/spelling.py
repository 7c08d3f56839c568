"""The spelling of a call: operator, method, attribute or function.

A form is found once for each way of calling a row and shared by all plans. It describes
the text and, since an operand may be an expression, the order in which Python evaluates
the operands.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.ops.flow import assert_true, raise_error
from runtime.ops.python import print_values
from runtime.ops.row import Row
from runtime.plan import levels
from runtime.plan.forms import Form, Slot, Spelling, attribute_form, listed, method_form
from runtime.plan.shapes import SHAPES, of_ufunc
from runtime.plan.templates import of_template, suits
from runtime.types import Array, List, Type

_SYNTAX: Mapping[Callable[..., Any], str] = MappingProxyType(
    {
        operator.getitem: "{0}[{1}]",
        operator.setitem: "{0}[{1}] = {2}",
        operator.delitem: "del {0}[{1}]",
        raise_error: "raise",
        assert_true: "assert",
    }
)
"""The kernels with a syntax of their own that is not an operator."""

_BUILTINS: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType(
    {operator.abs: abs, print_values: print}
)
"""The kernels that are a builtin under another name."""

_KEYWORDS_OF_METHODS = frozenset(("axis", "dtype", "out", "keepdims"))
"""The keywords that NumPy functions share with the methods of the same name."""


def spell(node: Node, discarded: bool) -> Spelling:
    """Return the spelling of a row's call.

    Parameters
    ----------
    node : Node
        A node of a row.
    discarded : bool
        Whether its results are not used: then it may be a statement.
    """
    row = node.operation
    assert isinstance(row, Row)
    arguments = node.args
    if node.kwargs:
        arguments += tuple(argument for _, argument in node.kwargs)
    elif row.infix is not None and len(arguments) == 2:
        form = _of_infix(row)
        if form.augments or not _is_odd(row, arguments):
            return Spelling(form, arguments)
    elif row.prefix is not None and len(arguments) == 1 and not _is_odd(row, arguments):
        return Spelling(_of_prefix(row), arguments)
    special = _special(node, row, discarded)
    if special is not None:
        return special
    keywords = tuple(name for name, _ in node.kwargs)
    owner = _owner(row, node.args, keywords)
    return Spelling(_of_call(row, owner, len(node.args), keywords), arguments)


def _is_odd(row: Row, arguments: tuple[Argument, ...]) -> bool:
    """Whether Python's compiler would warn of the operator: ``1 is x``, ``~True``."""
    if row.infix not in ("is", "is not") and row.prefix != "~":
        return False
    odd = _TRUTHS if row.prefix else _LITERALS
    return any(
        isinstance(argument, Display)
        or (isinstance(argument, Constant) and type(argument.value) in odd)
        for argument in arguments
    )


_LITERALS = frozenset((int, float, complex, str, bytes, tuple))
_TRUTHS = frozenset((bool,))


@cache
def _of_infix(row: Row) -> Form:
    sign = row.infix or ""
    if row.returns == "same":
        parts = (Slot(0, levels.ATOM), f" {sign} ", Slot(1, levels.LOWEST))
        return Form(parts, levels.LOWEST, (1,), statement=True, augments=True)
    level, left, right = levels.of_infix(sign)
    return Form((Slot(0, left), f" {sign} ", Slot(1, right)), level, (0, 1))


@cache
def _of_prefix(row: Row) -> Form:
    sign = row.prefix or ""
    level = levels.of_prefix(sign)
    return Form((sign, Slot(0, level)), level, (0,))


def _special(node: Node, row: Row, discarded: bool) -> Spelling | None:
    """Return the spelling that the row's template, or its kernel, requires, if any."""
    template = row.template or _SYNTAX.get(row.kernel)
    if template is None:
        return of_ufunc(node, row)
    shape = SHAPES.get(template)
    if shape is not None:
        found = shape(node)
    elif node.kwargs:
        return None
    else:
        form = of_template(template, len(node.args))
        if form is None or not suits(form, node.args):
            return None
        found = Spelling(form, node.args)
    if found is None or (found.form.statement and not discarded):
        return None
    return found


def _owner(
    row: Row, args: tuple[Argument, ...], keywords: tuple[str, ...]
) -> str | None:
    """Return which member of the first operand to use, method or attribute, if any."""
    if not args or not isinstance(args[0], Value):
        return None
    of: Type = args[0].type
    if isinstance(of, Array):
        if row.attribute is not None and len(args) == 1 and not keywords:
            return "attribute"
        if row.method is not None and _KEYWORDS_OF_METHODS.issuperset(keywords):
            return "method"
    elif isinstance(of, List) and row.method is not None and not row.functions:
        return "method"
    return None


@cache
def _of_call(
    row: Row, owner: str | None, count: int, keywords: tuple[str, ...]
) -> Form:
    """Return the form of a call of the kernel, or of an equivalent."""
    if owner == "attribute":
        return attribute_form(row.attribute or "")
    if owner == "method":
        return method_form(row.method or "", count, keywords)
    function = _BUILTINS.get(row.kernel, row.kernel)
    if keywords and row.functions and (row.infix or row.prefix):
        function = row.functions[0]  # the ufunc: an operator takes no keywords
    parts = (function, "(", *listed(0, count, keywords), ")")
    return Form(parts, order=tuple(range(count + len(keywords))))
