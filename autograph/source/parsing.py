"""Parsed files: the positions of their functions, and their imports."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType

from autograph.source.unwarned import unwarned
from runtime.forked_locks import new_lock

_BOUND = 64
_lock = new_lock()
_parsed: OrderedDict[str, ParsedFile] = OrderedDict()
_parts: dict[tuple[str, int], ParsedFile] = {}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class ParsedFile:
    """A file as Python sees it.

    Parameters
    ----------
    text
        Its source.
    name
        Its name in code objects.
    tree
        Its syntax tree.
    functions
        The definitions by first line (a decorator's, if there is one), each with the
        class that contains it.
    modules
        Names that are bound by ``import`` alone, anywhere in the file.
    imported
        Names that are bound by any import outside of functions and classes.
    """

    text: str
    name: str
    tree: ast.Module = field(repr=False)
    functions: dict[int, list[tuple[Definition, str | None]]] = field(
        default_factory=dict
    )
    modules: frozenset[str] = frozenset()

    @cached_property
    def imported(self) -> frozenset[str]:
        found: set[str] = set()
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found.update(each.asname or each.name for each in node.names)
            if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                for name in _BLOCKS:
                    waiting.extend(getattr(node, name, ()))
        return frozenset(name.partition(".")[0] for name in found)

    @cached_property
    def lambdas(self) -> dict[int, list[tuple[Definition, str | None]]]:
        """The lambdas by first line."""
        found: dict[int, list[tuple[Definition, str | None]]] = {}
        waiting: list[tuple[ast.AST, str | None]] = [(self.tree, None)]
        while waiting:
            node, owner = waiting.pop()
            if isinstance(node, ast.Lambda):
                found.setdefault(node.lineno, []).append((node, owner))
            elif isinstance(node, ast.ClassDef):
                owner = node.name
            waiting.extend((child, owner) for child in ast.iter_child_nodes(node))
        return found


def parsed_file(filename: str, globals_: dict[str, object] | None = None) -> ParsedFile:
    """Parse a file, or return the result of an earlier parse.

    Raises
    ------
    OSError
        If Python knows no source under that name.
    SyntaxError
        If the source is not valid Python.
    """
    lines = linecache.getlines(filename, globals_)
    if not lines:
        raise OSError(f"no source for {filename!r}")
    text = "".join(lines)
    with _lock:
        known = _parsed.get(filename)
        if known is not None and known.text == text:
            _parsed.move_to_end(filename)
            return known
    made = parse(text, filename)
    with _lock:
        _parsed[filename] = made
        while len(_parsed) > _BOUND:
            _parsed.popitem(last=False)
    return made


def tree_of(text: str, filename: str) -> ast.Module:
    """Parse source text; warn of nothing, since Python did when it compiled the text.

    Raises
    ------
    SyntaxError
        If the source is not valid Python.
    """
    with unwarned(filename):
        return ast.parse(text, filename)


def parsed_part(code: CodeType, globals_: dict[str, object]) -> ParsedFile:
    """Parse the lines of one function alone: whole files of libraries are long.

    Raises
    ------
    OSError, SyntaxError
        See `parsed_file`.
    """
    key = code.co_filename, code.co_firstlineno
    with _lock:
        known = _parts.get(key)
    if known is not None:
        return known
    lines = linecache.getlines(code.co_filename, globals_)
    before = code.co_firstlineno - 1
    if before >= len(lines):
        raise OSError(f"no source for {code.co_filename!r}")
    block = "".join(inspect.getblock(lines[before:]))
    if block[:1] in " \t":  # a method, in a class of the same name
        owner = code.co_qualname.split(".")[-2]
        text = "\n" * (before - 1) + f"class {owner}:\n" + block
    else:
        text = "\n" * before + block
    made = parse(text, code.co_filename)
    imports = [line for line in lines if line.startswith("import ")]
    made.modules = parse("".join(imports), code.co_filename).modules
    with _lock:
        _parts[key] = made
    return made


def parse(text: str, filename: str) -> ParsedFile:
    """Parse source text and index it."""
    tree = tree_of(text, filename)
    found = ParsedFile(text, filename, tree)
    modules: set[str] = set()
    waiting: list[tuple[ast.AST, str | None]] = [(tree, None)]
    while waiting:
        node, owner = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            marks = node.decorator_list
            line = marks[0].lineno if marks else node.lineno
            found.functions.setdefault(line, []).append((node, owner))
        elif isinstance(node, ast.ClassDef):
            owner = node.name
        elif isinstance(node, ast.Import):
            names = [alias.asname or alias.name.split(".")[0] for alias in node.names]
            modules.update(names)
        for name in _BLOCKS:
            block = getattr(node, name, ())
            waiting.extend((child, owner) for child in block)
    found.modules = frozenset(modules)
    return found


_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")
"""The fields of statements that hold statements, or hold what holds them."""
