"""How a call of an operation is spelled: operator, method, attribute, function.

A form is found once for each way of calling a row and shared by all plans. It says how
the text is put together and, since an operand may be an expression of its own, in which
order Python evaluates the operands.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from runtime.ir.graph import Argument, Constant, Display, Node, Value
from runtime.ops.flow import assert_true, raise_error
from runtime.ops.python import print_values
from runtime.ops.row import Row
from runtime.ops.ufuncs import METHODS
from runtime.plan import levels
from runtime.plan.names import identifier
from runtime.types import Array, List, Type


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an argument stands.

    Parameters
    ----------
    argument : int
        Which one, those given by keyword behind the others.
    level : int
        How strongly its text has to bind to stand there without parentheses.
    index : bool
        Whether it stands between brackets, where slices have a syntax of their own.
    """

    argument: int
    level: int
    index: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """The spelling of a call.

    Parameters
    ----------
    parts : tuple
        Text, slots, and functions, which each plan names in its own namespace.
    level : int
        How strongly the text binds.
    order : tuple of int
        The arguments that may be expressions, in the order of their evaluation.
    statement : bool
        Whether the text is a statement.
    augments : bool
        Whether it is one that binds its first operand anew: ``x += 1``.
    leaves : bool
        Whether it is one that control never passes: ``raise``.
    words : tuple of str
        The builtins that the text names.
    """

    parts: tuple[str | Slot | Callable[..., Any], ...]
    level: int = levels.PRIMARY
    order: tuple[int, ...] = ()
    statement: bool = False
    augments: bool = False
    leaves: bool = False
    words: tuple[str, ...] = ()

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The functions among the parts."""
        return tuple(part for part in self.parts if not isinstance(part, (str, Slot)))


@dataclass(frozen=True, slots=True)
class Spelling:
    """A form, and the arguments that its slots count."""

    form: Form
    arguments: tuple[Argument, ...]


_SYNTAX: Mapping[Callable[..., Any], str] = MappingProxyType(
    {
        operator.getitem: "{0}[{1}]",
        operator.setitem: "{0}[{1}] = {2}",
        operator.delitem: "del {0}[{1}]",
        raise_error: "raise",
        assert_true: "assert",
    }
)
"""The kernels for which Python has a syntax, where no sign is one."""

_BUILTINS: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType(
    {operator.abs: abs, print_values: print}
)
"""The kernels that are a builtin under another name."""

_KEYWORDS_OF_METHODS = frozenset(("axis", "dtype", "out", "keepdims"))
"""The keywords that a NumPy function and the method of its name have in common."""

_PLACEHOLDER = re.compile(r"\{(\d+)\}")


def spell(node: Node, discarded: bool) -> Spelling:
    """Find the spelling of a row's call.

    Parameters
    ----------
    node : Node
        A node of a row.
    discarded : bool
        Whether nobody reads its results: then it may be a statement.
    """
    row = node.operation
    assert isinstance(row, Row)
    arguments = node.args
    if node.kwargs:
        arguments += tuple(argument for _, argument in node.kwargs)
    elif row.infix is not None and len(arguments) == 2:
        form = _of_infix(row)
        if form.augments or not _is_odd(row, arguments):
            return Spelling(form, arguments)
    elif row.prefix is not None and len(arguments) == 1:
        return Spelling(_of_prefix(row), arguments)
    special = _special(node, row, discarded)
    if special is not None:
        return special
    keywords = tuple(name for name, _ in node.kwargs)
    owner = _owner(row, node.args, keywords)
    return Spelling(_of_call(row, owner, len(node.args), keywords), arguments)


def _is_odd(row: Row, arguments: tuple[Argument, ...]) -> bool:
    """Say whether Python's compiler would frown on the operator: ``1 is x``."""
    return row.infix in ("is", "is not") and any(
        isinstance(argument, Display)
        or (isinstance(argument, Constant) and type(argument.value) in _LITERALS)
        for argument in arguments
    )


_LITERALS = frozenset((int, float, complex, str, bytes, tuple))


@cache
def _of_infix(row: Row) -> Form:
    sign = row.infix or ""
    if row.returns == "same":
        parts = (Slot(0, levels.ATOM), f" {sign} ", Slot(1, levels.LOWEST))
        return Form(parts, levels.LOWEST, (1,), statement=True, augments=True)
    level, left, right = levels.of_infix(sign)
    return Form((Slot(0, left), f" {sign} ", Slot(1, right)), level, (0, 1))


@cache
def _of_prefix(row: Row) -> Form:
    sign = row.prefix or ""
    level = levels.of_prefix(sign)
    return Form((sign, Slot(0, level)), level, (0,))


def _special(node: Node, row: Row, discarded: bool) -> Spelling | None:
    """Find a spelling that the row's template, or its kernel, asks for."""
    template = row.template or _SYNTAX.get(row.kernel)
    if template is None:
        return _of_ufunc(node, row)
    shape = _SHAPES.get(template)
    if shape is not None:
        found = shape(node)
    elif node.kwargs:
        return None
    else:
        form = _of_template(template, len(node.args))
        if form is None or not _suits(form, node.args):
            return None
        found = Spelling(form, node.args)
    if found is None or (found.form.statement and not discarded):
        return None
    return found


def _suits(form: Form, args: tuple[Argument, ...]) -> bool:
    """Say whether the arguments may stand in a template.

    A subscript of a literal makes Python's compiler suspect a forgotten comma, and an
    argument that the template leaves out must have nothing to evaluate.
    """
    shown = set()
    for part in form.parts:
        if isinstance(part, Slot):
            shown.add(part.argument)
            if part.level == levels.PRIMARY and not isinstance(
                args[part.argument], Value
            ):
                return False
    return all(
        position in shown or isinstance(argument, Constant)
        for position, argument in enumerate(args)
    )


# Templates


@cache
def _of_template(template: str, count: int) -> Form | None:
    """Take a template apart; None if it names arguments that are not there."""
    tree = ast.parse(_PLACEHOLDER.sub(r"_\1_", template)).body[0]
    parents = {
        child: parent
        for parent in ast.walk(tree)
        for child in ast.iter_child_nodes(parent)
    }
    slots = [
        node
        for node in _in_order_of_evaluation(tree)
        if isinstance(node, ast.Name) and re.fullmatch(r"_\d+_", node.id)
    ]
    numbers = [int(node.id.strip("_")) for node in slots]
    if any(number >= count for number in numbers):
        return None
    placed = {
        number: Slot(number, *_surroundings(node, parents))
        for number, node in zip(numbers, slots)
    }
    pieces = _PLACEHOLDER.split(template)
    parts = tuple(
        placed[int(piece)] if position % 2 else piece
        for position, piece in enumerate(pieces)
        if piece
    )
    lazy = any(isinstance(node, (ast.IfExp, ast.BoolOp)) for node in ast.walk(tree))
    foldable = (n for n in numbers if numbers.count(n) == 1 and not lazy)
    return Form(
        parts,
        _level(tree),
        tuple(foldable),
        statement=not isinstance(tree, ast.Expr),
        leaves=isinstance(tree, ast.Raise),
        words=tuple({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}),
    )


def _in_order_of_evaluation(tree: ast.AST) -> list[ast.expr]:
    """List the expressions of a statement: the value comes before its target."""
    if isinstance(tree, ast.Assign):
        roots: list[ast.AST] = [tree.value, *tree.targets]
    else:
        roots = [tree]
    return [
        node
        for root in roots
        for node in sorted(
            (node for node in ast.walk(root) if isinstance(node, ast.expr)),
            key=lambda node: node.col_offset,
        )
    ]


def _surroundings(
    node: ast.expr, parents: Mapping[ast.AST, ast.AST]
) -> tuple[int, bool]:
    """Say how strongly a slot's text has to bind, and whether it is an index."""
    parent = parents[node]
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        return levels.LOWEST, True
    if isinstance(parent, (ast.Subscript, ast.Attribute)):
        return levels.PRIMARY, False
    if isinstance(parent, ast.Call):
        return levels.PRIMARY if parent.func is node else levels.LOWEST, False
    enclosed = (ast.stmt, ast.keyword, ast.Tuple, ast.List)
    return levels.LOWEST if isinstance(parent, enclosed) else levels.ATOM, False


def _level(tree: ast.stmt) -> int:
    """Say how strongly the text of a template binds."""
    primaries = (ast.Subscript, ast.Attribute, ast.Call)
    if isinstance(tree, ast.Expr) and isinstance(tree.value, primaries):
        return levels.PRIMARY
    return levels.LOWEST


# Shapes: templates whose text depends on the arguments


def _of_attribute(node: Node) -> Spelling | None:
    """Spell ``object.name``."""
    name = _name(node.args)
    if name is None or len(node.args) != 2:
        return None
    form = _attribute_form(name)
    return Spelling(form, node.args[:1]) if _suits(form, node.args[:1]) else None


def _of_store(node: Node) -> Spelling | None:
    """Spell ``object.name = value``."""
    name = _name(node.args)
    if name is None or len(node.args) != 3:
        return None
    parts = (Slot(0, levels.PRIMARY), f".{name} = ", Slot(1, levels.LOWEST))
    form = Form(parts, order=(1, 0), statement=True)
    return Spelling(form, (node.args[0], node.args[2]))


def _of_method(node: Node) -> Spelling | None:
    """Spell ``receiver.name(…)``."""
    name = _name(node.args)
    if name is None:
        return None
    arguments = (node.args[0], *node.args[2:], *(value for _, value in node.kwargs))
    keywords = tuple(keyword for keyword, _ in node.kwargs)
    return Spelling(_method_form(name, len(node.args) - 1, keywords), arguments)


def _of_function_value(node: Node) -> Spelling | None:
    """Spell ``function(…)`` where the function is itself a value."""
    function = node.args[0]
    if isinstance(function, Display) or (
        isinstance(function, Constant) and not callable(function.value)
    ):
        return None
    keywords = tuple(name for name, _ in node.kwargs)
    arguments = (*node.args, *(value for _, value in node.kwargs))
    parts = (Slot(0, levels.PRIMARY), "(", *_listed(1, len(node.args), keywords), ")")
    return Spelling(Form(parts, order=tuple(range(len(arguments)))), arguments)


def _of_list(node: Node) -> Spelling | None:
    """Spell a new list as a display."""
    items = node.args[0] if len(node.args) == 1 and not node.kwargs else None
    if isinstance(items, Display) and items.kind == "list":
        return Spelling(Form((Slot(0, levels.ATOM),), levels.ATOM, (0,)), node.args)
    form = Form((list, "(", Slot(0, levels.LOWEST), ")"), order=(0,))
    return Spelling(form, node.args)


def _of_raise(node: Node) -> Spelling | None:
    """Spell ``raise kind(…) from cause``."""
    kind, *others = node.args
    given = others[0] if others else None
    if not isinstance(given, Display) or given.kind != "tuple":
        return None
    arguments = (kind, *given.items, *others[1:])
    count = len(given.items) + 1
    parts: tuple[Any, ...] = ("raise ", Slot(0, levels.PRIMARY))
    if isinstance(kind, Constant) and isinstance(kind.value, type):
        parts += ("(", *_listed(1, count, ()), ")")
    elif count > 1:
        return None
    if others[1:] and not _is_ellipsis(others[1]):
        parts += (" from ", Slot(count, levels.LOWEST))
    order = tuple(range(len(arguments)))
    return Spelling(Form(parts, order=order, statement=True, leaves=True), arguments)


def _is_ellipsis(argument: Argument) -> bool:
    return isinstance(argument, Constant) and argument.value is ...


def _of_assert(node: Node) -> Spelling | None:
    """Spell ``assert test, message``; the message stands there unevaluated."""
    if isinstance(node.args[0], Display) or len(node.args) > 2:
        return None
    parts: tuple[Any, ...] = ("assert ", Slot(0, levels.LOWEST))
    if len(node.args) > 1:
        parts += (", ", Slot(1, levels.LOWEST))
    return Spelling(Form(parts, order=(0,), statement=True), node.args)


_SHAPES: Mapping[str, Callable[[Node], Spelling | None]] = MappingProxyType(
    {
        "attribute": _of_attribute,
        "store": _of_store,
        "method": _of_method,
        "call": _of_function_value,
        "list": _of_list,
        "raise": _of_raise,
        "assert": _of_assert,
    }
)


_METHODS = {name: method for method, name in METHODS.items()}


def _of_ufunc(node: Node, row: Row) -> Spelling | None:
    """Spell a ufunc, or its method, that the first argument names."""
    first = node.args[0] if node.args else None
    if not isinstance(first, Constant) or not isinstance(first.value, np.ufunc):
        return None
    method = _METHODS.get(row.name)
    if method is None:
        return None
    called: Callable[..., Any] = first.value
    if method != "__call__":
        called = getattr(first.value, method)
    keywords = tuple(name for name, _ in node.kwargs)
    arguments = (*node.args[1:], *(value for _, value in node.kwargs))
    parts = (called, "(", *_listed(0, len(node.args) - 1, keywords), ")")
    return Spelling(Form(parts, order=tuple(range(len(arguments)))), arguments)


def _name(args: tuple[Argument, ...]) -> str | None:
    """Give the second argument if it is an identifier as Python itself reads it."""
    second = args[1] if len(args) > 1 else None
    if not isinstance(second, Constant) or type(second.value) is not str:
        return None
    return second.value if identifier(second.value) == second.value else None


# Calls


def _owner(
    row: Row, args: tuple[Argument, ...], keywords: tuple[str, ...]
) -> str | None:
    """Say how the first operand itself does it, if it does: ``x.sum()``, ``x.T``."""
    if not args or not isinstance(args[0], Value):
        return None
    of: Type = args[0].type
    if isinstance(of, Array):
        if row.attribute is not None and len(args) == 1 and not keywords:
            return "attribute"
        if row.method is not None and _KEYWORDS_OF_METHODS.issuperset(keywords):
            return "method"
    elif isinstance(of, List) and row.method is not None and not row.functions:
        return "method"
    return None


@cache
def _of_call(
    row: Row, owner: str | None, count: int, keywords: tuple[str, ...]
) -> Form:
    """Give the form of a call of the kernel or of what does the same."""
    if owner == "attribute":
        return _attribute_form(row.attribute or "")
    if owner == "method":
        return _method_form(row.method or "", count, keywords)
    function = _BUILTINS.get(row.kernel, row.kernel)
    if keywords and row.functions and (row.infix or row.prefix):
        function = row.functions[0]  # the ufunc: an operator takes no keywords
    parts = (function, "(", *_listed(0, count, keywords), ")")
    return Form(parts, order=tuple(range(count + len(keywords))))


def _attribute_form(name: str) -> Form:
    return Form((Slot(0, levels.PRIMARY), f".{name}"), order=(0,))


@lru_cache(maxsize=1024)
def _method_form(name: str, count: int, keywords: tuple[str, ...]) -> Form:
    parts = (Slot(0, levels.PRIMARY), f".{name}(", *_listed(1, count, keywords), ")")
    return Form(parts, order=tuple(range(count + len(keywords))))


def _listed(
    start: int, count: int, keywords: tuple[str, ...]
) -> tuple[str | Slot, ...]:
    """Give the parts between the parentheses of a call."""
    parts: list[str | Slot] = []
    for position in range(start, count + len(keywords)):
        if parts:
            parts.append(", ")
        if position < count:
            parts.append(Slot(position, levels.LOWEST))
            continue
        keyword = keywords[position - count]
        plain = identifier(keyword) == keyword
        parts.append(f"{keyword}=" if plain else f"**{{{keyword!r}: ")
        parts.append(Slot(position, levels.LOWEST))
        if not plain:
            parts.append("}")
    return tuple(parts)
