"""Decorated functions with bound arguments: methods and partial functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from autograph.library.boundary import boundary, leave

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


class BoundFunction(Generic[P, R]):
    """A `Function` with bound arguments: a method, or the result of `partial`.

    Parameters
    ----------
    function : Function
        The function.
    *arguments
        The bound positional arguments; of a method, the object. `weakref.WeakMethod`
        makes a method from the function and the object.
    keywords : dict, optional
        The bound keyword arguments.
    python_function : callable, optional
        The user's callable, if it is not the method of the object.
    """

    __slots__ = (
        "__func__",
        "__self__",
        "__weakref__",
        "_python_function",
        "arguments",
        "keywords",
    )

    __module__ = _Module(__name__)

    def __init__(
        self,
        function: Traces,
        /,
        *arguments: Any,
        keywords: dict[str, Any] | None = None,
        python_function: Callable[..., Any] | None = None,
    ) -> None:
        self.__func__ = function
        self.__self__ = arguments[0] if arguments else None
        self.arguments = arguments
        self.keywords = keywords or {}
        self._python_function = python_function

    @property
    def python_function(self) -> Callable[..., Any]:
        """The user's method or partial function."""
        if self._python_function is not None:
            return self._python_function
        return MethodType(self.__func__.python_function, self.__self__)

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        return self.python_function

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]  # that of `object` is set
        return self.__func__.__doc__

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function with the bound arguments."""
        try:
            keywords: dict[str, Any] = kwargs
            if self.keywords:
                keywords = {**self.keywords, **kwargs}
            result: R = self.__func__(*self.arguments, *args, **keywords)
            return result
        except BaseException as error:
            leave(error)
            raise

    @boundary
    def get_concrete_function(self, /, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Trace a graph for arguments or types without running it."""
        keywords = {**self.keywords, **kwargs}
        concrete = self.__func__.get_concrete_function(
            *self.arguments, *args, **keywords
        )
        return concrete.bound_to(self.arguments, self.keywords)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.python_function)

    def __get__(self, instance: Any, owner: type | None = None) -> BoundFunction[P, R]:
        """Return the function itself, as a bound method does.

        `help` needs this to show the signature.
        """
        return self

    def __getattr__(self, name: str) -> Any:
        if name in ("__func__", "__dict__"):  # it has none of its own
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self.__func__)})

    def __reduce__(self) -> tuple[Any, ...]:
        if self._python_function is None:
            return getattr, (self.__self__, self.__func__.python_function.__name__)
        make: Any = partial(
            type(self),
            keywords=self.keywords,
            python_function=self._python_function,
        )
        return make, (self.__func__, *self.arguments)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundFunction):
            return NotImplemented
        return self.python_function == other.python_function

    def __hash__(self) -> int:
        return hash(self.python_function)

    def __repr__(self) -> str:
        return f"<autograph.BoundFunction {self.python_function!r}>"
