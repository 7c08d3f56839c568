"""Names without a value: passed as a value that refuses every use."""

from typing import Any, NoReturn


class Undefined:
    """The value of a name that has none. Any use of it raises, as the name would."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", name)

    def __repr__(self) -> str:
        return f"<undefined {object.__getattribute__(self, 'name')}>"

    def __copy__(self) -> "Undefined":
        return self

    def __deepcopy__(self, memo: Any) -> "Undefined":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Undefined, (object.__getattribute__(self, "name"),))

    def _refuse(self, *arguments: Any, **keywords: Any) -> NoReturn:
        name = object.__getattribute__(self, "name")
        raise UnboundLocalError(
            f"cannot access local variable {name!r} "
            "where it is not associated with a value"
        )

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


def undefined(name: str) -> Undefined:
    """Stand for the value of a name that has none."""
    return Undefined(name)


def bound(value: Any) -> Any:
    """Give the value of a name, or raise UnboundLocalError if it has none."""
    if type(value) is Undefined:
        value._refuse()
    return value
