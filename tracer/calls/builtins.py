"""Python's builtin functions, called with symbols."""

from __future__ import annotations

import cmath
import copy
import dataclasses
import math
import operator
import warnings
from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.types import FLOAT
from tracer.calls.container import CONTAINER_CLASSES
from tracer.calls.draws import DRAWS
from tracer.calls.dtypes import DTYPES
from tracer.calls.folding import FOLDING
from tracer.calls.gathering import listed
from tracer.calls.handlers import OPERATORS, Builtin, table
from tracer.calls.index_iterators import INDEX_ITERATORS
from tracer.calls.iterating import ITERATING
from tracer.calls.itertools_functions import ITERTOOLS
from tracer.calls.lengths import static_length
from tracer.calls.made_arrays import MADE_ARRAYS
from tracer.calls.numpy_functions import numpy_function
from tracer.calls.ordering import ORDERING
from tracer.calls.reflection import REFLECTION
from tracer.calls.vectorized import VECTORIZED
from tracer.calls.warned import warn
from tracer.errors import on_behalf
from tracer.flow.branches import tested
from tracer.flow.known_classes import KnownClasses
from tracer.policy import is_convertible
from tracer.record.causes import ANSWER_OF_OBJECT, HASH
from tracer.record.contents import (
    compares_in_code,
    has_symbol,
    held,
    holds_staged,
)
from tracer.record.effects import has_effects
from tracer.record.staged import Proxy, is_asked, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import DictProxy, ListProxy, as_list
from tracer.values.functions_and_classes import StandIn
from tracer.values.lasting import stays
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods
from tracer.values.staging import Stager
from tracer.values.variables import VARIABLES, VariableProxy, Variables

UNSTAGED_BUILTINS = frozenset(
    "__build_class__ __import__ __name__ __doc__ __debug__ None True False Ellipsis "
    "NotImplemented property staticmethod classmethod breakpoint".split()
)


def _truth(trace: Trace, *args: Any) -> Any:
    if len(args) == 1:
        value = tested(args[0])
        if has_symbol(value):
            return trace.emit("truth", as_list(value))
        args = (value,)
    return on_behalf(bool, *args)


def _length(trace: Trace, value: Any) -> Any:
    if isinstance(value, VariableProxy):
        value = trace.part(Variables).read(value)
    if type(value) is Symbol:
        known = static_length(value)
        return trace.emit("len", value) if known is None else known
    if is_asked(value):
        return trace.emit("len", value)
    return on_behalf(len, value)


def _round(trace: Trace, number: Any, ndigits: Any = None) -> Any:
    digits = () if ndigits is None else (ndigits,)
    if type(number) is Symbol or type(ndigits) is Symbol:
        return trace.emit("round_of", number, *digits)
    return on_behalf(round, number, *digits)


def _hash(trace: Trace, value: Any) -> Any:
    if issubclass(type(value), tuple) and any(map(_has_hash, value)):
        return trace.asked.call_back(hash, (value,), {}, cause=HASH)
    if has_symbol(value):
        return trace.emit("hash", value)
    return on_behalf(hash, value)


def _has_hash(item: Any) -> bool:
    """Whether the hash of an item, or of one in it, comes from a method in Python."""
    if issubclass(type(item), tuple):
        return any(map(_has_hash, item))
    if not isinstance(item, ObjectProxy):
        return False
    return is_convertible(in_class(type(item._ag_real), "__hash__"))


def _getter(
    function: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any
) -> Any:
    """Return the handler of a class of `operator` that keeps names."""
    names = args if function is operator.attrgetter else args[:1]
    if has_symbol(names):
        return trace.asked.pure(function, args, kwargs)
    return on_behalf(function, *args, **kwargs)


def _range(trace: Trace, *args: Any) -> Any:
    args = tuple([trace.part(SpecialMethods).as_index(one) for one in args])
    if any(map(has_symbol, args)):
        return trace.emit("range", *args)
    return on_behalf(range, *args)


def _print(trace: Trace, /, *values: Any, **kwargs: Any) -> None:
    """Print while tracing, or record it.

    Python values alone, under no `if` or loop of the source, are printed while tracing,
    which shows that a trace happens. Not so after an effect of the graph: what it
    prints or raises comes first, as in plain Python. What the caller's own file is to
    get, each run writes.
    """
    plain = not holds_staged(values) and all(map(_is_lasting, kwargs.values()))
    if plain and trace.runs_once and not has_effects(trace):
        files = {
            name: value._ag_real if isinstance(value, Proxy) else value
            for name, value in kwargs.items()
        }
        trace.printed.append(
            (tuple(trace.part(Stager).original(v) for v in values), files)
        )
        return
    trace.emit("print", *values, **kwargs)


def _is_lasting(option: Any) -> bool:
    """Whether an option of `print` is known, or an object such as ``sys.stderr``."""
    if isinstance(option, Proxy):
        return option._ag_origin is not None and stays(option._ag_origin)
    return not holds_staged(option)


def _format(trace: Trace, value: Any, specification: Any = "") -> Any:
    if holds_staged((value, specification)):
        return trace.emit("format_value", value, "", specification)
    return format(value, specification)


def _power(trace: Trace, base: Any, exp: Any, mod: Any = None) -> Any:
    if mod is None:
        return on_behalf(operator.pow, base, exp)
    if has_symbol((base, exp, mod)):
        return trace.emit("power_of", base, exp, mod)
    return on_behalf(pow, base, exp, mod)


def _index(trace: Trace, value: Any) -> Any:
    if is_staged(value) and not trace.part(SpecialMethods).answers(value, "__index__"):
        return trace.asked.pure(operator.index, (value,), {})
    return on_behalf(operator.index, value)


def _math(
    function: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any
) -> Any:
    args = tuple([as_list(listed(trace, one)) for one in args])
    if function.__module__ == "math" and function not in _ASKING:
        args = tuple([_number_of(trace, one) for one in args])
    if any(isinstance(one, ObjectProxy) for one in args):
        return trace.asked.call_back(function, args, kwargs, cause=ANSWER_OF_OBJECT)
    if any(map(has_symbol, (*args, *kwargs.values()))) or compares_in_code(args):
        name = f"{function.__module__}_{function.__name__}"
        return trace.emit(name, *args, **kwargs)
    return on_behalf(function, *args, **kwargs)


def _number_of(trace: Trace, value: Any) -> Any:
    """Return the number that C code finds in an object of a class of floats."""
    if not isinstance(value, ObjectProxy) or not issubclass(
        type(value._ag_real), float
    ):
        return value
    lifted = trace.lift(float.__float__), trace.lift(value)
    return trace.record(OPS["call_pure"], lifted, of=FLOAT)


_ASKING = (
    *(math.floor, math.ceil, math.trunc, math.ldexp),
    *(math.comb, math.factorial, math.gcd, math.isqrt, math.lcm, math.perm),
)
"""Functions that ask objects for what their classes make of them, or for integers."""


def _field(trace: Trace, **options: Any) -> Any:
    """Make a field of a dataclass: the decorator looks at it while tracing."""
    original = trace.part(Stager).original
    given = {name: original(value) for name, value in options.items()}
    return on_behalf(dataclasses.field, **given)


def _copied(
    function: Callable[[Any], Any], trace: Trace, x: Any, memo: Any = None
) -> Any:
    if memo is not None:  # it is asked, and written to
        return trace.asked.call_back(function, (x, memo), {}, cause=ANSWER_OF_OBJECT)
    if type(x) is ListProxy and function is copy.copy:
        return list(x)
    if isinstance(x, DictProxy) and function is copy.copy:
        return {key: x[key] for key in x}
    deep = function is copy.deepcopy
    if any(map(_is_object, held(x) if deep else (x,))):  # one may refer to another
        made = trace.asked.pure(function, (x,), {})
        trace.part(KnownClasses).is_copy(made, x)
        return made
    if isinstance(x, StandIn):
        return x
    if not deep:
        return function(x)
    kept = [each for each in held(x, keys=True) if isinstance(each, StandIn)]
    return copy.deepcopy(x, {id(each): each for each in kept})


COPIED_AS_THEMSELVES = (
    type,
    FunctionType,
    BuiltinFunctionType,
    np.ufunc,
    type(np.sum),
)
"""Classes of functions and the like, of which Python makes no copies."""


def _is_object(value: Any) -> bool:
    """Whether a value is, or may be, an object with a copy of its own."""
    if type(value) is Symbol:
        return value._ag_kind() is None
    if isinstance(value, StandIn):
        return not isinstance(value._ag_original, COPIED_AS_THEMSELVES)
    return isinstance(value, ObjectProxy)


def _fromiter(trace: Trace, /, items: Any, *args: Any, **kwargs: Any) -> Any:
    return numpy_function(trace, np.fromiter, (listed(trace, items), *args), kwargs)


def _compared(sign: str, trace: Trace, left: Any, right: Any, /) -> Any:
    """Apply a comparison, which looks into containers, as its sign does."""
    return trace.operators["compare"](trace, left, sign, right)


COMPARED = (
    *(operator.eq, operator.ne, operator.lt),
    *(operator.le, operator.gt, operator.ge),
)
"""Comparisons that are functions."""
BUILTINS = {
    **table(
        (
            *DTYPES,
            *DRAWS,
            *ITERATING,
            *VECTORIZED,
            *FOLDING,
            *ORDERING,
            *CONTAINER_CLASSES,
            *REFLECTION,
            *MADE_ARRAYS,
        )
    ),
    **ITERTOOLS,
    **INDEX_ITERATORS,
    **table(
        Builtin(getattr(module, name), handler=partial(_math, getattr(module, name)))
        for module in (math, cmath)
        for name in dir(module)
        if f"{module.__name__}_{name}" in OPS
    ),
    **table(
        Builtin(getattr(operator, name))
        for name in operator.__all__
        if name not in ("countOf", "indexOf", "length_hint")
    ),
    **table(
        Builtin(each, handler=partial(_compared, str(OPERATORS[each].infix)))
        for each in COMPARED
    ),
    **table(Builtin(each, handler=handler) for each, handler in VARIABLES.items()),
    **table(
        (
            Builtin(int, "int", asks="__int__"),
            Builtin(float, "float", asks="__float__"),
            Builtin(complex, "complex", asks="__complex__"),
            Builtin(bool, handler=_truth),
            Builtin(str, "str", deep=True),
            Builtin(repr, "repr", deep=True),
            Builtin(format, handler=_format),
            Builtin(len, handler=_length, asks="__len__"),
            Builtin(abs),
            Builtin(round, handler=_round),
            Builtin(dataclasses.field, handler=_field),
            Builtin(divmod),
            Builtin(pow, handler=_power),
            Builtin(range, handler=_range),
            Builtin(print, handler=_print),
            Builtin(hash, handler=_hash, asks="__hash__"),
            Builtin(slice),
            Builtin(warnings.warn, handler=warn),
            Builtin(copy.copy, handler=partial(_copied, copy.copy)),
            Builtin(copy.deepcopy, handler=partial(_copied, copy.deepcopy)),
            *[
                Builtin(each, handler=partial(_getter, each))
                for each in (operator.attrgetter, operator.methodcaller)
            ],
            Builtin(operator.truth, handler=_truth),
            Builtin(operator.index, handler=_index, asks="__index__"),
            Builtin(np.fromiter, handler=_fromiter),
        )
    ),
}
"""What a call of each does in a trace."""
