"""Conversion of a module's text: functions that change are printed anew."""

from __future__ import annotations

import re
from dataclasses import replace

import gast

from autograph.rules.local_names import module_of
from autograph.rules.whole_functions import (
    all_names,
    binds,
    convert,
    unit_for,
    used_names,
)
from autograph.source.collector import paused_collector
from autograph.source.comments import with_comments
from autograph.source.facts import FUNCTIONS, Names
from autograph.source.nodes import Node, clone
from autograph.source.parsing import parse
from autograph.source.printed_lines import PrintedLine, printed
from autograph.source.trees import nodes_in
from autograph.source.unparsing import dedented, indented
from runtime.recursion_limit import deep_recursion

ONLY_OURS = frozenset(
    """
    and_ assert_ augment_item bound capture chain del_item delete_cell delete_global
    dict_of either finally_ fitting generate get_item in_ instance is_ is_not items
    keys list_of match nested not_ not_in or_ raise_ reraise rest set_cell set_global
    set_item set_of slice_ try_ undefined with_
    """.split()
)
LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


def convert_module(text: str, filename: str) -> list[PrintedLine]:
    """Convert every function of a module.

    Parameters
    ----------
    text
        The source of the module.
    filename
        The name of the file in messages.

    Returns
    -------
    The lines of the converted module, which can be run as it is, each with its end, and
    with the line it came from. Functions in which nothing changes, and all text between
    functions, stay as they were; comments stay with their statements.

    Raises
    ------
    SyntaxError
        If the text is not valid Python.
    """
    with deep_recursion(), paused_collector():
        modules = parse(text, filename).modules
        module = module_of(text, filename)
        taken = used_names(module)
        prefix = _prefix(module, taken)
        own_slice = binds(module, "slice")
        lines = [
            PrintedLine(line, number)
            for number, line in enumerate(LINES.findall(text), 1)
        ]
        changed = False
        for node, owner in reversed(_functions(module.body, None)):
            made = _converted(node, owner, taken, modules, prefix, own_slice)
            if made is None:
                continue
            changed = True
            start, end = node.lineno - 1, node.end_lineno
            lines[start:end] = _in_place(made, lines[start:end])
        if changed and not _imports(module, prefix):
            _insert_import(lines, module, prefix)
    return lines


def _in_place(made: list[PrintedLine], old: list[PrintedLine]) -> list[PrintedLine]:
    """Return a converted function with the comments and the margin of the old one."""
    text = "".join(line.text for line in old)
    margin = text[: len(text) - len(text.lstrip())]
    made = with_comments(made, dedented(text, margin), old[0].origin)
    joined = indented("\n".join(line.text for line in made), margin)
    texts = [line + "\n" for line in joined.split("\n")]
    if not old[-1].text.endswith(("\n", "\r")):
        texts[-1] = texts[-1].removesuffix("\n")
    return [replace(line, text=text) for line, text in zip(made, texts, strict=True)]


def _functions(body: list[Node], owner: str | None) -> list[tuple[Node, str | None]]:
    """Return the functions that are in no other function, with their classes."""
    found: list[tuple[Node, str | None]] = []
    for node in body:
        if isinstance(node, FUNCTIONS):
            found.append((node, owner))
            continue
        inside = node.name if isinstance(node, gast.ClassDef) else owner
        for field in ("body", "handlers", "cases", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                found += _functions(block, inside)
    return sorted(found, key=lambda entry: int(entry[0].lineno))


def _converted(
    node: Node,
    owner: str | None,
    taken: Names,
    modules: Names,
    prefix: str,
    own_slice: bool,
) -> list[PrintedLine] | None:
    """Return the lines of a converted function; None if it needs no conversion."""
    if any(_is_ours(part, prefix) for part in nodes_in(node)):
        return None
    used, defined = all_names(node)
    taken |= used
    among = modules.intersection
    unit = unit_for(taken, among, owner, defined=defined, own_slice=own_slice)
    made = convert(clone(node), unit)
    if not unit.uses_operators or gast.dump(made) == gast.dump(node):
        return None
    made.decorator_list = []
    if prefix != "ag":
        for part in nodes_in(made):
            if isinstance(part, gast.Name) and getattr(part, "ours", False):
                part.id = prefix
    return printed(made)


def _is_ours(node: Node, prefix: str) -> bool:
    """Whether a node is an operator that users never write by hand."""
    return (
        isinstance(node, gast.Attribute)
        and isinstance(node.value, gast.Name)
        and node.value.id == prefix
        and node.attr in ONLY_OURS
    )


def _prefix(module: Node, taken: Names) -> str:
    """Return the name for our operators: ``ag``, or similar if it is taken."""
    for node in module.body:
        for alias in node.names if isinstance(node, gast.Import) else []:
            if alias.name == "autograph" and (alias.asname or "").startswith("ag"):
                return str(alias.asname)
    if "ag" not in taken or _imports(module, "ag"):
        return "ag"
    number = 1
    while f"ag_{number}" in taken:
        number += 1
    return f"ag_{number}"


def _imports(module: Node, prefix: str) -> bool:
    """Whether a module imports this package under this name."""
    return any(
        alias.name == "autograph" and (alias.asname or alias.name) == prefix
        for node in module.body
        if isinstance(node, gast.Import)
        for alias in node.names
    )


def _insert_import(lines: list[PrintedLine], module: Node, prefix: str) -> None:
    """Insert our import after the docstring and the ``__future__`` imports."""
    statement = f"import autograph as {prefix}\n"
    behind = 0
    for place, node in enumerate(module.body):
        text = isinstance(node, gast.Expr) and isinstance(node.value, gast.Constant)
        future = isinstance(node, gast.ImportFrom) and node.module == "__future__"
        if not (future or (text and place == 0 and isinstance(node.value.value, str))):
            break
        behind = node.end_lineno
    if behind == 0:
        first = module.body[0]
        marks = getattr(first, "decorator_list", None) or [first]
        behind = marks[0].lineno - 1
    elif not lines[behind - 1].text.endswith(("\n", "\r")):
        before = lines[behind - 1]
        lines[behind - 1] = replace(before, text=before.text + "\n")
    lines.insert(behind, PrintedLine(statement))
