"""What Python's builtin functions do when they meet symbols."""

from __future__ import annotations

import copy
import dis
import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from runtime.ops import OPS
from runtime.types import (
    Array,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Union,
)
from tracer.dispatch.policy import is_opaque
from tracer.errors import LooksAtNames, NotStaged, on_behalf
from tracer.iterators import TracedIterator, going_on, iterator
from tracer.proxies import DictProxy, ListProxy, ObjectProxy, Proxy
from tracer.symbols import Symbol, python_class

if TYPE_CHECKING:
    from tracer.trace import Trace

Handler = Callable[..., Any]

UNSTAGED_BUILTINS = frozenset(
    "__build_class__ __import__ __name__ __doc__ __debug__ None True False Ellipsis "
    "NotImplemented property staticmethod classmethod".split()
)


def has_symbol(value: Any) -> bool:
    """Say whether a value is, or directly holds, something known only at run time."""
    if type(value) is Symbol:
        return True
    if type(value) in (tuple, list):
        return any(map(has_symbol, value))
    if type(value) is ListProxy:
        return any(map(has_symbol, list(value)))
    return type(value) is ObjectProxy and is_opaque(type(value._ag_real))


def _row_or_python(row: str, function: Callable[..., Any]) -> Handler:
    """Record where an argument is symbolic, else do what Python does."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values())):
            return trace.emit(row, *map(_as_list, args), **kwargs)
        if any(type(value) is ObjectProxy for value in args):
            return trace.functions.call_back(function, args, kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def _as_list(value: Any) -> Any:
    return list(value) if type(value) is ListProxy else value


def _iterable(row: str, function: Callable[..., Any]) -> Handler:
    """Record an iterable of symbols; one of plain containers stays Python's."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(type(value) is Symbol for value in (*args, *kwargs.values())):
            made = trace.emit(row, *map(_as_list, args), **kwargs)
            if all(map(_known_length, args)):
                unrolled = functools.partial(function, *args, **kwargs)
                trace.iterables[made._ag_value.name] = lambda: iter(unrolled())
            return made
        return iterator(trace, on_behalf(function, *args, **kwargs))

    return handler


def _known_length(value: Any) -> bool:
    """Say whether Python can go through a value while tracing."""
    if type(value) is not Symbol:
        return True
    trace = value._ag_trace
    return (
        trace.arrays.static_length(value) is not None
        or value._ag_value.name in trace.iterables
        or isinstance(value._ag_value.type, (NumpyScalar, PythonScalar))
    )


def _length(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol:
        known = trace.arrays.static_length(value)
        return trace.emit("len", value) if known is None else known
    return on_behalf(len, value)


def _absolute(trace: Trace, value: Any) -> Any:
    return abs(value)


def _round(trace: Trace, number: Any, ndigits: Any = None) -> Any:
    if type(number) is Symbol or type(ndigits) is Symbol:
        digits = () if ndigits is None else (ndigits,)
        return trace.emit("round_of", number, *digits)
    digits = () if ndigits is None else (ndigits,)
    return on_behalf(round, number, *digits)


def _extremum(row: str, function: Callable[..., Any]) -> Handler:
    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], Iterator):
            args = (list(args[0]),)
        symbolic = any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values()))
        if not symbolic:
            return on_behalf(function, *args, **kwargs)
        if kwargs.get("key") is not None:
            trace.refuse(_not_yet(f"{function.__name__}() with a key"))
        kwargs = {name: value for name, value in kwargs.items() if name != "key"}
        if len(args) == 1 and type(args[0]) in (list, tuple) and not kwargs:
            args = tuple(args[0]) if len(args[0]) > 1 else args
        return trace.emit(row, *map(_as_list, args), **kwargs)

    return handler


def _not_yet(what: str) -> NotStaged:
    return NotStaged(
        f"{what} is not staged for values known only when the graph runs",
        hint="write it as a loop, or use the NumPy function",
    )


def _sum(trace: Trace, items: Any, /, start: Any = 0) -> Any:
    if type(items) is Symbol:
        return trace.emit("sum_of", items, start)
    total = start
    for item in on_behalf(iter, items):
        total = total + item
    return total


def _assigns_names(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Say whether a generator expression assigns to names of the function around it."""
    return any(
        instruction.opname == "STORE_DEREF"
        for instruction in dis.get_instructions(generator.gi_code)
    )


def _quantifier(row: str, function: Callable[..., Any], decides: bool) -> Handler:
    """Give `any` or `all`: what follows the deciding element is not looked at."""

    def handler(trace: Trace, items: Any) -> Any:
        if type(items) is Symbol:
            return trace.emit(row, items)
        if not isinstance(items, GeneratorType):
            held = list(items)
            if any(map(has_symbol, held)):
                return trace.emit(row, held)
            return on_behalf(function, held)

        if _assigns_names(items):
            trace.refuse(_not_yet(f"{function.__name__}() with := in its argument"))

        def rest() -> bool | Any:
            for item in items:
                test = trace.branches.tested(trace, item)
                if type(test) is Symbol:
                    arms = (lambda: decides), going_on(items, rest)
                    first, second = arms if decides else arms[::-1]
                    depth = trace.loops.NESTING_LIMIT
                    return trace.branches.branch_on(
                        trace, test, first, second, depth=depth
                    )
                if bool(test) is decides:
                    return decides
            return not decides

        return rest()

    return handler


def _sorted(
    trace: Trace, items: Any, /, *, key: Any = None, reverse: Any = False
) -> Any:
    if type(items) is not Symbol:
        items = list(items)
    if not has_symbol(items) and type(reverse) is not Symbol:
        return on_behalf(sorted, items, key=key, reverse=reverse)
    if key is not None:
        trace.refuse(_not_yet("sorted() with a key"))
    return trace.emit("sorted", items, reverse=reverse)


def _range(trace: Trace, *args: Any) -> Any:
    if any(map(has_symbol, args)):
        return trace.emit("range", *args)
    return on_behalf(range, *args)


def _map(trace: Trace, function: Any, *items: Any) -> Any:
    return iterator(trace, on_behalf(map, function, *items))


def _filter(trace: Trace, function: Any, items: Any) -> Any:
    kept = []
    for item in items:
        test = item if function is None else function(item)
        if type(test) is Symbol:
            trace.refuse(_not_yet("filter()"))
        if test:
            kept.append(item)
    return iterator(trace, iter(kept))


def _print(trace: Trace, *values: Any, **kwargs: Any) -> None:
    """Print while tracing, or record it.

    Python values alone, under no `if` or loop of the source, are printed while tracing:
    the guides' way to see a trace. Not so behind an effect of the graph: what it prints
    or raises comes first, as in plain Python.
    """
    plain = not any(has_symbol(v) or isinstance(v, Proxy) for v in values)
    if plain and trace.construct_depth == 0 and not trace.has_effects():
        files = {
            name: value._ag_real if isinstance(value, Proxy) else value
            for name, value in kwargs.items()
        }
        trace.printed.append((tuple(trace.stager.original(v) for v in values), files))
        return
    trace.emit("print", *values, **kwargs)


def _looking(function: Callable[..., Any], bare: bool = False) -> Handler:
    """Refuse what looks at the names around it: it would see those of the trace."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if bare and args:
            return trace.functions.unknown(function, args, kwargs)
        trace.refuse(
            LooksAtNames(
                f"{function.__name__}() looks at names by their text, which a trace "
                "does not keep",
                hint="name the values that are wanted, or call a function marked "
                "@ag.do_not_convert that is given them",
            )
        )

    return handler


def _isinstance(trace: Trace, value: Any, kinds: Any) -> Any:
    plain = unwrap_classes(trace, kinds)
    if type(value) is Symbol:
        of = value._ag_value.type
        options = of.members if isinstance(of, Union) else (of,)
        if not any(python_class(each) is None for each in options):
            answers = {issubclass(_class(each), plain) for each in options}
            if len(answers) == 1:
                return answers.pop()
        return trace.emit("isinstance", value, plain)
    return isinstance(trace.stager.original(value), plain)


def _class(of: Any) -> type:
    found = python_class(of)
    if found is None:
        raise TypeError(of)
    return found


def unwrap_classes(trace: Trace, kinds: Any) -> Any:
    """Give the user's classes behind staged ones, in tuples too."""
    if isinstance(kinds, tuple):
        return tuple(unwrap_classes(trace, kind) for kind in kinds)
    return trace.stager.original(kinds)


def _issubclass(trace: Trace, kind: Any, kinds: Any) -> Any:
    return issubclass(trace.stager.original(kind), unwrap_classes(trace, kinds))


def _type(trace: Trace, *args: Any) -> Any:
    if len(args) != 1:
        return type(*(trace.stager.original(value) for value in args))
    value = args[0]
    if type(value) is Symbol:
        kind = python_class(value._ag_value.type)
        if kind is None:
            return trace.emit("type_of", value)
        return trace.stager.stage_class(kind)
    if isinstance(value, Proxy):
        return trace.stager.stage_class(type(value._ag_real))
    return trace.stager.stage_class(type(trace.stager.original(value)))


def _getattr(trace: Trace, value: Any, name: Any, *default: Any) -> Any:
    if type(value) is ObjectProxy:
        there = trace.objects.has(value, name) if default else True
        if type(there) is Symbol:
            return trace.emit("attribute_or", value, name, *default)
        if not there:
            return default[0]
        return trace.objects.attribute(value, name)
    if type(value) is Symbol and default and python_class(value._ag_value.type) is None:
        return trace.emit("attribute_or", value, name, *default)
    return on_behalf(getattr, value, name, *default)


def _hasattr(trace: Trace, value: Any, name: Any) -> Any:
    if type(value) is ObjectProxy:
        return trace.objects.has(value, name)
    if type(value) is Symbol:
        kind = python_class(value._ag_value.type)
        if kind is None:
            trace.refuse(_not_yet("hasattr()"))
        return hasattr(kind, name)
    return hasattr(value, name)


def _setattr(trace: Trace, value: Any, name: Any, new: Any) -> None:
    setattr(value, name, new)


def _callable(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol:
        if python_class(value._ag_value.type) is None:
            return trace.emit("callable", value)
        return False
    if isinstance(value, Proxy):
        return callable(value._ag_real)
    return callable(trace.stager.original(value))


def _iter(trace: Trace, items: Any, *sentinel: Any) -> Any:
    if type(items) is Symbol:
        return trace.emit("iter", items)
    return iterator(trace, on_behalf(iter, items, *sentinel))


def _next(trace: Trace, items: Any, *default: Any) -> Any:
    if type(items) is Symbol:
        return trace.emit("next", items, *default)
    if trace.builder.staged and type(items) is not TracedIterator:
        trace.refuse(
            NotStaged(
                "an iterator is advanced in a branch or loop of the graph",
                hint="iterate over it with `for`, or index an array",
            )
        )
    return on_behalf(next, items, *default)


def _list(trace: Trace, *items: Any) -> Any:
    if items and type(items[0]) is Symbol:
        length = trace.arrays.static_length(items[0])
        if length is None or not isinstance(items[0]._ag_value.type, (Array, Tuple)):
            return trace.emit("list_new", items[0])
    return list(*items)


def _tuple(trace: Trace, *items: Any) -> Any:
    if items and type(items[0]) is Symbol:
        length = trace.arrays.static_length(items[0])
        if length is None:
            return trace.emit("tuple", items[0])
    return tuple(*items)


def _identity(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol or isinstance(value, Proxy):
        trace.refuse(_not_yet("id()"))
    return id(value)


def _text(row: str, function: Callable[..., Any]) -> Handler:
    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(has_symbol(value) or isinstance(value, Proxy) for value in args):
            return trace.emit(row, *args, **kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def _format(trace: Trace, value: Any, specification: Any = "") -> Any:
    if has_symbol(value) or has_symbol(specification) or isinstance(value, Proxy):
        return trace.emit("format_value", value, "", specification)
    return format(value, specification)


def _partial(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    partial: Callable[..., Any] = functools.partial
    return partial(*args, **kwargs)


def _reduce(trace: Trace, function: Any, items: Any, *initial: Any) -> Any:
    if type(items) is Symbol and trace.arrays.static_length(items) is None:
        trace.refuse(_not_yet("functools.reduce()"))
    return functools.reduce(function, items, *initial)


def _zip(trace: Trace, *items: Any, strict: Any = False) -> Any:
    if any(type(value) is Symbol for value in items):
        keywords = {"strict": strict} if strict else {}
        made = trace.emit("zip", *map(_as_list, items), **keywords)
        if all(map(_known_length, items)):
            unrolled = functools.partial(zip, *items, **keywords)
            trace.iterables[made._ag_value.name] = lambda: iter(unrolled())
        return made
    return iterator(trace, on_behalf(zip, *items, strict=strict))


def _super(trace: Trace, *args: Any) -> Any:
    if args:
        kind, receiver = (trace.stager.original(args[0]), args[1])
    else:
        frame = trace.frame()
        kind = trace.stager.original(frame.f_locals["__class__"])
        receiver = frame.f_locals[frame.f_code.co_varnames[0]]
    return trace.objects.parent(kind, receiver)


def _plain_call(function: Callable[..., Any]) -> Handler:
    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return on_behalf(function, *args, **kwargs)

    return handler


def _iterating(function: Callable[..., Any]) -> Handler:
    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return iterator(trace, on_behalf(function, *args, **kwargs))

    return handler


def _math(name: str) -> Handler:
    function = getattr(math, name)
    row = f"math_{name}"

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values())):
            if row not in OPS:
                return trace.functions.call_back(function, args, kwargs)
            return trace.emit(row, *map(_as_list, args), **kwargs)
        return on_behalf(function, *map(_as_list, args), **kwargs)

    return handler


def _dict_of(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    return dict(*args, **kwargs)


def _copied(function: Callable[[Any], Any]) -> Handler:
    def handler(trace: Trace, value: Any) -> Any:
        if type(value) is ListProxy:
            return (
                list(value) if function is copy.copy else trace.containers.deep(value)
            )
        if type(value) is DictProxy and function is copy.copy:
            return {key: value[key] for key in value}
        if type(value) is ObjectProxy:
            return trace.functions.call_back(function, (value,), {})
        return function(value)

    return handler


BUILTINS: dict[Any, Handler] = {
    int: _row_or_python("int", int),
    float: _row_or_python("float", float),
    complex: _row_or_python("complex", complex),
    bool: _row_or_python("truth", bool),
    str: _text("str", str),
    repr: _text("repr", repr),
    format: _format,
    len: _length,
    abs: _absolute,
    round: _round,
    divmod: _plain_call(divmod),
    pow: _row_or_python("power_of", pow),
    min: _extremum("minimum_of", min),
    max: _extremum("maximum_of", max),
    sum: _sum,
    any: _quantifier("any_of", any, True),
    all: _quantifier("all_of", all, False),
    sorted: _sorted,
    range: _range,
    enumerate: _iterable("enumerate", enumerate),
    zip: _zip,
    reversed: _iterable("reversed", reversed),
    map: _map,
    filter: _filter,
    iter: _iter,
    next: _next,
    print: _print,
    **{function: _looking(function) for function in (locals, globals, eval, exec)},
    **{function: _looking(function, bare=True) for function in (vars, dir)},
    isinstance: _isinstance,
    issubclass: _issubclass,
    type: _type,
    getattr: _getattr,
    hasattr: _hasattr,
    setattr: _setattr,
    callable: _callable,
    list: _list,
    tuple: _tuple,
    dict: _dict_of,
    id: _identity,
    hash: _plain_call(hash),
    super: _super,
    ord: _plain_call(ord),
    chr: _plain_call(chr),
    slice: lambda trace, *args: slice(*args),
    functools.partial: _partial,
    functools.reduce: _reduce,
    copy.copy: _copied(copy.copy),
    copy.deepcopy: _copied(copy.deepcopy),
    **{
        getattr(math, name): _math(name)
        for name in dir(math)
        if callable(getattr(math, name)) and not name.startswith("_")
    },
    **{
        getattr(operator, name): _plain_call(getattr(operator, name))
        for name in operator.__all__
    },
    **{
        value: _iterating(value)
        for name, value in vars(itertools).items()
        if not name.startswith("_") and callable(value)
    },
}
"""What a call of a builtin does while tracing; the first argument is the trace."""
