"""Whether functions give on JAX what they give with NumPy: see `tests.exports`.

Values of 64 bits agree to 1e-12, of 32 bits to 1e-5, whole numbers exactly. Calls that
raise or warn, take arrays that share memory, or give whole numbers of more than 64
bits, are not asked: what JAX does there is said to be different.
"""

from __future__ import annotations

import ast
import functools
import inspect
import operator
import re
import signal
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import autograph
from autograph.polymorphic.exportable import exportable
from runtime.errors import AutographError, NotExportable
from runtime.exporting.functional_form import functional
from runtime.exporting.jax.jax_module import jax_module
from runtime.exporting.jax.module_notes import NO_NUMBERS
from runtime.ir.graph import Graph
from runtime.ir.nodes import Display
from runtime.saving.saved import Saved
from tests.corpus.case import Case
from tests.harness import DIFFERENT, OBSCURE, REFUSED, SAME, run

FROM_BEST = (SAME, REFUSED, OBSCURE, DIFFERENT)
SECONDS = 60
OTHERWISE = {
    "builtins_on_values.sum_of_far_apart": "sums are rounded otherwise",
    "moving_types.python_int_meets_numpy": "whole numbers of Python have 64 bits",
    "textbook_linear_algebra.apply_givens": "0.9999 is made whole, where NumPy has 1.0",
}
"""Functions that JAX computes otherwise, as is said of it."""
BY_NAME = (
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)
SMALL = (np.float16, np.float32, np.complex64)


class TooLong(Exception):
    """A call on JAX that does not end."""


def judged(case: Case, jit: bool, room: int | None = None) -> tuple[str, str]:
    """Return the worst verdict of a function's calls, and the reason."""
    if case.name in OTHERWISE:
        return OBSCURE, f"{OTHERWISE[case.name]}, as is said"
    found = [judged_call(case, number, jit, room) for number in range(case.count)]
    return max(found, key=lambda each: FROM_BEST.index(each[0]))


def judged_call(
    case: Case, number: int, jit: bool, room: int | None = None
) -> tuple[str, str]:
    """Return the verdict of one call, and the reason."""
    plain = plain_call(case, number)
    if plain is None:
        return SAME, "not asked"
    try:
        concrete = autograph.function(case.function).get_concrete_function(
            *case.arguments(number)
        )
        saved = exportable(concrete)
        text = jax_module(saved, "", jit, room=room).text
        if jit and NO_NUMBERS in text:
            return REFUSED, NO_NUMBERS.strip()
        graph, changed = functional(saved)
    except AutographError as error:
        told = isinstance(error, NotExportable) or error.span is not None
        return REFUSED if told else OBSCURE, str(error)
    except Exception as error:
        return OBSCURE, f"the export fails: {type(error).__name__}: {error}"
    result, after = plain
    left = inspect.signature(case.function).bind(*after).arguments
    wanted = [result] if gives_result(graph, changed) else []
    wanted += changed_in(saved, changed, left)
    space: dict[str, Any] = {}
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        exec(compile(text, "<exported>", "exec"), space)
        module = space[concrete.name]
        if jit:
            module = jitted(module, text, case, number)
        found = call_with_its_own(module, case.function, *case.arguments(number))
    except Exception as error:
        return OBSCURE, f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    found = without_pairs(found, text)
    small = holds_small(case.arguments(number))
    if agree(wanted[0] if len(wanted) == 1 else wanted, found, small):
        return SAME, ""
    return DIFFERENT, f"{wanted!r} on JAX {found!r}"


def call_with_its_own(
    exported: Callable[..., Any], function: Callable[..., Any], *args: Any, **kw: Any
) -> Any:
    """Call an exported function, which takes no functions."""
    bound = inspect.signature(function).bind(*args, **kw)
    own = inspect.signature(exported)
    for name in set(bound.arguments) - set(own.parameters):
        del bound.arguments[name]
    call = inspect.BoundArguments(own, bound.arguments)
    return exported(*call.args, **call.kwargs)


def gives_result(graph: Graph, changed: list[str]) -> bool:
    """Whether a graph gives more than what it changes."""
    (given,) = graph.region.yields or (None,)
    several = isinstance(given, Display) and len(given.items) > len(changed)
    return several or not changed


def plain_call(case: Case, number: int) -> tuple[Any, tuple[Any, ...]] | None:
    """Return what a call gives, and its arguments after it; None if none is asked."""
    plain: list[tuple[Any, tuple[Any, ...]]] = []

    def call(*arguments: Any) -> None:
        plain.append((case.function(*arguments), arguments))

    outcome = run(case, call, number, 20)
    if not plain or outcome.warned or is_odd(case.arguments(number), plain[0][0]):
        return None
    return plain[0]


def _stop(*_: Any) -> None:
    raise TooLong


def is_odd(arguments: Any, result: Any) -> bool:
    """Whether JAX is said to be different for a call."""
    if holds_itself(arguments) or holds_itself(result):
        return True
    arrays = [each for each in leaves(arguments) if isinstance(each, np.ndarray)]
    return (
        any(type(each) is int and abs(each) >= 2**63 for each in leaves(result))
        or any(not each.flags.c_contiguous for each in arrays)
        or any(
            np.shares_memory(each, other)
            for place, each in enumerate(arrays)
            for other in arrays[:place]
        )
    )


def jitted(
    module: Callable[..., Any], text: str, case: Case, number: int
) -> Callable[..., Any]:
    """Return a function by `jax.jit`, as the docstring of its module says."""
    import jax

    given = inspect.signature(case.function).bind(*case.arguments(number))
    given.apply_defaults()
    texts = [
        name
        for name, each in given.arguments.items()
        if holds_text(each) and f"*{name}" not in str(given.signature)
    ]
    held = {name: given.arguments[name] for name in {*bound_in(text), *texts}}
    compiled = jax.jit(
        functools.partial(module, **held),
        static_argnames=static_in(text),
        static_argnums=positions_in(text),
    )
    own = inspect.signature(module)

    def called(*args: Any, **kwargs: Any) -> Any:
        bound = own.bind(*args, **kwargs).arguments
        rest = {name: each for name, each in bound.items() if name not in held}
        kinds = [each.kind for each in own.parameters.values()]
        if set(kinds) <= {*BY_NAME}:
            return compiled(**rest)
        call = inspect.BoundArguments(own, OrderedDict(rest))
        return compiled(*call.args, **call.kwargs)

    called.__signature__ = own  # type: ignore[attr-defined]  # functions have none
    return called


def without_pairs(found: Any, text: str) -> Any:
    """Return a result with None and lists for the pairs that a docstring tells of."""
    places = re.findall(r"^    result(\S*): (whether it is|an array with)", text, re.M)
    for place, kind in reversed(places):
        keys = [ast.literal_eval(each) for each in re.findall(r"\[(.*?)\]", place)]
        found = changed_at(found, keys, one_of if kind == "whether it is" else listed)
    return found


def changed_at(value: Any, keys: list[Any], change: Callable[[Any], Any]) -> Any:
    """Return a value with another one at a place."""
    if not keys:
        return change(value)
    key, *rest = keys
    if isinstance(value, dict):
        return {**value, key: changed_at(value[key], rest, change)}
    items = list(value)
    items[key] = changed_at(items[key], rest, change)
    return tuple(items) if isinstance(value, tuple) else items


def one_of(pair: Any) -> Any:
    """Return a value; None if it is not there."""
    return pair[1] if pair[0] else None


def listed(pair: Any) -> Any:
    """Return the items that are there."""
    columns, count = pair
    if isinstance(columns, tuple):
        return list(zip(*[listed((each, count)) for each in columns], strict=True))
    return list(columns[: int(count)])


def holds_text(value: Any) -> bool:
    """Whether text is among the items of an argument, which `jax.jit` does not take."""
    within = value if isinstance(value, (tuple, list)) else ()
    return any(isinstance(each, (str, bytes)) for each in leaves(within))


def static_in(text: str) -> list[str]:
    """Return the arguments that the docstring of a module says to be static."""
    found = re.search(r"static_argnames=\[(.*)\]", text)
    return [] if found is None else re.findall(r'"(\w+)"', found[1])


def positions_in(text: str) -> list[int]:
    """Return the positions that the docstring of a module says to be static."""
    found = re.search(r"static_argnums=\[(.*)\]", text)
    return [] if found is None else list(map(int, found[1].split(", ")))


def bound_in(text: str) -> list[str]:
    """Return the arguments that the docstring of a module says to be given before."""
    found = re.search(r"jax\.jit\(partial\((.*)\)", text)
    return [] if found is None else re.findall(r"(\w+)=\.\.\.", found[1])


def changed_in(saved: Saved, changed: list[str], left: dict[str, Any]) -> list[Any]:
    """Return what a call leaves in the places that a graph would change."""
    found = []
    for place in places_of(saved, changed):
        if type(place) is tuple:
            name, *keys = place
            found.append(functools.reduce(operator.getitem, keys, left[str(name)]))
    return found


def places_of(saved: Saved, changed: list[str]) -> list[Any]:
    """Return where the values come from that a graph would change."""
    places = {
        value.name.partition(".")[0]: source
        for value, source in zip(saved.graph.inputs, saved.sources, strict=True)
    }
    return [places[each] for each in changed]


def leaves(value: Any) -> list[Any]:
    """Return what stands in tuples, lists and dicts."""
    if isinstance(value, (tuple, list, dict)):
        return [each for item in items_of(value) for each in leaves(item)]
    return [value]


def items_of(value: Any) -> list[Any]:
    """Return the items of a tuple, list or dict."""
    return list(value.values() if isinstance(value, dict) else value)


def holds_itself(value: Any, within: tuple[Any, ...] = ()) -> bool:
    """Whether a list is among the items of its items."""
    if not isinstance(value, (tuple, list, dict)):
        return False
    if any(value is each for each in within):
        return True
    return any(holds_itself(each, (*within, value)) for each in items_of(value))


def holds_small(value: Any) -> bool:
    """Whether numbers of fewer than 64 bits are among values."""
    return any(getattr(each, "dtype", None) in SMALL for each in leaves(value))


def agree(wanted: Any, found: Any, small: bool) -> bool:
    """Whether values are equal but for rounding."""
    if isinstance(wanted, (tuple, list, range)):
        if not isinstance(found, Sequence) or len(wanted) != len(found):
            return False
        return all(agree(*pair, small) for pair in zip(wanted, found, strict=True))
    if isinstance(wanted, dict):
        same = isinstance(found, dict) and list(wanted) == list(found)
        return same and all(agree(wanted[key], found[key], small) for key in wanted)
    if wanted is None or isinstance(wanted, (str, bytes, type, np.dtype)):
        return type(wanted) is type(found) and bool(wanted == found)
    try:
        one, other = np.asarray(wanted), np.asarray(found)
    except ValueError:  # rows of other lengths
        return False
    if one.shape != other.shape or {one.dtype.kind, other.dtype.kind} - set("biufc"):
        return False
    if one.dtype.kind in "biu" and other.dtype.kind in "biu":
        return bool((one == other).all())
    small = small or one.dtype in SMALL or other.dtype in SMALL
    half = np.float16 in (one.dtype, other.dtype)
    tolerance = 1e-2 if half else 1e-5 if small else 1e-12
    finite = np.abs(np.where(np.isfinite(one), one, 0))
    size = max(1.0, float(finite.max())) if one.size else 1.0
    return np.allclose(one, other, tolerance, tolerance * size, equal_nan=True)
