"""What operations give for arrays of dates, objects or records, by their shape."""

from __future__ import annotations

from typing import Any

from runtime.ops.array_classes import Rules, table
from runtime.ops.operands import BOOLEAN, Unsure, array_or_scalar
from runtime.types import INT, ClassArray, Type


def _tested(x: Any, /, **options: Any) -> Type:
    """Return the type of a test of each element, such as whether it is no date."""
    if options or not isinstance(x, ClassArray) or x.kind != "ndarray":
        raise Unsure("an option, or records")
    return array_or_scalar(BOOLEAN, x.shape)


RULES: Rules = table(
    {
        **dict.fromkeys(("isnat", "isnan", "isinf", "isfinite"), _tested),
        **{f"={name}": lambda of: INT for name in ("size", "nbytes", "itemsize")},
    }
)
