"""Every row of NumPy's operations: predicted against real, samples and bad calls."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest

from runtime.constructs import CONSTRUCTS
from runtime.ir.nodes import Constant, Value
from runtime.ops import (
    BY_FUNCTION,
    BY_INFIX,
    BY_METHOD,
    CLASSES,
    FAMILIES,
    NUMPY,
    OPS,
    row_of_ufunc,
)
from runtime.ops.families import rows_of, words_of
from runtime.ops.index import INDEX
from runtime.ops.infer import infer
from runtime.ops.row import Row, copied
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    Array,
    List,
    NumpyScalar,
    Type,
    join,
    type_of,
)
from tests.runtime.ops.calls import (
    DIMENSIONS,
    EXACT,
    RANK,
    argument,
    check,
    describe,
    holds,
    predict,
    run,
)
from tools import rows

ROWS = [row for family in NUMPY + CLASSES for row in rows_of(family)]

# What these give depends on values: a mask, a count of distinct values, a root.
BY_VALUE = frozenset(
    """
    argwhere array_compress bincount block compress delete eig eigvals extract
    flatnonzero insert intersect1d isnat multi_dot nonzero real_if_close roots setdiff1d
    setxor1d triu_indices tril_indices tril_indices_from triu_indices_from trim_zeros
    polymul strings_center strings_decode strings_encode strings_expandtabs
    strings_ljust
    strings_mod strings_multiply strings_partition strings_replace strings_rjust
    strings_rpartition strings_slice strings_translate strings_zfill
    char_multiply char_join char_partition char_rpartition char_array char_asarray
    frombuffer fromstring
    union1d unique unique_all unique_counts unique_inverse unique_values lstsq
    items_in_order in_their_order
    """.split()
)
DTYPES = ("?", "i1", "i8", "u1", "u8", "f2", "f4", "f8", "c16")


def the_predicted_type_is_the_real_one(row, some):
    for sample in row.samples:
        args, kwargs = sample()
        predicted = predict(row, args, kwargs)
        value = run(row, args, kwargs)
        assert holds(predicted, value), describe(row, args, kwargs, predicted, value)


def _has_mask(value):
    if isinstance(value, tuple):
        return any(map(_has_mask, value))
    return isinstance(value, bool) or getattr(value, "dtype", None) == np.bool


def _is_vague(row, args):
    """Lengths given as NumPy scalars, or found from axes that are not looked at."""
    if row.name == "arange":
        return isinstance(args[0], np.generic)
    return row.name in ("fft2", "ifft2", "rfft2", "irfft2") or row.name.endswith("fftn")


def _is_named(value):
    return type(value) is not tuple and isinstance(value, tuple)


def _is_by_value(row):
    return row.name in BY_VALUE or row.name.startswith(("ma_", "whole_"))


def the_prediction_is_exact_where_values_do_not_decide(row, some):
    for sample in () if _is_by_value(row) else row.samples:
        args, kwargs = sample()
        if _has_mask(args) or _is_vague(row, args):
            continue
        value = run(row, args, kwargs)
        if not (isinstance(value, list) or _is_named(value)):
            args, kwargs = sample()
            assert str(predict(row, args, kwargs)) == str(type_of(value))


def less_known_is_never_wrong(row, some):
    ways = itertools.product((EXACT, DIMENSIONS, RANK), (False, True))
    for sample, (known, symbolic) in some(itertools.product(row.samples, ways)):
        args, kwargs = sample()
        check(row, args, kwargs, known, symbolic)


def arrays_may_be_scalars(row, some):
    reductions = (_to_zero_dimensional, _to_scalar, _to_python)
    for sample, reduce in some(itertools.product(row.samples, reductions)):
        args, kwargs = sample()
        for position, one in enumerate(args):
            if isinstance(one, np.ndarray) and one.size:
                changed = (*args[:position], reduce(one), *args[position + 1 :])
                check(row, copied(changed), copied(kwargs))


def _to_zero_dimensional(array):
    return np.array(array.ravel()[0])


def _to_scalar(array):
    return array.ravel()[0]


def _to_python(array):
    return array.ravel().tolist()[0]


def every_dtype(row, some):
    for sample in row.samples:
        args, kwargs = sample()
        arrays = [i for i, one in enumerate(args) if isinstance(one, np.ndarray)]
        for position in [i for i in arrays if args[i].dtype.kind not in "USTV"]:
            for dtype in some(DTYPES):
                changed = list(copied(args))
                with np.errstate(all="ignore"):
                    changed[position] = _cast(changed[position], dtype)
                check(row, tuple(changed), copied(kwargs))


def _cast(array, dtype):
    source = array.real if array.dtype.kind == "c" and dtype != "c16" else array
    return source.astype(dtype)


def a_bad_call_raises(row, some):
    for bad in row.rejects:
        args, kwargs = bad()
        predict(row, args, kwargs)
        with pytest.raises(Exception):  # noqa: B017, PT011  # NumPy's, whichever it is
            run(row, args, kwargs)


def what_a_row_says_of_memory_is_true(row, some):
    if row.effect and row.returns == "shares" and not row.writes:
        return  # it is taken to write everything
    for sample in row.samples:
        check_memory(row, sample)


def check_memory(row, sample):
    args, kwargs = sample()
    before = copied(args)
    value = run(row, args, kwargs)
    results = value if isinstance(value, (tuple, list)) else (value,)
    arrays = [one for one in args if isinstance(one, np.ndarray)]
    written = {place for place in row.writes if isinstance(place, int)}
    for position, (was, now) in enumerate(zip(before, args)):
        if isinstance(was, np.ndarray) and position not in written:
            assert np.array_equal(was, now, equal_nan=was.dtype.kind in "fc")
    for result in results:
        if isinstance(result, np.ndarray) and row.returns == "fresh":
            assert not any(np.shares_memory(result, one) for one in arrays)
    if not row.reads and row.returns == "shares" and row.name != "imag":
        for result in results:
            if isinstance(result, np.ndarray) and result.size and arrays:
                assert any(np.may_share_memory(result, one) for one in arrays) or (
                    len(results) > 1
                )


PROMISES = (
    the_predicted_type_is_the_real_one,
    the_prediction_is_exact_where_values_do_not_decide,
    less_known_is_never_wrong,
    arrays_may_be_scalars,
    every_dtype,
    a_bad_call_raises,
    what_a_row_says_of_memory_is_true,
)
"""What is tested of each row, in one test: thousands of small ones take long."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_a_row_promises(row, some):
    for promise in PROMISES:
        promise(row, some)


WRITTEN = (*rows_of("updates"), *rows_of("factors"), *rows_of("vectorized"))
"""The rows that the tracer, passes and derivatives write, and nobody else."""


def test_the_table_is_complete():
    assert len({row.name for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert row.samples, row.name
        assert row.rejects, row.name
        assert (
            row.functions
            or row.method
            or row.attribute
            or row.infix
            or (row.name.startswith("ufunc_") or row.name in ("getitem", "setitem"))
            or row in WRITTEN
        ), row.name


def test_no_two_rows_have_one_name():
    names = [row.name for family in FAMILIES for row in rows_of(family)]
    assert len(names) == len(set(names)) == len(OPS)


def test_index_is_what_the_families_have():
    # The first versions of NumPy have less, and the newest names a function otherwise.
    if hasattr(np.strings, "slice") and np.ma.round.__name__ == "round_":
        assert rows.INDEX.read_text() == rows.text()  # else: python -m tools.rows
    for family in FAMILIES:
        words = " ".join(words_of(rows_of(family))).split()
        assert set(words) <= set(INDEX[family].split())


def test_family_is_imported_when_it_is_first_needed():
    program = """
import sys
from runtime.ops import BY_FUNCTION, BY_METHOD, OPS
import numpy as np
def loaded(family):
    return f"runtime.ops.{family}" in sys.modules
assert not loaded("sorting") and not loaded("algebra")
assert np.sort in BY_FUNCTION and loaded("sorting") and not loaded("algebra")
assert OPS["svd"].name == "svd" and loaded("algebra") and not loaded("joining")
assert np.mean in BY_FUNCTION and "numpy.ma" not in sys.modules
assert np.float64 not in BY_FUNCTION and "clear" not in BY_METHOD
assert not loaded("joining")
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_no_row_is_made_with_a_warning():
    program = "from runtime.ops import OPS; assert list(OPS.values())"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_no_row_is_named_like_a_construct():
    assert not OPS.keys() & CONSTRUCTS.keys()


def test_every_ufunc_of_numpy_has_a_row():
    ufuncs = {one for one in vars(np).values() if isinstance(one, np.ufunc)}
    assert not {one.__name__ for one in ufuncs if one not in BY_FUNCTION}


@pytest.mark.parametrize(
    "ufunc",
    sorted(
        {one for one in vars(np).values() if isinstance(one, np.ufunc)},
        key=str,
    ),
    ids=lambda one: one.__name__,
)
def test_ufuncs_of_all_pairs_of_dtypes(ufunc):
    row = OPS["ufunc_call"]
    arrays = [np.ones(2, dtype) for dtype in DTYPES]
    if ufunc.nin == 1:
        for left in arrays:
            for one in (left, left[0], np.array(left[0])):
                check(row, (ufunc, one), {})
        return
    others = (*arrays, *(one[0] for one in arrays), True, 2, 2.5, 1j, 300)
    for left, right in itertools.product(arrays, others):
        check(row, (ufunc, left, right), {})
        check(row, (ufunc, right, left[0]), {})


def test_a_ufunc_is_the_operator_only_where_it_does_the_same():
    def name(ufunc, *values, **keywords):
        given = {key: argument(value) for key, value in keywords.items()}
        return row_of_ufunc(ufunc, [argument(value) for value in values], given)[0].name

    vector = np.ones(3)
    assert name(np.add, vector, 1) == "add"
    assert name(np.add, 1, vector) == "add"
    assert name(np.add, 1, 2) == "ufunc_call"
    assert name(np.add, vector[0], 2) == "ufunc_call"
    assert name(np.add, vector, [1, 2, 3]) == "ufunc_call"
    assert name(np.add, vector, vector, out=vector) == "ufunc_call"
    assert name(np.power, vector, 2) == "ufunc_call"
    assert name(np.sin, 1) == "sin"


def test_methods_of_arrays_are_there():
    known = {"dtype", "device", "flat", "base", "ctypes", "data", "flags"}
    known |= {"itemsize", "nbytes", "ndim", "shape", "size", "strides", "T", "mT"}
    known |= {"real", "imag", "byteswap", "dump", "dumps", "getfield", "setfield"}
    known |= {"resize", "setflags", "to_device", "tofile"}
    known |= {"itemset", "newbyteorder", "ptp", "tostring"}  # the first versions' own
    methods = {name for name in dir(np.ndarray) if not name.startswith("_")}
    assert not methods - known - set(BY_METHOD)


def test_rows_are_quick_to_ask():
    row: Row = OPS["add"]
    one = Array(np.dtype(float), (3, 4))
    assert row.rule(one, one) is row.rule(one, one)
    assert predict(row, (np.ones(3), np.ones(4)), {}) == NEVER


@pytest.mark.parametrize("name", ["array", "asarray", "stack", "concatenate", "vstack"])
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize(
    "item", [1, 2.5, np.float32(1), np.ones(2), np.ones((2, 3), int)]
)
def test_lists_made_at_run_time_may_be_empty(name, count, item):
    value = Value("items", List(type_of(item)))
    predicted, _ = infer(OPS[name], [value], [])
    try:
        result = run(OPS[name], ([item] * count,), {})
    except ValueError:
        return
    assert holds(predicted, result)


@pytest.mark.parametrize(
    ("left", "sign", "right", "expected"),
    [
        (INT, "/", INT, "float"),
        (INT, "**", INT, "{float | int}"),
        (INT, "**", 2, "int"),
        (INT, "**", -1, "float"),
        (FLOAT, "**", FLOAT, "{complex | float}"),
        (FLOAT, "**", 2, "float"),
        (FLOAT, "**", 0.5, "{complex | float}"),
        (2.0, "**", FLOAT, "float"),
        (BOOL, "&", BOOL, "bool"),
        (STR, "+", STR, "str"),
        (STR, "+", INT, "never"),
        (COMPLEX, "<", INT, "never"),
        (NONE, "==", INT, "bool"),
        (NONE, "+", INT, "never"),
        (NumpyScalar(np.dtype("f8")), "==", NONE, "bool"),
        (NONE, "!=", NumpyScalar(np.dtype("M8[s]")), "bool"),
        (INT, "+", NumpyScalar(np.dtype("i1")), "np.int8"),
        (2.5, "*", NumpyScalar(np.dtype("f4")), "np.float32"),
        (Array(np.dtype("f4"), (None, 3)), "+", FLOAT, "float32[?,3]"),
        (Array(np.dtype("f4"), ()), "+", FLOAT, "np.float32"),
        (Array(np.dtype("f4"), None), "+", FLOAT, "{float32[...] | np.float32}"),
        (Array(np.dtype("i8"), (3,)), "+=", FLOAT, "never"),
        (Array(np.dtype("f8"), (3,)), "+=", Array(np.dtype("i8"), (2, 3)), "never"),
        (Array(np.dtype("f8"), ()), "+=", INT, "float64[]"),
        (INT, "+=", FLOAT, "float"),
        (join(INT, NONE), "+", NumpyScalar(np.dtype("i1")), "np.int8"),
    ],
)
def test_operators_by_table(left, sign, right, expected):
    operands = [
        Value(name, one) if isinstance(one, Type) else Constant(one)
        for name, one in (("left", left), ("right", right))
    ]
    assert str(infer(BY_INFIX[sign], operands, [])[0]) == expected
