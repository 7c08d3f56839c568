"""Names that the body of a class reads from its module, declared ``global`` there.

Python looks a bare name of a class body up in the module's dict itself. A name that is
declared is looked up as in a function: so a trace sees what the body reads and calls.
"""

from __future__ import annotations

import ast
from inspect import CO_OPTIMIZED
from types import CodeType

from autograph.source.instructions import names_in
from autograph.source.registry import code_objects

_LOADS = frozenset({"LOAD_NAME"})
_STORES = frozenset({"STORE_NAME", "DELETE_NAME"})
ClassPosition = tuple[str, int]
"""The name of a class, and the line where its definition begins."""


def declare(tree: ast.Module, module: CodeType) -> bool:
    """Declare the module's names in the classes of a tree, in place.

    Parameters
    ----------
    tree : ast.Module
        The tree.
    module : CodeType
        What it was compiled to.

    Returns
    -------
    bool
        Whether there were any.
    """
    bodies = [c for c in code_objects(module)[1:] if not c.co_flags & CO_OPTIMIZED]
    if not bodies:
        return False
    read: dict[ClassPosition, set[str]] = {}
    kept: dict[ClassPosition, set[str]] = {}
    for code in bodies:
        place = code.co_name, code.co_firstlineno
        read.setdefault(place, set()).update(names_in(code, _LOADS))
        own = names_in(code, _STORES) | set(code.co_freevars)
        kept.setdefault(place, set()).update(own)
    found = False
    for each in ast.walk(tree):
        if not isinstance(each, ast.ClassDef):
            continue
        place = _place(each)
        bare = read.get(place, set()) - kept.get(place, set()) - _annotated(each)
        names = sorted(name for name in bare if not name.startswith("__"))
        if names:
            first = int(ast.get_docstring(each, clean=False) is not None)
            line = ast.copy_location(ast.Global(names), each.body[0])
            each.body.insert(first, line)
            found = True
    return found


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
