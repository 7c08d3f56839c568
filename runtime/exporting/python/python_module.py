"""A module of plain Python and NumPy with the function of a graph."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from runtime.errors import NotExportable
from runtime.exporting.captured_state import check_captures
from runtime.exporting.exact_text import MOST_ELEMENTS
from runtime.exporting.exported import Exported, titled
from runtime.exporting.python.definitions import (
    Definitions,
    NotPlain,
    sorted_imports,
    spaced,
)
from runtime.exporting.python.module_function import ModuleFunction
from runtime.exporting.refusing import position, refusal
from runtime.exporting.users_lines import with_users_lines
from runtime.ir.nodes import Constant, Display, Node
from runtime.passes import optimize
from runtime.recursion_limit import deep_recursion
from runtime.saving.saved import Saved

ARRAYS = "arrays"


def python_module(saved: Saved, documentation: str, file: str | None) -> Exported:
    """Return a module with the function of a graph.

    Parameters
    ----------
    saved : Saved
        The graph, and where its inputs come from.
    documentation : str
        The docstring of the function.
    file : str, optional
        The name of the file beside the module that takes large arrays. Without one
        they stand in the text.

    Raises
    ------
    NotExportable
        If something in it has no plain form.
    """
    with deep_recursion():
        return _Module(saved, documentation, file).exported()


def refusals(saved: Saved) -> list[NotExportable]:
    """Return what has no form in plain Python."""
    try:
        python_module(saved, "", None)
    except NotExportable as error:
        return [error]
    return []


class _Module:
    def __init__(self, saved: Saved, documentation: str, file: str | None) -> None:
        graph = saved.graph if saved.strict else optimize(saved.graph)
        check_captures(saved, graph)
        self._function = ModuleFunction(saved, graph, documentation)
        self._file = file
        self._arrays: dict[str, np.ndarray] = {}

    def exported(self) -> Exported:
        function = self._function
        try:
            function.function()
            bound = function.namespace.bound
            definitions = Definitions({function.graph.name, *bound})
            for name, value in bound.items():
                if not self._is_kept(name, value):
                    definitions.define(name, value)
        except NotPlain as error:
            raise self._refused(error.value) from None
        if self._arrays:
            self._define_arrays(definitions)
        parts = [titled(function.graph.name, "plain Python and NumPy"), ""]
        imports = list(sorted_imports(definitions.imports))
        parts += [*imports, ""] if imports else []
        parts += [*spaced(definitions.texts), ""] if definitions.texts else []
        parts += ["", *with_users_lines(function.writer)]
        return Exported("\n".join(parts) + "\n", self._arrays)

    def _is_kept(self, name: str, value: object) -> bool:
        """Whether a value goes into the file of arrays."""
        if self._file is None or type(value) is not np.ndarray:
            return False
        if value.size <= MOST_ELEMENTS or value.dtype.kind not in "biufcSUmM":
            return False
        if not (value.flags.c_contiguous or value.flags.f_contiguous):
            return False
        self._arrays[name] = value
        return True

    def _define_arrays(self, definitions: Definitions) -> None:
        load = f"{definitions.name('np', np)}.load"
        path = definitions.name("Path", Path)
        held = definitions.spare(ARRAYS)
        lines = [f"with {load}({path}(__file__).with_name({self._file!r})) as {held}:"]
        lines += [f"    {name} = {held}[{name!r}]" for name in self._arrays]
        definitions.texts.append("\n".join(lines))

    def _refused(self, value: object) -> Exception:
        """Return the error of an object that has no plain form."""
        order, graph = self._function.order, self._function.graph

        def names(node: Node) -> bool:
            if order.is_spelled(node):
                if any(each is value for each in order.spelling(node).form.functions):
                    return True
            return any(_holds(each, value) for each in node.args)

        name = getattr(value, "__name__", None) or type(value).__name__
        told = f"{name} has no form in plain Python and NumPy"
        return refusal(graph, told, span=position(graph, names))


def _holds(argument: object, value: object) -> bool:
    if isinstance(argument, Display):
        return any(_holds(each, value) for each in argument.items)
    return isinstance(argument, Constant) and argument.value is value
