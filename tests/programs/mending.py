"""Programs that get far: most statements that raise in plain Python are taken out.

A program that ends at its third line proves nothing of the others.
"""

from __future__ import annotations

import ast
import random
import warnings
from collections.abc import Callable

SPARED = 0.12
"""How often a statement that raises may stay."""


def mended(
    source: str, failing_line: Callable[[str], int | None], choose: random.Random
) -> str:
    """Change the statement that raises until none does, or it may stay.

    Parameters
    ----------
    source
        A program.
    failing_line
        Runs a program, and gives the line at which it raises.
    choose
        Decides what may stay.
    """
    for _ in range(25):
        line = failing_line(source)
        if line is None or choose.random() < SPARED:
            return source
        tree = ast.parse(source)
        if not Mender(line).mend(tree):
            return source
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        if not compiles(text):  # a `nonlocal` lost its name
            return source
        source = text
    return source


def compiles(source: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(source, "<mended>", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class Mender(ast.NodeTransformer):
    """Takes out the innermost statement at a line, or what is wrong in its head."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.found = False

    def mend(self, tree: ast.Module) -> bool:
        self.visit(tree)
        return self.found

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if self.found or not isinstance(node, ast.stmt) or node.lineno != self.line:
            return node
        self.found = not isinstance(node, ast.ClassDef)
        match node:
            case ast.If():
                node.test = ast.parse("n > 1", mode="eval").body
            case ast.Return(value=ast.Tuple(elts=[_, *_] as elements)):
                self.found = len(elements) > 1
                elements.pop()
            case ast.Return():
                self.found = not isinstance(node.value, ast.Name)
                node.value = ast.Name("n", ast.Load())
            case ast.FunctionDef():
                pass
            case _:
                return ast.copy_location(ast.Pass(), node)
        return node


def binds_a_name_twice_wrongly() -> bool:
    """Whether this Python keeps the first value of ``a, a = b, c``.

    Python 3.11.0 to 3.11.3 do (https://github.com/python/cpython/issues/104615).
    """
    names: dict[str, int] = {}
    source = "def last(b, c):\n    a, a = b, c\n    return a\nlast = last(1, 2)\n"
    exec(source, names)
    return names["last"] != 2


def with_names_bound_once(source: str) -> str:
    """Return a program without the names that an assignment binds again."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            for target in node.targets:
                _bind_once(target)
    return ast.unparse(tree) + "\n"


def _bind_once(target: ast.expr) -> None:
    bound = [name for name in ast.walk(target) if isinstance(name, ast.Name)]
    last = {name.id: name for name in bound if isinstance(name.ctx, ast.Store)}
    for number, name in enumerate(bound):
        if isinstance(name.ctx, ast.Store) and last[name.id] is not name:
            name.id = f"unused{number}"
