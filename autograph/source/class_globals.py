"""Names that the body of a class reads from its module, declared ``global`` there.

Python looks a bare name of a class body up in the module's dict itself. A name that is
declared is looked up as in a function: so a trace sees what the body reads and calls.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from inspect import CO_OPTIMIZED
from types import CodeType

from autograph.source.instructions import names_in
from autograph.source.registry import code_objects

_LOADS = frozenset({"LOAD_NAME"})
_STORES = frozenset({"STORE_NAME", "DELETE_NAME"})
ClassPosition = tuple[str, int]
"""The name of a class, and the line where its definition begins."""


def declared(
    tree: ast.Module, compiled: Callable[[ast.Module], CodeType]
) -> ast.Module:
    """Declare the module's names in the classes of a tree, in place."""
    classes = [part for part in ast.walk(tree) if isinstance(part, ast.ClassDef)]
    wanted = {_place(each) for each in classes}
    if not wanted:
        return tree
    read: dict[ClassPosition, set[str]] = {}
    kept: dict[ClassPosition, set[str]] = {}
    for code in code_objects(compiled(tree)):
        place = code.co_name, code.co_firstlineno
        if place in wanted and not code.co_flags & CO_OPTIMIZED:
            read.setdefault(place, set()).update(names_in(code, _LOADS))
            own = names_in(code, _STORES) | set(code.co_freevars)
            kept.setdefault(place, set()).update(own)
    for each in classes:
        place = _place(each)
        bare = read.get(place, set()) - kept.get(place, set()) - _annotated(each)
        names = sorted(name for name in bare if not name.startswith("__"))
        if names:
            first = int(ast.get_docstring(each, clean=False) is not None)
            line = ast.copy_location(ast.Global(names), each.body[0])
            each.body.insert(first, line)
    return tree


def _place(node: ast.ClassDef) -> ClassPosition:
    lines = [node.lineno, *(each.lineno for each in node.decorator_list)]
    return node.name, min(lines)


def _annotated(node: ast.ClassDef) -> set[str]:
    """Return the names in annotations, which are for those who read the class."""
    notes = [
        part.annotation for part in ast.walk(node) if isinstance(part, ast.AnnAssign)
    ]
    return {
        part.id
        for note in notes
        for part in ast.walk(note)
        if isinstance(part, ast.Name)
    }
