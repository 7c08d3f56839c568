"""What stands for a dict or set of numbers while a kernel is written."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.types import Type


@dataclass(frozen=True, slots=True)
class Table:
    """A dict or set of numbers that only the kernel knows.

    Parameters
    ----------
    type : Type
        Its type.
    key, item : Type
        The types of its keys and items.
    object : str
        The register with the address of the `bytearray` that holds it.
    missing : Type or None
        The type of the zero that is read where a key is missing, if that is no error.
    keeps : bool
        Whether that zero becomes an item.
    part : {'keys', 'values', 'items'}
        What a loop over it binds.
    first : str
        How many entries it had when a loop over it began.
    """

    type: Type
    key: Type
    item: Type
    object: str
    missing: Type | None = None
    keeps: bool = False
    part: str = "keys"
    first: str = ""
