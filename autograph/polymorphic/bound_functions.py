"""Decorated functions with bound arguments: methods and partial functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

from autograph.library.boundary import boundary

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction
    from autograph.polymorphic.protocols import Traces

P = ParamSpec("P")
R = TypeVar("R")


class _Module(str):
    """The `__module__` of a class, and for an instance that of the user's function.

    `help` prints it above a method. The class has slots, and none can have this name.
    """

    __slots__ = ()

    def __get__(self, instance: Any, owner: type | None = None) -> str:
        return str(self if instance is None else instance.__func__.__module__)

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (str(self),)


class BoundFunction(partial[R], Generic[P, R]):
    """A `Function` with bound arguments: a method, or the result of `partial`.

    It is a `functools.partial`, so that a call goes through no Python frame.

    Parameters
    ----------
    function : Function
        The function.
    *arguments
        The bound positional arguments; of a method, the object. `weakref.WeakMethod`
        makes a method from the function and the object.
    **keywords
        The bound keyword arguments.
    """

    __module__ = _Module(__name__)
    _of: Callable[..., Any] | None = None
    """The user's callable, if it is not the method of the object."""

    @classmethod
    def standing_for(
        cls, of: Callable[..., Any], function: Any, /, *arguments: Any, **keywords: Any
    ) -> BoundFunction[P, R]:
        """Return one that stands for a user's callable."""
        made = cls(function, *arguments, **keywords)
        object.__setattr__(made, "_of", of)
        return made

    if TYPE_CHECKING:

        def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
            """Call the function with the bound arguments."""

    @property
    def __func__(self) -> Traces:
        return cast("Traces", self.func)

    @property
    def __self__(self) -> Any:
        return self.args[0] if self.args else None

    @property
    def python_function(self) -> Callable[..., Any]:
        """The user's method or partial function."""
        if self._of is not None:
            return self._of
        return MethodType(self.__func__.python_function, self.__self__)

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        return self.python_function

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]  # that of `object` is set
        return self.__func__.__doc__

    @boundary
    def get_concrete_function(self, /, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Trace a graph for arguments or types without running it."""
        keywords = {**self.keywords, **kwargs}
        concrete = self.__func__.get_concrete_function(*self.args, *args, **keywords)
        return concrete.bound_to(self.args, self.keywords)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.python_function)

    def __get__(self, instance: Any, owner: type | None = None) -> BoundFunction[P, R]:
        """Return the function itself, as a bound method does.

        `help` needs this to show the signature.
        """
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__func__, name)

    def __setattr__(self, name: str, value: Any) -> None:
        # Each reading of a method makes an object: one that is set would be lost.
        raise AttributeError(f"'method' object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self.__func__)})

    def __reduce__(self) -> tuple[Any, ...]:
        if self._of is None:
            return getattr, (self.__self__, self.__func__.python_function.__name__)
        make: Any = partial(type(self).standing_for, **self.keywords)
        return make, (self._of, self.func, *self.args)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundFunction):
            return NotImplemented
        return self.python_function == other.python_function

    def __hash__(self) -> int:
        return hash(self.python_function)

    def __repr__(self) -> str:
        return f"<autograph.BoundFunction {self.python_function!r}>"
