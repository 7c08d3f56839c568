"""Reductions and running sums over values in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred
from runtime.blocks.driver import Driver, Handler
from runtime.blocks.handling import axes_of, handles
from runtime.blocks.operand_kinds import held
from runtime.blocks.reducing import Reduced, Reduction, Scanned
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.types import Array, NumpyScalar


def reduced(name: str) -> Handler:
    """Return the handler of a reduction."""

    def handler(
        driver: Driver,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        ddof: Any = 0,
    ) -> Any:
        if out is not None:
            raise Unsuited("out= has no form over blocks", "leave out=")
        a = held(a)
        options: dict[str, Any] = {"keepdims": keepdims}
        if name in ("sum", "prod", "mean", "var", "std"):
            options["dtype"] = dtype
        if name in ("var", "std"):
            options["ddof"] = ddof
        return reduction(a, name, axis, options)

    return handler


def reduction(a: Deferred, name: str, axis: Any, options: dict[str, Any]) -> Any:
    """Return an array reduced along some axes."""
    function = getattr(np, name)
    if 0 in a.shape:  # NumPy knows what becomes of nothing, and it takes no time
        return function(stand_in(a), axis=axis, **options)
    keepdims = bool(options["keepdims"])
    ones = np.ones((1,) * len(a.shape), a.dtype)
    asked = {key: each for key, each in options.items() if key != "ddof"}
    tested = function(ones if a.shape else a.dtype.type(1), axis=axis, **asked)
    axes = axes_of(axis, len(a.shape))
    if options.get("dtype") is not None and np.dtype(options["dtype"]) != tested.dtype:
        raise Unsuited(f"dtype={options['dtype']} is not that of the result", COMPUTE)
    if name in ("mean", "var", "std") and options.get("dtype") is not None:
        raise Unsuited("dtype= of a mean has no form over blocks", "use .astype first")
    kept = [1 if at in axes else n for at, n in enumerate(a.shape)]
    shape = tuple(n for at, n in enumerate(kept) if keepdims or at not in axes)
    single = not shape
    if name in ("argmax", "argmin") and axis is None and keepdims:
        shape = (1,) * len(a.shape)
    of = NumpyScalar(tested.dtype) if single else Array(tested.dtype, shape)
    if not axes:
        raise Unsuited("a reduction along no axis has no form over blocks", COMPUTE)
    how = Reduction(
        name, axes, keepdims, tested.dtype, a.shape, options.get("ddof", 0), single
    )
    return Reduced(of, shape, a, how)


for _name in ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin"):
    handles(_name)(reduced(_name))
for _name in ("mean", "var", "std"):
    handles(_name, f"array_{_name}")(reduced(_name))


@handles("ptp")
def _ptp(driver: Driver, a: Any, axis: Any = None) -> Any:
    high, low = (
        reduction(a, each, axis, {"keepdims": False}) for each in ("max", "min")
    )
    return driver.compute("subtract", high, low)


@handles("count_nonzero")
def _count(driver: Driver, a: Any, axis: Any = None) -> Any:
    if axis is None:
        raise Unsuited("the count is a number of Python's", "write (x != 0).sum()")
    return reduction(
        driver.compute("not_equal", a, 0), "sum", axis, {"keepdims": False}
    )


@handles("norm")
def _norm(driver: Driver, x: Any, ord: Any = None, axis: Any = None) -> Any:
    if (ord is not None and not (ord == 2 and len(x.shape) == 1)) or type(
        axis
    ) is tuple:
        raise Unsuited("this norm has no form over blocks", "write it as a sum")
    if x.dtype.kind not in "f":
        raise Unsuited("the norm is of no floats", "use .astype(float) first")
    squares = driver.compute("multiply", x, x)
    total = reduction(squares, "sum", axis, {"keepdims": False})
    return driver.compute("sqrt", total)


def _ufunc_reduction(ufunc: np.ufunc) -> str:
    names = {
        np.add: "sum",
        np.multiply: "prod",
        np.maximum: "max",
        np.minimum: "min",
    }
    if ufunc not in names:
        raise Unsuited(f"np.{ufunc.__name__}.reduce has no form over blocks", COMPUTE)
    return names[ufunc]


@handles("ufunc_reduce")
def _reduce(
    driver: Driver, ufunc: np.ufunc, a: Any, axis: Any = 0, keepdims: Any = False
) -> Any:
    name = _ufunc_reduction(ufunc)
    if name in ("sum", "prod") and a.dtype.kind not in "fc":
        raise Unsuited(f"np.{ufunc.__name__}.reduce is of no floats", f"use np.{name}")
    return reduction(a, name, axis, {"keepdims": keepdims})


def _scan(name: str, ufunc: np.ufunc) -> Handler:
    def handler(driver: Driver, a: Any, axis: Any = None) -> Any:
        return scanned(a, axis, ufunc, getattr(np, name)(np.ones(1, a.dtype)).dtype)

    return handler


def scanned(a: Deferred, axis: Any, ufunc: np.ufunc, dtype: np.dtype) -> Any:
    """Return a running reduction."""
    if axis is None and len(a.shape) != 1:
        raise Unsuited("a running sum of all elements goes through all blocks", "axis=")
    (along,) = axes_of(0 if axis is None else axis, len(a.shape))
    return Scanned(Array(dtype, a.shape), a, ufunc, along)


for _name, _ufunc in (("cumsum", np.add), ("cumprod", np.multiply)):
    handles(_name, f"array_{_name}")(_scan(_name, _ufunc))


@handles("ufunc_accumulate")
def _accumulate(driver: Driver, ufunc: np.ufunc, a: Any, axis: Any = 0) -> Any:
    if ufunc not in (np.add, np.multiply, np.maximum, np.minimum):
        raise Unsuited(f"np.{ufunc.__name__}.accumulate has no form", COMPUTE)
    return scanned(a, axis, ufunc, ufunc.accumulate(np.ones(1, a.dtype)).dtype)
