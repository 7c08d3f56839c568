"""What a module needs beside its function: imports, constants, our own helpers.

An operation without a plain form calls a function of this library. Its definition is
written into the module, with all that it names, and without annotations.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from runtime.exporting.exact_text import exact_text
from runtime.ir.unbound import Unbound

_SPACES = (
    "numpy numpy.linalg numpy.fft numpy.random numpy.strings numpy.ma numpy.exceptions "
    "numpy.lib.stride_tricks numpy.polynomial.polynomial builtins math operator "
    "itertools collections functools types"
).split()
"""The modules in which objects are looked for that are named otherwise themselves."""


_OURS = __name__.partition(".")[0]


class NotPlain(Exception):
    """An object that no module can name without this library.

    Parameters
    ----------
    value : object
        The object.
    """

    def __init__(self, value: object) -> None:
        super().__init__(value)
        self.value = value


class Definitions:
    """The definitions of a module, in order.

    Parameters
    ----------
    taken : set of str
        The names that the module gives to something else.

    Attributes
    ----------
    imports, texts : list of str
        The lines of imports, and the other definitions.
    """

    def __init__(self, taken: set[str]) -> None:
        self.imports: list[str] = []
        self.texts: list[str] = []
        self._taken = taken | set(dir(builtins))
        self._known: dict[int, str] = {}
        self._kept: list[object] = []  # so that no other object takes an identity

    def define(self, name: str, value: object) -> None:
        """Define a name for an object.

        Raises
        ------
        NotPlain
            If it cannot be named without this library.
        """
        self._taken.add(name)
        self._known[id(value)] = name
        self._kept.append(value)
        if type(value) is Unbound:  # it answers to nothing but its class
            kind = self.name("Unbound", Unbound)
            self.texts.append(f"{name} = {kind}({value.name!r})")
        elif isinstance(value, ModuleType):
            self._import_module(name, value)
        elif _is_ours(value):
            self._carry(name, value)
        else:
            self._import_or_write(name, value)

    def name(self, wished: str, value: object) -> str:
        """Return the name of an object, which is defined if it has none yet."""
        known = self._known.get(id(value))
        if known is None:
            known = self.spare(wished)
            self.define(known, value)
        return known

    def spare(self, wished: str) -> str:
        """Return a name that nothing has, like another one."""
        name, number = wished, 1
        while name in self._taken:
            number += 1
            name = f"{wished}_{number}"
        self._taken.add(name)
        return name

    def _import_module(self, name: str, module: ModuleType) -> None:
        if module.__name__.partition(".")[0] not in _allowed():
            raise NotPlain(module)
        path = module.__name__
        self.imports.append(f"import {path}" + (f" as {name}" if name != path else ""))

    def _import_or_write(self, name: str, value: object) -> None:
        text = exact_text(value)
        if text is not None:
            if "np." in text:
                self.name("np", np)
            self.texts.append(f"{name} = {text}")
            return
        found = _home(value, name)
        if found is None:
            raise NotPlain(value)
        module, path = found
        first, _, rest = path.partition(".")
        if rest:  # a method of a class
            owner = self.name(first, getattr(import_module(module), first))
            self.texts.append(f"{name} = {owner}.{rest}")
        elif module == "builtins":
            self.texts.append(f"{name} = {path}")
        else:
            told = f" as {name}" if name != path else ""
            self.imports.append(f"from {module} import {path}{told}")

    def _carry(self, name: str, value: Any) -> None:
        """Write the definition of a function or class of this library."""
        plain = inspect.unwrap(value)
        try:
            text = textwrap.dedent(inspect.getsource(plain))
            tree = ast.parse(text).body[0]
        except (OSError, TypeError, SyntaxError):
            raise NotPlain(value) from None
        if not isinstance(tree, (ast.FunctionDef, ast.ClassDef)):
            raise NotPlain(value)  # a lambda, say
        space = _space(plain)
        tree = _Plainer().visit(tree)
        own, tree.name = tree.name, name
        renamed = {own: name}
        for each in _free_names(tree):
            if each == own:
                continue
            if each in space:
                renamed[each] = self.name(each, space[each])
            elif not hasattr(builtins, each):
                raise NotPlain(value)
        _Renamer(renamed).visit(tree)
        self.texts.append(ast.unparse(ast.fix_missing_locations(tree)))


def _allowed() -> frozenset[str]:
    return sys.stdlib_module_names | {"numpy"}


def _is_ours(value: object) -> bool:
    if not isinstance(value, (FunctionType, type)) and not hasattr(
        value, "__wrapped__"
    ):
        return False
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] == _OURS


def _space(value: Any) -> Mapping[str, Any]:
    """Return what the free names in a definition stand for."""
    if isinstance(value, type):
        return vars(sys.modules[value.__module__])
    cells = zip(value.__code__.co_freevars, value.__closure__ or ())
    return {**value.__globals__, **{name: cell.cell_contents for name, cell in cells}}


def _home(value: Any, known: str) -> tuple[str, str] | None:
    """Return the module of an object, and its name there.

    Parameters
    ----------
    value : object
        The object.
    known : str
        A name that it may have, beside its own.
    """
    own = getattr(value, "__qualname__", getattr(value, "__name__", None))
    owner = getattr(value, "__objclass__", value)
    modules = [*_SPACES, str(getattr(owner, "__module__", None))]
    for name in (str(own), known):
        for module in modules:
            if module.partition(".")[0] in _allowed():
                found: Any = sys.modules.get(module)
                for part in name.split("."):
                    found = getattr(found, part, None)
                if found is value:
                    return module, name
    return None


def _free_names(tree: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """Return the names that a definition reads and does not bind."""
    bound = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
    bound |= {each.id for each in names if not isinstance(each.ctx, ast.Load)}
    bound |= {
        each.name
        for each in ast.walk(tree)
        if isinstance(each, (ast.FunctionDef, ast.ExceptHandler)) and each.name
        if each is not tree
    }
    return list(dict.fromkeys(each.id for each in names if each.id not in bound))


class _Plainer(ast.NodeTransformer):
    """Takes annotations away, and of docstrings all but their first lines."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        _sum_up(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        _sum_up(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        self.generic_visit(node)
        if node.value is None:
            return None
        return ast.Assign(targets=[node.target], value=node.value)


def _sum_up(node: ast.FunctionDef | ast.ClassDef) -> None:
    text = ast.get_docstring(node)
    if text is not None:
        node.body[0] = ast.Expr(ast.Constant(text.partition("\n\n")[0]))


class _Renamer(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._names.get(node.id, node.id)
        return node


def spaced(texts: list[str]) -> Iterator[str]:
    """Yield definitions, with two empty lines around functions and classes."""
    before: bool | None = None
    for each in texts:
        tall = each.startswith(("def ", "class ", "@"))
        if before or tall:
            yield "" if before is None else "\n"
        yield each
        before = tall


def sorted_imports(lines: list[str]) -> Iterator[str]:
    """Yield imports in order: those of Python, then those of NumPy."""
    of_numpy = [each for each in lines if each.split()[1].startswith("numpy")]
    of_python = sorted(set(lines) - set(of_numpy))
    yield from of_python
    if of_python and of_numpy:
        yield ""
    yield from sorted(set(of_numpy))
