"""Unbound names, passed as a value that refuses every use."""

from typing import Any

from autograph.operators.dispatch import operator
from runtime.ir.unbound import Unbound
from runtime.ir.unbound import bound as bound_value
from runtime.ir.unbound import free as free_value


def undefined(name: str) -> Unbound:
    """Return the value that represents an unbound name."""
    return Unbound(name)


@operator
def bound(value: Any) -> Any:
    """Return the value of a name, or raise UnboundLocalError if it has none."""
    return bound_value(value)


@operator
def free(value: Any) -> Any:
    """Return the value of a free variable, or raise NameError if it has none."""
    return free_value(value)
