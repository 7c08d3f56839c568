"""Decorated functions with bound arguments: methods and partial functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar, cast

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


class BoundFunction(Generic[P, R]):
    """A `Function` with bound arguments: a method, or the result of `partial`.

    What is called stands in a slot named ``__call__``: Python finds it in the class and
    takes it out of the instance, so that a call goes through no Python frame.

    Parameters
    ----------
    function : Function
        The function.
    *arguments
        The bound positional arguments; of a method, the object. `weakref.WeakMethod`
        makes a method from the function and the object.
    keywords : dict, optional
        The bound keyword arguments.
    of : callable, optional
        The user's callable, if it is not the method of the object.
    """

    __slots__ = ("__call__", "__weakref__", "_of")
    __module__ = _Module(__name__)
    _of: Callable[..., Any] | None

    def __new__(
        cls,
        function: Any,
        /,
        *arguments: Any,
        keywords: dict[str, Any] | None = None,
        of: Callable[..., Any] | None = None,
    ) -> Self:
        """Bind a function."""
        made = object.__new__(cls)
        if len(arguments) == 1 and not keywords:
            set_call(made, MethodType(function, *arguments))
        else:
            set_call(made, partial(function, *arguments, **(keywords or {})))
        if of is not None:
            made._of = of
        return made

    if TYPE_CHECKING:

        def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
            """Call the function with the bound arguments."""

    @property
    def _bound(self) -> Any:
        return _get_call(self)

    @property
    def args(self) -> tuple[Any, ...]:
        """The bound positional arguments."""
        bound = self._bound
        if type(bound) is MethodType:
            return (bound.__self__,)
        args: tuple[Any, ...] = bound.args
        return args

    @property
    def keywords(self) -> dict[str, Any]:
        """The bound keyword arguments."""
        return getattr(self._bound, "keywords", {})

    @property
    def __func__(self) -> Traces:
        bound = self._bound
        return cast("Traces", getattr(bound, "__func__", None) or bound.func)

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
        if name == "_of":  # a method has none
            return None
        return getattr(self.__func__, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self.__func__)})

    def __reduce__(self) -> tuple[Any, ...]:
        if self._of is None:
            return getattr, (self.__self__, self.__func__.python_function.__name__)
        make: Any = partial(type(self), keywords=self.keywords, of=self._of)
        return make, (self.__func__, *self.args)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundFunction):
            return NotImplemented
        return self.python_function == other.python_function

    def __hash__(self) -> int:
        return hash(self.python_function)

    def __repr__(self) -> str:
        return f"<autograph.BoundFunction {self.python_function!r}>"


set_call = vars(BoundFunction)["__call__"].__set__
"""Sets what a bound function calls; its arguments are the two."""
_get_call = vars(BoundFunction)["__call__"].__get__
