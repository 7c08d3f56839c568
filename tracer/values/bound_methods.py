"""Methods of symbols, waiting for their call."""

from __future__ import annotations

from typing import Any

from tracer.record.symbols import Symbol
from tracer.record.value_classes import VALUES
from tracer.values.lasting import is_constant
from tracer.values.proxies import ObjectProxy


class BoundMethod:
    """A method of a symbol, recorded when it is called."""

    __slots__ = ("name", "symbol")

    def __init__(self, symbol: Symbol, name: str) -> None:
        self.symbol = symbol
        self.name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        arrays = self.symbol._ag_trace.asked
        return arrays.call_method(self.symbol, self.name, args, kwargs)


class OpaqueMethod:
    """A method of an object that is not the user's: called back at run time."""

    __slots__ = ("_name", "_proxy")

    def __init__(self, proxy: ObjectProxy, name: str) -> None:
        self._proxy = proxy
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        proxy, name, trace = self._proxy, self._name, self._proxy._ag_trace
        if is_constant(proxy):
            return trace.asked.ask(getattr(proxy._ag_real, name), *args, **kwargs)
        if type(proxy._ag_real) in VALUES:
            return trace.emit("pure_method", proxy, name, *args, **kwargs)
        return trace.asked.call_back_method(proxy, name, args, kwargs)
