"""The arguments of a call by parameter, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from autograph.polymorphic.wrapping import passed
from tracer.serve.binding import compile_binder

if TYPE_CHECKING:
    from autograph.polymorphic.input_signature import InputSignature


class Bindable:
    """What has a signature, and maybe specs that arguments are fitted to."""

    __qualname__: str
    _signature: Signature
    _specs: InputSignature | None

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The parameters of the function."""
        return self._signature.parameters

    def bound(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """Return the arguments of a call by parameter, as the graphs take them."""
        bound = self._bound(args, kwargs)
        return bound if self._specs is None else self._specs.fitted(bound)

    def passed(self, bound: dict[str, Any]) -> tuple[Any, Any]:
        """Return arguments by parameter as a call passes them."""
        return passed(self._signature, bound)

    @cached_property
    def _bind(self) -> Callable[..., tuple[Any, ...]]:
        return compile_binder(self.__qualname__, self._signature)

    @cached_property
    def _by_position(self) -> bool:
        """Whether a call may give all arguments by position, one by one."""
        kinds = {each.kind for each in self._signature.parameters.values()}
        return kinds <= {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}

    def _bound(self, args: Any, kwargs: Any) -> dict[str, Any]:
        names = self._signature.parameters
        whole = len(args) == len(names) and not kwargs and self._by_position
        values = args if whole else self._bind(*args, **kwargs)
        return dict(zip(names, values, strict=True))
