"""Iteration over the user's objects."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from tracer.errors import NotStaged, on_behalf, user_error
from tracer.flow.endings import FAILS, stopping
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.iteration.user_iterators import IndexedItems, SequenceItems, Stepping
from tracer.policy import is_convertible, is_opaque
from tracer.record.slots import made_slot, write_slot
from tracer.record.symbols import (
    Symbol,
    python_class,
)
from tracer.record.trace import Trace
from tracer.values.class_changes import stays
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods


class ObjectIteration:
    """What iterates over the user's objects in one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def iterable(self, proxy: ObjectProxy) -> Any:
        """Return what a `for` over an object iterates over."""
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        made = self.iterator(proxy)
        return self.stepping(made) if isinstance(made, ObjectProxy) else made

    def iterator(self, proxy: ObjectProxy) -> Any:
        """Return ``iter(proxy)``."""
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        iterates = in_class(kind, "__iter__")
        if iterates is Sequence.__iter__:
            site = ("items of a sequence", *self._trace.stack.site())
            if not self._trace.is_left_to_run(site):
                return self._of_sequence(proxy, site)
        if is_convertible(iterates):
            return self._advancing(
                self._trace.part(SpecialMethods).special(proxy, "__iter__", (), {})
            )
        if iterates is not None:
            return self._trace.emit("iter", proxy)
        if in_class(kind, "__getitem__") is not None:
            return self._by_index(proxy)
        return on_behalf(iter, proxy)

    def asked_twice(self, proxy: ObjectProxy) -> None:
        """Refuse an iterator that starts anew when asked for an iterator again.

        Python asks again for a star: ``a, *b = items`` makes a list of the iterator.
        """
        kind = type(proxy._ag_real)
        code = getattr(in_class(kind, "__iter__"), "__code__", None)
        if in_class(kind, "__next__") is None or code is None:
            return
        if not self._trace.options.instructions.gives_itself(code):
            self._trace.refuse(
                NotStaged(
                    f"Python calls iter() on the {kind.__name__} twice here, and the "
                    "second call may start again from the first item",
                    hint="make a list of it first: a, *b = list(...)",
                )
            )

    def _advancing(self, made: Any) -> Any:
        """Return the result of ``__iter__``, which has to be an iterator."""
        kind: type | None = type(made)
        if kind is Symbol:
            kind = python_class(made._ag_value.type)
        if kind is None or hasattr(kind, "__next__"):
            return made
        module = "numpy." if issubclass(kind, np.ndarray) else ""
        name = f"{module}{kind.__name__}"
        raise user_error(TypeError(f"iter() returned non-iterator of type {name!r}"))

    def stepping(self, proxy: ObjectProxy) -> Any:
        """Return the iteration over an object by its ``__next__``."""
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        if in_class(kind, "__next__") is None:
            on_behalf(next, proxy)
        take = partial(
            self._trace.part(SpecialMethods).special, proxy, "__next__", (), {}
        )
        return Stepping(self._trace, take, (StopIteration,))

    def _by_index(self, proxy: ObjectProxy) -> IndexedItems:
        """Return the iteration over an object by its ``__getitem__``."""
        return IndexedItems(self._trace, self._taking(proxy))

    def _of_sequence(self, proxy: ObjectProxy, site: Hashable) -> SequenceItems:
        """Return the iteration over a sequence, whose generator takes each item."""
        take = self._taking(proxy)

        def generated() -> Any:
            with stopping(self._trace, FAILS):
                return take()

        return SequenceItems(self._trace, generated, (IndexError,), site)

    def _taking(self, proxy: ObjectProxy) -> Callable[[], Any]:
        """Return what gives the item of an object at the next index."""
        position = made_slot(self._trace.builder, "position", 0)

        def take() -> Any:
            now = position.read()
            item = self._trace.part(SpecialMethods).special(
                proxy, "__getitem__", (now,), {}
            )
            write_slot(self._trace.builder, position, now + 1)
            return item

        return take

    def iterate(self, proxy: ObjectProxy) -> Iterator[Any]:
        """Iterate over an object in Python."""
        items = self.iterable(proxy)
        if is_recipe(items) and not issubclass(type(items), Stepping):
            items = collected(self._trace, items)
        if type(items) is Symbol:
            return self._trace.asked.iterate(items)
        return iter(items)
