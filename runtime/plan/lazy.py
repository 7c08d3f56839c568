"""Choices written as ``and`` and ``or``.

``cond t {…; yield v} else {yield t}`` has the result of ``t and v`` and evaluates the
same; with the arms exchanged it is ``t or v``. It is written so if the test is computed
for it alone, and the arm is one expression. The test may be the truth of ``t``, which
the operators take by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from runtime.constructs.cond import Cond
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.plan.forms import Form, Slot

_AND, _OR = 2, 1
_FORMS = {
    # a and (b and c) needs no parentheses: it is what a and b and c is.
    "and": Form((Slot(0, _AND + 1), " and ", Slot(1, _AND)), _AND, (0,)),
    "or": Form((Slot(0, _OR + 1), " or ", Slot(1, _OR)), _OR, (0,)),
}


class Lazy(NamedTuple):
    """A choice that may be written as an operator."""

    form: Form
    test: Value
    arm: Region
    value: Argument


AsOperator = Callable[[Node, Node | None], Lazy | None]


def as_operator(node: Node, truth: Node | None = None) -> Lazy | None:
    """Return the operator that may replace a choice; else None.

    Parameters
    ----------
    node : Node
        The choice.
    truth : Node, optional
        The node right before it, if its test is the truth of another value.
    """
    if not isinstance(node.operation, Cond) or len(node.results) != 1:
        return None
    test = node.args[0] if truth is None else truth.args[0]
    if not isinstance(test, Value):
        return None
    then, other = node.regions
    for sign, arm, rest in (("and", then, other), ("or", other, then)):
        if not rest.nodes and rest.yields == (test,) and arm.yields is not None:
            return Lazy(_FORMS[sign], test, arm, arm.yields[0])
    return None
