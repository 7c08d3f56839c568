"""What an export is made of, and what stands in its way."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any, Literal

from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.savable import saved_of
from runtime.errors import AutographError, NotExportable, Span
from runtime.exporting.refusing import HINT
from runtime.ir.callee import callee_of
from runtime.saving.saved import Saved

Target = Literal["python", "jax", "onnx"]
_REFUSALS = {
    "python": "runtime.exporting.python.python_module",
    "jax": "runtime.exporting.jax.jax_module",
    "onnx": "runtime.exporting.onnx.onnx_model",
}
"""For each target the module that finds what it refuses."""


def exportable(concrete: ConcreteFunction) -> Saved:
    """Return a concrete function as exports take it.

    Raises
    ------
    NotExportable
        If it depends on what comes with no call.
    """
    code = concrete.python_function.__code__
    home = Span(code.co_filename, code.co_firstlineno, function=concrete.name)

    def refused(name: str, why: str, span: Span | None) -> AutographError:
        told = f"{name} cannot be exported: {why}"
        return NotExportable(told, span=span or home, hint=HINT)

    for node in concrete.graph.nodes():
        callee = callee_of(node)
        if callee is not None:
            raise NotExportable(
                f"{concrete.name} cannot be exported: {callee.name} calls itself until "
                "a value of the run says stop",
                span=node.span or home,
                hint="write it as a loop, with a list of what is still to be done",
            )
    return saved_of(concrete, None, refused, fixes=True)


def documentation(concrete: ConcreteFunction, saved: Saved) -> str:
    """Return the docstring of a function that is exported."""
    own = concrete.python_function.__doc__ or ""
    if not saved.fixed:
        return own
    told = [f"`{name}` is {what}" for name, what in saved.fixed.items()]
    more = f"{', '.join(told)}, and no argument."
    return f"{inspect.cleandoc(own) or 'Return what the function returns.'}\n\n{more}"


def refusals(concrete: ConcreteFunction, target: Target) -> list[NotExportable]:
    """Return all that an export to a target would refuse."""
    if target not in _REFUSALS:
        names = " or ".join(map(repr, _REFUSALS))
        raise ValueError(f"target is {names}, not {target!r}")
    try:
        saved = exportable(concrete)
    except NotExportable as error:
        return [error]
    module: Any = import_module(_REFUSALS[target])
    found: list[NotExportable] = module.refusals(saved)
    return found
