"""One trace: a converted function run on symbols, recorded as a graph."""

from __future__ import annotations

import copy
import inspect
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

import numpy as np

from runtime.errors import Span
from runtime.ir.graph import Argument, Constant, Display, Node, Region, Value
from runtime.ir.unbound import Unbound
from runtime.ops import BY_INFIX, OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import (
    NEVER,
    NONE,
    OBJECT,
    AnyType,
    Array,
    Container,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
    supported,
    type_of,
)
from runtime.types import Unbound as UnboundType
from tracer import (
    assertions,
    branches,
    comprehensions,
    generators,
    items,
    iterators,
    logic,
    loops,
    made_exceptions,
    managers,
    matching,
    plain_operators,
    plain_values,
    raising,
    starred,
    texts,
    tries,
)
from tracer.builder import Builder, OpenRegion
from tracer.cells import RunTimeCells
from tracer.classes import Classes
from tracer.containers import Containers
from tracer.decisions import Decision
from tracer.dispatch.arrays import ArrayDispatch
from tracer.dispatch.functions import FunctionDispatch
from tracer.endings import Ending
from tracer.errors import (
    LeakedSymbol,
    NeedsPlainValue,
    NotStaged,
    RegionEnd,
    Restart,
    TracingError,
)
from tracer.facts import Facts
from tracer.frames import user_frame, user_frames
from tracer.guards import Guard
from tracer.identity import Identities
from tracer.instructions import EQUALITY, MIRRORED, running_sign
from tracer.iterators import TracedIterator
from tracer.leaks import leaked
from tracer.made import PLAIN, MadeContainers
from tracer.made_functions import MadeFunctions
from tracer.named_tuples import NamedTuples
from tracer.objects import Objects
from tracer.options import Options
from tracer.origins import Fixed, Origin
from tracer.places import NOT_MET, Knowledge, Place, Unknown
from tracer.proxies import DictProxy, Proxy
from tracer.recipes import is_recipe
from tracer.run_generators import RunGenerators
from tracer.stack import Stack
from tracer.staging import Stager
from tracer.stand_ins import StandIn
from tracer.stepping import Stepping
from tracer.structure import is_structure, value_type
from tracer.symbols import Symbol
from tracer.unrolled import UnrolledIterators
from tracer.variables import Variables
from tracer.watching import watch

CONSTANT_TYPES = frozenset(
    {bool, int, float, complex, str, bytes, type(None), type(Ellipsis), Unbound}
)
CHOOSING = frozenset(
    {"getitem", "load_item", "iter", "next", "zip", "enumerate", "reversed"}
    | {"minimum_of", "maximum_of", "sorted", "tuple", "unpack"}
    | {"minimum_by_key", "maximum_by_key", "sorted_by_key", "group_by_key"}
    | {name for name in OPS if name.startswith("itertools_")}
)
"""Operations that give what a container holds."""
ASKED = frozenset("bool int float index hash str".split())
"""What Python asks of a value where an operator of converted code would not."""


class Trace:
    """What is known while a function is being traced.

    Converted code reaches the staged form of its operators through the trace
    (`assertions`, `branches`, `loops`, `items`, `logic`, `raising`, `texts`), so that
    the operators themselves import neither this package nor NumPy: without a trace
    they are plain Python.

    Parameters
    ----------
    facts : Facts
        What earlier tries of this trace have learnt.
    options : Options
        What the user chose.
    """

    assertions = assertions
    branches = branches
    comprehensions = comprehensions
    plain_operators = plain_operators
    generators = generators
    items = items
    iterators = iterators
    logic = logic
    loops = loops
    managers = managers
    matching = matching
    raising = raising
    starred = starred
    texts = texts
    tries = tries

    def __init__(self, facts: Facts, options: Options) -> None:
        self.facts = facts
        self.options = options
        self.stack = Stack(options)
        self.builder = Builder(_running)
        self.knowledge = Knowledge(self.builder)
        self.knowledge.type_of = self.type_of
        self.stager = Stager(self)
        self.objects = Objects(self)
        self.classes = Classes(self)
        self.named_tuples = NamedTuples(self)
        self.identities = Identities(self)
        self.containers = Containers(self)
        self.variables = Variables(self)
        self.made = MadeContainers(self)
        self.arrays = ArrayDispatch(self)
        self.functions = FunctionDispatch(self)
        self.parameters: tuple[str, ...] = ()
        self.inputs: list[tuple[Value, Origin]] = []
        self.guards: list[Guard] = []
        self.printed: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.ended = False
        self.construct_depth = 0
        self.frozen_calls = 0
        self.tests: dict[str, tuple[Symbol, bool]] = {}
        self.read_once: set[Place] = set()
        self.try_depths: list[int] = []
        self.handling: list[bool] = []
        self.endings: list[Ending] = []
        self.tentative = 0
        self.applying: tuple[FrameType, str] | None = None
        self.consumers: list[Callable[[Any], Any]] = []
        self.quiet_managers: set[str] = set()
        self.spent_iterators = False
        self.advanced: weakref.WeakSet[TracedIterator] = weakref.WeakSet()
        self.left_over: list[object] = []
        self.run_generators = RunGenerators(self)
        self.refusal: TracingError | None = None
        self.restarting = False
        self.recursive_calls = 0
        self.last_calls: dict[CodeType, tuple[object, int]] = {}
        self.made_functions = MadeFunctions(self)
        self.cells = RunTimeCells(self)
        self.unrolled = UnrolledIterators(self)
        self.branching: list[tuple[CodeType, int]] = []
        self.exceptions: dict[int, tuple[BaseException, Symbol]] = {}
        self._captured: dict[int, tuple[object, Value]] = {}

    # Recording -------------------------------------------------------------------

    def emit(self, operation: str | Row, *args: Any, **kwargs: Any) -> Any:
        """Record an operation on staged values; give its result."""
        row = OPS[operation] if isinstance(operation, str) else operation
        if any(map(self.run_generators.within, (*args, *kwargs.values()))):
            return self.run_generators.emit(row, args, kwargs)
        return self.emit_plainly(row, *args, **kwargs)

    def emit_plainly(self, row: Row, *args: Any, **kwargs: Any) -> Any:
        """Record an operation that runs no code of a generator."""
        if row.functions:
            args = tuple([self.variables.values_in(value) for value in args])
        if row.holds or row.writes:
            for value in (*args, *kwargs.values()):
                if row.holds:
                    self.made.hold(value)
                self.made.freeze(value)
                self.made.escapes(value)
        if 0 in row.writes:
            self.made.changes(args[0])
        if row.name in CHOOSING:
            for value in args[:1] if row.name == "getitem" else args:
                self.made.chosen_from(value)
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
            The type of the result where more is known than the rule can tell.
        base : str
            What its name begins with.
        span : Span, optional
            Where it stands, if not where converted code is running.
        sure : bool
            Whether an operation whose result has the type `of` cannot fail by type.
        """
        self.cells.bring_up_to_date()
        inferred, fails = infer(row, args, kwargs)
        if of is not None and inferred != NEVER:
            inferred, fails = of, fails and not sure
        inferred = self.made.typed(inferred)
        if self.try_depths:
            self.refuse_in_try(row)
        span = span or self.stack.span()
        if inferred == NEVER:
            self.builder.append(row, args, kwargs, fails=True, span=span)
            raise RegionEnd
        if inferred == NONE:
            self.builder.append(row, args, kwargs, fails=fails, span=span)
            return None
        value = self.builder.value(base, inferred)
        self.builder.append(row, args, kwargs, (value,), fails=fails, span=span)
        if row.holds and row.returns == "shares" and not row.effect:
            self.made.made_by_the_run(value.name)
        return Symbol(value, self, self.builder.region)

    def wrap(self, value: Value, region: OpenRegion | None = None) -> Symbol:
        """Give the symbol of a value that is usable in `region`, or the innermost."""
        return Symbol(value, self, region or self.builder.region)

    def lift(self, value: Any) -> Argument:
        """Give what stands for a staged value in the graph."""
        kind = type(value)
        if kind is Symbol:
            self.check_usable(value)
            known: Value = value._ag_value
            self.unrolled.used(known.name)
            return known
        if kind is set or (kind in PLAIN and self.made.exists(value)):
            return self.lift(self.made.materialized(value))
        if kind in CONSTANT_TYPES:
            return Constant(value)
        if kind is tuple or kind is list:
            items = tuple([self.lift(item) for item in value])
            return Display("tuple" if kind is tuple else "list", items)
        if kind is slice:
            parts = (value.start, value.stop, value.step)
            return Display("slice", tuple([self.lift(part) for part in parts]))
        if kind is dict:
            return self.display(value)
        if isinstance(value, Proxy):
            return self.objects.reference(value)
        if isinstance(value, StandIn):
            return self.lift(value._ag_original)
        return self._lift_object(value)

    def display(self, items: dict[Any, Any]) -> Display:
        """Give what stands for a dict put together anew."""
        pairs = [self.lift(part) for pair in items.items() for part in pair]
        return Display("dict", tuple(pairs))

    def _lift_object(self, value: Any) -> Argument:
        if isinstance(value, np.generic) and supported(value.dtype):
            return Constant(value)
        if isinstance(value, (np.dtype, np.ufunc)):
            return Constant(value)
        if isinstance(value, type) and is_builtin_class(value):
            return Constant(value)
        if is_structure(value):
            fields = Display("tuple", tuple([self.lift(item) for item in value]))
            row = OPS["build"]
            kind = self.capture(self.named_tuples.original(type(value)))
            made = self.record(row, (kind, fields), of=OBJECT)
            return self.lift(made)
        if isinstance(value, np.ndarray):
            plain_operators.meets_array(self)
        if isinstance(value, BaseException) and made_exceptions.is_made_anew(value):
            return self.lift(made_exceptions.instance(self, value))
        if type(value) is Stepping:
            self.refuse(
                NotStaged(
                    "an object of the user's is gone through together with values "
                    "known only when the graph runs",
                    hint="go through it with a `for` statement",
                )
            )
        value = self.stager.original(value)
        made = self.made_functions.at_run_time(value)
        if made is not None:
            return self.lift(made)
        # Of a branch it would be a symbol, which no operator takes for what it says.
        declined = value is NotImplemented and not self.builder.staged
        if not (declined or self.stager.is_lasting(value)):
            if isinstance(value, type):
                self.stager.class_must_exist(value)
            self.run_generators.leave_held(value)
            self.refuse(leaving(value))
        return self.capture(value)

    def capture(self, value: object, origin: Origin | None = None) -> Value:
        """Make a Python object an input of the graph."""
        known = self._captured.get(id(value))
        if known is not None:
            return known[1]
        of = type_of(value)
        name = getattr(value, "__name__", None) or type(value).__name__.lower()
        place = origin if origin is not None else Fixed(value, str(name))
        made = self.add_input(place, of if isinstance(value, np.ndarray) else OBJECT)
        self._captured[id(value)] = (value, made)
        return made

    def add_input(self, origin: Origin, of: Type, name: str | None = None) -> Value:
        """Make what an origin reaches an input of the graph."""
        text = name or str(origin)
        base = "".join(c if c.isalnum() else "_" for c in text).strip("_")
        value = self.builder.input(base or "value", self.made.typed(of))
        self.inputs.append((value, origin))
        return value

    def input_symbol(self, origin: Origin, of: Type, name: str | None = None) -> Symbol:
        """Give the symbol of an input, usable everywhere."""
        value = self.add_input(origin, of, name)
        return Symbol(value, self, self.builder.regions[0])

    def guard(self, guard: Guard) -> None:
        """Note an assumption."""
        self.guards.append(guard)

    def type_of(self, value: Any) -> Type:
        """Give the type that a staged value has at run time."""
        kind = type(value)
        if kind is Symbol:
            found: Type = value._ag_value.type
            return found
        if kind is Unbound:
            return type_of_unbound
        if kind is tuple:
            return Tuple(tuple([self.type_of(item) for item in value]))
        if isinstance(value, (Proxy, StandIn)):
            return OBJECT
        return type_of(value)

    def running_sign(self) -> str:
        """Give the sign of the operator that converted code is applying, if any."""
        frame = user_frame(sys._getframe(1))
        if self.applying is not None and self.applying[0] is frame:
            return self.applying[1]
        return running_sign(frame)

    # What is refused ---------------------------------------------------------------

    def refuse(self, error: TracingError) -> NoReturn:
        """Raise one of our errors, and remember it: nobody may swallow it."""
        if self.ended and any(map(_generates, user_frames(sys._getframe(1)))):
            raise GeneratorExit  # Python ends one that nobody goes on with
        if error.span is None:
            error.span = self.stack.place()
        frame = user_frame(sys._getframe(1))
        if frame is not None and isinstance(error, NeedsPlainValue):
            generators.watch_yields(self, frame.f_code)
        if not (self.tentative or self.ended):
            self.run_generators.leave()
        self.refusal = self.refusal or error
        if _closing():
            raise GeneratorExit
        raise error

    def note_refusal(self, error: TracingError) -> None:
        """Remember an error of ours where none can be raised."""
        error.span = error.span or self.stack.place()
        self.refusal = self.refusal or error

    def decide(
        self,
        operator: str,
        stance: str,
        reason: str = "",
        of: Callable[..., Any] | None = None,
    ) -> None:
        """Note, for whoever asks, what becomes of the construct or call that runs.

        Parameters
        ----------
        operator, stance, reason
            See `Decision`.
        of : callable, optional
            What stands at the place that is meant, if not what is running.
        """
        decisions = self.options.decisions
        frame = None if decisions is None else user_frame(sys._getframe(1))
        if decisions is None or frame is None:
            return
        place = (frame.f_code, frame.f_lasti)
        if isinstance(of, FunctionType):
            place = (of.__code__, -1)
        decisions.made.append(Decision(operator, stance, reason, *place))
        self.builder.on_rollback(decisions.made.pop)

    def forget_refusal(self) -> None:
        """A refusal was met by doing otherwise."""
        self.refusal = None

    def refuse_plain(self, symbol: Symbol, wanted: str, key: str) -> NoReturn:
        """Refuse to give the value of a symbol."""
        if self.ended:
            raise leaked(symbol)
        frame = user_frame(sys._getframe(1))
        if frame is not None and key in ASKED:
            watch(self, frame.f_code, frame.f_lasti)
        plain_values.refuse(self, symbol, wanted, key)

    def refuse_object(self, proxy: Proxy, what: str) -> NoReturn:
        """Refuse to do something with an object of the user's."""
        name, origin = type(proxy._ag_real).__name__, proxy._ag_origin
        described = f"the {name} {origin}" if origin else f"a {name} made here"
        self.refuse(
            NotStaged(
                f"{described} cannot be {what} in a traced function",
                hint="do it before the call, or in a function marked "
                "@ag.do_not_convert",
            )
        )

    def refuse_in_try(self, row: Row) -> NoReturn:
        """Refuse an operation whose error a handler of the user would see."""
        if not (self.tentative or self.ended):
            self.run_generators.leave(suspended=True)
        frame = user_frame(sys._getframe(1))
        yields = frame is not None and _generates(frame)
        yields = yields or any(items.is_within for items in self.advanced)
        self.refuse(
            NotStaged(
                f"the operation {row.name} stands in the body of a `try`, whose "
                "handlers the graph cannot run yet",
                hint="give the generator to the `for` itself, and not to a name: "
                "for item in generator(...)"
                if yields
                else "test for the case instead of catching its error, or move the "
                "`try` into a function marked @ag.do_not_convert",
            )
        )

    def check_usable(self, symbol: Symbol) -> None:
        """Refuse a symbol from another trace, or from a region that has ended."""
        if symbol._ag_trace.ended:
            raise GeneratorExit if _closing() else leaked(symbol)
        if symbol._ag_trace is not self:
            self.refuse(
                LeakedSymbol(
                    f"a value of another trace ({symbol!r}) is used here",
                    hint="return values from the function instead of keeping them in "
                    "globals or attributes of unconverted objects",
                )
            )
        if symbol._ag_region not in self.builder.regions:
            self.refuse(
                LeakedSymbol(
                    f"the value {symbol!r}, made in a branch or loop, is used outside "
                    "of it through something that only Python sees",
                    hint="return it from the branch or loop: assign it to a local "
                    "name, or collect it in a list made in the same function",
                )
            )

    # Symbols ask here --------------------------------------------------------------

    def compare(self, row: str, asked: Any, other: Any) -> Any:
        """Record what Python asks an operand to compare itself with."""
        if type(other) is Symbol:
            return self.emit(row, asked, other)
        sign, mirrored = self.running_sign(), MIRRORED.get(row)
        if sign and sign == mirrored:
            return self.emit(BY_INFIX[sign], other, asked)
        if type(other) is complex and sign in EQUALITY:
            # A float on the right of a complex number makes no NumPy comparison.
            frame = self.stack.frame()
            watch(self, frame.f_code, frame.f_lasti)
        return self.emit(row, asked, other)

    def call_ufunc(self, ufunc: np.ufunc, method: str, inputs: Any, kwargs: Any) -> Any:
        """Record what `__array_ufunc__` was asked."""
        return self.functions.ufunc(ufunc, method, inputs, kwargs)

    def call_function(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Record a call of a NumPy function."""
        return self.functions.numpy_function(function, args, kwargs)

    def call_back(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Record a call of a function of which nothing is known."""
        return self.functions.call_back(function, args, kwargs)

    def attribute(self, symbol: Symbol, name: str, asking: FrameType) -> Any:
        """Give an attribute of a symbol, for which the code of a frame asks."""
        self.check_usable(symbol)
        return self.arrays.attribute(symbol, name, asking)

    def set_attribute(self, symbol: Symbol, name: str, value: Any) -> None:
        """Set an attribute of a symbol."""
        self.arrays.set_attribute(symbol, name, value)

    def get_item(self, symbol: Symbol, index: Any) -> Any:
        """Give ``symbol[index]``."""
        return self.arrays.get_item(symbol, index)

    def set_item(self, symbol: Symbol, index: Any, value: Any) -> None:
        """Do ``symbol[index] = value``."""
        of = symbol._ag_value.type
        if not isinstance(of, (Array, Container)):
            self.made.check_change("an item is set")
        if isinstance(of, List):
            if type(index) is not slice:
                self.made.widen(symbol, value_type(self, value))
            elif hasattr(type(value), "__iter__"):  # else the run raises
                value = self.made.extension(symbol, value)
        if not isinstance(of, Array):
            self.made.hold(value)
        self.emit("setitem", symbol, index, value)
        if self.is_unknown(symbol):
            self.clobber()

    def delete_item(self, symbol: Symbol, index: Any) -> None:
        """Do ``del symbol[index]``."""
        self.emit("delete_item", symbol, index)
        if self.is_unknown(symbol):
            self.clobber()

    def is_unknown(self, symbol: Symbol) -> bool:
        """Say whether a value may be something that a place of the trace holds."""
        known = (Array, List, Container, NumpyScalar, PythonScalar, Tuple)
        options = members(symbol._ag_value.type)
        return not all(isinstance(each, known) for each in options)

    def clobber(self) -> None:
        """Forget what is known of places: code that is not traced may have written."""
        self.made.changes_unseen()
        self.knowledge.clobber()
        self.stager.read_again()
        self.cells.read_again()

    def augment(self, symbol: Symbol, name: str, value: Any) -> Any:
        """Do ``symbol += value`` or its like."""
        return self.arrays.augment(symbol, name, value)

    def iterate(self, symbol: Symbol, frame: FrameType) -> Iterator[Any]:
        """Iterate over a symbol in Python."""
        return self.arrays.iterate(symbol, frame)

    def static_length(self, symbol: Symbol) -> int | None:
        """Give the length of a symbol where its type tells it."""
        return self.arrays.static_length(symbol)

    def copy(self, symbol: Symbol, how: Callable[[Any], Any] = copy.copy) -> Any:
        """Give a copy of a symbol's value."""
        return self.arrays.copy(symbol, how)

    def divide_with_remainder(self, left: Any, right: Any) -> Any:
        """Give ``divmod(left, right)``."""
        return self.emit("divmod_of", left, right)

    def bound(self, value: Any, check: str = "check_bound") -> Any:
        """Give a value that may be unbound, or raise at run time if it is."""
        if type(value) is Unbound:
            self.emit(check, value)
        if type(value) is Symbol:
            of = value._ag_value.type
            if any(isinstance(m, (UnboundType, AnyType)) for m in members(of)):
                return self.emit(check, value)
        return value

    def show_printed(self) -> None:
        """Print what is to stand before whatever a call does that runs now."""
        facts = self.facts
        for values, keywords in self.printed[facts.shown :]:
            print(*values, **keywords)
        facts.shown = max(facts.shown, len(self.printed))

    def has_effects(self) -> bool:
        """Say whether what is recorded so far prints, raises or writes anything."""
        return _has_effects(self.builder.regions[0].nodes)

    def has_effects_since(self, count: int, but: str) -> bool:
        """Say so of what follows the first nodes of the innermost region.

        Parameters
        ----------
        count : int
            How many nodes are not looked at.
        but : str
            An operation that does not count.
        """
        nodes = self.builder.region.nodes[count:]
        return _has_effects(nodes, but)

    # Calls -------------------------------------------------------------------------

    @contextmanager
    def construct(self) -> Iterator[None]:
        """Note that what runs now stands under an `if` or a loop of the source."""
        self.construct_depth += 1
        try:
            yield
        finally:
            self.construct_depth -= 1

    @property
    def repeats(self) -> bool:
        """Whether what is traced may run many times in one call of the user's."""
        return not self.facts.recursive.isdisjoint(self.stack.running)

    @property
    def runs_once(self) -> bool:
        """Whether what stands here runs once in each call of the user's."""
        return self.construct_depth == 0 and not self.repeats

    def restart(self) -> NoReturn:
        """Begin the whole trace again with the facts as they are now."""
        self.restarting = True
        raise GeneratorExit if _closing() else Restart

    def read_place(self, place: Place) -> Any:
        """Read a place as converted code would."""
        if place.kind == "attribute":
            return getattr(place.proxy, str(place.key))
        return place.proxy[place.key]  # type: ignore[index]

    def place_exists(self, place: Place) -> bool:
        """Say whether a place that was not met is there, and see that it stays so."""
        if place.kind == "attribute":
            return bool(self.objects.has(place.proxy, str(place.key)))
        if type(place.proxy) is DictProxy:
            return place.key in place.proxy
        return True

    def entry_type(self, place: Place) -> Type:
        """Give the type that a place has where a loop begins."""
        known = self.knowledge.find(place)
        if isinstance(known, Unknown):
            return known.type
        if known is not NOT_MET:
            return self.type_of(known)
        return NEVER

    def store(self, place: Place, value: Any) -> None:
        """Record a store to a place of a real object."""
        name = "store_attribute" if place.kind == "attribute" else "store_item"
        if place.kind == "attribute" and self.objects.hooks_stores(place.proxy):
            name = "store_plainly"
        row = OPS[name]
        target = self.objects.reference(place.proxy)
        value = self.made.kept(value)
        lifted = self.lift(value)
        self.record(row, (target, Constant(place.key), lifted))
        self.knowledge.store(place, value, self.type_of(value))


def _has_effects(nodes: list[Node], but: str = "") -> bool:
    return any(
        node.fails or getattr(node.operation, "effect", False)
        for node in Region((), tuple(nodes), None).walk()
        if node.operation.name != but
    )


type_of_unbound: Type = UnboundType()


def leaving(value: Any) -> NotStaged:
    """Give the refusal of something that only the trace has."""
    name = value.__class__.__name__
    hint = "make it before the call and pass it, or do this in a function marked "
    hint += "@ag.do_not_convert"
    if is_recipe(value) or isinstance(value, Iterator):
        hint = "make a list of its items, and use or return that: list(...)"
    return NotStaged(
        f"{'an' if name[:1] in 'aeiou' else 'a'} {name} made in the function leaves "
        "it, or is used at run time",
        hint=hint,
    )


def is_builtin_class(value: type) -> bool:
    """Say whether a class can be named in the text of a graph."""
    return value.__module__ in ("builtins", "numpy") and (
        value.__module__ == "builtins"
        or issubclass(value, (np.generic, np.ndarray))
        or value is np.dtype
    )


def _generates(frame: FrameType) -> bool:
    return bool(frame.f_code.co_flags & inspect.CO_GENERATOR)


def _closing() -> bool:
    """Say whether Python ends a generator that nobody goes on with.

    It would print any other exception, and go on all the same.
    """
    frames = user_frames(sys._getframe(1))
    return type(sys.exception()) is GeneratorExit and any(map(_generates, frames))


def _running() -> int:
    """Give the identity of the frame of converted code that runs."""
    return id(user_frame(sys._getframe(1)))
