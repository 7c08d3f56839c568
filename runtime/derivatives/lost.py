"""Derivatives that are not known: errors only where the result needs them."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.errors import NoDerivative
from runtime.ir.nodes import Argument


@dataclass(frozen=True)
class Lost:
    """A derivative that is not known, and the error to raise if it is needed."""

    error: NoDerivative


def known_of(found: Argument | Lost) -> Argument:
    """Return a derivative that is known."""
    assert not isinstance(found, Lost)
    return found
