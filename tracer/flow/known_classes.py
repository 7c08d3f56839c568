"""Values that only the run knows, of which the trace knows the class.

They are arrays of the user's own classes, and objects that branches or loops leave. The
run does what is done with them; the methods that their classes define are compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from runtime.ir.nodes import Value
from runtime.ir.unbound import Unbound
from tracer.policy import attribute_of, is_opaque
from tracer.record.places import Place
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Origin


class KnownClass(NamedTuple):
    """What is known of a value.

    Attributes
    ----------
    kind : type
        Its class.
    origins : tuple of Origin
        How a call reaches it, or each of those that it may be; none for what the
        function makes.
    own : set of str
        The names of the attributes that it has itself when it arrives.
    optional : bool
        Whether it may be None instead.
    """

    kind: type
    origins: tuple[Origin, ...] = ()
    own: frozenset[str] = frozenset()
    optional: bool = False


class KnownClasses:
    """The values of one trace of which the class is known."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, KnownClass] = {}

    def arrives(self, symbol: Symbol, array: Any, origin: Origin) -> None:
        """Note the class of an array that a call reaches by `origin`."""
        self.note(symbol._ag_value, KnownClass(type(array), (origin,), _own(array)))

    def note(self, value: Value, known: KnownClass) -> None:
        """Note what is known of a value."""
        self._trace.builder.note(self._known, value, known)

    def find(self, value: Any) -> KnownClass | None:
        """Return what is known of a value that only the run knows."""
        if type(value) is not Symbol:
            return None
        return self._known.get(value._ag_value.name)

    def of_all(self, values: Iterable[Any]) -> KnownClass | None:
        """Return what is known of a value that is one of several, but for None.

        None if they may be of several classes.
        """
        known: KnownClass | None = None
        given = list(values)
        for value in given:
            if is_nothing(value):
                continue
            each = self._of(value)
            if each is None or (known is not None and each.kind is not known.kind):
                return None
            known = each if known is None else _either(known, each)
        if known is not None and any(map(is_nothing, given)):
            return known._replace(optional=True)
        return known

    def is_copy(self, value: Any, original: Any) -> None:
        """Note of which class a copy is, whose uses see whether it is so."""
        known = self._of(original)
        if known is not None and type(value) is Symbol:
            self.note(value._ag_value, known._replace(origins=()))

    def sets(self, value: Any, name: str) -> None:
        """Note that the function sets an attribute of an object, perhaps of any one."""
        known = self.find(value)
        if known is not None:
            self._trace.facts.stored.add((known.kind, name))

    def is_set(self, kind: type, name: str) -> bool:
        """Whether the function sets an attribute of an object of a class."""
        return self.is_set_on_any(kind, name) or any(
            isinstance(place, Place)
            and place.key == name
            and type(place.proxy._ag_real) is kind
            for place in self._trace.facts.stored
        )

    def is_set_on_any(self, kind: type, name: str) -> bool:
        """Whether the function sets an attribute of an object that may be any one."""
        return (kind, name) in self._trace.facts.stored

    def _of(self, value: Any) -> KnownClass | None:
        """Return what is known of one value."""
        if not isinstance(value, Proxy):
            return self.find(value)
        kind = type(value._ag_real)
        if is_opaque(kind):
            return None
        origin = value._ag_origin
        if origin is None:
            return KnownClass(kind)
        return KnownClass(kind, (origin,), _own(value._ag_real))


def is_nothing(value: Any) -> bool:
    """Whether a value is None, or the lack of one: neither has methods."""
    return value is None or type(value) is Unbound


def _either(one: KnownClass, other: KnownClass) -> KnownClass:
    """Return what is known of a value that is one of two of a class."""
    paths = {each.path for each in one.origins}
    more = [each for each in other.origins if each.path not in paths]
    optional = one.optional or other.optional
    return KnownClass(one.kind, (*one.origins, *more), one.own | other.own, optional)


def _own(value: object) -> frozenset[str]:
    """Return the names of the attributes that an object has itself."""
    return frozenset(attribute_of(value, "__dict__") or ())
