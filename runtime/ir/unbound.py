"""The stand-in for the value of an unbound local name."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

Kind = TypeVar("Kind", bound=NameError)


class Unbound:
    """The stand-in for the value of an unbound local name; any use of it raises.

    Parameters
    ----------
    name : str
        The user's name of the variable.
    way : str
        The path through the function that leaves it unbound, for messages: ``where the
        test in line 3 fails``.
    """

    __slots__ = ("name", "way")

    name: str
    way: str

    def __init__(self, name: str, way: str = "") -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "way", way)

    def error(self) -> UnboundLocalError:
        """Return the error that plain Python raises when the name is read."""
        return self._lost(
            UnboundLocalError(
                f"cannot access local variable {self.name!r} "
                "where it is not associated with a value"
            )
        )

    def free_error(self) -> NameError:
        """Return the error that plain Python raises for an unbound free variable."""
        return self._lost(
            NameError(
                f"cannot access free variable {self.name!r} "
                "where it is not associated with a value in enclosing scope",
                name=self.name,
            )
        )

    def _lost(self, error: Kind) -> Kind:
        """Return the error with a note on the path that leaves the name unbound."""
        if self.way:
            error.add_note(f"{self.name} has no value {self.way}")
        return error

    def __repr__(self) -> str:
        return f"<unbound {self.name}>"

    def __copy__(self) -> Unbound:
        return self

    def __deepcopy__(self, memo: object) -> Unbound:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Unbound, (self.name, self.way))

    def _refuse(self, /, *arguments: Any, **keywords: Any) -> NoReturn:
        raise self.error()

    # An unknown attribute, an operation, a test: whatever asks the value, hears no.
    __getattr__ = __setattr__ = __delattr__ = _refuse
    __call__ = __bool__ = __iter__ = __next__ = __len__ = __contains__ = _refuse
    __getitem__ = __setitem__ = __delitem__ = __enter__ = __exit__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refuse
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refuse
    __matmul__ = __rmatmul__ = __lshift__ = __rlshift__ = _refuse
    __rshift__ = __rrshift__ = __and__ = __rand__ = __or__ = __ror__ = _refuse
    __xor__ = __rxor__ = __neg__ = __pos__ = __abs__ = __invert__ = _refuse
    __int__ = __float__ = __complex__ = __index__ = __round__ = _refuse
    __format__ = __str__ = __bytes__ = __hash__ = _refuse
    __array__ = __array_ufunc__ = __array_function__ = _refuse


def bound(value: object) -> object:
    """Return the value, or raise the error of reading an unbound local name.

    Examples
    --------
    >>> bound(1)
    1
    >>> bound(Unbound("y"))
    Traceback (most recent call last):
    ...
    UnboundLocalError: cannot access local variable 'y' where it is not associated ...
    """
    if type(value) is Unbound:
        raise value.error()
    return value


def free(value: object) -> object:
    """Return the value, or raise the error of reading an unbound free variable.

    Examples
    --------
    >>> free(Unbound("y"))
    Traceback (most recent call last):
    ...
    NameError: cannot access free variable 'y' where it is not associated with a ...
    """
    if type(value) is Unbound:
        raise value.free_error()
    return value
