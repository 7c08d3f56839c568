"""Methods of symbols, waiting for their call."""

from __future__ import annotations

from typing import Any

from tracer.record.symbols import Symbol


class BoundMethod:
    """A method of a symbol, recorded when it is called."""

    __slots__ = ("name", "symbol")

    def __init__(self, symbol: Symbol, name: str) -> None:
        self.symbol = symbol
        self.name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        arrays = self.symbol._ag_trace.asked
        return arrays.call_method(self.symbol, self.name, args, kwargs)
