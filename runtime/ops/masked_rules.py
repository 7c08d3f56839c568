"""What operators, methods and attributes of masked arrays give.

A name is that of an operation; ``.name`` is a method, ``=name`` an attribute. Most do
what the plain function does with the elements: the result is a masked array, or, of one
element, a number, or `np.ma.masked`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime.ops import BY_INFIX, BY_PREFIX, OPS
from runtime.ops.array_classes import (
    Rules,
    data,
    plain,
    table,
)
from runtime.ops.masked_functions import (
    compress,
    compressed,
    fill,
    getmask,
    own_fill_value,
    rounded,
    take,
)
from runtime.ops.masked_results import (
    CONSTANT,
    constant,
    element,
    elements_of,
    elementwise,
    like,
    masked,
    masked_array,
    reduction,
    same,
    ufunc_call,
    unmasked,
)
from runtime.ops.masked_statistics import (
    anom,
    argsort,
    count,
    mean,
    position,
    power,
    trace,
)
from runtime.ops.operands import Unsure
from runtime.ops.options import dtype_argument, given
from runtime.ops.subscripts import select
from runtime.types import (
    BOOL,
    BYTES,
    INT,
    NONE,
    Array,
    ClassArray,
    List,
    Type,
    join,
)


def _in_place(self: Any, other: Any) -> Type:
    if not isinstance(self, ClassArray) or not self.shape:
        raise Unsure("a masked array comes second")
    return self


def _getitem(self: Any, index: Any) -> Type:
    if not isinstance(self, ClassArray) or self.dtype is None:
        raise Unsure("the index is a masked array")
    found = select(self.shape, data(index))
    if found.element:
        return element(self.dtype)
    if index == ():  # a mask may be one truth value for all elements
        return join(masked(self.dtype, found.shape), CONSTANT)
    return masked(self.dtype, found.shape)


def itself(a: Any, *more: Any, **options: Any) -> Type:
    """Return the type of an array that a method gives back."""
    if not isinstance(a, ClassArray):
        raise Unsure("no masked array")
    return a


def _tolist(a: Any, fill_value: Any = None) -> Type:
    if given(fill_value):
        raise Unsure("what stands for masked elements")

    def with_none(of: Type) -> Type:
        if isinstance(of, List):
            return List(with_none(of.element))
        return join(of, NONE)

    return with_none(plain(OPS["array_tolist"], elements_of(a)))


def _view(a: Any, dtype: Any = None) -> Type:
    """Return the type of a view of the same class."""
    one = elements_of(a)
    found = one.dtype if dtype is None else dtype_argument(dtype, one.dtype)
    if isinstance(dtype, type) or found.itemsize != one.dtype.itemsize:
        raise Unsure("another class, or elements of another size")
    return masked_array(found, one.shape)


def _attribute(change: Callable[[Array], Type]) -> Callable[..., Type]:
    return lambda of: change(elements_of(of))


OPERATORS: dict[str, Callable[..., Type]] = {
    name: elementwise(BY_INFIX[sign].functions[0])
    for sign, name in (
        ("+", "add"),
        ("-", "subtract"),
        ("*", "multiply"),
        ("/", "divide"),
        ("//", "floor_divide"),
        ("==", "equal"),
        ("!=", "not_equal"),
        ("<", "less"),
        ("<=", "less_equal"),
        (">", "greater"),
        (">=", "greater_equal"),
    )
}
"""Operators that are those of `np.ma`; the others are NumPy's ufuncs."""


UFUNCS: dict[str, Callable[..., Type]] = {
    row.name: partial(ufunc_call, row.functions[0])
    for row in (*BY_INFIX.values(), *BY_PREFIX.values(), OPS["absolute"])
    if row.name not in ("matmul", "power", *OPERATORS) and row.functions
}


_IN_PLACE = [row.name for row in BY_INFIX.values() if row.returns == "same"]


REDUCTIONS = ("sum", "prod", "min", "max", "all", "any")


STATISTICS = {"mean": mean, "std": mean, "var": mean}


SHAPED = {
    "ravel": "ravel",
    "reshape": "array_reshape",
    "transpose": "array_transpose",
    "swapaxes": "swapaxes",
    "squeeze": "squeeze",
    "diagonal": "diagonal",
    "repeat": "repeat",
    "flatten": "array_flatten",
    "cumsum": "array_cumsum",
    "cumprod": "array_cumprod",
    "dot": "dot",
}
"""Methods that do the same with the elements and with the mask, with their rows."""


SELF = "harden_mask soften_mask unshare_mask shrink_mask".split()


METHODS: dict[str, Callable[..., Type]] = {
    **{name: reduction(name) for name in REDUCTIONS},
    **STATISTICS,
    **{name: like(row) for name, row in SHAPED.items()},
    "copy": same,
    "round": rounded,
    **dict.fromkeys(SELF, itself),
    **{name: unmasked(name) for name in ("nonzero",)},
    "argmin": position,
    "argmax": position,
    "anom": anom,
    "argsort": argsort,
    "argpartition": like("argpartition"),
    "astype": like("array_astype"),
    "compress": compress,
    "compressed": compressed,
    "count": count,
    "filled": fill,
    "get_fill_value": own_fill_value,
    "get_imag": like("imag"),
    "get_real": like("real"),
    "iscontiguous": constant(BOOL),
    "ptp": reduction("ptp"),
    "take": take,
    "tobytes": constant(BYTES),
    "toflex": constant(ClassArray("ndarray", None, None)),
    "tolist": _tolist,
    "trace": trace,
    **{
        name: constant(NONE)
        for name in "partition put set_fill_value sort tofile".split()
    },
    "view": _view,
}


ATTRIBUTES: dict[str, Callable[..., Type]] = {
    "T": like("T"),
    "real": like("real"),
    "imag": like("imag"),
    "data": _attribute(lambda of: of),
    "_data": _attribute(lambda of: of),
    "mask": getmask,
    "_mask": getmask,
    "fill_value": own_fill_value,
    "hardmask": constant(BOOL),
    "sharedmask": constant(BOOL),
    **{name: constant(INT) for name in ("size", "nbytes", "itemsize")},
}


RULES: Rules = table(
    {
        **OPERATORS,
        **UFUNCS,
        **dict.fromkeys(_IN_PLACE, _in_place),
        **{f".{name}": rule for name, rule in METHODS.items()},
        **{f"={name}": rule for name, rule in ATTRIBUTES.items()},
        **{name: METHODS[name] for name in REDUCTIONS},
        "getitem": _getitem,
        "power": power,
        "ufunc_call": ufunc_call,
    }
)
