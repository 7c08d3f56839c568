"""Arrays of NumPy's other classes: what rules predict, against what NumPy gives."""

from __future__ import annotations

import random

import numpy as np
import pytest

from runtime.ops import OPS
from runtime.ops.families import rows_of
from runtime.ops.row import call, copied
from runtime.types import ANY, parse_type, type_of
from tests.runtime.ops.calls import EXACT, RANK, check, predict

DTYPES = ("?", "i1", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
NUMBERS = (2, 2.5, True, 1j, [1, 2, 3])
OPTIONS: tuple[dict, ...] = (
    {},
    {"axis": 0},
    {"axis": None},
    {"keepdims": True},
    {"axis": -1, "keepdims": True},
    {"dtype": np.float32},
)
INDICES = (0, -1, slice(1), ..., None, (0, 0), (slice(None), 0), [0, 0], (0, ...), ())
OPERATORS = (
    "add subtract multiply divide floor_divide remainder power matmul equal less "
    "bitwise_and left_shift iadd imul itruediv"
).split()


def masked_arrays():
    for dtype in DTYPES:
        vector, matrix = np.array([1, 0, 3], dtype), np.array([[1, 2, 0]] * 2, dtype)
        for each in (vector, matrix, np.array(2, dtype), vector[:0]):
            yield np.ma.array(each)
            yield np.ma.array(each, mask=each == 1)
            yield np.ma.array(each, mask=True)
    yield np.ma.masked


def matrices():
    for dtype in DTYPES:
        for shape in ((2, 3), (1, 6), (2, 2)):
            yield np.arange(np.prod(shape)).reshape(shape).astype(dtype).view(np.matrix)


def strings():
    for dtype in ("U3", "S4"):
        yield np.char.array(np.array(["a", "Bc", "  d"], dtype))
        yield np.char.array(np.array([["x", "yy"], ["1", "2 "]], dtype))


CLASSES = {
    "masked": (list(masked_arrays()), np.ma.MaskedArray, NUMBERS),
    "matrix": (list(matrices()), np.matrix, NUMBERS),
    "strings": (list(strings()), np.char.chararray, ("a", b"a", 3, ["a", "b", "c"])),
}
PLAIN = [np.array([1, 2, 3], dtype) for dtype in DTYPES] + [np.float32(2)]


def check_both(row, args, kwargs):
    for known in (EXACT, RANK):
        check(row, copied(args), kwargs, known)


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.filterwarnings("ignore")
def test_methods(name, some):
    arrays, kind, others = CLASSES[name]
    chosen = random.Random(name)
    methods = [each for each in dir(kind) if callable(getattr(kind, each))]
    for method in set(methods) - {"tofile", "dump"}:
        if method.startswith("_"):
            continue
        for one in some(chosen.sample(arrays, min(20, len(arrays)))):
            for options in OPTIONS:
                check_both(OPS["call_method"], (one, method), options)
            other = chosen.choice([*arrays, *others, 0, -1])
            check_both(OPS["call_method"], (one, method, other), {})


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.filterwarnings("ignore")
def test_operators(name, operator):
    arrays, _, others = CLASSES[name]
    chosen = random.Random(operator)
    for one in arrays:
        other = chosen.choice([*arrays, *others, *PLAIN])
        check_both(OPS[operator], (one, other), {})
        check_both(OPS[operator], (other, one), {})


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.filterwarnings("ignore")
def test_items_and_ufuncs(name):
    arrays, _, others = CLASSES[name]
    for one in arrays:
        for index in INDICES:
            check_both(OPS["getitem"], (one, index), {})
        for row in ("negative", "absolute", "sin", "T", "real", "sum", "max", "mean"):
            check_both(OPS[row], (one,), {})
        for ufunc in (np.add, np.power, np.less, np.maximum):
            check_both(OPS["ufunc_call"], (ufunc, one, arrays[0]), {})
            check_both(OPS["ufunc_call"], (ufunc, one, others[0]), {})


@pytest.mark.parametrize(
    "row", rows_of("masked_arrays"), ids=lambda row: row.name.removeprefix("ma_")
)
@pytest.mark.filterwarnings("ignore")
def test_functions_of_masked_arrays(row, some):
    arrays, _, others = CLASSES["masked"]
    chosen = random.Random(row.name)
    for one in some(chosen.sample([*arrays, *PLAIN], 15)):
        other = chosen.choice([*arrays, *others, *PLAIN])
        for options in OPTIONS:
            check_both(row, (one,), options)
        check_both(row, (one, other), {})
        check_both(row, (other, one), {})
        check_both(row, ([one, one],), {})


@pytest.mark.parametrize(
    ("row", "sample", "expected"),
    [
        ("add", call(np.ma.array([1, 2]), 2.5), "MaskedArray<float64[2]>"),
        (
            "getitem",
            call(np.ma.array([1, 2]), 0),
            "{MaskedConstant<float64[]> | np.int64}",
        ),
        ("ma_filled", call(np.ma.array([1, 2])), "int64[2]"),
        ("call_method", call(np.ma.array([1, 2]), "compressed"), "int64[?]"),
        ("call_method", call(np.array([1, None]), "copy"), "ndarray<?[2]>"),
        ("isnan", call(np.array(["2001"], "M8[D]")), "bool[1]"),
    ],
)
def test_predictions(row, sample, expected):
    args, kwargs = sample()
    assert str(predict(OPS[row], args, kwargs)) == expected


def test_a_class_of_the_users_is_not_looked_into():
    class Own(np.ma.MaskedArray):
        pass

    assert str(type_of(np.ma.array([1]).view(Own))) == "obj"


def test_a_mix_of_classes_is_of_any_type():
    matrix = CLASSES["matrix"][0][-1]
    assert predict(OPS["add"], (np.ma.array([[1]]), matrix), {}) == ANY
    assert str(type_of(np.ma.array(matrix))) == "obj"


@pytest.mark.parametrize("text", ["MaskedArray<float64[?]>", "ndarray<?[...]>"])
def test_types_are_read_back(text):
    assert str(parse_type(text)) == text
