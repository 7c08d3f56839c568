"""What the source of a module tells of its decorators, before anything is imported."""

from __future__ import annotations

import gast

from autograph.source.facts import FUNCTIONS
from autograph.source.nodes import Node
from autograph.source.trees import nodes_in

_PACKAGE = "autograph"
_TRACING = ("function", "convert")
_KEEPING = ("do_not_convert",)


class Decorations:
    """Knows the decorators of this package in a module by the module's own names.

    Parameters
    ----------
    module
        Its tree. None if only a part of the module is known: then the package goes by
        its usual names.
    """

    def __init__(self, module: Node | None = None) -> None:
        self._packages = {_PACKAGE, "ag"}
        self._names = {name: name for name in (*_TRACING, *_KEEPING)}
        if module is not None:
            self._packages, self._names = set(), {}
            self._read(module)

    def _read(self, module: Node) -> None:
        for node in nodes_in(module):
            if isinstance(node, gast.Import):
                for each in node.names:
                    if each.name == _PACKAGE:
                        self._packages.add(each.asname or each.name)
            elif isinstance(node, gast.ImportFrom) and node.module == _PACKAGE:
                for each in node.names:
                    self._names[each.asname or each.name] = each.name

    def traces(self, function: Node) -> bool:
        """Whether a definition is compiled: decorated with ``ag.function`` or so."""
        marks = getattr(function, "decorator_list", ())
        return any(self.is_tracing(mark) for mark in marks)

    def keeps(self, function: Node) -> bool:
        """Whether a definition is marked ``do_not_convert``."""
        marks = getattr(function, "decorator_list", ())
        return any(self._name(mark) in _KEEPING for mark in marks)

    def is_tracing(self, decorator: Node) -> bool:
        """Whether an expression is ``ag.function``, or a call or a partial of it."""
        if self._name(decorator) in _TRACING:
            return True
        given: list[Node] = decorator.args if isinstance(decorator, gast.Call) else []
        return any(self._name(each) in _TRACING for each in given)

    def _name(self, decorator: Node) -> str:
        """Return the name of a function of this package; empty for any other."""
        if isinstance(decorator, gast.Call):
            decorator = decorator.func
        if isinstance(decorator, gast.Attribute):
            package = getattr(decorator.value, "id", "")
            return str(decorator.attr) if package in self._packages else ""
        return self._names.get(getattr(decorator, "id", ""), "")


def compiled(module: Node, decorations: Decorations) -> dict[Node, bool]:
    """Return the definitions of a module that are compiled, or reached from one.

    What a compiled function names is reached: functions of the module, and methods of
    its classes that have such a name.

    Returns
    -------
    dict
        Whether each is compiled by itself.
    """
    named = _named(module)
    waiting: list[tuple[Node, bool]] = []
    for node in nodes_in(module):
        if isinstance(node, FUNCTIONS) and decorations.traces(node):
            waiting.append((node, True))
        elif isinstance(node, gast.Call) and decorations.is_tracing(node.func):
            waiting += [(each, True) for each in node.args[:1]]
    found: dict[Node, bool] = {}
    while waiting:
        node, itself = waiting.pop()
        if isinstance(node, gast.Name):
            waiting += [(each, itself) for each in named.get(node.id, [])]
        if not isinstance(node, (*FUNCTIONS, gast.Lambda)):
            continue
        waits = isinstance(node, gast.AsyncFunctionDef)
        if decorations.keeps(node) or (waits and not decorations.traces(node)):
            continue  # it is called as it is, or the call of it is refused
        known = node in found
        found[node] = itself or found.get(node, False)
        if known:
            continue
        for part in nodes_in(node):
            name = getattr(part, "attr", getattr(part, "id", ""))
            waiting += [(each, False) for each in named.get(name, [])]
    return found


def _named(module: Node) -> dict[str, list[Node]]:
    """Return the functions of a module by their names, those of a class by its own."""
    named: dict[str, list[Node]] = {}
    for node in nodes_in(module):
        if isinstance(node, FUNCTIONS):
            named.setdefault(node.name, []).append(node)
        elif isinstance(node, gast.ClassDef):
            named.setdefault(node.name, []).extend(_makers(node))
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda):
            for target in node.targets:
                named.setdefault(getattr(target, "id", ""), []).append(node.value)
    return named


def _makers(node: Node) -> list[Node]:
    """Return the methods that run when an object of a class is made."""
    wanted = ("__init__", "__new__", "__post_init__", "__call__")
    return [each for each in node.body if getattr(each, "name", "") in wanted]
