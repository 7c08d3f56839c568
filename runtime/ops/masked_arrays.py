"""The functions of `np.ma`, which compute with masked arrays.

They run in order: what they give may share its mask, and its elements, with what they
are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy import ma

from runtime.ops.array_classes import hedged
from runtime.ops.masked_functions import (
    all_edges,
    atleast,
    choose,
    common_fill_value,
    compress_lines,
    compress_reversed,
    compressed,
    contiguous,
    edges,
    elements,
    extreme_fill_value,
    fill,
    fill_value,
    flatten_mask,
    getmask,
    getmaskarray,
    in_order,
    made_by_class,
    make_mask,
    make_mask_none,
    mask_or,
    new,
    rounded,
    second,
    shape_of,
    shift,
    split_rows,
    take,
    vander,
    where,
)
from runtime.ops.masked_results import (
    SOME,
    elementwise,
    joined,
    like,
    of_arrays,
    reduction,
    same,
    stacked,
    unmasked,
)
from runtime.ops.masked_statistics import (
    anom,
    argsort,
    average,
    count,
    count_masked,
    cov,
    diff,
    difference,
    ediff1d,
    extremum,
    in1d,
    is_in,
    mean,
    median,
    polyfit,
    position,
    power,
    set_operation,
    trace,
    truth,
    truths,
    unique,
)
from runtime.ops.row import Row, Rule, Sample, call, calling
from runtime.types import BOOL, INT, NONE, OBJECT, ClassArray, List, Type, join

_FLOATS = ma.array([0.25, 0.5, 0.75], mask=[False, True, False])
_WHOLE = ma.array([2, 0, 1])
_MATRIX = ma.array(
    [[0.25, 0.5, 0.75], [0.5, 1.5, 2.5]], mask=[[False, True, False], [False] * 3]
)
_PLAIN = np.array([0.5, 0.25, 1.5])
_TRUTHS = np.array([True, False, True])

_ONE = (call(_FLOATS), call(_MATRIX), call(_WHOLE), call(_PLAIN), call(0.5))
_TWO = (
    call(_FLOATS, _PLAIN),
    call(_MATRIX, _FLOATS),
    call(_WHOLE, 2),
    call(2.5, _FLOATS),
    call(_PLAIN, _PLAIN),
)
_OF_INTEGERS = (call(_WHOLE, 2), call(_WHOLE, _WHOLE), call(_WHOLE.data, 1))
_REDUCED = (
    call(_FLOATS),
    call(_MATRIX, axis=0),
    call(_MATRIX, -1),
    call(_WHOLE),
    call(_FLOATS, axis=0),
    call(_MATRIX, axis=1, keepdims=True),
)
_PICKED = (call(_MATRIX), call(_FLOATS), call(_PLAIN))
_SETS = (call(_FLOATS, _PLAIN), call(_WHOLE, [1, 2]))
_SEQUENCES = (call((_FLOATS, _FLOATS)), call([_FLOATS, _PLAIN]), call(_MATRIX))


_NOTHING = call()


def _rows(
    names: str,
    rule: Rule | Type | dict[str, Rule],
    *samples: Sample,
    bad: Sample = _NOTHING,
) -> Iterator[Row]:
    """Yield the rows of functions of one kind, those that this version has."""
    for name in names.split():
        function = getattr(ma, name, None)
        if function is None:
            continue
        found = rule[name] if isinstance(rule, dict) else rule
        yield calling(
            function,
            found if isinstance(found, Type) else hedged(found),
            *samples,
            bad=bad,
            name=f"ma_{name}",
            functions=(function,),
        )


def _ufuncs(names: str) -> dict[str, Callable[..., Type]]:
    """Return the rules of functions that call a ufunc, or NumPy's of the same name."""
    plain = {"abs": "absolute", "mod": "remainder"}
    return {
        name: elementwise(getattr(np, plain.get(name, name))) for name in names.split()
    }


_UNARY = (
    "abs angle arccos arccosh arcsin arcsinh arctan arctanh ceil conjugate cos cosh "
    "exp fabs floor log log10 log2 logical_not negative sin sinh sqrt tan tanh"
)
_BINARY = (
    "add arctan2 divide equal floor_divide fmod greater greater_equal hypot less "
    "less_equal logical_and logical_or logical_xor mod multiply not_equal subtract"
)
_OF_BITS = "bitwise_and bitwise_or bitwise_xor"

_SAME = (
    "masked_invalid fix_invalid copy mask_rows mask_cols mask_rowcols harden_mask "
    "soften_mask"
)
_COMPARED = "equal not_equal greater greater_equal less less_equal values object"

ROWS: tuple[Row, ...] = (
    *_rows(_UNARY, _ufuncs(_UNARY), *_ONE),
    *_rows(_BINARY, _ufuncs(_BINARY), *_TWO),
    *_rows(_OF_BITS, _ufuncs(_OF_BITS), *_OF_INTEGERS),
    *_rows("power", power, *_TWO),
    *_rows(
        "maximum minimum",
        {name: extremum(getattr(np, name)) for name in ("maximum", "minimum")},
        *_TWO,
    ),
    *_rows("left_shift", shift(np.left_shift), *_OF_INTEGERS),
    *_rows("right_shift", shift(np.right_shift), *_OF_INTEGERS),
    # Reductions.
    *_rows(
        "sum prod product min max ptp all any",
        {
            "product": reduction("prod"),
            **{
                name: reduction(name) for name in "sum prod min max ptp all any".split()
            },
        },
        *_REDUCED,
    ),
    *_rows(
        "alltrue sometrue",
        dict.fromkeys(("alltrue", "sometrue"), truths),
        call(_FLOATS),
        call(_MATRIX, 1),
    ),
    *_rows("mean std var", mean, *_REDUCED),
    *_rows("average", average, *_REDUCED, call(_FLOATS, weights=_PLAIN)),
    *_rows("median", median, *_REDUCED),
    *_rows("anom", anom, call(_FLOATS), call(_MATRIX, axis=0), call(_WHOLE)),
    *_rows("count", count, *_REDUCED, call(_PLAIN)),
    *_rows("count_masked", count_masked, call(_FLOATS), call(_MATRIX, 0)),
    *_rows(
        "argmin argmax argsort nonzero",
        {
            "argmin": position,
            "argmax": position,
            "argsort": argsort,
            "nonzero": unmasked("nonzero"),
        },
        call(_FLOATS),
        call(_WHOLE),
        call(_PLAIN),
    ),
    *_rows("trace", trace, call(_MATRIX), call(_MATRIX, 1), call(_MATRIX.data)),
    *_rows(
        "cov corrcoef",
        cov,
        call(_MATRIX),
        call(_FLOATS),
        call(_MATRIX, rowvar=False),
    ),
    *_rows("polyfit", polyfit, call(_FLOATS, _PLAIN, 1)),
    # The same elements, with other masks.
    *_rows(_SAME, same, call(_MATRIX), call(_MATRIX.data)),
    *_rows(
        "array asarray asanyarray",
        new,
        call(_MATRIX),
        call(_MATRIX.data, np.float32),
        call([1, 2]),
    ),
    *_rows(
        " ".join(f"masked_{name}" for name in _COMPARED.split()),
        same,
        call(_FLOATS, 0.5),
        call(_PLAIN, _PLAIN),
    ),
    *_rows(
        "MaskedArray",
        made_by_class,
        call(_MATRIX),
        call(_MATRIX.data, _MATRIX > 1),
        bad=call(wrong=1),
    ),
    *_rows("masked_inside masked_outside", same, call(_FLOATS, 0.3, 0.6)),
    *_rows("masked_where", second, call(_TRUTHS, _FLOATS), call([1, 0], [3, 4])),
    # Masks and data.
    *_rows("getdata", elements, *_PICKED, call(2.5)),
    *_rows("getmask", getmask, *_PICKED),
    *_rows("getmaskarray", getmaskarray, *_PICKED),
    *_rows("make_mask", make_mask, call(_TRUTHS), call([0, 0])),
    *_rows("mask_or", mask_or, call(_TRUTHS, _TRUTHS), call(ma.nomask, _TRUTHS)),
    *_rows("make_mask_none", make_mask_none, call(3), call((2, 3))),
    *_rows("make_mask_descr", OBJECT, call(float)),
    *_rows("flatten_mask", flatten_mask, call(_TRUTHS)),
    *_rows("is_mask isMA is_masked", BOOL, *_PICKED),
    *_rows("filled", fill, *_PICKED, call(_FLOATS, 0)),
    *_rows("compressed", compressed, *_PICKED),
    *_rows(
        "compress_rows compress_cols compress_rowcols compress_nd",
        compress_lines,
        call(_MATRIX),
        call(_MATRIX.data),
    ),
    *_rows("default_fill_value", fill_value, *_PICKED, call(_WHOLE)),
    *_rows(
        "maximum_fill_value minimum_fill_value",
        extreme_fill_value,
        *_PICKED,
        call(_WHOLE),
    ),
    *_rows("common_fill_value", common_fill_value, call(_FLOATS, _FLOATS)),
    *_rows("set_fill_value", NONE, call(_FLOATS, 2.0)),
    *_rows("put", NONE, call(_FLOATS, [0, 1], [1.5, 2.5])),
    *_rows("putmask", NONE, call(_FLOATS, _TRUTHS, 2.5)),
    *_rows("allclose allequal", truth, call(_FLOATS, _PLAIN)),
    # Where masked elements are.
    *_rows(
        "clump_masked clump_unmasked flatnotmasked_contiguous",
        List(OBJECT),
        call(_FLOATS),
    ),
    *_rows("notmasked_contiguous", contiguous, call(_MATRIX), call(_MATRIX, 0)),
    *_rows("flatnotmasked_edges", edges, call(_FLOATS)),
    *_rows("notmasked_edges", all_edges, call(_MATRIX), call(_MATRIX, 1)),
    # Shapes.
    *_rows(
        "ravel cumsum cumprod squeeze diag diagflat unique ediff1d",
        {
            **{
                name: like(name) for name in "ravel cumsum cumprod diag squeeze".split()
            },
            "diagflat": stacked("diagflat"),
            "unique": unique,
            "ediff1d": ediff1d,
        },
        call(_FLOATS),
        call(_WHOLE),
        call(_PLAIN),
    ),
    *_rows("diff", diff, call(_FLOATS), call(_MATRIX, 1, 0)),
    *_rows("repeat", like("repeat"), call(_FLOATS, 2), call(_PLAIN, 2)),
    *_rows("swapaxes", like("swapaxes"), call(_MATRIX, 0, 1)),
    *_rows("diagonal", like("diagonal"), call(_MATRIX), call(_MATRIX.data)),
    *_rows(
        "transpose",
        of_arrays(like("array_transpose"), "transpose"),
        call(_MATRIX),
        call(_MATRIX.data),
    ),
    *_rows(
        "reshape",
        of_arrays(like("reshape"), "reshape"),
        call(_MATRIX, (3, 2)),
        call(_PLAIN, 3),
    ),
    *_rows("resize", like("resize"), call(_MATRIX, (3, 2)), call(_PLAIN, (6,))),
    *_rows("round", of_arrays(rounded, "round"), *_PICKED),
    *_rows("around", rounded, *_PICKED),
    *_rows("sort", in_order, *_PICKED, call(_MATRIX, axis=None)),
    *_rows("take", take, call(_FLOATS, [0, 1]), call(_MATRIX, 0, 1)),
    *_rows(
        "compress",
        compress_reversed,
        call(_TRUTHS, _FLOATS),
        call(_TRUTHS, _MATRIX, axis=1),
    ),
    *_rows("choose", choose, call([1, 0, 1], [_FLOATS, _PLAIN])),
    *_rows("clip", like("clip"), call(_FLOATS, 0.3, 0.6), call(_WHOLE, 0, 1)),
    *_rows(
        "atleast_1d atleast_2d atleast_3d",
        {f"atleast_{n}d": atleast(f"atleast_{n}d") for n in (1, 2, 3)},
        *_PICKED,
        call(2.5),
        bad=call([[1], [2, 3]]),
    ),
    *_rows(
        "hstack vstack dstack column_stack stack",
        {
            name: joined(name)
            for name in "hstack vstack dstack column_stack stack".split()
        },
        *_SEQUENCES,
    ),
    *_rows("concatenate", joined("concatenate"), *_SEQUENCES),
    *_rows("append", stacked("append"), call(_FLOATS, _PLAIN), call(_FLOATS, 1)),
    *_rows("hsplit", split_rows, call(_FLOATS, 3)),
    *_rows("vander", vander, call(_FLOATS), call(_FLOATS, 2)),
    *_rows("ndim", INT, *_PICKED),
    *_rows("size", INT, *_PICKED, call(_MATRIX, 0)),
    *_rows("shape", shape_of, *_PICKED),
    # Products.
    *_rows(
        "dot inner outer convolve correlate",
        {name: like(name) for name in "dot inner outer convolve correlate".split()},
        call(_FLOATS, _PLAIN),
        call(_PLAIN, _FLOATS),
    ),
    # Sets.
    *_rows("intersect1d union1d setxor1d", set_operation, *_SETS),
    *_rows("setdiff1d", difference, *_SETS),
    *_rows("in1d", in1d, *_SETS),
    *_rows("isin", is_in, *_SETS),
    *_rows("where", where, call(_TRUTHS), call(_TRUTHS, _FLOATS, 0.0)),
    # New arrays.
    *_rows(
        "zeros ones identity arange",
        {name: stacked(name) for name in "zeros ones identity arange".split()},
        call(3),
    ),
    *_rows("indices", stacked("indices"), call((2, 3))),
    *_rows(
        "zeros_like ones_like",
        {name: stacked(name) for name in ("zeros_like", "ones_like")},
        *_PICKED,
    ),
    *_rows(
        "flatten_structured_array",
        join(SOME, ClassArray("ndarray", None, None)),
        call(np.array([(1, 2.0)], [("a", "i4"), ("b", "f8")])),
    ),
    *_rows("frombuffer", stacked("frombuffer"), call(bytes(16))),
    *_rows("fromflex", SOME, call(_FLOATS.toflex())),
)
