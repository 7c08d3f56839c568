"""Variables in a file, saved and restored by name.

The file is an ``.npz`` archive of plain arrays, which `numpy.load` reads too. It holds
no code, and nothing is pickled. A file replaces an existing one only once it is
complete. A file that does not fit changes no Variable.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any

import numpy as np

from autograph.library.boundary import boundary
from autograph.library.python_calls import py_function
from runtime.saving.replacing import replacing
from runtime.types import type_of
from runtime.variable import Variable

SUFFIX = ".npy"
WITHOUT_VARIABLES = (type, FunctionType, ModuleType, np.ndarray, np.generic, str)
"""Classes whose instances are not searched for Variables."""


@boundary
def save_variables(path: str | os.PathLike[str], variables: Any) -> None:
    """Write the values of Variables to an ``.npz`` file.

    Parameters
    ----------
    path : path-like
        The file. An existing one is replaced once the new one is complete; it keeps
        its permissions, and a link stays a link.
    variables : Variable, list of Variable, function, dict, or object
        What to save. Variables are saved under their own names, and so are those that
        the graphs of a function use. Variables in a dict are saved under its keys.
        Variables that an object holds, at any depth, are saved under their path
        (``layers[0].weight``).

    Raises
    ------
    ValueError
        If there is no Variable, if one has no name, or if two have the same name.

    See Also
    --------
    restore_variables : Restore the saved values.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from autograph import Variable
    >>> weight = Variable([1.0, 2.0], name="weight")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "state.npz")
    ...     save_variables(path, [weight])
    ...     weight.assign([0.0, 0.0])
    ...     restore_variables(path, [weight])
    array([0., 0.])
    >>> weight
    <ag.Variable 'weight' shape=(2,) dtype=float64, numpy=array([1., 2.])>
    """
    py_function(_save, path, variables, result=None)


def _save(path: str | os.PathLike[str], variables: Any) -> None:
    found = _named(variables)
    for name, variable in found.items():
        if variable.dtype.kind == "T":
            raise TypeError(
                f"{name} has the dtype {variable.dtype}, which an .npz file cannot "
                "hold; use the dtype U"
            )
    with replacing(path) as archive:
        for name, variable in found.items():
            with archive.open(name + SUFFIX, "w", force_zip64=True) as file:
                array = np.asarray(variable.value, variable.dtype)
                np.lib.format.write_array(file, array, allow_pickle=False)


@boundary
def restore_variables(path: str | os.PathLike[str], variables: Any) -> None:
    """Assign the values saved in a file to Variables.

    Parameters
    ----------
    path : path-like
        The file.
    variables : Variable, list of Variable, function, dict, or object
        The Variables that are in the file, given as for `save_variables`.

    Raises
    ------
    ValueError
        If the file lacks a name or has another one, or if a shape or dtype differs.
        Then no Variable is changed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from autograph import Variable
    >>> count = Variable(3.0, name="count")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "state.npz")
    ...     save_variables(path, [count])
    ...     _ = count.assign(0.0)
    ...     restore_variables(path, [count])
    >>> float(count)
    3.0
    """
    py_function(_restore, path, variables, result=None)


def _restore(path: str | os.PathLike[str], variables: Any) -> None:
    found = _named(variables)
    with zipfile.ZipFile(path) as archive:
        names = [entry.removesuffix(SUFFIX) for entry in archive.namelist()]
        _check_names(path, set(found), set(names))
        arrays = {name: _array(archive, name) for name in found}
    wrong = [
        f"{name} is {type_of(array[()])} in the file and {variable.type} here"
        for (name, variable), array in zip(found.items(), arrays.values(), strict=True)
        if not variable.is_compatible_with(array)
    ]
    if wrong:
        raise ValueError(f"{path} does not fit: {', '.join(wrong)}")
    for name, variable in found.items():
        variable.assign(arrays[name])


def _array(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    with archive.open(name + SUFFIX) as file:
        array: np.ndarray = np.lib.format.read_array(file, allow_pickle=False)
    return array


def _check_names(
    path: str | os.PathLike[str], wanted: set[str], there: set[str]
) -> None:
    lacks, more = sorted(wanted - there), sorted(there - wanted)
    said = [f"lacks {', '.join(lacks)}"] if lacks else []
    said += [f"has {', '.join(more)}, for which there is no Variable"] if more else []
    if said:
        raise ValueError(f"{path} {' and '.join(said)}")


def _named(given: Any) -> dict[str, Variable]:
    """Return the Variables in a value, by the names under which they are saved."""
    found: dict[str, Variable] = {}
    for name, variable in _pairs(given):
        if name is None:
            raise ValueError(
                f"a Variable of {variable.type} has no name to be saved under: give it "
                "one, or pass the Variables in a dict"
            )
        other = found.setdefault(name, variable)
        if other is not variable:
            raise ValueError(
                f"two Variables are named {name!r}, one of {other.type} and one of "
                f"{variable.type}"
            )
    if not found:
        raise ValueError(f"there is no Variable in {given!r}")
    return found


def _pairs(given: Any) -> Iterable[tuple[str | None, Variable]]:
    if isinstance(given, Variable):
        return [(given.name, given)]
    own = getattr(given, "variables", given)
    if isinstance(own, (list, tuple)):
        if all(isinstance(each, Variable) for each in own):
            return [(each.name, each) for each in own]
    return _held(given, "", set())


def _held(value: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Variable]]:
    """Yield each Variable that a value holds, at any depth, with its path."""
    if id(value) in seen or isinstance(value, WITHOUT_VARIABLES):
        return
    seen.add(id(value))
    if isinstance(value, Variable):
        yield path, value
    elif hasattr(value, "python_function"):
        return  # a function of ours, whose graphs know Variables of other objects
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _held(item, f"{path}[{key!r}]" if path else str(key), seen)
    elif isinstance(value, (list, tuple)):
        for position, item in enumerate(value):
            yield from _held(item, f"{path}[{position}]", seen)
    else:
        for name, item in _attributes(value).items():
            yield from _held(item, f"{path}.{name}" if path else name, seen)


def _attributes(value: object) -> dict[str, Any]:
    slots = [
        name
        for kind in type(value).__mro__
        for name, found in vars(kind).items()
        if isinstance(found, MemberDescriptorType) and hasattr(value, name)
    ]
    own = {name: getattr(value, name) for name in slots}
    return own | getattr(value, "__dict__", {})
