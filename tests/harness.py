"""Run a function plain and decorated, and say whether anybody could tell.

An `Outcome` is all that a call left behind: its value, what it printed, the
exception and the warnings it raised, and its arguments afterwards. Values are
written down as *trees* of plain tuples, exact to the type and the bit, in which
objects met twice are references; so a result that *is* an argument, and arrays that
share memory, are part of what is compared.
"""

from __future__ import annotations

import contextlib
import copy
import io
import itertools
import random
import re
import signal
import sys
import traceback
import types
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.notes import PREFIX
from runtime.variable import Variable
from tests.alarms import AGAIN, no_callbacks_of_the_collector

Tree = Any
NOTE_OF_OURS = re.compile(rf"{PREFIX}|\w+ has no value ")
OUR_PACKAGES = ("autograph", "tracer", "runtime")
SAME, REFUSED, OBSCURE, DIFFERENT = "same", "refused", "obscure", "different"
VERDICTS = (SAME, REFUSED, OBSCURE, DIFFERENT)  # from best to worst

COMPREHENSIONS = frozenset(
    f"<{kind}>" for kind in "listcomp setcomp dictcomp genexpr".split()
)
"""Frames that only Python before 3.12 has, but for those of generator expressions."""


class TimeUp(BaseException):
    """The call took longer than it was given."""


@dataclass(frozen=True)
class Outcome:
    """What one call left behind."""

    value: Tree
    error: Tree
    printed: str
    warned: frozenset[tuple[str, str]]
    arguments: Tree
    state: Tree
    shared: frozenset[tuple[str, str]]
    lines: tuple[int, ...] = ()
    refusal: str | None = None
    told: tuple[str, ...] = ()
    """Our own warnings, which plain Python does not give."""

    @property
    def raised(self) -> bool:
        return self.error is not None


# --- values as trees ------------------------------------------------------------


@dataclass
class Describer:
    """Writes values down; remembers objects so that identity is described too."""

    seen: dict[int, tuple[str, Any]] = field(default_factory=dict)
    arrays: dict[str, np.ndarray] = field(default_factory=dict)

    def tree(self, value: Any, path: str) -> Tree:
        kind = type(value)  # what it is, whatever its `__class__` says
        if kind.__module__.partition(".")[0] in OUR_PACKAGES and kind is not Variable:
            return ("of ours, leaked", type_name(kind))
        if issubclass(kind, bool | int | float | complex | str | bytes | np.generic):
            return (type_name(kind), without_addresses(repr(value)))
        if value is None or value is Ellipsis or value is NotImplemented:
            return ("constant", repr(value))
        if issubclass(kind, range | slice | np.dtype):
            return (type_name(kind), repr(value))
        if issubclass(kind, type | types.FunctionType | types.BuiltinFunctionType):
            return ("name", f"{value.__module__}.{value.__qualname__}")
        if issubclass(kind, np.ufunc | types.ModuleType):
            return ("name", value.__name__)
        if issubclass(kind, tuple):
            return (type_name(kind), self.children(value, path))
        if id(value) in self.seen:
            return ("same object as", self.seen[id(value)][0])
        self.seen[id(value)] = (path, value)
        return self.object_tree(value, path)

    def object_tree(self, value: Any, path: str) -> Tree:
        kind = type(value)
        name = type_name(kind)
        if issubclass(kind, np.ndarray):
            self.arrays[path] = value
            return self.array_tree(value, path)
        if issubclass(kind, list):
            return (name, self.children(value, path))
        if issubclass(kind, dict):
            return (name, self.items(value, path))
        if issubclass(kind, set | frozenset):
            return (name, tuple(sorted(repr(self.tree(v, path)) for v in value)))
        if issubclass(kind, types.MethodType):
            return (name, value.__name__, self.tree(value.__self__, path + ".__self__"))
        if issubclass(kind, BaseException):
            return error_tree(value)
        if kind is Variable:
            held = {"value": value.value, "type": str(value.type), "name": value.name}
            return (name, self.items(held, path))
        if issubclass(kind, Iterator):
            rest = list(itertools.islice(value, 1000))
            return (name, self.children(rest, path))
        held = attributes(value)
        if not held and not same_text(kind):
            return (name, without_addresses(repr(value)))
        return (name, self.items(held, path))

    def children(self, values: Sequence[Any], path: str) -> Tree:
        return tuple(self.tree(v, f"{path}[{i}]") for i, v in enumerate(values))

    def items(self, mapping: dict[Any, Any], path: str) -> Tree:
        return tuple(
            (self.tree(key, path), self.tree(value, f"{path}[{key!r}]"))
            for key, value in mapping.items()
        )

    def array_tree(self, array: np.ndarray, path: str) -> Tree:
        kind = (type_name(type(array)), str(array.dtype), array.shape)
        if isinstance(array, np.ma.MaskedArray):
            parts = (array.data, np.ma.getmaskarray(array))
            return (*kind, *(self.array_tree(part, path) for part in parts))
        if array.dtype.hasobject:
            return (*kind, self.children(array.ravel().tolist(), path))
        if array.dtype.kind in "fc":
            array = np.where(np.isnan(array), np.array(np.nan, array.dtype), array)
        if array.dtype.char in "gG":
            return (*kind, repr(array.tolist()))
        return (*kind, Bits(array.tobytes(), array.dtype, array.shape))

    def shared_memory(self) -> frozenset[tuple[str, str]]:
        """Pairs of described arrays that overlap in memory."""
        pairs = itertools.combinations(self.arrays.items(), 2)
        return frozenset((p, q) for (p, a), (q, b) in pairs if overlap(a, b))


@dataclass(frozen=True)
class Bits:
    """The contents of an array: compared as bytes, shown as text."""

    data: bytes
    dtype: np.dtype = field(compare=False)
    shape: tuple[int, ...] = field(compare=False)

    def __repr__(self) -> str:
        array = np.ndarray(self.shape, self.dtype, self.data)
        return one_line(np.array2string(array, threshold=12))


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    return np.may_share_memory(a, b) and np.shares_memory(a, b)


def type_name(cls: type) -> str:
    module = "np" if cls.__module__ == "numpy" else cls.__module__
    return cls.__name__ if module == "builtins" else f"{module}.{cls.__qualname__}"


def same_text(kind: type) -> bool:
    """Return whether the text of an object is that of any other."""
    shown: Any = kind.__repr__
    return shown is object.__repr__


def attributes(value: Any) -> dict[str, Any]:
    slots = [s for c in type(value).__mro__ for s in getattr(c, "__slots__", ())]
    slots = [name for name in slots if name != "__weakref__"]  # who looks, not what is
    named = {s: getattr(value, s) for s in slots if hasattr(value, s)}
    return named | getattr(value, "__dict__", {})


def without_addresses(text: str) -> str:
    return re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text)


# --- running --------------------------------------------------------------------


def outcome(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    *,
    seconds: float = 10.0,
    state: Callable[[], Any] = lambda: None,
    file: str = "",
) -> Outcome:
    """Call ``function(*arguments)`` and write down everything it left behind.

    The lines of its exception are those in `file`, the innermost last.
    """
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - the global generator is what users' code meets
    printed = io.StringIO()
    value, error, refusal = None, None, None
    lines: tuple[int, ...] = ()
    describe = Describer()
    with (
        warnings.catch_warnings(record=True) as caught,
        contextlib.redirect_stdout(printed),
        np.errstate(all="warn", under="ignore"),
    ):
        warnings.simplefilter("always")
        try:
            with time_limit(seconds):
                result = function(*arguments)
            with time_limit(seconds), long_numbers():  # it may be a generator
                value = describe.tree(result, "result")
        except (TimeUp, Exception) as exception:
            with long_numbers():
                error = error_tree(exception)
            refusal = str(exception) if is_ours(exception) else None
            lines = lines_within(exception, file)
            exception.with_traceback(None)  # that of a module may be raised again
        with long_numbers():
            after = describe.tree(arguments, "argument")
            afterwards = describe.tree(state(), "state")
    return Outcome(
        value=value,
        error=error,
        printed=without_addresses(printed.getvalue()),
        warned=frozenset(
            (type_name(w.category), str(w.message)) for w in caught if not ours(w)
        ),
        arguments=after,
        state=afterwards,
        shared=describe.shared_memory(),
        lines=lines,
        refusal=refusal,
        told=tuple(str(w.message) for w in caught if ours(w)),
    )


@contextlib.contextmanager
def long_numbers() -> Iterator[None]:
    """Let Python write ints of any length."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def error_tree(exception: BaseException | None) -> Tree:
    if exception is None:
        return None
    try:
        text = without_addresses(str(exception))
    except RecursionError:  # its text is made of its own
        text = "..."
    if isinstance(exception, RecursionError):
        text = re.split(" in | while ", text)[0]  # what ran when the stack was full
    return (
        type_name(type(exception)),
        text,
        error_tree(exception.__cause__),
        Describer().items(held_by(exception), "error"),
    )


def held_by(exception: BaseException) -> dict[str, Any]:
    """The user's notes and the attributes of an exception, Python's own among them."""
    held = dict(vars(exception))
    for name in ("filename", "filename2", "path", "code", "value"):
        if getattr(exception, name, None) is not None:
            held[name] = getattr(exception, name)
    notes = held.pop("__notes__", None) or ()
    users = [note for note in notes if not NOTE_OF_OURS.match(str(note))]
    return {**held, "__notes__": users} if users else held


def lines_within(exception: BaseException, file: str) -> tuple[int, ...]:
    """Return the line of each call of a function in a file, the innermost last."""
    if isinstance(exception, UnboundLocalError):
        return ()  # CPython may blame the line before, once the code is warm
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(exception.__traceback__)
        if frame.filename == file and frame.lineno and frame.name not in COMPREHENSIONS
    ]
    if isinstance(exception, RecursionError):
        return tuple(lines[:1])  # where the stack is full, nobody knows
    return tuple(lines)


def is_ours(exception: BaseException) -> bool:
    return any(cls.__name__ == "AutographError" for cls in type(exception).__mro__)


def ours(warning: warnings.WarningMessage) -> bool:
    return warning.category.__module__.split(".")[0] in OUR_PACKAGES


WAITING = 20
"""How many times as long as it may compute a program may wait."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TimeUp(f"stopped after {seconds:g} s")

    # Time of the processor: a busy machine makes nobody look slow. What waits for
    # others takes none of it. More than once: what is raised within `__del__` is lost.
    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, WAITING * seconds),
    )
    previous = [signal.signal(number, stop) for number, _, _ in timers]
    for _, timer, limit in timers:
        signal.setitimer(timer, limit, AGAIN)
    try:
        with no_callbacks_of_the_collector():
            yield
    finally:
        for (number, timer, _), before in zip(timers, previous, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, before)


# --- comparing ------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """A verdict and, unless it is `same`, the reason in one line."""

    verdict: str
    reason: str = ""

    def worse_than(self, other: Judgement) -> bool:
        return VERDICTS.index(self.verdict) > VERDICTS.index(other.verdict)


def judge(plain: Outcome, decorated: Outcome) -> Judgement:
    """Same, refused, obscure or different."""
    if decorated.refusal is not None:
        return Judgement(
            REFUSED, one_line(f"{decorated.error[0]}: {decorated.refusal}")
        )
    if decorated.raised and not plain.raised:
        return Judgement(
            OBSCURE, one_line(f"{decorated.error[0]}: {decorated.error[1]}")
        )
    reason = compare(plain, decorated)
    return Judgement(DIFFERENT, reason) if reason else Judgement(SAME)


def compare(plain: Outcome, decorated: Outcome) -> str | None:
    """The first thing that tells two outcomes apart, or None."""
    parts = "error value printed arguments state warned shared lines"
    for part in parts.split():
        difference = first_difference(getattr(plain, part), getattr(decorated, part))
        if difference:
            return one_line(f"{part}{difference}")
    return None


def first_difference(a: Tree, b: Tree, path: str = "") -> str | None:
    if a == b:
        return None
    both_nodes = isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b)
    if both_nodes and (len(a) == 0 or a[0] == b[0] or isinstance(a[0], tuple)):
        for index, (x, y) in enumerate(zip(a, b, strict=True)):
            difference = first_difference(x, y, f"{path}.{index}")
            if difference:
                return difference
    return f"{path}: plain {brief(a)} | decorated {brief(b)}"


def brief(tree: Tree, width: int = 160) -> str:
    text = repr(sorted(tree)) if isinstance(tree, frozenset) else repr(tree)
    return text if len(text) <= width else text[: width - 1] + "…"


def one_line(text: str) -> str:
    return " ".join(text.split())


# --- cases ----------------------------------------------------------------------


def judge_case(
    case: Any, decorate: Callable[..., Any], seconds: float = 60.0
) -> Judgement:
    """The worst verdict over all argument sets of one case.

    One decorated function serves them all: each set twice in a row, then every set
    once more, so that later calls find what earlier ones left in the cache.
    """
    plain = [run(case, case.function, index, seconds) for index in range(case.count)]
    try:
        decorated = decorate(case.function)
    except Exception as exception:
        kind = REFUSED if is_ours(exception) else OBSCURE
        return Judgement(
            kind, one_line(f"decorating: {type(exception).__name__}: {exception}")
        )
    worst = Judgement(SAME)
    twice = [index for index in range(case.count) for _ in range(2)]
    calls: Counter[int] = Counter()
    for index in twice + list(range(case.count)):
        calls[index] += 1
        found = judge(plain[index], run(case, decorated, index, seconds))
        if found.worse_than(worst):
            where = f"arguments {index}, call {calls[index]}: "
            worst = Judgement(found.verdict, where + found.reason)
    return worst


def run(case: Any, function: Callable[..., Any], index: int, seconds: float) -> Outcome:
    """One call of a case, on fresh arguments, with the globals it changes put back."""
    names = case.function.__globals__

    def state() -> dict[str, Any]:
        return {name: names[name] for name in case.state if name in names}

    before = copy.deepcopy(state())
    try:
        return outcome(
            function,
            case.arguments(index),
            seconds=seconds,
            state=state,
            file=case.function.__code__.co_filename,
        )
    finally:
        for name in case.state:
            names.pop(name, None)
        names.update(before)
