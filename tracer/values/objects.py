"""Python objects in a trace; their attributes are places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType, MemberDescriptorType
from typing import Any, NoReturn

from runtime.ir.nodes import Argument, Value
from runtime.ir.unbound import Unbound
from runtime.types import ANY, OBJECT, UNBOUND, members
from tracer.errors import NotStaged, no_attribute, on_behalf
from tracer.flow.container_contents import all_containers
from tracer.policy import attribute_of, is_convertible, is_opaque
from tracer.record.causes import CACHED
from tracer.record.late_restarts import LateRestarts
from tracer.record.made import Made, MadeHere
from tracer.record.places import NOT_MET, Place, Unknown
from tracer.record.slots import Slot, empty, write_slot
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf, Fixed, Origin
from tracer.serve.presence import Missing, NotOwn, Present, has_itself
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.arrived_namespaces import ArrivedNamespaces
from tracer.values.class_changes import stays
from tracer.values.classes import Classes
from tracer.values.descriptors import (
    class_method,
    described,
    may_be_computed,
    read_property,
)
from tracer.values.functions_and_classes import StagedBoundFunction, StagedFunction
from tracer.values.looked_up_again import looked_up_again
from tracer.values.lookup import (
    ABSENT,
    _describes,
    _instance_dict,
    _is_data_descriptor,
    binds,
    in_class,
    is_property,
    runs_code,
    undecorated,
)
from tracer.values.namespaces import Namespace
from tracer.values.opaque_attributes import OpaqueAttributes
from tracer.values.proxies import ObjectProxy, proxy_class
from tracer.values.reads import Reads


@dataclass(eq=False)
class MadeObject(Made):
    """An instance of a class, or its namespace.

    Attributes
    ----------
    attributes : dict
        Its attributes: storage of the trace.
    namespace : Namespace or None
        What stands for its ``__dict__``.
    """

    attributes: dict[str, Any] = field(default_factory=dict)
    namespace: Namespace | None = None


class Objects:
    """Instances of classes: those that arrive, and those made while tracing."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._here = MadeHere(trace, MadeObject)
        self._proxy_classes: dict[type, type[ObjectProxy]] = {object: ObjectProxy}
        self._unordered: set[int] = set()
        self._inputs: dict[str, object] = {}

    def stage(self, value: object, origin: Origin) -> ObjectProxy:
        """Return the proxy of an object that a call reaches by `origin`."""
        return proxy_class(type(value), self._proxy_classes)(value, origin, self._trace)

    def reference(self, proxy: Proxy) -> Argument:
        """Return the value of the graph for the object itself."""
        value: Value | None = proxy._ag_value
        if value is not None:
            if type(proxy._ag_made) is Symbol:
                self._trace.check_usable(proxy._ag_made)
            return value
        if proxy._ag_origin is not None:
            value = self._trace.add_input(proxy._ag_origin, OBJECT)
        else:
            with self._trace.part(LateRestarts).wait(id(proxy._ag_real)):
                self._begin_again(proxy._ag_real)
            value = self._trace.builder.value("made", OBJECT)
        object.__setattr__(proxy, "_ag_value", value)
        self._inputs[value.name] = proxy._ag_real
        return value

    def behind(self, value: Value) -> object:
        """Return what stands for an object of the graph in the trace, or None."""
        return self._inputs.get(value.name)

    def _begin_again(self, real: object) -> NoReturn:
        """Restart with an object made at run time, since something keeps it."""
        self._trace.facts.leave_instance(type(real))
        self._here.leave_to_run(real)

    def begin_again_holding(self, container: Any) -> None:
        """Restart with the object that holds a container made at run time."""
        for made in self._here:
            if any(inner is container for inner in all_containers(made.attributes)):
                self._begin_again(made.thing)

    def contents(self) -> Iterator[Any]:
        """Yield the values of the attributes of the objects made here."""
        for made in self._here:
            yield from made.attributes.values()

    def made_attributes(self, real: object) -> dict[str, Any] | None:
        """Return the attributes of an object made here; None of another."""
        made = self._here.find(real)
        return None if made is None else made.attributes

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
        made = self.made_attributes(real)
        found = in_class(kind, name, ABSENT)
        from_class = self._comes_from_class(proxy, name, found)
        if is_property(found):
            return read_property(self._trace, undecorated(found.fget), proxy, name)
        if name == "__dict__" and attribute_of(real, name) is not None:
            return self._namespace(proxy)
        if from_class:
            if binds(found):
                return self._method(proxy, found, name)
            if issubclass(type(found), (staticmethod, classmethod)):
                return class_method(self._trace, kind, found, name)
            if _describes(found) and not is_opaque(kind):
                return described(self._trace, proxy, found, name, made)
        if is_opaque(kind):
            return self._trace.part(OpaqueAttributes).read(proxy, name)
        own = made is None and not from_class
        if own and may_be_computed(self._trace, proxy, found, name):
            return self._trace.asked.call_back(getattr, (proxy, name), {}, cause=CACHED)
        if made is None:
            return self._load(proxy, name)
        if name in made:
            return self._surely_there(real, name, made[name])
        return self._of_class(proxy, name)

    def _of_class(self, proxy: ObjectProxy, name: str) -> Any:
        """Return an attribute that an object made here does not have itself."""
        kind = type(proxy._ag_real)
        found = in_class(kind, name, ABSENT)
        if found is not ABSENT and type(found) is not MemberDescriptorType:
            return self._trace.part(Classes).attribute(kind, name)
        return self._without(proxy, name)

    def _namespace(self, proxy: ObjectProxy) -> Any:
        """Return ``proxy.__dict__``: the known attributes, for an object made here."""
        real = proxy._ag_real
        made = self._here.find(real)
        if made is None:
            return self._trace.part(ArrivedNamespaces).of(proxy)
        slots = any("__slots__" in vars(base) for base in type(real).__mro__)
        if slots or id(made.attributes) in self._unordered:
            self._begin_again(real)
        if made.namespace is None:
            self._here.note(made.attributes, *made.sites)
            made.namespace = Namespace(made.attributes, None, self._trace)
        return made.namespace

    def _comes_from_class(self, proxy: ObjectProxy, name: str, found: Any) -> bool:
        """Whether a class attribute precedes the object's; guard that it stays so."""
        if found is ABSENT:
            return False
        if not _is_data_descriptor(found) and self.keeps(proxy, name):
            return False
        classes, kind = self._trace.part(Classes), type(proxy._ag_real)
        classes.find(kind, name, proxy._ag_origin, visible=True)
        hidden = not (_is_data_descriptor(found) or binds(found)) and _describes(found)
        if hidden and kind.__dictoffset__ and proxy._ag_origin is not None:
            self._trace.guard(Guard(proxy._ag_origin, NotOwn(name)))
        stays(self._trace, proxy)
        return True

    def _held(self, proxy: ObjectProxy, name: str, default: Any = None) -> Any:
        """Return what the class holds under a name; guard that it stays so."""
        kind = type(proxy._ag_real)
        found = self._trace.part(Classes).find(kind, name, proxy._ag_origin)
        return default if found is ABSENT else found

    def keeps(self, proxy: ObjectProxy, name: str) -> bool:
        """Whether an object itself has an attribute of this name."""
        made = self.made_attributes(proxy._ag_real)
        if made is not None:
            return name in made
        known = self._trace.knowledge.find(Place(proxy, "attribute", name))
        return known is not NOT_MET or name in _instance_dict(proxy._ag_real)

    def _without(self, proxy: ObjectProxy, name: str) -> Any:
        """Return an attribute that neither an object nor its class has."""
        getter = self._held(proxy, "__getattr__")
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
        if type(function) is FunctionType and not is_convertible(function):
            return self._trace.part(OpaqueAttributes).read(proxy, name)
        return StagedBoundFunction(StagedFunction(function, self._trace), proxy)

    def _load(self, proxy: ObjectProxy, name: str) -> Any:
        real = proxy._ag_real
        place = Place(proxy, "attribute", name)
        known = self._trace.knowledge.find(place)
        if isinstance(known, Unknown):
            held = looked_up_again(self._trace, proxy, name)
            if held is not ABSENT:
                return held
            if binds(in_class(type(real), name)):  # then each look makes a new method
                return self._trace.emit("ask_attribute", proxy, name)
            return self._trace.part(Reads).load(place, known.type)
        if known is not NOT_MET:
            return known
        if proxy._ag_origin is None:  # made by the run, and not changed since
            return self._of_class(proxy, name)
        if not has_itself(real, name):
            self._trace.guard(Guard(proxy._ag_origin, Missing(name)))
            return self._without(proxy, name)
        if name in self._trace.facts.class_attributes:
            return self._trace.emit("ask_attribute", proxy, name)
        value = getattr(real, name)
        return self._trace.part(Reads).first_read(place, value, AttributeOf)

    def load_attribute(self, function: Any, name: str) -> Any:
        """Return an attribute that was set on a function."""
        return self._load(self.of_function(function), name)

    def store_attribute(self, function: Any, name: str, value: Any) -> None:
        """Set an attribute of a function."""
        place = Place(self.of_function(function), "attribute", name)
        self._trace.part(Reads).store(place, value)

    def of_function(self, function: Any) -> ObjectProxy:
        """Return a function as an object that has attributes."""
        arrived = self._trace.part(ArrivedFunctions)
        return ObjectProxy(function, arrived.origin(function), self._trace)

    def set_attribute(self, proxy: ObjectProxy, name: str, value: Any) -> None:
        """Apply ``proxy.name = value``."""
        stays(self._trace, proxy)
        setter = self._held(proxy, "__setattr__")
        if setter is None or setter is object.__setattr__:
            self.store_plain(proxy, name, value)
        elif is_convertible(setter):
            self._trace.part(Classes).run(setter, (proxy, name, value), {})
        else:
            self._trace.asked.call_back(setattr, (proxy, name, value), {})

    def store_plain(self, proxy: ObjectProxy, name: str, value: Any) -> None:
        """Apply ``object.__setattr__``."""
        trace, real = self._trace, proxy._ag_real
        if name == "__class__":
            trace.refuse(
                NotStaged(
                    "the attribute '__class__' of an object is set",
                    hint="make an object of the other class, or do this in a function "
                    "marked @ag.do_not_convert",
                )
            )
        found = self._held(proxy, name, ABSENT)
        written = undecorated(found.fset) if is_property(found, "__set__") else None
        if is_convertible(written):
            trace.asked.traced(written, (proxy, value), {})
            return
        if is_convertible(setter := in_class(type(found), "__set__")):
            descriptor = trace.asked.stage(found, Fixed(found, name))
            trace.asked.traced(setter, (descriptor, proxy, value), {})
            return
        kind, in_slot = type(real), type(found) is MemberDescriptorType
        by_class = hasattr(type(found), "__set__") and not in_slot
        if by_class or (is_opaque(kind) and not kind.__dictoffset__):  # C's may take it
            trace.asked.call_back(setattr, (proxy, name, value), {})
            return
        if in_slot:
            found = ABSENT
        elif not kind.__dictoffset__:
            on_behalf(object.__setattr__, real, name, value)
        if (made := self.made_attributes(real)) is not None:
            self.store_made(made, name, value, found)
        else:
            self._trace.part(Reads).store(Place(proxy, "attribute", name), value)

    def store_made(
        self, made: dict[str, Any], name: str, value: Any, shared: Any = ABSENT
    ) -> None:
        """Set an attribute of an object made here, which its class may have as well."""
        builder = self._trace.builder
        if name not in made and id(made) not in builder.region.born:
            self._unordered.add(id(made))  # another branch may set others first
            if ANY in members(self._trace.type_of(value)):  # it may be unbound later
                self._begin_again(
                    next(m.thing for m in self._here if m.attributes is made)
                )
            if shared is not ABSENT:
                made[name] = self._trace.asked.stage(shared, Fixed(shared, name))
        write_slot(builder, Slot(made, name), value)

    def delete_attribute(self, proxy: ObjectProxy, name: str) -> None:
        """Apply ``del proxy.name``."""
        stays(self._trace, proxy)
        made, found = self.made_attributes(proxy._ag_real), self._held(proxy, name)
        if self._held(proxy, "__delattr__") is not None or (
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
        made = self.made_attributes(real)
        if made is not None and name in made and type(made[name]) is not Unbound:
            self._surely_there(real, name, made[name])
            return True
        if runs_code(type(real), name):
            return self._trace.asked.call_back(hasattr, (proxy, name), {})
        if made is not None:
            return has_itself(real, name)
        place = Place(proxy, "attribute", name)
        known = self._trace.knowledge.find(place)
        if isinstance(known, Unknown):  # no code of the class answers
            return self._trace.asked.pure(hasattr, (proxy, name), {})
        if known is not NOT_MET:
            return True
        there = has_itself(real, name)
        check = Present(name) if there else Missing(name)
        if proxy._ag_origin is not None:
            self._trace.guard(Guard(proxy._ag_origin, check))
        return there

    def made_by_the_run(
        self, kind: type, made: Symbol, attributes: dict[str, Any]
    ) -> ObjectProxy:
        """Return the proxy of an instance of the run, with what it is known to have."""
        real = on_behalf(object.__new__, kind)
        proxy = proxy_class(kind, self._proxy_classes)(real, None, self._trace)
        object.__setattr__(proxy, "_ag_value", made._ag_value)
        object.__setattr__(proxy, "_ag_made", made)
        self._inputs[made._ag_value.name] = real
        for name, value in attributes.items():  # they hide what the class holds
            self._trace.facts.stored.add(place := Place(proxy, "attribute", name))
            self._trace.knowledge.learn(place, value)
        return proxy

    def made(self, kind: type) -> ObjectProxy:
        """Make an instance that only the trace has, without attributes."""
        real = on_behalf(object.__new__, kind)
        attributes = self._here.note(real, self._trace.stack.site()).attributes
        self._trace.builder.region.born[id(attributes)] = attributes
        return proxy_class(kind, self._proxy_classes)(real, None, self._trace)
