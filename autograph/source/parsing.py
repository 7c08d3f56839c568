"""Parsed files: the positions of their functions, and their imports."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import CodeType

from autograph.source.unwarned import unwarned
from runtime.forked_locks import new_lock

_BOUND = 64
_lock = new_lock()
_parsed: OrderedDict[str, ParsedFile] = OrderedDict()
_parts: dict[tuple[str, int], ParsedFile] = {}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_WORD = re.compile(r"\w+")
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
        Its syntax tree, or that of a part of it.
    whole
        Returns the tree of all of it that imports.
    """

    text: str
    name: str
    tree: ast.Module = field(repr=False)
    whole: Callable[[], ast.Module] = field(repr=False)

    @cached_property
    def functions(self) -> dict[int, list[tuple[Definition, str | None]]]:
        """The definitions by first line (a decorator's, if there is one).

        Each with the class that contains it.
        """
        found: dict[int, list[tuple[Definition, str | None]]] = {}
        for node, owner in _statements(self.tree):
            if isinstance(node, _FUNCTIONS):
                marks = node.decorator_list
                line = marks[0].lineno if marks else node.lineno
                found.setdefault(line, []).append((node, owner))
        return found

    @cached_property
    def modules(self) -> frozenset[str]:
        """Names that are bound by ``import`` alone, anywhere in the file."""
        return frozenset(
            alias.asname or alias.name.split(".")[0]
            for node, _ in _statements(self.whole())
            if isinstance(node, ast.Import)
            for alias in node.names
        )

    @cached_property
    def _mentioned(self) -> frozenset[str]:
        """All words in lines with an ``import``: to find them takes no tree."""
        lines = self.text.replace("\\\n", " ").split("\n")
        some = "\n".join([line for line in lines if "import" in line])
        return frozenset(_WORD.findall(some))

    def modules_among(self, names: frozenset[str]) -> frozenset[str]:
        """Return those of some names that are bound by ``import`` alone."""
        some = names & self._mentioned
        return some & self.modules if some else some

    @cached_property
    def imported(self) -> frozenset[str]:
        """Names that are bound by any import outside of functions and classes."""
        found: set[str] = set()
        waiting: list[ast.AST] = [self.whole()]
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
    imports = "".join([line for line in lines if line.startswith("import ")])
    whole = partial(tree_of, imports, code.co_filename)
    tree = tree_of(text, code.co_filename)
    made = ParsedFile("".join(lines), code.co_filename, tree, whole)
    with _lock:
        _parts[key] = made
    return made


def parsed_alone(code: CodeType, globals_: dict[str, object]) -> ParsedFile | None:
    """Parse a function at the margin of a file by itself; None if it is none.

    It ends before a line that begins at the margin, unless Python then misses
    something: its body, a bracket, the rest of a string.

    Raises
    ------
    OSError, SyntaxError
        See `parsed_file`.
    """
    lines = linecache.getlines(code.co_filename, globals_)
    before = code.co_firstlineno - 1
    if code.co_filename in _parsed or code.co_qualname != code.co_name:
        return None
    if lines[before : before + 1] and lines[before].startswith(_BEGINNINGS):
        ends = [
            n for n in range(before + 1, len(lines)) if lines[n][:1] not in _GOES_ON
        ]
        for end in [*ends[:TRIED], len(lines)]:
            text = "\n" * before + "".join(lines[before:end])
            with suppress(SyntaxError):
                tree = tree_of(text, code.co_filename)
                whole = partial(_whole, code.co_filename, globals_)
                return ParsedFile("".join(lines), code.co_filename, tree, whole)
    return None


def _whole(filename: str, globals_: dict[str, object]) -> ast.Module:
    return parsed_file(filename, globals_).tree


def parse(text: str, filename: str) -> ParsedFile:
    """Parse source text."""
    tree = tree_of(text, filename)
    return ParsedFile(text, filename, tree, lambda: tree)


def _statements(tree: ast.Module) -> Iterator[tuple[ast.AST, str | None]]:
    """Yield definitions, imports and what holds others, each with its class."""
    waiting: list[tuple[ast.AST, str | None]] = [(tree, None)]
    while waiting:
        node, owner = waiting.pop()
        yield node, owner
        if isinstance(node, ast.ClassDef):
            owner = node.name
        for name in _BLOCKS:
            block = getattr(node, name, ())
            waiting += [(each, owner) for each in block if type(each) not in _BARE]


_BARE = frozenset(
    {ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise}
    | {ast.Assert, ast.Delete, ast.Pass, ast.Break, ast.Continue, ast.ImportFrom}
)
"""Most statements: they hold no others, and are no ``import``."""
_BEGINNINGS = ("def ", "async ", "@")
_GOES_ON = frozenset(" \t\n\r\f#")
"""What a line begins with that may be part of a function at the margin."""
TRIED = 8
"""How many ends of a function are tried: decorators and parameters have some."""
_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")
"""The fields of statements that hold statements, or hold what holds them."""
