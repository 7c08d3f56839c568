"""What each row says of its derivative: one table by name, from which rows take theirs.

Kinks, and what is taken for the derivative there, are listed in `docs/gradients.md`.
"""

from runtime.ops.derivatives import (
    of_complex_numbers,
    of_curves,
    of_matrices,
    of_moves,
    of_numbers,
    of_orders,
    of_products,
    of_shapes,
    of_spectra,
    of_sums,
    of_ufunc_calls,
    of_updates,
)
from runtime.ops.facts import Derivative

_TABLES = (
    of_numbers.FACTS,
    of_complex_numbers.FACTS,
    of_shapes.FACTS,
    of_moves.FACTS,
    of_sums.FACTS,
    of_orders.FACTS,
    of_products.FACTS,
    of_curves.FACTS,
    of_matrices.FACTS,
    of_spectra.FACTS,
    of_ufunc_calls.FACTS,
    of_updates.FACTS,
)

FACTS: dict[str, Derivative] = {}
"""The facts by the names of rows."""

for _table in _TABLES:
    assert not FACTS.keys() & _table.keys(), FACTS.keys() & _table.keys()
    FACTS.update(_table)
