"""`Variable` without a trace: an array or scalar that can be exchanged."""

from __future__ import annotations

import copy
import operator
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest

from runtime.types import parse_type
from runtime.variable import Variable


def vector() -> Variable:
    return Variable([1.0, 2.0, 3.0], name="w")


# What it holds ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "of"),
    [
        (1.0, "np.float64"),
        (1, "np.int64"),
        (True, "np.bool"),
        (1j, "np.complex128"),
        (np.float32(1), "np.float32"),
        ([1, 2], "int64[2]"),
        (np.zeros((2, 0)), "float64[2,0]"),
        ("abc", "np.str"),
        (np.array(["a", "b"], np.dtypes.StringDType()), "string[2]"),
    ],
)
def test_its_type_is_that_of_what_it_reads_as(value, of):
    made = Variable(value)
    assert str(made.type) == of
    assert made.shape == np.shape(value)
    assert np.array_equal(made.value, value)


def test_scalars_read_as_numpy_scalars_and_arrays_as_arrays():
    assert type(Variable(1.0).value) is np.float64
    assert type(vector().value) is np.ndarray
    assert type(Variable(1.0).assign(np.array(2.0))) is np.float64


def test_an_explicit_dtype_may_cast_within_a_kind():
    assert Variable(np.ones(2), dtype=np.float32).dtype == np.float32
    assert Variable(1, dtype=float).value == 1.0
    with pytest.raises(TypeError, match="int64, the value has float64"):
        Variable(np.ones(2), dtype=np.int64)
    with pytest.raises(TypeError, match="dtype object"):
        Variable(object())
    with pytest.raises(OverflowError):
        Variable(300, dtype=np.uint8)


def test_what_is_given_is_copied():
    given = np.array([1.0, 2.0])
    made = Variable(given)
    given[0] = 7
    assert made.value[0] == 1
    made.assign(given)
    given[1] = 8
    assert made.value[1] == 2


def test_what_was_read_stays():
    made = vector()
    before = made.value
    made.assign_add(1)
    made[0] = 9
    assert before.tolist() == [1, 2, 3]
    assert made.value.tolist() == [9, 3, 4]


def test_what_was_read_cannot_be_written_and_a_copy_can():
    made = vector()
    with pytest.raises(ValueError, match="read-only"):
        made.value[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(made)[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        made[1:][0] = 1
    copied = made.numpy()
    copied[0] = 5
    assert made.value.tolist() == [1, 2, 3]


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_the_shape_of_what_was_read_is_its_readers():
    made = Variable(np.zeros((2, 3)))
    made.value.shape = (3, 2)
    assert made.shape == (2, 3)


def test_an_assignment_gives_what_is_held_now():
    made = vector()
    assert made.assign([3, 2, 1]).tolist() == [3, 2, 1]
    assert made.assign_add(True).tolist() == [4, 3, 2]
    assert made.assign_sub([1, 1, 1]).tolist() == [3, 2, 1]
    assert made.read_value().tolist() == [3, 2, 1]


@pytest.mark.parametrize(
    ("dtype", "value", "error"),
    [
        (np.float32, 1.5, None),
        (np.float32, 1, None),
        (np.float32, [1, 2.5], None),
        (np.float32, np.float32(1), None),
        (np.float32, np.int16(1), None),
        (np.float32, np.float64(1), TypeError),
        (np.float32, np.int64(1), TypeError),
        (np.int8, 5, None),
        (np.int8, True, None),
        (np.int8, 200, OverflowError),
        (np.int8, 1.0, TypeError),
        (np.int8, np.int64(1), TypeError),
        (np.int64, np.int8(1), None),
        (np.complex64, 1.5, None),
        (np.complex64, np.complex128(1), TypeError),
        (np.float64, 1j, TypeError),
        (bool, True, None),
        (bool, 1, TypeError),
        (np.float64, "1", TypeError),
        (np.float64, None, TypeError),
    ],
)
@pytest.mark.parametrize("name", ["assign", "assign_add"])
def test_nothing_is_lost_in_a_cast(name, dtype, value, error):
    made = Variable(np.zeros(2 if isinstance(value, list) else (), dtype))
    method = getattr(made, name)
    if error is None:
        method(value)
        assert made.dtype == dtype
        assert np.array_equal(made.value, np.array(value, dtype))
        return
    with pytest.raises(error):
        method(value)
    assert not np.any(made.value)


def test_text():
    made = Variable("abc")
    assert made.assign("x") == "x"
    with pytest.raises(TypeError, match=r"<U3, the value has <U4"):
        made.assign("abcd")
    with pytest.raises(TypeError):
        made.assign(np.int64(5))
    long = Variable("a", dtype=np.dtypes.StringDType())
    assert long.assign_add("bcd") == "abcd"


def test_errors_name_both_shapes_and_dtypes():
    with pytest.raises(ValueError, match=r"'w' has the shape \(3,\), .* \(2,\)"):
        vector().assign([1.0, 2.0])
    with pytest.raises(TypeError, match=r"'w' has the dtype float64, .* complex128"):
        vector().assign(np.ones(3) * 1j)
    with pytest.raises(ValueError, match=r"has the shape \(3,\), .* \(2, 3\)"):
        vector().assign_add(np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"the Variable has the shape \(2,\), .* \(\)"):
        Variable(1.0, shape=(2,))


def test_dimensions_that_may_change():
    rows = Variable(np.zeros((1, 3)), shape=(None, 3))
    assert rows.type == parse_type("float64[?,3]")
    assert rows.assign(np.ones((5, 3))).shape == rows.shape == (5, 3)
    with pytest.raises(ValueError, match=r"\(None, 3\), the value has \(5, 2\)"):
        rows.assign(np.ones((5, 2)))
    anything = Variable(1.0, shape=...)
    assert anything.assign([1.0, 2.0]).tolist() == [1, 2]
    assert type(anything.assign(3.0)) is np.float64


def test_items():
    made = Variable(np.arange(6.0).reshape(2, 3))
    made[0] = 7
    made[1, 1:] = [8, 9]
    made[made.value == 3] = np.float32(1)
    assert made[0].tolist() == [7, 7, 7]
    assert made[1].tolist() == [1, 8, 9]
    assert made[Variable(1)].tolist() == [1, 8, 9]
    with pytest.raises(TypeError):
        made[0] = 1j
    with pytest.raises(IndexError):
        made[2] = 0
    scalar = Variable(1.0)
    scalar[...] = 3
    assert scalar == scalar[()] == 3


def place(made: Variable) -> int:
    return made.value.__array_interface__["data"][0]


def test_items_are_written_in_place_where_nobody_has_read():
    made = vector()
    before = place(made)
    made[0] = 5
    made[1:] = made[:2] + 1
    made[made > 4] += 1
    made[-1] = made[0]
    assert place(made) == before
    assert made.value.tolist() == [6, 7, 6]


@pytest.mark.parametrize(
    "read",
    [
        lambda made: made.value,
        lambda made: made.value[1:][::-1],
        lambda made: made[:2],
        np.asarray,
        lambda made: made.value.reshape(3, 1).T,
        lambda made: np.broadcast_to(made, (2, 3)),
        lambda made: memoryview(made.value),
        iter,
        lambda made: made.assign_add(0),
    ],
)
def test_items_are_written_elsewhere_while_somebody_has_what_he_read(read):
    made = vector()
    kept = read(made)
    before = np.array(list(read(vector())))
    address = place(made)
    made[:] = 9
    assert place(made) != address
    np.testing.assert_array_equal(np.array(list(kept)), before)
    address = place(made)
    made[0] = 8
    assert place(made) == address


@pytest.mark.parametrize(("index", "items"), [(7, 1.0), ([0, 7], 1.0), (0, [1, 2])])
def test_items_that_do_not_fit_change_nothing(index, items):
    made = vector()
    with pytest.raises((IndexError, ValueError)):
        made[index] = items
    assert made.value.tolist() == [1, 2, 3]
    assert not made.value.flags.writeable
    made[0] = 4
    assert made[0] == 4


# As a number or an array -------------------------------------------------------------


@pytest.mark.parametrize("other", [2, 2.5, np.float64(3), np.array([1.0, 2.0, 4.0])])
@pytest.mark.parametrize(
    "name",
    "add sub mul truediv floordiv mod pow lt le gt ge eq ne".split(),
)
def test_operators_are_those_of_what_it_holds(name, other):
    function = getattr(operator, name)
    made = vector()
    for one, two, plain in (
        (made, other, function(made.value, other)),
        (other, made, function(other, made.value)),
        (made, made, function(made.value, made.value)),
    ):
        result = function(one, two)
        assert type(result) is type(plain)
        assert result.dtype == plain.dtype
        assert np.array_equal(result, plain)


def test_other_operators():
    made, whole = vector(), Variable([6, 3])
    assert made @ made == np.eye(3)[0] @ made * 14 == 14
    assert (-made).tolist() == [-1, -2, -3]
    assert (whole & 2).tolist() == (2 & whole).tolist() == [2, 2]
    assert (~whole << 1).tolist() == [-14, -8]
    assert [part.tolist() for part in divmod(whole, 4)] == [[1, 0], [2, 3]]
    assert [part.tolist() for part in divmod(7, whole)] == [[1, 2], [1, 1]]
    assert abs(Variable(-2.5)) == 2.5
    assert round(Variable(2.567), 1) == 2.6


def test_python_numbers():
    assert float(Variable(1)) == 1.0
    assert int(Variable(1.5)) == 1
    assert complex(Variable(1.0)) == 1 + 0j
    assert [10, 20][Variable(1)] == 20
    assert not Variable(0.0)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(vector())


def test_sequences():
    made = vector()
    assert len(made) == 3
    assert list(made) == [1, 2, 3]
    assert 2 in made
    assert 7 not in made
    with pytest.raises(TypeError):
        len(Variable(1.0))


def test_numpy_functions():
    made, other = vector(), Variable([4.0, 5.0, 6.0])
    assert np.sum(made) == 6
    assert np.concatenate([made, other]).tolist() == [1, 2, 3, 4, 5, 6]
    assert np.stack((made, other), axis=1).shape == (3, 2)
    assert np.where(made > 1, made, other).tolist() == [4, 2, 3]
    assert np.add(made, 1).tolist() == [2, 3, 4]
    assert (np.arange(3.0) + made).tolist() == [1, 3, 5]
    assert (np.float64(2) * made).tolist() == [2, 4, 6]
    assert np.add.reduce(made) == 6
    assert np.clip(np.zeros(3), a_min=made, a_max=other).tolist() == [1, 2, 3]
    assert np.array(made, np.float32).dtype == np.float32
    out = np.zeros(3)
    assert np.add(made, other, out=out) is out
    with pytest.raises(ValueError, match="read-only"):
        np.add(made, 1, out=made)


@pytest.mark.parametrize("sign", ["add", "sub", "mul", "matmul", "and"])
def test_in_place_operators_say_what_to_write(sign):
    made = vector()
    with pytest.raises(TypeError, match="assign"):
        getattr(operator, f"i{sign}")(made, 1)
    assert made.value.tolist() == [1, 2, 3]


# As an object -----------------------------------------------------------------------


def test_it_shows_what_it_holds():
    assert (
        repr(vector())
        == "<ag.Variable 'w' shape=(3,) dtype=float64, numpy=array([1., 2., 3.])>"
    )
    assert repr(Variable(1)) == "<ag.Variable shape=() dtype=int64, numpy=np.int64(1)>"
    assert f"{Variable(1.5)} {Variable(1.5):.3f}" == "1.5 1.500"
    assert f"{Variable(1.5)!s}" == "1.5"


def test_two_are_two_even_if_they_hold_the_same():
    one, two = Variable(1.0), Variable(1.0)
    assert one == two
    assert len({one, two}) == 2
    assert {one: "one", two: "two"}[one] == "one"


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)), Variable],
    ids=["copy", "deepcopy", "pickle", "Variable"],
)
def test_a_copy_is_another(copied):
    one = Variable([1.0], name="w", trainable=False, shape=(None,))
    two = copied(one)
    two.assign_add(1)
    assert (one.value, two.value) == (1, 2)
    if copied is not Variable:
        assert (two.name, two.trainable, two.type) == ("w", False, one.type)


def test_what_it_is_stays():
    made = vector()
    for name in ("value", "dtype", "shape", "name", "trainable", "type"):
        with pytest.raises(AttributeError):
            setattr(made, name, None)
    with pytest.raises(AttributeError):
        made.other = 1


@contextmanager
def threads_that_take_turns() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def run_at_once(*functions: Callable[[], None]) -> None:
    with threads_that_take_turns(), ThreadPoolExecutor(len(functions)) as pool:
        for each in [pool.submit(function) for function in functions]:
            each.result()


def test_no_update_is_lost_between_threads():
    made = Variable(0)

    def count() -> None:
        for _ in range(500):
            made.assign_add(1)

    run_at_once(*[count] * 8)
    assert made == 4000


def test_nobody_reads_half_of_what_another_thread_writes():
    made = Variable(np.zeros(5000))

    def write() -> None:
        for number in range(300):
            made[:] = number

    def read() -> None:
        for _ in range(300):
            for held in (made.value, made.numpy(), made[1:]):
                assert (held == held[0]).all()

    run_at_once(write, read, read)
