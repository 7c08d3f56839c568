"""What a name holds at run time that no path has bound."""

from __future__ import annotations


class Unbound:
    """Stands for the missing value of a local name.

    Converted code passes it where a name may be unbound; only a read that could not
    be proved bound looks at it, and raises `UnboundLocalError`.

    Parameters
    ----------
    name : str
        The user's name of the variable.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"unbound({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unbound) and self.name == other.name

    def __hash__(self) -> int:
        return hash((Unbound, self.name))

    def __copy__(self) -> Unbound:
        return self

    def __deepcopy__(self, memo: object) -> Unbound:
        return self

    def __bool__(self) -> bool:
        raise self.error()

    def error(self) -> UnboundLocalError:
        """Give the error that plain Python raises when the name is read."""
        return UnboundLocalError(
            f"cannot access local variable {self.name!r} "
            "where it is not associated with a value"
        )


def bound(value: object) -> object:
    """Give the value back, or raise what reading the unbound name raises.

    Examples
    --------
    >>> bound(1)
    1
    >>> bound(Unbound("y"))
    Traceback (most recent call last):
    ...
    UnboundLocalError: cannot access local variable 'y' where it is not associated with a value
    """
    if isinstance(value, Unbound):
        raise value.error()
    return value
