"""Decorated functions with their first arguments: methods, partial functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from autograph.concrete import ConcreteFunction

if TYPE_CHECKING:
    from autograph.polymorphic import Function

P = ParamSpec("P")
R = TypeVar("R")


class BoundFunction(Generic[P, R]):
    """A `Function` with its first arguments: a method, or what `partial` gives.

    Attributes
    ----------
    arguments, keywords
        What is bound.
    """

    __slots__ = ("__func__", "__self__", "_python_function", "arguments", "keywords")

    def __init__(
        self,
        function: Function[Any, Any],
        arguments: tuple[Any, ...],
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
        """The user's own method or partial function."""
        if self._python_function is not None:
            return self._python_function
        return MethodType(self.__func__.python_function, self.__self__)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]  # that of `object` is set
        return self.__func__.__doc__

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function with what is bound."""
        keywords: dict[str, Any] = kwargs
        if self.keywords:
            keywords = {**self.keywords, **kwargs}
        result: R = self.__func__(*self.arguments, *args, **keywords)
        return result

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Trace a graph for arguments or types without running it."""
        keywords = {**self.keywords, **kwargs}
        concrete = self.__func__.get_concrete_function(
            *self.arguments, *args, **keywords
        )
        return concrete.bound_to(self.arguments, self.keywords)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.python_function)

    def __getattr__(self, name: str) -> Any:
        if name in ("__func__", "__wrapped__"):
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._python_function is None:
            return getattr, (self.__self__, self.__func__.python_function.__name__)
        bound = self.arguments, self.keywords, self._python_function
        return BoundFunction, (self.__func__, *bound)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundFunction):
            return NotImplemented
        return self.python_function == other.python_function

    def __hash__(self) -> int:
        return hash(self.python_function)

    def __repr__(self) -> str:
        return f"<autograph.BoundFunction {self.python_function!r}>"
