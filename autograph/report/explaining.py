"""What becomes of each construct and call of a function, before it runs."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import isgeneratorfunction
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Literal

from autograph.conversion import conversion_of
from autograph.library.boundary import boundary
from autograph.polymorphic.block_calls import BlockArrays, refusals_over_blocks
from autograph.polymorphic.bound_functions import BoundFunction
from autograph.polymorphic.exportable import Target, refusals
from autograph.polymorphic.function import Function
from autograph.report.callees import names_in, names_of
from autograph.report.explanation import REFUSED, Explanation, Row
from autograph.report.outcomes import Outcomes
from autograph.report.retracing import Retracing
from autograph.report.survey import Occurrence, Survey
from autograph.rules.local_names import module_of, write_out, write_out_own
from autograph.source.decorations import Decorations
from autograph.source.errors import ConversionError
from autograph.source.finding import find
from autograph.source.parsing import parsed_file, tree_of
from autograph.source.trees import to_gast
from runtime.errors import AutographError, Span
from runtime.executors import native_parts
from runtime.ir.graph import Graph
from runtime.passes import optimize
from runtime.recursion_limit import deep_recursion
from tracer.errors import SignatureError
from tracer.record.decisions import Decisions
from tracer.serve.guards import Guard

if TYPE_CHECKING:
    from runtime.executors import NativeParts


@boundary
def explain(
    function: Callable[..., Any],
    /,
    *args: Any,
    target: Target | Literal["dask"] | None = None,
    **kwargs: Any,
) -> Explanation:
    """Return how each construct and call of a function is compiled.

    With arguments the function is traced for them, and the table says what happened;
    its graph is not run. Without, the table says what its source tells.

    Parameters
    ----------
    function : callable
        A function, decorated or not.
    *args, **kwargs
        Arguments as in a call, or types in their place.
    target : {'python', 'jax', 'onnx', 'dask'}, optional
        A language of `autograph.export`. What cannot be exported to it is refused. For
        'dask' Dask arrays are among the arguments, and what `autograph.dask` cannot run
        block by block is refused, with the blocks that would do.

    Returns
    -------
    Explanation
        One row for each ``if``, ``for``, ``while``, conditional expression,
        comprehension, ``try``, ``with``, ``match`` and call of the function and of
        the functions of yours that it calls. What is refused is a row as well.

    Examples
    --------
    >>> import numpy as np
    >>> def total(x, n):
    ...     result = 0
    ...     for _ in range(n):
    ...         if x[0] > result:
    ...             result = result + x.sum()
    ...     return result
    >>> for row in explain(total, np.ones(3), 2):
    ...     print(row.line, row.text, "->", row.stance)
    1 x: float64[3] -> compiled
    1 n = 2 -> Python
    3 for _ in range(n) -> unrolled
    3 range(n) -> pure
    4 if x[0] > result -> compiled
    5 x.sum() -> operation
    """
    if target == "dask":
        return _over_blocks(function, args, kwargs)
    rows = facts_of(function, args, kwargs).rows
    if target is not None and not any(row.stance == REFUSED for row in rows):
        rows += _not_exported(function, args, kwargs, target)
    return Explanation(tuple(_in_order(list(rows))))


def _over_blocks(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Explanation:
    """Return how a function runs over Dask arrays, and what of it cannot."""
    function, args = _unbound(function, args)
    assert isinstance(function, (Function, FunctionType))
    made = function if isinstance(function, Function) else Function(function)
    plain = made.python_function
    code = plain.__code__
    home = Span(code.co_filename, code.co_firstlineno, 0, _name(plain.__name__))
    arrays = BlockArrays(made, home)
    args, kwargs = arrays.stood_in((args, kwargs))
    if not arrays.by_id:
        raise ValueError("pass Dask arrays: their blocks say what can be done")
    rows = list(facts_of(made, args, kwargs).rows)
    if not any(row.stance == REFUSED for row in rows):
        found = refusals_over_blocks(made, arrays, args, kwargs)
        told = (_refusal(error, home) for error in found)
        rows += dict.fromkeys(
            replace(row, reason=row.reason.partition(": ")[2]) for row in told
        )
    return Explanation(tuple(_in_order(rows)))


def _not_exported(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    target: Target,
) -> tuple[Row, ...]:
    """Return a row for each thing that an export to a target would refuse."""
    function, args = _unbound(function, args)
    assert isinstance(function, (Function, FunctionType))  # it was traced already
    made = function if isinstance(function, Function) else Function(function)
    concrete = made.get_concrete_function(*args, **kwargs)
    code = concrete.python_function.__code__
    home = Span(code.co_filename, code.co_firstlineno, 0, _name(concrete.name))
    rows = (_refusal(error, home) for error in refusals(concrete, target))
    told = (replace(row, reason=row.reason.partition(": ")[2]) for row in rows)
    return tuple(dict.fromkeys(told))


@dataclass(frozen=True)
class FunctionFacts:
    """What is known of a function: the table that `explain` and `annotate` share.

    Attributes
    ----------
    file, line : str, int
        The file of the function, and its first line.
    rows : tuple of Row
        What becomes of each construct and call.
    graph : Graph, optional
        The graph as it runs, if the function was traced.
    native : NativeParts, optional
        What of it can be machine code; None if there is no machine code here.
    """

    file: str
    line: int
    rows: tuple[Row, ...]
    graph: Graph | None = None
    native: NativeParts | None = None


def facts_of(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> FunctionFacts:
    """Return what is known of a function, for arguments if there are any."""
    function, args = _unbound(function, args)
    if not isinstance(function, (Function, FunctionType)):
        raise SignatureError(
            f"{function!r} is not a Python function",
            hint="pass a function written with def or lambda",
        )
    made = function if isinstance(function, Function) else Function(function)
    plain = made.python_function
    code = plain.__code__
    try:
        if (args or kwargs) and not isgeneratorfunction(plain):
            return _traced(made, plain, args, kwargs)
        rows = tuple(each.row for each in _reachable(plain))
        twin = conversion_of(plain, traced=True).code
        return FunctionFacts(twin.co_filename, twin.co_firstlineno, rows)
    except ConversionError as error:
        place = (code.co_filename, code.co_firstlineno)
        home = Span(*place, 0, _name(plain.__qualname__))
        return FunctionFacts(*place, (_refusal(error, home),))


def explain_source(text: str, filename: str, whole: bool = True) -> Explanation:
    """Report what will become of the functions of a module, without importing it.

    Parameters
    ----------
    text, filename
        Its source.
    whole
        Whether to report all functions, not only those that are decorated, and those
        that they reach.

    Raises
    ------
    SyntaxError
        If the text is not valid Python.
    """
    with deep_recursion():
        module = module_of(text, filename)
        decorations = Decorations(module)
        survey = Survey(filename, text, names_in(module, decorations), decorations)
        found = survey.module(module, whole)
    return Explanation(tuple(each.row for each in found))


def _unbound(
    function: Callable[..., Any], args: tuple[Any, ...]
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function of a method, and the arguments with the instance."""
    if isinstance(function, BoundFunction):
        return function.__func__, (*function.args, *args)
    if type(function) is MethodType:
        return function.__func__, (function.__self__, *args)
    if isinstance(function, Function):
        return function, args
    return getattr(function, "python_function", function), args


def _reachable(function: FunctionType) -> list[Occurrence]:
    """List the constructs of a function and of the user's functions that it names."""
    found: list[Occurrence] = []
    waiting = [function]
    seen: set[CodeType] = set()
    while waiting:
        each = waiting.pop(0)
        if each.__code__ in seen:
            continue
        seen.add(each.__code__)
        try:
            constructs, more = _survey(each, called=each is not function)
        except ConversionError:
            if each is function:
                raise
            continue  # of a callee without source nothing can be said
        found += constructs
        waiting += more
    return found


def _survey(
    function: FunctionType, called: bool
) -> tuple[list[Occurrence], list[FunctionType]]:
    name = conversion_of(function, traced=True).code.co_filename
    definition, owner, file = find(function)
    survey = Survey(name, file.text, names_of(function))
    with deep_recursion():
        node = to_gast(definition)
        write_out_own(node, function, owner)
        found = survey.function(node, _name(function.__qualname__), called)
    return found, survey.called


def _survey_code(code: CodeType) -> list[Occurrence]:
    """List the constructs of a function of which only the code is known."""
    file = parsed_file(code.co_filename)
    name = code.co_name
    table = file.lambdas if name == "<lambda>" else file.functions
    there = [each for each, _ in table.get(code.co_firstlineno, [])]
    named = [each for each in there if getattr(each, "name", "<lambda>") == name]
    if len(named) != 1:
        return []
    with deep_recursion():
        module = to_gast(tree_of(file.text, file.name))
        decorations = Decorations(module)
        names = names_in(module, decorations)
        survey = Survey(code.co_filename, file.text, names, decorations)
        node = to_gast(named[0])
        write_out(node, lambda: code)
        return survey.function(node, _name(code.co_qualname), called=True)


def _name(qualified: str) -> str:
    """Return the qualified name of a function without ``<locals>``."""
    return qualified.replace(".<locals>", "")


def _traced(
    made: Function[Any, Any],
    function: FunctionType,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> FunctionFacts:
    """Trace a function for arguments, and return what happened."""
    decisions = Decisions()
    code = conversion_of(function, traced=True).code
    home = Span(code.co_filename, code.co_firstlineno, 0, _name(function.__qualname__))
    refusal: AutographError | None = None
    guards: tuple[Guard, ...] = ()
    graph: Graph | None = None
    native: NativeParts | None = None
    try:
        traced = made.trial(args, kwargs, decisions)
        guards = traced.guards
        graph = optimize(traced.graph)
        native = native_parts(graph)
    except AutographError as error:
        refusal = error
    retracing = Retracing(home, guards)
    by_file: dict[str, dict[Occurrence, None]] = {}
    by_file[code.co_filename] = dict.fromkeys(_survey(function, called=False)[0])
    for each in decisions.traced:
        if each is not code:
            known = by_file.setdefault(each.co_filename, {})
            known.update(dict.fromkeys(_survey_code(each)))
    rows = list(retracing.rows())
    explained = False
    for file, constructs in by_file.items():
        outcomes = Outcomes(file, list(constructs), decisions.made, refusal)
        explained |= outcomes.explains_error
        rows += outcomes.others
        for construct in constructs:
            settled = outcomes.settled(construct)
            row = replace(settled.row, risk=retracing.risk(settled))
            rows.append(_with_machine_code(row, native) if native else row)
    if refusal is not None and not explained:
        rows.append(_refusal(refusal, home))
    return FunctionFacts(home.file, home.line, tuple(_in_order(rows)), graph, native)


def _with_machine_code(row: Row, native: NativeParts) -> Row:
    """Return the row of a loop or call with what machine code does with it."""
    blocker = native.loops.get((row.file, row.line))
    if row.construct in ("for", "while") and blocker is not None:
        added = f"not machine code: {blocker}" if blocker else "machine code"
    elif any(_is_of(row, *each) for each in native.called):
        added = "machine code calls NumPy for it"
    else:
        return row
    return replace(row, reason="; ".join(filter(None, (row.reason, added))))


def _is_of(row: Row, place: tuple[str, int], operation: str) -> bool:
    """Whether a row of a call may be that of an operation."""
    name = row.text.partition("(")[0].rpartition(".")[2]
    return (row.file, row.line) == place and name in operation


def _in_order(rows: list[Row]) -> list[Row]:
    """Sort rows by function, in order of appearance, and by position."""
    functions = list(dict.fromkeys((row.file, row.function) for row in rows))

    def key(row: Row) -> tuple[int, int, int]:
        return functions.index((row.file, row.function)), row.line, row.column

    return sorted(rows, key=key)


def _refusal(error: AutographError, home: Span) -> Row:
    """Return the row of an error that belongs to no construct."""
    span = error.span or home
    text = linecache.getline(span.file, span.line).strip() or home.function
    place = (span.file, span.line, max(span.column, 0), home.function)
    hint = error.hint or ""
    return Row(*place, "statement", text, REFUSED, error.message, hint, code=error.code)
