"""What would stop a function from tracing: a remedy for each kind of difference."""

from __future__ import annotations

from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType, MethodType

from autograph.polymorphic.differences import Difference
from runtime.types import Array
from tracer.record.value_classes import NUMPYS
from tracer.serve.guards import (
    DEFINED_AGAIN,
    Check,
    Distinct,
    EqualTo,
    Exactly,
    Identical,
    OfClass,
    OfType,
    SameAs,
)
from tracer.serve.origins import is_argument
from tracer.serve.presence import Keys, Lacks, Length, Missing, Present, Unset
from tracer.values.arrived_functions import OfCode

FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType)
ADVICES_SHOWN = 3


def advice(
    differences: Sequence[Difference], plain: Sequence[str], signature: str
) -> str:
    """Return advice on what would stop the tracing for differences like these.

    Parameters
    ----------
    differences : sequence of Difference
        The differences that keep coming back.
    plain : sequence of str
        The positions where the body needs the value of a Python number.
    signature : str
        The input signature that would serve all calls so far, as text; or empty.
    """
    arguments = [each for each in differences if is_argument(each.origin)]
    others = [each for each in differences if not is_argument(each.origin)]
    found = dict.fromkeys(_of_capture(each) for each in others)
    if not others and not plain and signature:
        found[f"input_signature={signature} needs only one graph"] = None
    elif not others and plain:
        found[_of_plain(plain)] = None
    else:
        found.update(dict.fromkeys(_of_argument(each) for each in arguments))
    return "; ".join([*found][:ADVICES_SHOWN])


def _of_plain(places: Sequence[str]) -> str:
    names = ", ".join(places)
    return (
        f"each value of {names} needs its own graph, because the body uses it in "
        f"Python: pass few different values, or an array that is made from {names} "
        "outside of the function"
    )


def _of_capture(difference: Difference) -> str:
    """Return the remedy for a value that the function does not take as an argument."""
    if difference.is_value or isinstance(difference.guard.check, OfType):
        return f"pass {difference.place} as an argument, if it changes often"
    return _of_check(difference.guard.check, difference.place)


def _of_argument(difference: Difference) -> str:
    """Return the remedy for an argument, or a part of it."""
    check, place, now = difference.guard.check, difference.place, difference.now
    if isinstance(check, OfType) and isinstance(check.type, Array):
        dtype, before = check.type.dtype, str(check.type)
        if now.startswith(f"{dtype}[") and now.count(",") == before.count(","):
            return "reduce_retracing=True makes one graph for all shapes"
        if "[" in now and dtype.kind in "biufc":
            return f"convert {place} to one dtype: {place}.astype(np.{dtype})"
        if "[" in now:
            return f"let {place} always be of one dtype"
    if isinstance(check, (Identical, OfClass)) and now.endswith(DEFINED_AGAIN):
        return (
            f"define the class {check.kind.__name__} once, outside of what is repeated"
        )
    if isinstance(check, Identical) and not now.startswith("another "):
        return f"let {place} be of one class: each class needs its own graph"
    if isinstance(check, Exactly) and type(check.value) in NUMPYS:
        number = NUMPYS[type(check.value)].__name__
        return f"pass {place} as a NumPy number, such as np.{number}({place})"
    return _of_check(check, place)


def _of_check(check: Check, place: str) -> str:
    match check:
        case OfType():
            return f"let {place} be of one type: always {check.expected()}"
        case Exactly() | EqualTo():
            return f"pass few different values of {place}: each needs its own graph"
        case OfCode() | Identical() if _is_of_function(check):
            return f"define {place} once, outside of what is repeated, and pass that"
        case Identical() if issubclass(check.kind, type):
            return f"let {place} be one class: each class needs its own graph"
        case Identical():
            return (
                f"keep one {check.kind.__name__} as {place} and change it, or pass its "
                "arrays and numbers as arguments"
            )
        case OfClass():
            return f"let {place} be of one class: each class needs its own graph"
        case Length():
            return f"pass an array for {place}, or always the same number of items"
        case Keys():
            return f"give {place} the same keys in the same order"
        case Missing() | Present() | Lacks():
            return f"set the attribute {check.name} of {place} always, or never"
        case Unset():
            return f"assign {place} before the first call"
        case SameAs() | Distinct():
            return f"let {place} and {check.other} be one object always, or never"
    return f"let {place} be the same at each call, or pass it as an array or a number"


def _is_of_function(check: Check) -> bool:
    """Whether a check asks for a function."""
    return isinstance(check, OfCode) or (
        isinstance(check, Identical) and issubclass(check.kind, FUNCTIONS)
    )
