"""Names without a value: passed as a value that refuses every use."""

from typing import Any

from autograph.operators.dispatch import operator
from runtime.ir.unbound import Unbound
from runtime.ir.unbound import bound as bound_value
from runtime.ir.unbound import free as free_value


def undefined(name: str) -> Unbound:
    """Stand for the value of a name that has none."""
    return Unbound(name)


@operator
def bound(value: Any) -> Any:
    """Give the value of a name, or raise UnboundLocalError if it has none."""
    return bound_value(value)


@operator
def free(value: Any) -> Any:
    """Give the value of a variable of a function around, or raise NameError."""
    return free_value(value)
