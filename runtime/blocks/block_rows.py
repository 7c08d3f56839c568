"""What operations that are not elementwise become over values in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.blocks import along_axes, block_parts, block_reductions, block_shapes
from runtime.blocks.deferred import Deferred
from runtime.blocks.driver import Driver, Handler
from runtime.blocks.handling import HANDLERS as HANDLERS
from runtime.blocks.handling import handles
from runtime.blocks.operand_kinds import held
from runtime.blocks.reducing import Called
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.ops import OPS
from runtime.types import Array, NumpyScalar

ENTERED = (along_axes, block_parts, block_reductions, block_shapes)
"""The modules that enter more of them."""


def daskal(name: str) -> Handler:
    """Return the handler of a product, which Dask has as well."""

    def handler(driver: Driver, *args: Any, **kwargs: Any) -> Any:
        values = [
            held(each) for each in args if not isinstance(each, (str, tuple, int))
        ]
        for each in values:
            if each.dtype.kind not in "biufc":
                raise Unsuited(f"a product of {each.dtype} has no form", COMPUTE)
        import dask.array as da

        rest = [each for each in args if isinstance(each, (str, tuple, int))]
        text = [each for each in rest if isinstance(each, str)]
        more = [each for each in rest if not isinstance(each, str)]

        def call(*given: Any) -> Any:
            return getattr(da, name)(*text, *given, *more, **kwargs)

        stood = [
            da.zeros(each.shape, dtype=each.dtype, chunks=each.shape or ())
            for each in values
        ]
        made = call(*stood)
        dtype = getattr(np, name)(
            *text,
            *[np.ones((1,) * len(v.shape), v.dtype) for v in values],
            *more,
            **kwargs,
        ).dtype
        of = Array(dtype, made.shape) if made.shape else NumpyScalar(dtype)
        return Called(of, made.shape, values, call)

    return handler


for _name in ("matmul", "dot", "outer", "tensordot", "einsum", "vdot"):
    handles(_name)(daskal(_name))


@handles("check_packed")
def _check_packed(driver: Driver, *arrays: Any) -> None:
    return None


@handles("check_apart")
def _check_apart(driver: Driver, written: Any, *others: Any) -> None:
    names = [
        each.array.name for each in (*written, *others) if isinstance(each, Deferred)
    ]
    if len(set(names)) < len(names):
        raise Unsuited("an array that is written is passed twice", "pass a copy")


@handles("copyto")
def _copyto(driver: Driver, target: Any, value: Any) -> None:
    if isinstance(target, Deferred):
        driver.changed.append((target, held(value)))
    else:
        np.copyto(target, driver.known(value))


def _of_type(name: str) -> Handler:
    def handler(driver: Driver, a: Any, *args: Any) -> Any:
        return OPS[name].kernel(stand_in(a) if isinstance(a, Deferred) else a, *args)

    return handler


for _name in ("shape", "ndim", "size", "dimension", "iscomplexobj", "isrealobj"):
    handles(_name)(_of_type(_name))


@handles("len")
def _len(driver: Driver, a: Any) -> int:
    return len(stand_in(a)) if isinstance(a, Deferred) else len(a)


@handles("is_")
def _is(driver: Driver, a: Any, b: Any) -> bool:
    if a is None or b is None:
        return False
    raise Unsuited("which array it is has no meaning over blocks", COMPUTE)


@handles("is_not")
def _is_not(driver: Driver, a: Any, b: Any) -> bool:
    return not _is(driver, a, b)
