"""Python objects in a trace; their attributes are places."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property, partial
from types import FunctionType, MemberDescriptorType
from typing import Any, NoReturn

import numpy as np

from runtime.ir.nodes import Argument, Value
from runtime.ir.unbound import Unbound
from runtime.ops.answers import QUESTIONS, answered
from runtime.types import ANY, OBJECT, UNBOUND, members
from tracer.errors import NotStaged, no_attribute, on_behalf, user_error
from tracer.flow.made_containers import all_containers
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.iteration.user_iterators import Stepping
from tracer.policy import is_convertible, is_opaque
from tracer.record.places import NOT_MET, Place, Slot, Unknown, empty, write_slot
from tracer.record.plain_values import refuse
from tracer.record.staged import Proxy
from tracer.record.symbols import (
    BINARY_METHODS,
    COMPARISON_METHODS,
    UNARY_METHODS,
    Symbol,
    python_class,
)
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.serve.guards import Guard, Lacks, Missing, Present, has_itself
from tracer.serve.origins import AttributeOf, Fixed, Origin
from tracer.values.classes import Classes
from tracer.values.functions_and_classes import BoundFunction, StagedFunction
from tracer.values.identity import Identities
from tracer.values.lookup import (
    ABSENT,
    _describes,
    _instance_dict,
    _is_data_descriptor,
    binds,
    in_class,
    undecorated,
)
from tracer.values.namespaces import Namespace
from tracer.values.proxies import ObjectProxy, proxy_class
from tracer.values.reads import Reads

CONSTANT_KINDS = (bool, int, float, complex, str, bytes, type(None))


class Objects:
    """Instances of classes: those that arrive, and those made while tracing."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._made: dict[int, dict[str, Any]] = {}
        self._sites: dict[int, Hashable] = {}
        self._proxy_classes: dict[type, type[ObjectProxy]] = {object: ObjectProxy}
        self._alive: list[object] = []
        self._unordered: set[int] = set()
        self._namespaces: dict[int, Namespace] = {}

    def stage(self, value: object, origin: Origin) -> ObjectProxy:
        """Return the proxy of an object that a call reaches by `origin`."""
        kind = proxy_class(type(value), self._proxy_classes)
        return kind(value, origin, self._trace)

    def reference(self, proxy: Proxy) -> Argument:
        """Return the value of the graph for the object itself."""
        value: Value | None = proxy._ag_value
        if value is not None:
            return value
        if proxy._ag_origin is None:
            self._begin_again(proxy._ag_real)
        value = self._trace.add_input(proxy._ag_origin, OBJECT)
        object.__setattr__(proxy, "_ag_value", value)
        return value

    def _begin_again(self, real: object) -> NoReturn:
        """Restart with an object made at run time, since something keeps it."""
        self._trace.facts.made.add(self._sites[id(real)])
        self._trace.restart()

    def begin_again_holding(self, container: Any) -> None:
        """Restart with the object that holds a container made at run time."""
        for real in self._alive:
            if self._holds(real, container):
                self._begin_again(real)

    def holds(self, container: Any) -> bool:
        """Whether an attribute of an object made here is or holds a container."""
        return any(self._holds(real, container) for real in self._alive)

    def contents(self) -> Iterator[Any]:
        """Yield the values of the attributes of the objects made here."""
        for attributes in self._made.values():
            yield from attributes.values()

    def _holds(self, real: object, container: Any) -> bool:
        held = all_containers(self._made[id(real)])
        return any(inner is container for inner in held)

    # Attributes -----------------------------------------------------------------------

    def attribute(self, proxy: ObjectProxy, name: str) -> Any:
        """Return ``proxy.name``."""
        kind = type(proxy._ag_real)
        hook = in_class(kind, "__getattribute__")
        if hook is None or name == "__dict__" or is_opaque(kind):
            return self.attribute_past_hook(proxy, name)
        return self._trace.asked.call_back(getattr, (proxy, name), {})

    def attribute_past_hook(self, proxy: ObjectProxy, name: str) -> Any:
        """Return ``object.__getattribute__(proxy, name)``."""
        real = proxy._ag_real
        kind = type(real)
        found = in_class(kind, name, ABSENT)
        from_class = self._comes_from_class(proxy, name, found)
        if isinstance(found, property):
            return self._property(undecorated(found.fget), proxy, name)
        if name == "__dict__" and hasattr(real, name):
            return self._namespace(proxy)
        if from_class:
            if binds(found):
                return self._method(proxy, found, name)
            if isinstance(found, (staticmethod, classmethod)):
                return self._class_method(kind, found, name)
            if _describes(found) and not is_opaque(kind):
                return self._described(proxy, found, name)
        if is_opaque(kind):
            return self.opaque_attribute(proxy, name)
        made = self._made.get(id(real))
        if made is None:
            return self._load(proxy, name)
        if name in made:
            return self._surely_there(real, name, made[name])
        if found is not ABSENT and type(found) is not MemberDescriptorType:
            return self._trace.part(Classes).attribute(kind, name)
        return self._without(proxy, name)

    def _namespace(self, proxy: ObjectProxy) -> Any:
        """Return ``proxy.__dict__``: the known attributes, for an object made here."""
        real = proxy._ag_real
        made = self._made.get(id(real))
        if made is None:
            return self._trace.asked.pure(vars, (proxy,), {})
        slots = any("__slots__" in vars(base) for base in type(real).__mro__)
        if slots or id(made) in self._unordered:
            self._begin_again(real)
        self._sites[id(made)] = self._sites[id(real)]
        space = self._namespaces.get(id(made))
        if space is None:
            space = self._namespaces[id(made)] = Namespace(made, None, self._trace)
        return space

    def _comes_from_class(self, proxy: ObjectProxy, name: str, found: Any) -> bool:
        """Whether a class attribute precedes the object's; guard that it stays so."""
        if found is ABSENT:
            return False
        if not _is_data_descriptor(found) and self._is_on_instance(proxy, name):
            return False
        self._trace.part(Classes).find(type(proxy._ag_real), name, proxy._ag_origin)
        return True

    def _is_on_instance(self, proxy: ObjectProxy, name: str) -> bool:
        """Whether an object itself has an attribute of this name."""
        made = self._made.get(id(proxy._ag_real))
        if made is not None:
            return name in made
        place = Place(proxy, "attribute", name)
        known = self._trace.knowledge.find(place)
        return known is not NOT_MET or name in _instance_dict(proxy._ag_real)

    def _class_method(self, kind: type, found: Any, name: str) -> Any:
        function = found.__func__
        staged = self._trace.asked.stage(function, Fixed(function, name))
        if isinstance(found, staticmethod):
            return staged
        return BoundFunction(staged, self._trace.asked.stage_class(kind))

    def _described(self, proxy: ObjectProxy, found: Any, name: str) -> Any:
        """Return what a descriptor in the class makes of an attribute."""
        trace = self._trace
        getter = in_class(type(found), "__get__")
        if is_convertible(getter):
            owner = trace.asked.stage_class(type(proxy._ag_real))
            descriptor = trace.asked.stage(found, Fixed(found, name))
            return trace.asked.traced(getter, (descriptor, proxy, owner), {})
        if type(found) is cached_property:
            return self._cached(proxy, found, name)
        return trace.asked.call_back(getattr, (proxy, name), {})

    def _cached(
        self, proxy: ObjectProxy, found: cached_property[Any], name: str
    ) -> Any:
        """Return the value of a cached property, and keep it."""
        trace = self._trace
        made = self._made.get(id(proxy._ag_real))
        if made is not None:
            value = trace.asked.call(found.func, (proxy,), {})
            write_slot(trace.builder, Slot(made, name), value)
            return value
        kept = hasattr(proxy._ag_real, "__dict__") and not trace.builder.staged
        if proxy._ag_origin is None or not kept:
            return trace.asked.call_back(getattr, (proxy, name), {})
        trace.guard(Guard(AttributeOf(proxy._ag_origin, "__dict__"), Lacks(name)))
        value = trace.asked.call(found.func, (proxy,), {})
        self._trace.part(Reads).store(Place(proxy, "attribute", name), value)
        return value

    def _without(self, proxy: ObjectProxy, name: str) -> Any:
        """Return an attribute that neither an object nor its class has."""
        getter = in_class(type(proxy._ag_real), "__getattr__")
        if getter is None:
            raise no_attribute(type(proxy._ag_real).__name__, name)
        if not is_convertible(getter):
            return self._trace.asked.call_back(getattr, (proxy, name), {})
        return self._trace.asked.traced(getter, (proxy, name), {})

    def _surely_there(self, real: object, name: str, value: Any) -> Any:
        """Return an attribute of an object made here; restart if a path lacks it."""
        if type(value) is Unbound:
            raise no_attribute(type(real).__name__, name)
        if type(value) is Symbol and UNBOUND in members(value._ag_value.type):
            self._begin_again(real)
        return value

    def _method(self, proxy: ObjectProxy, function: Any, name: str) -> Any:
        if isinstance(function, FunctionType) and not is_convertible(function):
            return self.opaque_attribute(proxy, name)
        return BoundFunction(StagedFunction(function, self._trace), proxy)

    def _property(self, getter: Any, proxy: ObjectProxy, name: str) -> Any:
        if is_convertible(getter):
            return self._trace.asked.traced(getter, (proxy,), {})
        if type(proxy._ag_real) in VALUES:
            return self._trace.asked.ask(getattr, proxy, name)
        return self._trace.asked.call_back(getattr, (proxy, name), {})

    def opaque_attribute(self, proxy: ObjectProxy, name: str) -> Any:
        """Return an attribute of an object whose class is not the user's."""
        try:
            value = on_behalf(getattr, proxy._ag_real, name)
        except AttributeError:
            if not self._trace.has_effects():
                raise
            # What runs before may set it.
            return self._trace.emit("load_attribute", proxy, name)
        if isinstance(value, CONSTANT_KINDS) and proxy._ag_origin is not None:
            # Its own methods may change it: what was read holds until one is called.
            place = Place(proxy, "attribute", name)
            known = self._trace.knowledge.find(place)
            if isinstance(known, Unknown):
                return self._trace.emit("load_attribute", proxy, name)
            return (
                known
                if known is not NOT_MET
                else self._trace.part(Reads).first_read(place, value, AttributeOf)
            )
        if callable(value):
            return OpaqueMethod(proxy, name)
        return self._trace.emit("load_attribute", proxy, name)

    def _load(self, proxy: ObjectProxy, name: str) -> Any:
        real = proxy._ag_real
        place = Place(proxy, "attribute", name)
        known = self._trace.knowledge.find(place)
        if known is not NOT_MET and not isinstance(known, Unknown):
            return known
        if isinstance(known, Unknown):
            return self._trace.part(Reads).load(place, known.type)
        if proxy._ag_origin is None:
            return self._trace.part(Reads).load(place, ANY)
        if not has_itself(real, name):
            self._trace.guard(Guard(proxy._ag_origin, Missing(name)))
            return self._without(proxy, name)
        if name in self._trace.facts.class_attributes:
            return self._trace.emit("ask_attribute", proxy, name)
        return self._trace.part(Reads).first_read(
            place, getattr(real, name), AttributeOf
        )

    def load_attribute(self, function: Any, name: str) -> Any:
        """Return an attribute that was set on a function."""
        return self._load(self._of_function(function), name)

    def store_attribute(self, function: Any, name: str, value: Any) -> None:
        """Set an attribute of a function."""
        self._trace.part(Reads).store(
            Place(self._of_function(function), "attribute", name), value
        )

    def _of_function(self, function: Any) -> ObjectProxy:
        return ObjectProxy(function, Fixed(function, function.__name__), self._trace)

    def set_attribute(self, proxy: ObjectProxy, name: str, value: Any) -> None:
        """Apply ``proxy.name = value``."""
        setter = in_class(type(proxy._ag_real), "__setattr__")
        if setter is None or setter is object.__setattr__:
            self.store_plain(proxy, name, value)
        elif is_convertible(setter):
            self._trace.part(Classes).run(setter, (proxy, name, value), {})
        else:
            self._trace.asked.call_back(setattr, (proxy, name, value), {})

    def store_plain(self, proxy: ObjectProxy, name: str, value: Any) -> None:
        """Apply ``object.__setattr__``."""
        trace = self._trace
        real = proxy._ag_real
        found = in_class(type(real), name, ABSENT)
        written = undecorated(found.fset) if isinstance(found, property) else None
        if is_convertible(written):
            trace.asked.traced(written, (proxy, value), {})
            return
        setter = in_class(type(found), "__set__")
        if is_convertible(setter):
            descriptor = trace.asked.stage(found, Fixed(found, name))
            trace.asked.traced(setter, (descriptor, proxy, value), {})
            return
        if hasattr(type(found), "__set__") and type(found) is not MemberDescriptorType:
            trace.asked.call_back(setattr, (proxy, name, value), {})
            return
        if type(found) is MemberDescriptorType:
            found = ABSENT
        elif not type(real).__dictoffset__:
            on_behalf(object.__setattr__, real, name, value)
        made = self._made.get(id(real))
        if made is None:
            self._trace.part(Reads).store(Place(proxy, "attribute", name), value)
            return
        self.store_made(made, name, value, found)

    def store_made(
        self, made: dict[str, Any], name: str, value: Any, shared: Any = ABSENT
    ) -> None:
        """Set an attribute of an object made here, which its class may have as well."""
        builder = self._trace.builder
        if name not in made and id(made) not in builder.region.born:
            self._unordered.add(id(made))  # another branch may set others first
            if shared is not ABSENT:
                made[name] = self._trace.asked.stage(shared, Fixed(shared, name))
        write_slot(builder, Slot(made, name), value)

    def iterable(self, proxy: ObjectProxy) -> Any:
        """Return what a `for` over an object iterates over."""
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        made = self.iterator(proxy)
        return self.stepping(made) if isinstance(made, ObjectProxy) else made

    def iterator(self, proxy: ObjectProxy) -> Any:
        """Return ``iter(proxy)``."""
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        iterates = in_class(kind, "__iter__")
        if is_convertible(iterates):
            return self._advancing(self.special(proxy, "__iter__", (), {}))
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
        if code.co_code != _GIVES_ITSELF.co_code:
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
        kind = type(proxy._ag_real)
        if is_opaque(kind):
            return self._trace.emit("iter", proxy)
        if in_class(kind, "__next__") is None:
            on_behalf(next, proxy)
        take = partial(self.special, proxy, "__next__", (), {})
        return Stepping(self._trace, take, (StopIteration,))

    def _by_index(self, proxy: ObjectProxy) -> Stepping:
        """Return the iteration over an object by its ``__getitem__``."""
        position = Slot({"position": 0}, "position")

        def take() -> Any:
            now = position.read()
            item = self.special(proxy, "__getitem__", (now,), {})
            write_slot(self._trace.builder, position, now + 1)
            return item

        return Stepping(self._trace, take, (IndexError, StopIteration))

    def iterate(self, proxy: ObjectProxy) -> Iterator[Any]:
        """Iterate over an object in Python."""
        items = self.iterable(proxy)
        if type(items) is not Stepping and is_recipe(items):
            items = collected(self._trace, items)
        if type(items) is Symbol:
            return self._trace.asked.iterate(items)
        return iter(items)

    def delete_attribute(self, proxy: ObjectProxy, name: str) -> None:
        """Apply ``del proxy.name``."""
        kind = type(proxy._ag_real)
        made = self._made.get(id(proxy._ag_real))
        found = in_class(kind, name)
        if in_class(kind, "__delattr__") is not None or (
            hasattr(type(found), "__delete__")
            and type(found) is not MemberDescriptorType
        ):
            self._trace.asked.call_back(delattr, (proxy, name), {})
        elif made is None:
            self._trace.emit("delete_attribute", proxy, name)
            self._trace.clobber()
        else:
            if id(made) in self._unordered:
                self._begin_again(proxy._ag_real)
            if name not in made:
                on_behalf(delattr, proxy._ag_real, name)
            self._surely_there(proxy._ag_real, name, made[name])
            write_slot(self._trace.builder, Slot(made, name), empty(name))

    def has(self, proxy: Proxy, name: str) -> Any:
        """Whether the object has an attribute."""
        real = proxy._ag_real
        made = self._made.get(id(real))
        if made is not None and name in made and type(made[name]) is not Unbound:
            self._surely_there(real, name, made[name])
            return True
        found = in_class(type(real), name)
        hooks = ("__getattr__", "__getattribute__")
        if (
            isinstance(found, property)
            or (hasattr(type(found), "__get__") and not callable(found))
            or any(in_class(type(real), hook) is not None for hook in hooks)
        ) and type(found) not in (MemberDescriptorType, staticmethod, classmethod):
            return self._trace.asked.call_back(hasattr, (proxy, name), {})
        if made is not None:
            return has_itself(real, name)
        place = Place(proxy, "attribute", name)
        known = self._trace.knowledge.find(place)
        if isinstance(known, Unknown):
            return self._trace.asked.call_back(hasattr, (proxy, name), {})
        if known is not NOT_MET:
            return True
        there = has_itself(real, name)
        if proxy._ag_origin is not None:
            test = Present(name) if there else Missing(name)
            self._trace.guard(Guard(proxy._ag_origin, test))
        return there

    # Special methods ------------------------------------------------------------------

    def special(self, proxy: ObjectProxy, name: str, args: Any, kwargs: Any) -> Any:
        """Call a special method of an object for an operator or builtin."""
        kind = type(proxy._ag_real)
        function = self._trace.part(Classes).find(kind, name, proxy._ag_origin)
        if is_opaque(kind) and name != "__bool__":
            return self._opaque_special(proxy, name, args, kwargs)
        if is_convertible(function):
            return self._trace.part(Classes).run(function, (proxy, *args), kwargs)
        if name == "__hash__":
            return hash(proxy)
        return self._opaque_special(proxy, name, args, kwargs)

    def _opaque_special(
        self, proxy: ObjectProxy, name: str, args: Any, kwargs: Any
    ) -> Any:
        """Record the call of a special method that is not converted."""
        if name == "__call__":
            return self._trace.asked.call_back(proxy, args, kwargs)
        word = name.strip("_")
        if word in COMPARISON_METHODS:
            return self._trace.asked.compare(COMPARISON_METHODS[word], proxy, *args)
        if word in SPECIAL_ROWS:
            return self._trace.emit(SPECIAL_ROWS[word], proxy, *args)
        if word[:1] == "r" and word[1:] in BINARY_METHODS:
            (left,) = args
            return self._trace.asked.operate(BINARY_METHODS[word[1:]], left, proxy)
        if word[:1] == "i" and word[1:] in BINARY_METHODS:
            changed = self._trace.emit(word, proxy, *args)
            self._trace.clobber()
            return changed
        if name in ("__next__", "__enter__", "__exit__", "__iter__"):
            self._refuse_special(proxy, name)
        return self._trace.asked.call_back_method(proxy, name, args, kwargs)

    def _refuse_special(self, proxy: ObjectProxy, name: str) -> NoReturn:
        kind = type(proxy._ag_real).__name__
        self._trace.refuse(
            NotStaged(
                f"Python calls {name} of the {kind} {proxy._ag_origin} while tracing",
                hint="use a `for` statement, a list or an array",
            )
        )

    def plain(self, answer: Any, wanted: str, key: str) -> Any:
        """Return the answer of a special method, which must be known while tracing."""
        if type(answer) is Symbol:
            refuse(self._trace, answer, wanted, key)
        return answer

    def truth(self, proxy: ObjectProxy) -> Any:
        """Return the truth of an object: a plain one, or a symbol."""
        kind = type(proxy._ag_real)
        for name in ("__bool__", "__len__"):
            if in_class(kind, name) is not None:
                return self.asked(proxy, name)
        return True

    def answers(self, value: Any, name: str) -> bool:
        """Whether a value is an object that has this method from the user."""
        if not isinstance(value, ObjectProxy) or is_opaque(type(value._ag_real)):
            return False
        return is_convertible(in_class(type(value._ag_real), name))

    def asked(self, proxy: ObjectProxy, name: str) -> Any:
        """Return the answer of a special method whose result Python checks."""
        kind = type(proxy._ag_real).__name__
        returned = self.special(proxy, name, (), {})
        if type(returned) is not Symbol:
            return on_behalf(answered, name, returned, kind)
        question = QUESTIONS[name]
        if question.as_is and self._trace.type_of(returned) == question.answer:
            return returned
        return self._trace.emit("answered", name, returned, kind)

    def as_index(self, value: Any) -> Any:
        """Return the integer that Python takes a value for as an index."""
        if not self.answers(value, "__index__"):
            return value
        return self.asked(value, "__index__")

    def is_same(self, proxy: ObjectProxy, other: object) -> Any:
        """Apply ``==`` to an object whose class leaves it to Python."""
        if is_opaque(type(proxy._ag_real)) or type(other) is Symbol:
            return self._trace.emit("equal", proxy, other)
        if isinstance(other, Proxy) and self._trace.part(Identities).same(other, proxy):
            return True
        return NotImplemented

    # Made -----------------------------------------------------------------------------

    def made(self, kind: type) -> ObjectProxy:
        """Make an instance that only the trace has, without attributes."""
        real = on_behalf(object.__new__, kind)
        attributes = self._made[id(real)] = {}
        self._trace.builder.region.born[id(attributes)] = attributes
        self._sites[id(real)] = self._trace.stack.site()
        self._alive.append(real)
        return proxy_class(kind, self._proxy_classes)(real, None, self._trace)


class OpaqueMethod:
    """A method of an object that is not the user's: called back at run time."""

    __slots__ = ("_name", "_proxy")

    def __init__(self, proxy: ObjectProxy, name: str) -> None:
        self._proxy = proxy
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        asked, real = self._proxy._ag_trace.asked, self._proxy._ag_real
        if type(real) in VALUES:
            return asked.ask(getattr(real, self._name), *args, **kwargs)
        return asked.call_back_method(self._proxy, self._name, args, kwargs)


_GIVES_ITSELF = (lambda self: self).__code__
"""The code of the ``__iter__`` of most iterators."""


SPECIAL_ROWS = {
    **BINARY_METHODS,
    **UNARY_METHODS,
    "abs": "absolute",
    "len": "len",
    "round": "round_of",
    "divmod": "divmod_of",
    "getitem": "load_item",
    "setitem": "store_item",
    "delitem": "delete_item",
}
"""Rows that record the special methods of objects that are not the user's."""
