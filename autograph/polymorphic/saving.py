"""Functions in a file: their graphs, without their source."""

from __future__ import annotations

import os
from typing import Any

from autograph.library.boundary import boundary
from autograph.library.python_calls import py_function
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.savable import saved_of
from autograph.version import __version__
from runtime.saving.file_reader import load as read
from runtime.saving.file_writer import write
from runtime.saving.loaded import Executor, Loaded, LoadedFunction, LoadedGraph
from runtime.saving.saved import Called, Saved
from tracer.serve.guards import described


@boundary
def save(
    path: str | os.PathLike[str],
    *functions: Any,
    compress: bool = False,
    spans: bool = False,
) -> None:
    """Write functions to a file, which `load` reads where their source is not.

    The file holds graphs, arrays and Variables: no code, and nothing is pickled. What
    reaches more than its arguments is refused: objects of your own classes, calls back
    into Python, files, clocks, draws.

    Parameters
    ----------
    path : path-like
        The file. An existing one is replaced once the new one is complete.
    *functions : Function or ConcreteFunction
        What to save. A function is saved with all graphs that it has by now; one with
        an input signature is traced for it, if it has none.
    compress : bool
        Whether the file is compressed.
    spans : bool
        Whether errors of a loaded graph name the lines of the source. Then the file
        names its files, without their folders.

    Raises
    ------
    NotSavable
        If a graph reaches more than its arguments, with the line that does.

    See Also
    --------
    load : Read the functions.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import numpy as np
    >>> from autograph import function
    >>> @function
    ... def scaled(x, by=2.0):
    ...     return x * by
    >>> scaled(np.arange(3.0))
    array([0., 2., 4.])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(Path(folder, "scaled.ag"), scaled)
    ...     loaded = load(Path(folder, "scaled.ag"))
    >>> loaded.scaled(np.ones(3))
    array([2., 2., 2.])
    """
    py_function(_save, path, functions, compress, spans, result=None)


@boundary
def load(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = 2**30,
    executor: Executor = "auto",
) -> Loaded:
    """Read the functions of a file, which `save` or somebody else wrote.

    Nothing of the file runs, and a graph of it reaches nothing but its arguments when
    it is called. A call may take as long and as much memory as any program.

    Parameters
    ----------
    path : path-like
        The file.
    max_bytes : int
        The most bytes that what is in the file may have.
    executor : {'auto', 'plan', 'native'}
        What runs the graphs.

    Returns
    -------
    Loaded
        The functions by name, and their Variables.

    Raises
    ------
    FileError
        If it is no file of graphs, is damaged, or reaches more than its arguments.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import numpy as np
    >>> from autograph import function
    >>> @function
    ... def halved(x):
    ...     return x / 2
    >>> halved(np.ones(2))
    array([0.5, 0.5])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(Path(folder, "halved.ag"), halved)
    ...     loaded = load(Path(folder, "halved.ag"))
    >>> loaded.halved(np.array([4.0, 6.0]))
    array([2., 3.])
    """
    return read(path, max_bytes=max_bytes, executor=executor)


def _save(
    path: str | os.PathLike[str], functions: Any, compress: bool, spans: bool
) -> None:
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError("the path comes first: ag.save(path, function)")
    if not functions:
        raise ValueError("there is no function to save")
    found: dict[str, list[Saved]] = {}
    for function in functions:
        name, graphs = _named(function)
        if name in found:
            raise ValueError(f"two functions are named {name!r}")
        found[name] = graphs
    write(path, found, __version__, compress=compress, spans=spans)


def _named(function: Any) -> tuple[str, list[Saved]]:
    """Return the name of a function, and its graphs."""
    if isinstance(function, LoadedGraph):
        return function.name, [function.saved]
    if isinstance(function, LoadedFunction):
        return function.name, [each.saved for each in function.graphs]
    concrete = [function]
    if not isinstance(function, ConcreteFunction):
        if not hasattr(function, "concrete_functions"):
            raise TypeError(
                f"{described(function)} is no compiled function: decorate it with "
                "@ag.function, and call it once"
            )
        concrete = list(function.concrete_functions)
        if not concrete and getattr(function, "input_signature", None) is not None:
            concrete = [function.get_concrete_function()]
        arguments = getattr(function, "args", ())
        keywords = getattr(function, "keywords", {})
        if arguments or keywords:
            concrete = [each.bound_to(arguments, keywords) for each in concrete]
    if not concrete:
        name = getattr(function, "__name__", "the function")
        raise ValueError(
            f"{name} has no graph yet: call it, or use {name}.get_concrete_function"
        )
    name = concrete[0].name
    if not name.isidentifier():
        name = "function"
    called: dict[int, Called] = {}
    return name, [saved_of(each, called) for each in concrete]
