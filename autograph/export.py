"""Functions in other languages: what a function does, where this library is not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from autograph.library.boundary import boundary
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.exportable import documentation, exportable
from autograph.polymorphic.function import Function
from runtime.exporting.exported import arrays_file
from runtime.exporting.jax.jax_module import jax_module
from runtime.exporting.onnx.onnx_file import as_model
from runtime.exporting.onnx.onnx_model import onnx_model
from runtime.exporting.python.python_module import python_module
from runtime.notebooks import Text

__all__ = ["jax", "onnx", "python"]


@boundary
def python(
    function: Any, /, *specs: Any, path: str | os.PathLike[str] | None = None
) -> str:
    """Return a function as a module of plain Python and NumPy.

    The module needs NumPy alone. It gives the same values, to the bit, the same
    exceptions and prints, and changes its arguments in the same way. Arguments of
    other types than those that the graph was traced for are a `TypeError`.

    Parameters
    ----------
    function : callable or ConcreteFunction
        The function, or one of its graphs.
    *specs
        The types of its arguments, or examples of them, as for
        `get_concrete_function`. A function that has one graph alone needs none.
    path : path-like, optional
        The file to write. What the function captures of large arrays is written into
        an ``.npz`` file beside it.

    Returns
    -------
    str
        The source of the module.

    Raises
    ------
    NotExportable
        If the graph reaches more than its arguments, with the line that does.

    Examples
    --------
    >>> import numpy as np
    >>> def collatz(n):
    ...     steps = 0
    ...     while n != 1:
    ...         n = n // 2 if n % 2 == 0 else 3 * n + 1
    ...         steps += 1
    ...     return steps
    >>> text = python(collatz, np.int64(1))
    >>> space = {}
    >>> exec(text, space)
    >>> space["collatz"](np.int64(27))
    111
    """
    concrete = _concrete(function, specs)
    file = None if path is None else arrays_file(path).name
    saved = exportable(concrete)
    exported = python_module(saved, documentation(concrete, saved), file)
    if path is not None:
        exported.write(Path(path))
    return Text(exported.text)


@boundary
def jax(
    function: Any,
    /,
    *specs: Any,
    path: str | os.PathLike[str] | None = None,
    jit: bool = True,
    reverse: bool = False,
    room: int | None = None,
) -> str:
    """Return a function as a module on JAX, for its compiler and its devices.

    JAX is not imported, and need not be installed. What is other than with NumPy stands
    in the docstring of the module: rounding, indexes out of range, errors of values.

    Parameters
    ----------
    function : callable or ConcreteFunction
        The function, or one of its graphs.
    *specs
        The types of its arguments, or examples of them, as for
        `get_concrete_function`. A function that has one graph alone needs none.
    path : path-like, optional
        The file to write.
    jit : bool
        Whether `jax.jit` has to take the function. If not, loops and choices that have
        no form on JAX are those of Python: they ask for values, and lists get as many
        items as values say. `jax.grad` takes such a function, `jax.vmap` does not. The
        docstring of the module names the lines.
    reverse : bool
        Whether `jax.grad` has to take the function: reverse mode needs loops whose
        turns are counted before. Loops that may end sooner then go on to the most
        turns they may have; a `while` is refused. Without it `jax.grad` takes loops
        over what has a known length, and the docstring names the lines of others.
    room : int, optional
        How many items a list gets at most, for lists of which that is not known before:
        those that a `while` fills. `jax.jit` then takes them. One item more is an error
        that `checkify.checkify` reports.

    Returns
    -------
    str
        The source of the module.

    Raises
    ------
    NotExportable
        If something has no form on JAX, with the line that needs it.

    Examples
    --------
    >>> import numpy as np
    >>> def halvings(x):
    ...     count = 0
    ...     while x > 1.0:
    ...         x = x / 2
    ...         count += 1
    ...     return count
    >>> text = jax(halvings, np.float64(1.0))
    >>> "lax.while_loop(more, turn, (x, 0))" in text
    True
    >>> def positive(x):
    ...     return x[x > 0]
    >>> text = jax(positive, np.ones(3), jit=False)
    >>> "return x[x > 0]" in text
    True
    """
    if room is not None and room < 1:
        raise ValueError(f"room has to be a positive number of items, not {room}")
    concrete = _concrete(function, specs)
    saved = exportable(concrete)
    exported = jax_module(saved, documentation(concrete, saved), jit, reverse, room)
    if path is not None:
        exported.write(Path(path))
    return Text(exported.text)


@boundary
def onnx(
    function: Any, /, *specs: Any, path: str | os.PathLike[str] | None = None
) -> Any:
    """Return a function as a model of ONNX, for runtimes on devices without Python.

    It needs the package `onnx`: ``pip install 'numpy-autograph[onnx]'``. Inputs,
    outputs and nodes have the user's names, and nodes the user's lines. What the
    function would leave in its arguments are outputs of their own, with ``_after``
    behind their names. What is other than with NumPy stands in the model's
    ``doc_string``: rounding, errors of values.

    Parameters
    ----------
    function : callable or ConcreteFunction
        The function, or one of its graphs.
    *specs
        The types of its arguments, or examples of them, as for
        `get_concrete_function`. A function that has one graph alone needs none.
    path : path-like, optional
        The file to write.

    Returns
    -------
    onnx.ModelProto
        The model, checked by `onnx.checker`.

    Raises
    ------
    NotExportable
        If something has no form in ONNX, with the line that needs it.
    ImportError
        If the package `onnx` is not installed.

    Examples
    --------
    >>> import numpy as np
    >>> def halvings(x):
    ...     count = 0
    ...     while x > 1.0:
    ...         x = x / 2
    ...         count += 1
    ...     return count
    >>> model = onnx(halvings, np.float64(1.0))  # doctest: +SKIP
    >>> [each.name for each in model.graph.output]  # doctest: +SKIP
    ['count']
    """
    concrete = _concrete(function, specs)
    saved = exportable(concrete)
    model = as_model(onnx_model(saved, documentation(concrete, saved)))
    if path is not None:
        Path(path).write_bytes(model.SerializeToString())
    return model


def _concrete(function: Any, specs: tuple[Any, ...]) -> ConcreteFunction:
    """Return the graph that is asked for."""
    if isinstance(function, ConcreteFunction):
        if specs:
            raise TypeError("a concrete function has its types: pass no others")
        return function
    made = function if hasattr(function, "concrete_functions") else Function(function)
    known = list(made.concrete_functions)
    if specs or not known:
        found: ConcreteFunction = made.get_concrete_function(*specs)
        return found
    if len(known) > 1:
        raise ValueError(
            f"{made.__name__} has {len(known)} graphs: pass the types of its arguments"
        )
    (found,) = known
    return found
