"""The methods of ufuncs, and the operations that they are."""

from __future__ import annotations

METHODS: dict[str, str] = {
    "__call__": "ufunc_call",
    "reduce": "ufunc_reduce",
    "accumulate": "ufunc_accumulate",
    "reduceat": "ufunc_reduceat",
    "outer": "ufunc_outer",
    "at": "ufunc_at",
}
"""The rows of a ufunc's methods, by their names in ``__array_ufunc__``."""
