"""What makes a function an operator of converted code."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from tracer.record.context import ACTIVE

P = ParamSpec("P")
R = TypeVar("R")


def operator(plain: Callable[P, R]) -> Callable[P, R]:
    """Let the running trace do what the operator does, where there is one.

    Without a trace the operator is `plain`: Python's own meaning of the construct. A
    trace finds its form by the name of the function, with the same parameters behind
    the trace (`tracer.operators.table`).
    """
    name = plain.__name__

    @wraps(plain)
    def choose(*args: P.args, **kwargs: P.kwargs) -> R:
        trace = ACTIVE.get()
        if trace is None:
            return plain(*args, **kwargs)
        result: R = trace.operators[name](trace, *args, **kwargs)
        return result

    return choose
