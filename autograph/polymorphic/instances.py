"""What belongs to one object, and is forgotten with it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Lasting(Generic[T]):
    """Something for each of many objects, which lives as long as the object."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], T]] = {}
        self._lock = Lock()

    def of(self, instance: object, make: Callable[[], T]) -> T | None:
        """Return what belongs to an object, made if need be; None if it cannot end."""
        known = self._known.get(id(instance))
        if known is not None and known[0]() is instance:
            return known[1]
        if not type(instance).__weakrefoffset__:
            return None
        made = make()
        forget = partial(_forget, self._known, id(instance))
        with self._lock:
            known = self._known.get(id(instance))
            if known is None or known[0]() is not instance:
                known = weakref.ref(instance, forget), made
                self._known[id(instance)] = known
        return known[1]

    def clear(self) -> None:
        """Forget all of them."""
        self._known.clear()


def _forget(instances: dict[int, Any], key: int, reference: object) -> None:
    """Take an object that is gone out of a table by identity."""
    if key in instances and instances[key][0] is reference:
        del instances[key]
