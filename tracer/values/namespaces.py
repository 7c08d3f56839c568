"""``vars(self)`` and ``self.__dict__`` of an object.

The attributes of an object made while tracing are storage of the trace. Their dict is
the namespace as well: it is read as it is, and written as storage. Where that ends, for
instance where the namespace leaves the function, the trace restarts with the object
made by the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from runtime.ir.unbound import Unbound
from runtime.types import UNBOUND, members
from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import has_symbol
from tracer.record.slots import Slot, empty, write_slot
from tracer.record.symbols import Symbol
from tracer.record.value_classes import LEAVING
from tracer.values.bound_methods import BoundMethod
from tracer.values.containers import DictProxy


class Namespace(DictProxy):
    """Stand-in for the namespace of an object made while tracing."""

    __slots__ = ()

    def _ag_iterable(self) -> Any:
        return self

    def _ag_attributes(self) -> dict[str, Any]:
        """Return the attributes, which are the same on all paths."""
        attributes: dict[str, Any] = self._ag_real
        if any(map(_may_lack, attributes.values())):
            self._ag_by_the_run()
        return attributes

    def _ag_by_the_run(self) -> Any:
        """Restart with an object that the run makes."""
        return self._ag_trace.asked.reference(self)

    def _ag_known(self, key: Any) -> Any:
        """Return a key, which Python must know while tracing."""
        return self._ag_by_the_run() if has_symbol(key) else key

    def _ag_keys(self) -> list[Any]:
        return list(self._ag_attributes())

    def __contains__(self, key: Any) -> bool:
        names = self._ag_attributes().keys()
        return bool(on_behalf(names.__contains__, self._ag_known(key)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ag_attributes())

    def __getitem__(self, key: Any) -> Any:
        return on_behalf(self._ag_attributes().__getitem__, self._ag_known(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is not str:
            self._ag_by_the_run()
        self._ag_trace.asked.store_made(self._ag_real, key, value)

    def __delitem__(self, key: Any) -> None:
        self[key]  # which may be missing
        write_slot(self._ag_trace.builder, Slot(self._ag_real, key), empty(key))

    def __ior__(self, other: Any) -> Any:
        _update(self, other)
        return self

    def __or__(self, other: Any) -> Any:
        return dict(self._ag_attributes()) | other

    def __getattr__(self, name: str) -> Any:
        if not hasattr(dict, name):
            return on_behalf(getattr, {}, name)
        if name == "update":
            return _method(self, name, partial(_update, self))
        if name in LEAVING:
            return _method(self, name, partial(_read, self, name))
        return self._ag_by_the_run()


def _method(namespace: Any, name: str, do: Callable[..., Any]) -> BoundMethod:
    return BoundMethod(namespace._ag_trace, namespace, name, do)


def _read(namespace: Namespace, name: str, /, *args: Any, **kwargs: Any) -> Any:
    """Call a method that reads a namespace."""
    namespace._ag_known(args[:1])
    attributes = namespace._ag_attributes()
    made = on_behalf(getattr(attributes, name), *args, **kwargs)
    containers = namespace._ag_trace.part(MadeContainers)
    return containers.result(made, (attributes, *args))


def _update(namespace: Namespace, /, *other: Any, **more: Any) -> None:
    """Call ``update`` of a namespace."""
    if any(type(each) is Symbol for each in other):
        namespace._ag_by_the_run()
    for key, value in on_behalf(dict, *other, **more).items():
        namespace[key] = value


def _may_lack(value: Any) -> bool:
    """Whether an attribute is set on some paths only."""
    if type(value) is Symbol:
        return UNBOUND in members(value._ag_value.type)
    return type(value) is Unbound
