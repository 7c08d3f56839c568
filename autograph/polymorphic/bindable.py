"""The arguments of a call by parameter, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Signature
from typing import TYPE_CHECKING, Any

from autograph.polymorphic.wrapping import passed

if TYPE_CHECKING:
    from autograph.polymorphic.input_signature import InputSignature


class Bindable:
    """What has a signature, and maybe specs that arguments are fitted to."""

    _signature: Signature
    _bind: Callable[..., tuple[Any, ...]]
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

    def _bound(self, args: Any, kwargs: Any) -> dict[str, Any]:
        bound = zip(
            self._signature.parameters, self._bind(*args, **kwargs), strict=True
        )
        return dict(bound)
