"""One trace: a converted function run on symbols, recorded as a graph."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping
from types import FrameType, FunctionType
from typing import Any, NoReturn, TypeVar

import numpy as np

from runtime.errors import AutographError, Span
from runtime.ir.nodes import Argument, Constant, Display, Value
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.ops.infer import depends_on_width, infer
from runtime.ops.row import Row
from runtime.types import (
    ANY,
    NEVER,
    NONE,
    OBJECT,
    UNBOUND,
    AnyType,
    Tuple,
    Type,
    members,
    type_of,
)
from tracer.errors import RegionEnd, Restart
from tracer.policy import attribute_of
from tracer.record.asked import Asked, Recording
from tracer.record.builder import Builder, OpenRegion
from tracer.record.constructs import Constructs
from tracer.record.decisions import Decision, Stance
from tracer.record.facts import Facts
from tracer.record.frames import is_closing, user_frame
from tracer.record.hooks import Hooks
from tracer.record.leaks import leaked, of_an_ended_region, of_another_trace
from tracer.record.options import Options
from tracer.record.places import Knowledge
from tracer.record.stack import Stack
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.value_classes import PLAIN_TYPES
from tracer.record.wide_integers import tested
from tracer.serve.guards import Guard
from tracer.serve.origins import Fixed, Origin

P = TypeVar("P")
CONSTANT_TYPES = PLAIN_TYPES | {Unbound}


class Trace:
    """What is known while a function is being traced.

    Parameters
    ----------
    facts : Facts
        What earlier tries of this trace have learnt.
    options : Options
        What the user chose.
    operators : mapping
        What each operator of converted code does in a trace, by its name.
    """

    def __init__(
        self,
        facts: Facts,
        options: Options,
        operators: Mapping[str, Callable[..., Any]],
    ) -> None:
        self.operators = operators
        self.options = options
        self.stack = Stack(options)
        self.builder = Builder()
        self.parameters: tuple[str, ...] = ()
        self.ended = False
        self.construct = Constructs()
        self.tentative = 0
        self._applying: tuple[FrameType, int, str] | None = None
        self.refusal: AutographError | None = None
        self.restarting = False
        self._know_nothing_but(facts)

    def _know_nothing_but(self, facts: Facts) -> None:
        self.facts = facts
        self.hooks = Hooks()
        self.knowledge = Knowledge(self.builder)
        self.knowledge.type_of = self.type_of
        self.inputs: list[tuple[Value, Origin]] = []
        self.guards: list[Guard] = []
        self.printed: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.captured: dict[int, tuple[object, Value]] = {}
        self.whole: dict[int, Value] = {}  # of tuples that are told by identity
        self._parts: dict[object, Any] = {}

    def end(self) -> None:
        """Refuse symbols from now on, and forget the user's objects."""
        self.ended = True
        self.builder.end()
        self._know_nothing_but(Facts())

    asked: Asked
    """What values ask of the files above them; set where the trace begins."""

    def part(self, kind: Callable[[Trace], P]) -> P:
        """Return the trace's one part of a class, made when it is first asked for."""
        found: P | None = self._parts.get(kind)
        if found is None:
            if self.ended and is_closing():
                raise GeneratorExit  # Python ends one that nobody goes on with
            found = self._parts[kind] = kind(self)
        return found

    def emit(self, operation: str | Row, /, *args: Any, **kwargs: Any) -> Any:
        """Record an operation on staged values; return its result."""
        row = OPS[operation] if isinstance(operation, str) else operation
        for record in self.hooks.emit:
            result = record(row, args, kwargs)
            if result is not NotImplemented:
                return result
        return self.emit_plainly(row, *args, **kwargs)

    def emit_plainly(self, row: Row, /, *args: Any, **kwargs: Any) -> Any:
        """Record an operation, whatever else could record it."""
        for replaced in self.hooks.operands:
            args = replaced(row, args)
        for prepare in self.hooks.before_emit:
            prepare(row, args, kwargs)
        arguments = tuple([self.lift(argument) for argument in args])
        keywords = tuple([(name, self.lift(value)) for name, value in kwargs.items()])
        return self.record(row, arguments, keywords)

    def record(
        self,
        row: Row,
        args: tuple[Argument, ...],
        kwargs: tuple[tuple[str, Argument], ...] = (),
        of: Type | None = None,
        base: str = "t",
        span: Span | None = None,
        sure: bool = True,
    ) -> Any:
        """Record an operation on lifted arguments.

        Parameters
        ----------
        row, args, kwargs
            The call.
        of : Type, optional
            The type of the result, where more is known than the rule can tell.
        base : str
            The beginning of the result's name.
        span : Span, optional
            The position of the operation, if not that of the running code.
        sure : bool
            Whether an operation whose result has the type `of` cannot fail by type.
        """
        for prepare in self.hooks.before_record:
            prepare(row)
        inferred, fails = infer(row, args, kwargs)
        if of is not None and inferred != NEVER:
            inferred, fails = of, fails and not sure
        elif depends_on_width(row, args, kwargs, inferred):
            if self.facts.wide_integers:
                inferred, fails = ANY, True
            else:
                args, kwargs = tested(self.record, args, kwargs)
        inferred = self.typed(inferred)
        span = span or self.stack.span()
        if inferred == NEVER:
            self.builder.append(row, args, kwargs, fails=True, span=span)
            raise RegionEnd
        value = None if inferred == NONE else self.builder.value(base, inferred)
        asked = self.knowledge.asked(row, args, kwargs, value)
        results = () if value is None else (value,)
        fails = fails or asked != NEVER
        self.builder.append(row, args, kwargs, results, fails=fails, span=span)
        for note in self.hooks.recorded if results else ():
            note(row, *results)
        if asked != NEVER:  # a method of the user's class may do the work
            self.clobber(asked == OBJECT, replaces=False)
        return None if value is None else self.wrap(value, row=row)

    def wrap(
        self, value: Value, region: OpenRegion | None = None, row: Row | None = None
    ) -> Symbol:
        """Return the symbol of a value, usable in `region` or the innermost region."""
        symbol = Symbol(value, self, region or self.builder.region)
        for note in self.hooks.begun:
            note(symbol, row)
        return symbol

    def typed(self, of: Type) -> Type:
        """Return the type that a value of this type gets in the graph."""
        for widened in self.hooks.typed:
            of = widened(of)
        return of

    def lift(self, value: Any) -> Argument:
        """Return the argument of the graph for a staged value."""
        if is_staged(value):
            return value._ag_lift(self)
        kind = type(value)
        if kind is set or (kind in (list, dict) and self.asked.exists(value)):
            return self.lift(self.asked.materialized(value))
        if kind in CONSTANT_TYPES:
            if id(value) in self.facts.identical:
                return self.capture(value)
            return Constant(value)
        if kind is tuple or kind is list:
            if id(value) in self.whole:
                return self.whole[id(value)]
            items = tuple([self.lift(item) for item in value])
            return Display("tuple" if kind is tuple else "list", items)
        if kind is slice:
            parts = (value.start, value.stop, value.step)
            return Display("slice", tuple([self.lift(part) for part in parts]))
        if kind is dict:
            return self.display(value)
        lifted: Argument = self.asked.lift_object(value)
        return lifted

    def display(self, items: dict[Any, Any]) -> Display:
        """Return the display of a dict that is put together anew."""
        pairs = [self.lift(part) for pair in items.items() for part in pair]
        return Display("dict", tuple(pairs))

    def capture(self, value: object, origin: Origin | None = None) -> Value:
        """Make a Python object an input of the graph."""
        known = self.captured.get(id(value))
        if known is not None:
            return known[1]
        of = type_of(value)
        name = attribute_of(value, "__name__") or type(value).__name__.lower()
        place = origin if origin is not None else Fixed(value, str(name))
        plain = isinstance(value, np.ndarray) or type(value) in CONSTANT_TYPES
        made = self.add_input(place, of if plain else OBJECT)
        self.captured[id(value)] = (value, made)
        return made

    def add_input(self, origin: Origin, of: Type, name: str | None = None) -> Value:
        """Make the value of an origin an input of the graph."""
        text = name or str(origin)
        base = "".join(c if c.isalnum() else "_" for c in text).strip("_")
        value = self.builder.input(base or "value", self.typed(of))
        self.inputs.append((value, origin))
        return value

    def input_symbol(self, origin: Origin, of: Type, name: str | None = None) -> Symbol:
        """Return the symbol of an input, usable everywhere."""
        value = self.add_input(origin, of, name)
        return Symbol(value, self, self.builder.regions[0])

    def guard(self, guard: Guard) -> None:
        """Record an assumption."""
        self.guards.append(guard)

    def type_of(self, value: Any) -> Type:
        """Return the type that a staged value has at run time."""
        if is_staged(value):
            return value._ag_type()
        if type(value) is Unbound:
            return UNBOUND
        if type(value) is tuple:
            return Tuple(tuple([self.type_of(item) for item in value]))
        return type_of(value)

    def applied(self, sign: str, function: Callable[..., Any], *args: Any) -> Any:
        """Return what a function gives, with the operator noted that it applies."""
        before, frame = self._applying, self.stack.frame()
        self._applying = (frame, frame.f_lasti, sign)
        try:
            return function(*args)
        finally:
            self._applying = before

    def running_sign(self) -> str:
        """Return the sign of the operator that converted code is applying, if any."""
        if self._applying is None:
            return ""
        applying, instruction, sign = self._applying
        frame = self.stack.frame()
        return sign if frame is applying and frame.f_lasti == instruction else ""

    def refuse(self, error: AutographError) -> NoReturn:
        """Raise one of our errors, and remember it, so that nothing can swallow it."""
        if self.ended and is_closing():
            raise GeneratorExit  # Python ends one that nobody goes on with
        if error.span is None:
            error.span = self.stack.place()
        if not self.restarting:  # what it is for may be mended by the next try
            for learn in self.hooks.refusing:
                learn(error)
        self.refusal = self.refusal or error
        if is_closing():
            raise GeneratorExit
        raise error

    def decide(
        self,
        operator: str,
        stance: Stance,
        reason: str = "",
        of: Callable[..., Any] | None = None,
    ) -> None:
        """Record what becomes of the construct or call that runs.

        Parameters
        ----------
        operator, stance, reason
            See `Decision`.
        of : callable, optional
            A function at the position that is meant, if not the running one.
        """
        decisions = self.options.decisions
        frame = None if decisions is None else user_frame(sys._getframe(1))
        if decisions is None or frame is None:
            return
        place = (frame.f_code, frame.f_lasti)
        if type(of) is FunctionType:
            place = (of.__code__, -1)
        if decisions.add(Decision(operator, stance, reason, *place)):
            self.builder.on_rollback(decisions.made.pop)

    def check_usable(self, symbol: Symbol) -> None:
        """Refuse a symbol from another trace, or from a region that has ended."""
        owner: Recording = self
        if symbol._ag_trace.ended:
            raise GeneratorExit if is_closing() else leaked(symbol)
        if symbol._ag_trace is not owner:
            self.refuse(of_another_trace(symbol))
        if symbol._ag_region not in self.builder.regions:
            self.refuse(of_an_ended_region(symbol))

    def clobber(
        self, for_sure: bool = True, replaces: bool = True, steps: bool = False
    ) -> None:
        """Forget what is known of places: untraced code may have written them."""
        self.knowledge.clobber(replaces, steps)
        hooks = self.hooks
        for read_again in hooks.clobbered if for_sure else hooks.rebound:
            read_again()

    def bound(self, value: Any, check: str = "check_bound") -> Any:
        """Return a value that may be unbound, or raise at run time if it is."""
        if type(value) is Unbound:
            self.emit(check, value)
        if type(value) is Symbol:
            of = value._ag_value.type
            if any(m == UNBOUND or isinstance(m, AnyType) for m in members(of)):
                return self.emit(check, value)
        return value

    @property
    def repeats(self) -> bool:
        """Whether the traced code may run many times in one call by the user."""
        return self.stack.runs_any(self.facts.recursive)

    @property
    def runs_once(self) -> bool:
        """Whether the running code runs once in each call by the user."""
        return self.construct.depth == 0 and not self.repeats

    @property
    def in_loop(self) -> bool:
        """Whether the running code is in a loop of the graph, or in a recursion."""
        return self.repeats or any(each.repeats for each in self.builder.regions)

    def learn(self, facts: set[Any], *keys: Any) -> None:
        """Restart with facts, unless they are known already."""
        if not facts.issuperset(keys):
            self.restart_with(facts, *keys)

    def restart_with(self, facts: set[Any], *keys: Any) -> NoReturn:
        """Restart with facts."""
        facts.update(keys)
        self.restart()

    def is_left_to_run(self, site: Hashable = None) -> bool:
        """Whether the run makes what a position makes, the running one by default."""
        here = self.stack.site() if site is None else site
        return self.facts.makes(here, lists=False)

    def leave_to_run(self, *sites: Hashable, lists: bool = False) -> NoReturn:
        """Restart with what these positions make as made by the run."""
        self.facts.must_make(sites or [self.stack.site()], lists)
        self.restart()

    def restart(self) -> NoReturn:
        """Restart the whole trace with the current facts."""
        self.restarting = True
        raise GeneratorExit if is_closing() else Restart
