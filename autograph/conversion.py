"""Conversion of a function or a module to functional form."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import gast

from autograph import operators as own_operators
from autograph.library.boundary import boundary
from autograph.rules.assigned_names import with_names
from autograph.rules.findings import Finding, findings
from autograph.rules.local_names import write_out_own
from autograph.rules.walk import DefinitionKey, Unit
from autograph.rules.whole_functions import (
    all_names,
    binds,
    convert,
    convert_lambda,
    unit_for,
)
from autograph.rules.whole_modules import convert_module
from autograph.source.class_globals import declare
from autograph.source.collector import paused_collector
from autograph.source.constants import with_constants_of
from autograph.source.errors import ConversionError, SourceError
from autograph.source.finding import find, has_source
from autograph.source.given import FUTURE_FLAGS, first_line, give
from autograph.source.nodes import Node, at, parameters, same_place
from autograph.source.originals import remember_originals
from autograph.source.parsing import ParsedFile
from autograph.source.printed_lines import PrintedLine
from autograph.source.registry import IdentityTable, code_objects
from autograph.source.renaming import renamed
from autograph.source.trees import nodes_in, to_gast, to_python
from autograph.source.unparsing import to_text
from autograph.source.unwarned import unwarned
from runtime.forked_locks import new_lock
from runtime.notebooks import Text
from runtime.phases import phase
from runtime.recursion_limit import deep_recursion

__all__ = [
    "Conversion",
    "ConversionError",
    "Finding",
    "SourceError",
    "conversion_of",
    "convert_lines",
    "convert_source",
    "findings",
    "has_source",
    "is_converted",
    "to_code",
    "twin",
]


@dataclass(frozen=True)
class Conversion:
    """A function in functional form.

    Parameters
    ----------
    code
        Its code, with the user's file, lines and free variables. `prefix` is one more
        free variable.
    uses_operators
        Whether it calls any of our operators.
    prefix
        The name of the operators in it (``ag``).
    """

    code: CodeType
    uses_operators: bool
    prefix: str
    _tree: Node = field(repr=False, compare=False)

    @functools.cached_property
    def source(self) -> str:
        """The functional form as text."""
        with deep_recursion():
            return to_text(self._tree)


Form = tuple[bool, frozenset[DefinitionKey]]
_conversions: IdentityTable[dict[Form, Conversion]] = IdentityTable()
_converted: IdentityTable[bool] = IdentityTable()
_lock = new_lock()


def conversion_of(
    function: FunctionType,
    traced: bool = False,
    inlined: frozenset[DefinitionKey] = frozenset(),
) -> Conversion:
    """Convert a function, or give what was made of it before.

    Parameters
    ----------
    function
        The function.
    traced
        Whether to make the form that is traced, not the one to read.
    inlined
        The generators whose ``yield`` becomes a call of the consumer's body.

    Raises
    ------
    ConversionError
        If it has no source, or is not one that can be converted.
    """
    forms = _conversions.get(function.__code__)
    if forms is None:
        forms = _conversions.set(function.__code__, {})
    form = (traced, inlined)
    known = forms.get(form)
    if known is not None:
        return known
    with _lock:
        known = forms.get(form)
        if known is not None:
            return known
        name = function.__name__
        with deep_recursion(), paused_collector(), phase("convert", name):
            made = _convert(function, traced, inlined)
        for inner in code_objects(made.code):
            _converted.set(inner, True)
        remember_originals(made.code, function.__code__)
        forms[form] = made
        return made


def is_converted(code: CodeType) -> bool:
    """Whether a code object is the result of a conversion."""
    return bool(_converted.get(code))


def _convert(
    function: FunctionType, traced: bool, inlined: frozenset[DefinitionKey]
) -> Conversion:
    definition, owner, file = find(function)
    node = to_gast(definition)
    if not isinstance(node, gast.Lambda):
        # The code begins at the decorators, whose names are none of the function's.
        node.lineno, node.decorator_list = first_line(definition), []
    code = function.__code__
    write_out_own(node, function, owner)
    taken, defined = all_names(node)
    own_slice = "slice" in function.__globals__ or "slice" in code.co_freevars
    own_slice = own_slice or ("slice" in taken and binds(node, "slice"))
    modules = file.modules_among
    unit = unit_for(taken, modules, owner, traced, inlined, defined, own_slice)
    node = (convert_lambda if isinstance(node, gast.Lambda) else convert)(node, unit)
    if traced:
        node = with_names(node, taken, unit.naming)
    ours = "ag" in taken and _is_ours(function, file)
    prefix = _name_operators(node, taken, ours)
    made = _compile(node, unit, code, owner, prefix, file.name)
    return Conversion(made, unit.uses_operators, prefix, node)


def _is_ours(function: FunctionType, file: ParsedFile) -> bool:
    """Whether the user calls this package ``ag``."""
    return "ag" in file.modules and _package(function, "ag") is not own_operators


def _name_operators(node: Node, taken: frozenset[str], ours: bool) -> str:
    """Name our operators ``ag``, or similar if the user has another use for it."""
    if "ag" not in taken or ours:
        return "ag"
    prefix = "ag_1"
    while prefix in taken:
        prefix += "_1"
    for part in nodes_in(node):
        if isinstance(part, gast.Name) and getattr(part, "ours", False):
            part.id = prefix
    return prefix


def _compile(
    node: Node,
    unit: Unit,
    original: CodeType,
    owner: str | None,
    prefix: str,
    file: str,
) -> CodeType:
    """Compile a definition inside a factory that binds exactly its free variables."""
    free = [name for name in original.co_freevars if name != prefix]
    inner = _bare(node)
    names = [*free, prefix]
    if isinstance(inner, gast.FunctionDef | gast.AsyncFunctionDef):
        # Under its own name it would be a variable of the factory, and capture it.
        inner.name = "converted_function"
        while inner.name in names or inner.name in original.co_names:
            inner.name += "_"
        body = [inner]
    else:
        body = [at(gast.Expr(inner), inner)]
    factory = gast.FunctionDef("factory", parameters(names), body, [], None, None, [])
    at(factory, inner)
    block: Node = factory
    if owner is not None:
        block = at(gast.ClassDef(owner, [], [], [factory], [], []), inner)
    tree = to_python(gast.Module([block], []))
    flags = original.co_flags & FUTURE_FLAGS

    compiled = functools.partial(
        compile, filename=file, mode="exec", flags=flags, dont_inherit=True
    )
    with unwarned(file):
        module = compiled(tree)
        if unit.traced and declare(tree, module):
            module = compiled(tree)
    wanted = getattr(inner, "name", "<lambda>")
    (code,) = [
        found
        for outer in code_objects(module)
        if outer.co_name == "factory"
        for found in outer.co_consts
        if isinstance(found, CodeType) and found.co_name == wanted
    ]
    code = with_constants_of(code, original)
    return renamed(code, original, unit.naming.repeated, unit.renamed)


def _bare(node: Node) -> Node:
    """Return a definition without decorators, annotations and default values."""
    given = node.args
    empty = [gast.Constant(None, None) for _ in given.defaults]
    named = [
        None if d is None else gast.Constant(None, None) for d in given.kw_defaults
    ]
    arguments = gast.arguments(
        [_unannotated(p) for p in given.args],
        [_unannotated(p) for p in given.posonlyargs],
        _unannotated(given.vararg),
        [_unannotated(p) for p in given.kwonlyargs],
        named,
        _unannotated(given.kwarg),
        empty,
    )
    if isinstance(node, gast.Lambda):
        return same_place(at(gast.Lambda(arguments, node.body), node), node)
    made = type(node)(node.name, arguments, node.body, [], None, None, [])
    return at_arguments(same_place(made, node))


def at_arguments(node: Node) -> Node:
    """Set the source positions of the default values of a definition."""
    for default in [*node.args.defaults, *node.args.kw_defaults]:
        if default is not None:
            at(default, node)
    return node


def _unannotated(param: Node | None) -> Node | None:
    if param is None:
        return None
    return same_place(gast.Name(param.id, gast.Param(), None, None), param)


def twin(
    function: FunctionType,
    *,
    globals: dict[str, Any] | None = None,
    cell: Callable[[str, CellType], CellType] | None = None,
    traced: bool = False,
    inlined: frozenset[tuple[str, DefinitionKey]] = frozenset(),
    operators: Callable[[ModuleType], Any] | None = None,
) -> FunctionType:
    """Return the functional form of a function, as a function.

    Parameters
    ----------
    function
        The function.
    globals
        Where it finds its globals, if not where `function` does.
    cell
        Returns the cell to use for a free variable, from its name and its own cell.
    traced, inlined
        See `conversion_of`; files and generators in them.
    operators
        Returns the stand-in for the operators, from the module that holds them.
    """
    code = function.__code__
    own = frozenset([name for file, name in inlined if file == code.co_filename])
    found = conversion_of(function, traced, own)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    given = {name: cell(name, one) if cell else one for name, one in cells.items()}
    package = _package(function, found.prefix)
    given[found.prefix] = CellType(operators(package) if operators else package)
    made = FunctionType(
        found.code,
        function.__globals__ if globals is None else globals,
        function.__name__,
        function.__defaults__,
        tuple(given[name] for name in found.code.co_freevars),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__annotations__ = function.__annotations__
    made.__module__ = function.__module__
    made.__doc__ = function.__doc__
    made.__dict__.update(function.__dict__)
    return made


def _package(function: FunctionType, name: str) -> ModuleType:
    """Return the module where the twin of a function finds the operators.

    Where the user's own code calls this package by the same name, it is the package:
    the twin finds all else that the user takes from it there too.
    """
    variables = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    own = function.__globals__.get(name)
    if name in variables:
        with suppress(ValueError):  # it has no value yet
            own = variables[name].cell_contents
    if isinstance(own, ModuleType) and own.__name__ == __package__:
        return own
    return own_operators


@boundary
def to_code(function: Any, *, source: str | None = None, traced: bool = False) -> str:
    """Return the functional form of a function as text.

    Parameters
    ----------
    function : callable
        A function, decorated or not.
    source : str, optional
        The text of its definition, if no file holds it.
    traced : bool
        Whether to show the form that is traced. There, operators, comparisons, items,
        calls of methods and fresh containers are calls of functions of this package as
        well, and results go by the names that they are assigned to.

    Returns
    -------
    str
        Python source.

    Raises
    ------
    AutographError
        If it is no function with source, or cannot be converted.

    Examples
    --------
    >>> import autograph as ag
    >>> def scaled(x):
    ...     half = x / 2
    ...     return half
    >>> print(to_code(scaled))
    def scaled(x):
        half = x / 2
        return half
    >>> print(to_code(scaled, traced=True))
    def scaled(x):
        half = ag.assigned(ag.operate(x, '/', 2), 'half')
        return half
    """
    while type(function) is not FunctionType:
        inner = getattr(function, "python_function", None)
        inner = inner or getattr(function, "__wrapped__", None)
        inner = inner or getattr(function, "__func__", None)
        if inner is None:
            kind = type(function).__name__
            raise ConversionError(
                f"an object of type {kind} is not a Python function",
                hint="pass a function that was defined in Python",
            )
        function = inner
    if source is not None:
        give(function, source)
    return Text(conversion_of(function, traced).source)


def convert_source(text: str, filename: str) -> str:
    """Return a whole module in functional form; see `convert_module`."""
    return "".join(line.text for line in convert_lines(text, filename))


def convert_lines(text: str, filename: str) -> list[PrintedLine]:
    """Return the lines of a module in functional form, with those they came from."""
    return convert_module(text, filename)
