"""The public names of NumPy: its functions, classes, and their methods."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

MODULES = (
    "numpy",
    "numpy.linalg",
    "numpy.fft",
    "numpy.random",
    "numpy.ma",
    "numpy.ma.mrecords",
    "numpy.polynomial",
    "numpy.polynomial.polynomial",
    "numpy.polynomial.chebyshev",
    "numpy.polynomial.hermite",
    "numpy.polynomial.hermite_e",
    "numpy.polynomial.laguerre",
    "numpy.polynomial.legendre",
    "numpy.polynomial.polyutils",
    "numpy.char",
    "numpy.strings",
    "numpy.testing",
    "numpy.lib.scimath",
    "numpy.lib.stride_tricks",
    "numpy.lib.array_utils",
    "numpy.lib.introspect",
    "numpy.rec",
    "numpy.exceptions",
    "numpy.dtypes",
)
CLASSES = (
    "numpy.ndarray",
    "numpy.float64",
    "numpy.int64",
    "numpy.complex128",
    "numpy.dtype",
    "numpy.poly1d",
    "numpy.matrix",
    "numpy.recarray",
    "numpy.char.chararray",
    "numpy.ma.MaskedArray",
    "numpy.random.Generator",
    "numpy.random.RandomState",
    "numpy.random.PCG64",
    "numpy.random.SeedSequence",
    "numpy.polynomial.Polynomial",
    "numpy.polynomial.Chebyshev",
    "numpy.polynomial.Hermite",
    "numpy.polynomial.HermiteE",
    "numpy.polynomial.Laguerre",
    "numpy.polynomial.Legendre",
    "numpy.nditer",
    "numpy.broadcast",
    "numpy.flatiter",
)
"""Classes whose methods are part of the interface."""
UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at")


def named(path: str) -> Any:
    """Return what a path such as ``numpy.linalg.norm`` names."""
    parts = path.split(".")
    found: Any = importlib.import_module(parts[0])
    for number, name in enumerate(parts[1:], 2):
        if isinstance(found, ModuleType) and not hasattr(found, name):
            found = importlib.import_module(".".join(parts[:number]))
        else:
            found = getattr(found, name)
    return found


def callables() -> Iterator[str]:
    """Yield the path of each callable; one that has several names comes once."""
    seen: set[int] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in MODULES:
            home = importlib.import_module(module)
            for name in sorted(set(getattr(home, "__all__", None) or dir(home))):
                path, found = f"{module}.{name}", getattr(home, name, None)
                new = id(found) not in seen and not name.startswith("_")
                if callable(found) and new and not isinstance(found, ModuleType):
                    seen.add(id(found))
                    yield path
                    if isinstance(found, np.ufunc):
                        yield from _methods_of_ufunc(path, found)
        for path in CLASSES:
            yield from _methods(path, seen)


def _methods_of_ufunc(path: str, ufunc: np.ufunc) -> Iterator[str]:
    if ufunc.signature is None and ufunc.nout == 1:
        names = UFUNC_METHODS if ufunc.nin == 2 else ("at",)
        for name in names if ufunc.nin < 3 else ():
            yield f"{path}.{name}"


def _methods(path: str, seen: set[int]) -> Iterator[str]:
    """Yield the methods of a class that it has not from one listed before."""
    kind = named(path)
    for name in dir(kind):
        found = getattr(kind, name, None)
        if not name.startswith("_") and callable(found) and id(found) not in seen:
            seen.add(id(found))
            yield f"{path}.{name}"


def is_method(path: str) -> bool:
    """Whether a path is that of a method, which is called on an object."""
    owner = named(path.rpartition(".")[0])
    return isinstance(owner, (type, np.ufunc))
