"""Names without a value: passed as a value that refuses every use."""

from typing import Any

from runtime.ir.unbound import Unbound
from runtime.ir.unbound import bound as bound_value
from runtime.ir.unbound import free as free_value
from tracer.context import ACTIVE


def undefined(name: str) -> Unbound:
    """Stand for the value of a name that has none."""
    return Unbound(name)


def bound(value: Any) -> Any:
    """Give the value of a name, or raise UnboundLocalError if it has none."""
    trace = ACTIVE.get()
    return bound_value(value) if trace is None else trace.bound(value)


def free(value: Any) -> Any:
    """Give the value of a variable of a function around, or raise NameError."""
    trace = ACTIVE.get()
    return free_value(value) if trace is None else trace.bound(value, "check_free")
