"""What random programs found: one function for each difference, once mended."""

from __future__ import annotations

import operator
import sys
import numpy as np

from tests.corpus.case import c128, case, f64, floats, i64, ints

total = 1
events = [1]


def item_of_an_empty_list_set(xs):
    xs[-1] = 3
    return xs


def list_asked_by_text(xs):
    return xs["a"]


def global_stored_in_one_branch_only(n):
    global total
    if n == 0:
        total = n + 5
    return total


def global_stored_in_a_loop(n):
    global total
    for i in range(n):
        total = i * 2
    return total


def global_list_stored_then_changed(x):
    global events
    events = [x[0], x[1]]
    events.insert(0, -1)
    events[1] += 1
    return len(events)


def captured_parameter_deleted_in_a_branch(a):
    if a > 0:
        f = lambda: a
        b = f()
    else:
        b = -a
        del a
    return b


def shared_parameter_deleted_in_a_branch(a, n):
    def more():
        nonlocal a
        a += n

    if a > 0:
        more()
    else:
        del a
    return a


def deleted_name_is_read_before_the_target(a, x, n):
    del a
    x[int(x[1:].sum())] = a


def deleted_name_is_read_in_a_branch(a, n, x):
    if x[0] > 0:
        pass
    del a
    if n > 1:
        b = 1
    else:
        b = a
    return b


def function_names_what_it_does_not_use(a, n):
    b = 0
    while n:
        n -= 1

        def kept(by):
            nonlocal a, b
            return by + 1
            b = 2

    return kept


def returned_function_is_called(a, n):
    return function_names_what_it_does_not_use(a, n)(a), a


def augmented_by_what_does_not_fit(a, b):
    a //= b
    return a


def list_is_compared_with_a_number(x):
    most = max(sorted(x), -1)
    return 1


def complex_numbers_are_sorted(a):
    sorted([a * 1j, a * 2j])
    return a


def elif_of_an_ambiguous_test(a, x):
    if a > 4:
        return 1
    elif x:
        return 2
    return 3


def dtype_of_what_changes_is_compared(m, x, y):
    for v in x:
        if m.dtype == x.dtype:
            x, y = y, x
    return x


def while_of_an_ambiguous_test_in_a_branch(n, x):
    print("start", n)
    if n == 0:
        while n < x[()]:
            n += 1
    return n


def free_variable_without_a_value(x):
    if x[0] > 3:
        last = x[0]
    return sum(v for v in x if v > last)


def lambda_reads_what_is_bound_later(a, far):
    read = lambda: later + a
    if far:
        later = a
    return read()


def numpy_scalar_of_the_source_on_the_left(n, a):
    return np.float64(n) / (a // 4), np.float64(3) > a


def right_operand_is_asked(n, a):
    return n >= a


def plain_numbers_overflow(n):
    total = np.uint8(200) + np.uint8(100)
    total *= np.uint8(10)
    held = {"a": np.uint8(200)}
    if n > 0:
        held["a"] += np.uint8(200)
    return total, held["a"], -np.int8(-128), sum([np.int8(100), np.int8(100)]), n


def plain_numbers_divide_in_no_turn(n):
    for _ in range(n, 0, -1):
        n = np.float64("inf") // 2
    if n > 5:
        return min(1j, np.float64("nan"))
    return n


def plain_numbers_divide_and_are_caught(n):
    try:
        with np.errstate(divide="raise"):
            n = np.float64(1) / 0
    except FloatingPointError as error:
        return str(error), n
    return n


def key_does_not_take_items(x):
    if np.sum(x):
        return x
    return sorted([(1, v) for v in x], key=abs)


def complex_number_on_the_left(a, b):
    return a == b, b == a, a != b


def list_plus_a_number_of_numpy(xs):
    xs += np.float64(1)
    return xs


def operator_in_place_is_blamed(a, b):
    a %= b
    return a


def tuple_on_the_left_of_a_list(xs):
    return (1, 2) <= xs


def function_is_an_operand(n):
    return n - np.clip


def plain_values_make_an_array(q):
    made = np.float64(1) + [1, 2]
    if q > 1:
        made[0] = 5
    return made


def array_of_plain_values_is_the_callers(n):
    return (1, 2) - np.float64(2), [3] / np.int64(2), np.int64(1) == [1, 2], n


def list_meets_a_number_of_numpy(xs):
    made = np.float64(2) + xs
    made += 1
    return made, xs


def item_is_augmented_in_a_branch(n):
    pairs = [(1, 2)]
    if n > 5:
        pairs[-1] += 0
    return pairs


def set_lacks_a_method_in_a_branch(found, n):
    if n > 2:
        found.append(n)
    return found


def dict_is_sliced(held, n):
    if n > 2:
        return held[::2]
    return held["a"]


def greater_of_a_list_and_a_number(xs):
    return max(xs, 1)


def slice_of_a_list_is_set(xs, n):
    xs[0:1] = n
    return xs


def plain_numbers_compared_with_nan(a, x):
    if a >= np.float64("nan"):
        return x
    return x + (a <= np.float64("nan"))


def value_raises_before_the_index(x, y):
    x[x != y] = np.stack([x, y])


def item_is_read_before_the_value(d, n, b):
    d["c"] += n % b


def sorted_by_what_is_no_function(a, xs):
    xs.append(3 % a)
    xs.sort(key=1)


def sorted_by_what_takes_nothing(a, xs):
    xs.append(3 % a)
    xs.sort(key=lambda: 1)


def second_test_is_ambiguous(n, x):
    if np.all(x < n):
        return x
    if n and x:
        return n


def elif_is_ambiguous(n, x):
    if n < 0:
        return x
    elif x[0] and x:
        return n
    elif x:
        return 1
    return 2


def operators_by_name_of_scalars(x):
    left = np.int8(5)
    return (
        divmod(left, x),
        operator.truediv(left, x),
        operator.mod(np.float64(3), x),
        operator.floordiv(left, x),
    )


def _raises_where_it_does_not_return(n):
    for _ in (1 for _ in np.zeros(4) if not 5):
        return np.zeros
    return operator.itemgetter(0)(1 - n, n)


def callee_never_returns(n, x):
    if _raises_where_it_does_not_return(n):
        return x
    return n


def remainder_of_a_number_beside_a_text(b):
    b %= float("inf")
    return b


HELD = {"old": 0}


def _holds_another():
    global HELD
    HELD = {"new": 1}
    return 5


def value_binds_the_container_anew(x):
    HELD["item"] = _holds_another()
    return HELD, x


def casts_what_does_not_fit(x):
    return np.int8(np.float64("nan")) + x, np.float32(1e300)


def adds_a_function(n):
    return sum(next for _ in [1, 2] if not n)


def scalar_type_of_a_list(x):
    y = np.float32([1, 2])
    y[0] = x
    return y, np.int64((3, 4)) * x, np.float64([])


def chain_of_arrays_is_ambiguous(x):
    return 3 < np.ones(2) * len(x) <= {"a": 1}["a"]


def nothing_is_sorted_by_a_function(x):
    events = [each for each in () if x > 0]
    events.sort(key=lambda each: sorted([each, each]).index)
    return events


def deviation_of_a_number(x):
    turns = 0
    while x.std() + x.var() >= turns:
        turns += 1
    return turns


def counts_by_other_numbers(x):
    return np.tri(x), np.diag_indices(x), np.tril_indices(x)


def value_is_unbound_and_the_index_fails(n, table):
    for _ in range(2):
        table[n % 0] = late
    late = table
    return late


CASES = [
    case(
        value_is_unbound_and_the_index_fails,
        lambda: (3, {}),
        lambda: (i64(3), {}),
        raises=UnboundLocalError,
    ),
    case(casts_what_does_not_fit, i64(1), 2),
    case(adds_a_function, i64(4), i64(0), 0, raises=TypeError),
    case(
        slice_of_a_list_is_set,
        ([1, 2], 3),
        ([1, 2], None),
        ([1, 2], (7, 8)),
        raises=TypeError,
    ),
    case(
        set_lacks_a_method_in_a_branch,
        ({1}, i64(1)),
        ({1}, i64(3)),
        raises=AttributeError,
    ),
    case(
        dict_is_sliced,
        ({"a": 1}, i64(1)),
        ({"a": 1}, i64(3)),
        raises=TypeError if sys.version_info < (3, 12) else KeyError,
    ),
    case(greater_of_a_list_and_a_number, ([1, 2],), raises=TypeError),
    case(plain_values_make_an_array, f64(0), f64(2)),
    case(array_of_plain_values_is_the_callers, f64(0)),
    case(list_meets_a_number_of_numpy, ([1, 2],), ([1, 3],)),
    case(item_is_augmented_in_a_branch, i64(1), i64(7), raises=TypeError),
    case(complex_number_on_the_left, (1 + 2j, f64(0)), (f64(0), 1 + 2j)),
    case(list_plus_a_number_of_numpy, ([1, 2],)),
    case(
        operator_in_place_is_blamed,
        (1j, c128(1)),
        (c128(1), [1]),
        (3, {1, 2}),
        raises=TypeError,
    ),
    case(tuple_on_the_left_of_a_list, ([1, 2],), raises=TypeError),
    case(function_is_an_operand, 3, raises=TypeError),
    case(
        free_variable_without_a_value,
        (floats(4, 5),),
        (floats(1, 5),),
        raises=NameError,
    ),
    case(
        lambda_reads_what_is_bound_later,
        (f64(2), i64(1)),
        (f64(2), i64(0)),
        raises=NameError,
    ),
    case(numpy_scalar_of_the_source_on_the_left, (2, f64(1)), (2, f64(9))),
    case(right_operand_is_asked, (2, 1j), (i64(2), 1j), (2, f64(1)), raises=TypeError),
    case(plain_numbers_overflow, i64(1), i64(-1)),
    case(plain_numbers_divide_in_no_turn, i64(0), i64(2)),
    case(plain_numbers_divide_and_are_caught, f64(3), f64(4)),
    case(key_does_not_take_items, (ints(1, 2),), (ints(0, 0),), raises=TypeError),
    case(
        while_of_an_ambiguous_test_in_a_branch,
        (i64(2), ints(1, 2)),
        (i64(0), ints(1, 2)),
        raises=ValueError,
    ),
    case(
        dtype_of_what_changes_is_compared,
        (ints(1), ints(1, 2), floats(1, 2)),
        (floats(1), ints(1, 2), floats(1, 2)),
    ),
    case(list_is_compared_with_a_number, ints(1, 2), raises=TypeError),
    case(complex_numbers_are_sorted, 1.5, raises=TypeError),
    case(
        elif_of_an_ambiguous_test,
        (f64(5), ints(1, 2)),
        (f64(1), ints(1, 2)),
        raises=ValueError,
    ),
    case(augmented_by_what_does_not_fit, (f64(1), 1j), (f64(1), 2), raises=TypeError),
    case(returned_function_is_called, (f64(1), i64(2)), (f64(1), i64(1))),
    case(global_stored_in_one_branch_only, i64(0), i64(2), i64(0), state=("total",)),
    case(global_stored_in_a_loop, i64(0), i64(2), 3, state=("total",)),
    case(
        global_list_stored_then_changed,
        ints(4, 5),
        floats(4, 5),
        state=("events",),
    ),
    case(captured_parameter_deleted_in_a_branch, f64(1), f64(-1), 3),
    case(
        shared_parameter_deleted_in_a_branch,
        (f64(1), 2),
        (f64(-1), 2),
        raises=UnboundLocalError,
    ),
    case(
        deleted_name_is_read_before_the_target,
        (f64(1), floats(1, 9), 2),
        raises=UnboundLocalError,
    ),
    case(
        deleted_name_is_read_in_a_branch,
        (f64(1), i64(1), floats(1, 9)),
        (f64(1), i64(2), floats(1, 9)),
        raises=UnboundLocalError,
    ),
    case(item_of_an_empty_list_set, ([],), ([1],), raises=IndexError),
    case(list_asked_by_text, ([1],), raises=TypeError),
    case(plain_numbers_compared_with_nan, (3 + 1j, f64(1)), (2.0, f64(1))),
    case(
        value_raises_before_the_index,
        (floats(1, 2), floats(1, 2, 3)),
        raises=ValueError,
    ),
    case(item_is_read_before_the_value, ({"a": 1}, f64(1), 1j), raises=KeyError),
    case(sorted_by_what_is_no_function, (f64(-1.5), [1.0, 2.0]), raises=TypeError),
    case(sorted_by_what_takes_nothing, (f64(-1.5), [1.0, 2.0]), raises=TypeError),
    case(second_test_is_ambiguous, (i64(2), floats(1, 3)), raises=ValueError),
    case(
        elif_is_ambiguous,
        (i64(2), floats(1, 3)),
        (i64(2), floats(0, 3)),
        (i64(-2), floats(0, 3)),
        raises=ValueError,
    ),
    case(
        operators_by_name_of_scalars, np.int32(0), np.float32(0), floats(0, 1), i64(2)
    ),
    case(callee_never_returns, (3, floats(1)), (i64(3), floats(1)), raises=TypeError),
    case(
        remainder_of_a_number_beside_a_text,
        np.complex128(4),
        f64(3),
        i64(2),
        raises=TypeError,
    ),
    case(value_binds_the_container_anew, f64(1), state=("HELD",)),
    case(scalar_type_of_a_list, f64(1), f64(2.5)),
    case(chain_of_arrays_is_ambiguous, [1.0, 2.0], [1.0], raises=ValueError),
    case(nothing_is_sorted_by_a_function, f64(1), i64(2)),
    case(counts_by_other_numbers, np.array(2), np.array(1.5), np.array(True)),
    case(deviation_of_a_number, np.array(1.0), np.array(-2.0)),
]
