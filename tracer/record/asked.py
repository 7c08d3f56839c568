"""What values see of the trace, and ask of the files above them: the one way up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from runtime.errors import AutographError
from runtime.ir.nodes import Argument, Value
from runtime.types import Type

if TYPE_CHECKING:
    from tracer.record.builder import Builder
    from tracer.record.facts import Facts
    from tracer.record.options import Options

P = TypeVar("P")
Answer = Callable[..., Any]


@dataclass(frozen=True)
class Asked:
    """The questions of values and constructs, each answered by a part of the trace.

    `tracer.tracing` says which part answers each. A file asks here only for what stands
    above it; what stands below it, it imports.
    """

    # Calls.
    call: Answer
    call_class: Answer
    call_back: Answer
    call_symbol: Answer
    call_back_method: Answer
    call_method: Answer
    call_plain_method: Answer
    call_numpy: Answer
    call_ufunc: Answer
    traced: Answer
    pure: Answer
    ask: Answer
    unknown: Answer
    builtin: Answer

    # Symbols.
    attribute: Answer
    set_attribute: Answer
    get_item: Answer
    set_item: Answer
    delete_item: Answer
    operate: Answer
    compare: Answer
    compare_values: Answer
    negated: Answer
    augment: Answer
    iterate: Callable[..., Iterator[Any]]
    static_length: Answer
    copy: Answer
    refuse_plain: Callable[..., NoReturn]

    # Objects and their classes.
    reference: Answer
    object_attribute: Answer
    object_keeps: Answer
    made_attributes: Answer
    set_object_attribute: Answer
    delete_object_attribute: Answer
    opaque_attribute: Answer
    attribute_past_hook: Answer
    store_plain: Answer
    store_made: Answer
    object_equals: Answer
    object_has: Answer
    object_source: Answer
    object_truth: Answer
    iterate_object: Answer
    plain_answer: Answer
    special: Answer
    new_instance: Answer
    instance_of_the_run: Answer
    depends_on_value: Answer
    function_attribute: Answer
    set_function_attribute: Answer
    function_as_object: Answer
    class_attribute: Answer
    set_class_attribute: Answer
    find_in_class: Answer

    # Staged values.
    stage: Answer
    stage_variable: Answer
    stage_class: Answer
    stand_in: Answer
    made_class: Answer
    class_must_exist: Answer
    original: Answer
    original_cell: Answer
    is_lasting: Answer
    twin: Answer
    lift_object: Answer
    function_at_run_time: Answer

    # Containers and iterators.
    materialized: Answer
    exists: Answer
    held: Answer
    freeze: Answer
    may_run_code: Answer
    is_generator: Answer


class Recording(Protocol):
    """The trace, as the values see it that it hands out."""

    asked: Asked
    operators: Mapping[str, Answer]
    builder: Builder
    facts: Facts
    options: Options
    knowledge: Any  # it and the stack stand above the values
    stack: Any
    ended: bool

    def emit(self, /, *args: Any, **kwargs: Any) -> Any:
        """Record an operation on staged values; return its result."""

    def part(self, kind: Callable[..., P]) -> P:
        """Return the trace's one part of a class."""

    def decide(self, /, *args: Any, **kwargs: Any) -> None:
        """Note what becomes of the construct or call that runs."""

    def running_sign(self) -> str:
        """Return the sign of the operator that converted code is applying."""

    def record(self, /, *args: Any, **kwargs: Any) -> Any:
        """Record an operation on arguments of the graph; return its result."""

    def capture(self, *args: Any) -> Value:
        """Make a Python object an input of the graph."""

    def guard(self, *args: Any) -> None:
        """Record an assumption."""

    def lift(self, value: Any) -> Argument:
        """Return the argument of the graph for a staged value."""

    def type_of(self, value: Any) -> Type:
        """Return the type that a staged value has at run time."""

    def check_usable(self, symbol: Any) -> None:
        """Refuse a symbol from another trace, or from a region that has ended."""

    def is_left_to_run(self, site: Hashable = None) -> bool:
        """Whether the run makes what a position makes, the running one by default."""

    def leave_to_run(self, *sites: Hashable) -> NoReturn:
        """Restart with what these positions make as made by the run."""

    def learn(self, facts: set[Any], *keys: Any) -> None:
        """Restart with facts, unless they are known already."""

    def clobber(self) -> None:
        """Forget what is known of places."""

    def refuse(self, error: AutographError) -> NoReturn:
        """Raise one of our errors, and remember it."""
