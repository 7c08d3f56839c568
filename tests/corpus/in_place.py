"""Writes: items, slices, masks, views, overlaps, swapped buffers, out=, sort, fill."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    bools,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def write_items(x):
    for i in range(len(x)):
        x[i] = x[i] * 2
    return x


def write_if(x):
    for i in range(len(x)):
        if x[i] < 0:
            x[i] = 0
    return x


def write_argument_return_none(x, v):
    if v > 0:
        x[0] = v
    else:
        x[-1] = v


def recurrence(x):
    for i in range(1, len(x)):
        x[i] = x[i - 1] * 0.5 + x[i]
    return x


def augmented_rebinds_scalar_writes_array(x):
    y = x
    y += 1
    return x, y


def augmented_in_branch(x, c):
    y = x
    if c > 0:
        y *= 2
    else:
        y = y + 1
    return y is x


def copy_then_write(x):
    y = x.copy()
    y[0] = 100
    if y.sum() > 100:
        y[1:] = -1
    return x, y


def view_then_write(x):
    y = x[1:]
    y[0] = 100
    if x[1] == 100:
        y += 1
    return x


def view_of_view(x):
    a = x[1:]
    b = a[::2]
    for i in range(len(b)):
        b[i] = -i
    return x


def reshape_view(x):
    m = x.reshape(2, -1)
    m[1, 0] = 50
    if m[0, 0] < 1:
        m[0] = 7
    return x


def transpose_view(m):
    t = m.T
    for i in range(t.shape[0]):
        t[i, 0] = i * 10
    return m


def ravel_may_copy(m):
    flat = m.ravel()
    flat[0] = 99
    return m, flat


def diagonal_write(m):
    for i in range(min(m.shape)):
        m[i, i] = 0
    return m


def row_write(m):
    for i in range(len(m)):
        if m[i].sum() > 3:
            m[i] = m[i] / m[i].sum()
    return m


def column_write(m):
    for j in range(m.shape[1]):
        m[:, j] -= m[:, j].mean()
    return m


def row_by_iteration(m):
    for row in m:
        row -= row[0]
    return m


def swap_rows(m, i, j):
    m[[i, j]] = m[[j, i]]
    return m


def swap_rows_through_view(m, i, j):
    t = m[i]
    m[i] = m[j]
    m[j] = t
    return m


def swap_elements(x, i, j):
    x[i], x[j] = x[j], x[i]
    return x


def reverse_in_place(x):
    i, j = 0, len(x) - 1
    while i < j:
        x[i], x[j] = x[j], x[i]
        i += 1
        j -= 1
    return x


def mask_write(x, t):
    x[x > t] = t
    return x


def mask_augmented(x):
    mask = x < 0
    if mask.any():
        x[mask] *= -1
    return x


def mask_from_values(x, v):
    x[x > 1] = v
    return x


def fancy_write(x, index, v):
    x[index] = v
    return x


def fancy_augmented_repeats(x, index):
    x[index] += 1
    return x


def add_at_repeats(x, index):
    np.add.at(x, index, 1)
    return x


def slice_shift(x):
    x[1:] = x[:-1]
    return x


def slice_shift_augmented(x):
    x[1:] += x[:-1]
    return x


def overlapping_arguments(a, b):
    for i in range(len(b)):
        a[i] = a[i] + b[i]
    return a, b


def same_argument_twice(a, b):
    a[0] = 5
    if b[0] == 5:
        b[1] = 6
    return a


def argument_and_transpose(a, b):
    a += b
    return a


def swapped_buffers(x, n):
    a = x
    b = np.zeros_like(x)
    for _ in range(n):
        b[1:-1] = (a[:-2] + a[2:]) / 2
        a, b = b, a
    return a


def swapped_buffers_while(a, b):
    turns = 0
    while np.abs(a - b).max() > 0.1 and turns < 20:
        b[:] = (a + b) / 2
        a, b = b, a
        turns += 1
    return a, turns


def previous_is_a_reference(x, n):
    previous = x
    for i in range(n):
        previous = x
        x += 1
    return (previous == x).all()


def previous_is_a_copy(x, n):
    previous = x
    for i in range(n):
        previous = x.copy()
        x += 1
    return x - previous


def keep_view_over_rebind(x):
    head = x[:2]
    x = x * 10
    head[0] = -1
    return x, head


def output_argument(x):
    out = np.empty_like(x)
    np.multiply(x, 2, out=out)
    if out[0] > 2:
        np.add(out, x, out=out)
    return out


def output_argument_is_input(x, n):
    for _ in range(n):
        np.sqrt(x, out=x)
    return x


def where_argument(x):
    y = np.zeros(len(x))
    np.divide(1.0, x, out=y, where=x != 0)
    return y


def copyto_by_branch(x, y, c):
    if c > 0:
        np.copyto(x, y)
    else:
        np.copyto(y, x)
    return x


def sort_in_place(x):
    y = x
    x.sort()
    if y[0] < 0:
        y[::-1].sort()
    return x


def fill_by_branch(x, c):
    if c > 0:
        x.fill(c)
    return x


def put_and_itemset(x, i):
    np.put(x, [0, i], [5, 6])
    return x


def write_zero_dim(x, v):
    x[()] = v
    if x > 1:
        x[...] = 0
    return x


def write_new_axis(x, v):
    x[None, :] = v
    return x


def write_ellipsis(m, v):
    m[..., 0] = v
    m[0, ...] += v
    return m


def write_mixed_index(m, rows, v):
    m[rows, 1:] = v
    return m


def write_boolean_rows(m, v):
    m[m[:, 0] > 1] = v
    return m


def write_casts(x, v):
    x[0] = v
    return x


def write_wrong_shape(x, v):
    x[1:] = v
    return x


def write_then_raise(x):
    x[0] = 1
    if x[1] > 0:
        x[1] = -1
        raise RuntimeError("stopped half way")
    x[2] = 3
    return x


def local_array_unseen(n):
    work = np.zeros(4)
    for i in range(n):
        work[i % 4] += i
    return work.max()


def write_and_read_later(x):
    s = x.sum()
    x[0] = 10
    t = x.sum()
    if t > s:
        x[1] = s
    return s, t, x.sum()


def scatter(values, index, n):
    out = np.zeros(n)
    for v, i in zip(values, index):
        out[i] += v
    return out


def gather(values, index):
    out = np.empty(len(index), values.dtype)
    for k in range(len(index)):
        out[k] = values[index[k]]
    return out


def rotate_in_place(x, k):
    for _ in range(k):
        last = x[-1]
        x[1:] = x[:-1].copy()
        x[0] = last
    return x


def two_views_crossed(x):
    a = x[:3]
    b = x[2:]
    a += 1
    b *= 2
    if a[2] == b[0]:
        a[2] = 0
    return x


def same_view_twice(x, n):
    for i in range(n):
        a = x[i:]
        b = x[: len(x) - i]
        a += b
    return x


def nested_writes(m, n):
    for _ in range(n):
        for i in range(1, m.shape[0] - 1):
            for j in range(1, m.shape[1] - 1):
                m[i, j] = (m[i - 1, j] + m[i + 1, j] + m[i, j - 1] + m[i, j + 1]) / 4
    return m


def write_in_while_test(x):
    def bump():
        x[0] += 1
        return x[0]

    n = 0
    while bump() < 5:
        n += 1
    return n


def read_only_raises(x):
    y = np.broadcast_to(x, (2, len(x)))
    if x[0] > 0:
        y[0, 0] = 1
    return y


def real_part_write(z):
    z.real[0] = 5
    if z.imag[0] > 0:
        z.imag = 0
    return z


def shape_assignment(x):
    y = x.copy()
    y.shape = (2, -1)
    return y


def list_of_arrays_written(arrays, v):
    for a in arrays:
        if a[0] > v:
            a[0] = v
    return arrays


def chained_assignment(n):
    a = b = np.zeros(2)
    for i in range(n):
        a[0] += i
    return b


def divides_an_item(x):
    x[0] //= -1
    return x


def divides_an_item_and_catches(x):
    try:
        x[0] %= 2
    except TypeError as error:
        return str(error)
    return x


CASES = [
    case(write_items, floats(1, 2), ints(), ints(3), core=True),
    case(write_if, floats(1, -2), ints(), ints(-3), core=True),
    case(write_argument_return_none, (floats(1, 2), f64(5)), (ints(1, 2), i64(-5))),
    case(recurrence, floats(1, 2, 3), floats(), ints(4, 5), core=True),
    case(
        augmented_rebinds_scalar_writes_array,
        floats(1, 2),
        f64(1),
        i64(5),
        np.array(2.0),
    ),
    case(
        augmented_in_branch,
        (floats(1, 2), f64(1)),
        (floats(1, 2), f64(-1)),
        (f64(2), 1),
    ),
    case(copy_then_write, floats(1, 2), ints(1)),
    case(view_then_write, floats(1, 2, 3), ints(1, 2)),
    case(view_of_view, floats(1, 2, 3, 4), ints(1), ints(1, 2)),
    case(
        reshape_view, floats(0, 1, 2, 3), ints(5, 6), ints(1, 2, 3), raises=ValueError
    ),
    case(transpose_view, grid(2, 3), grid(1, 1, np.int64)),
    case(ravel_may_copy, grid(2, 3), lambda: (grid(2, 3).T,)),
    case(diagonal_write, grid(3, 3), grid(2, 3), grid(0, 2)),
    case(row_write, grid(3, 3), grid(1, 2, np.int64), grid(0, 2)),
    case(column_write, grid(3, 2), grid(1, 2), grid(2, 0)),
    case(row_by_iteration, grid(3, 2), grid(1, 2, np.int64), grid(0, 2)),
    case(swap_rows, (grid(3, 2), i64(0), i64(2)), (grid(3, 2), 1, i64(1))),
    case(swap_rows_through_view, (grid(3, 2), i64(0), i64(2)), (grid(3, 2), 1, 0)),
    case(
        swap_elements,
        (floats(1, 2, 3), i64(0), i64(2)),
        (ints(1, 2), 0, i64(-1)),
        ([1, 2], i64(0), i64(1)),
    ),
    case(reverse_in_place, floats(1, 2, 3), ints(), [1, 2]),
    case(
        mask_write, (floats(1, 2, 3), f64(2)), (ints(5), 2), (grid(2, 2), 1), core=True
    ),
    case(mask_augmented, floats(1, -2), ints(3), grid(2, 2) - 1),
    case(
        mask_from_values,
        (floats(1, 2, 3), floats(8, 9)),
        (floats(1, 2, 3), floats(8)),
        (floats(1, 2, 3), floats(1, 2, 3)),
        raises=ValueError,
    ),
    case(
        fancy_write,
        (floats(1, 2, 3), ints(0, 2), f64(9)),
        (floats(1, 2, 3), ints(0, 0), floats(8, 9)),
        (ints(1), ints(4), 1),
        raises=IndexError,
    ),
    case(fancy_augmented_repeats, (floats(1, 2, 3), ints(0, 0, 1)), (ints(1), ints())),
    case(add_at_repeats, (floats(1, 2, 3), ints(0, 0, 1)), (ints(1), ints())),
    case(slice_shift, floats(1, 2, 3), ints(1)),
    case(slice_shift_augmented, floats(1, 2, 3), ints(1)),
    case(
        overlapping_arguments,
        lambda: (lambda x: (x, x[1:]))(floats(1, 2, 3)),
        (floats(1, 2), floats(3, 4)),
    ),
    case(
        same_argument_twice, lambda: (floats(1, 2),) * 2, (floats(1, 2), floats(1, 2))
    ),
    case(
        argument_and_transpose,
        lambda: (lambda m: (m, m.T))(grid(3, 3)),
        (grid(2, 2), grid(2, 2)),
    ),
    case(
        swapped_buffers,
        (floats(0, 1, 5, 2), i64(3)),
        (floats(0, 1, 5), i64(0)),
        (floats(0, 1, 5), 1),
        core=True,
    ),
    case(
        swapped_buffers_while,
        (floats(0, 1), floats(5, 2)),
        (floats(0, 1), floats(0, 1)),
    ),
    case(previous_is_a_reference, (floats(1, 2), i64(2)), (f64(1), i64(2)), raises=()),
    case(previous_is_a_copy, (floats(1, 2), i64(2)), (ints(1), i64(0))),
    case(keep_view_over_rebind, floats(1, 2, 3), ints(1)),
    case(output_argument, floats(1, 2), floats(5), ints(3)),
    case(
        output_argument_is_input,
        (floats(16, 81), i64(2)),
        (floats(1), i64(0)),
        (ints(4), 1),
        raises="_UFuncOutputCastingError",
    ),
    case(where_argument, floats(0, 2), ints(4, 0)),
    case(
        copyto_by_branch,
        (floats(1, 2), floats(3, 4), f64(1)),
        (floats(1, 2), ints(3, 4), f64(1)),
        (floats(1), ints(2), 0),
        raises=TypeError,
    ),
    case(sort_in_place, floats(3, 1, 2), floats(3, -1, 2), ints(5)),
    case(
        fill_by_branch,
        (floats(3, 1), f64(7)),
        (ints(3, 1), f64(-7)),
        (ints(1), f64(2.7)),
    ),
    case(
        put_and_itemset, (floats(3, 1, 2), i64(2)), (ints(3), i64(4)), raises=IndexError
    ),
    case(write_zero_dim, (np.array(1.0), f64(0.5)), (np.array(1), i64(5))),
    case(write_new_axis, (floats(1, 2), f64(5)), (floats(1, 2), floats(3, 4))),
    case(write_ellipsis, (grid(2, 2), f64(5)), (grid(2, 3, np.int64), i64(2))),
    case(
        write_mixed_index,
        (grid(3, 3), ints(0, 2), f64(5)),
        (grid(3, 3), [1], 7),
        (grid(3, 3), i64(1), 7),
    ),
    case(write_boolean_rows, (grid(3, 2), f64(5)), (grid(3, 2), floats(8, 9))),
    case(
        write_casts,
        (ints(1, 2), f64(2.7)),
        (floats(1, dtype=np.float32), f64(0.1)),
        (bools(0), 5),
        (ints(1), "x"),
        raises=ValueError,
    ),
    case(
        write_wrong_shape,
        (floats(1, 2, 3), floats(8, 9)),
        (floats(1, 2, 3), floats(7)),
        (floats(1, 2, 3), floats(1, 2, 3)),
        raises=ValueError,
    ),
    case(write_then_raise, floats(0, 1, 2), floats(0, -1, 2), raises=RuntimeError),
    case(local_array_unseen, i64(7), i64(0)),
    case(write_and_read_later, floats(1, 2), ints(20, 1)),
    case(
        scatter,
        (floats(1, 2, 3), ints(0, 2, 0), 3),
        (floats(), ints(), i64(2)),
        (floats(1), ints(5), 2),
        raises=IndexError,
    ),
    case(
        gather, (floats(1, 2, 3), ints(0, 2, 0)), (ints(4), ints()), (ints(4), ints(-1))
    ),
    case(rotate_in_place, (floats(1, 2, 3), i64(2)), (ints(1, 2), 0)),
    case(two_views_crossed, floats(1, 2, 3, 4), ints(0, 0, -1, 5)),
    case(same_view_twice, (floats(1, 2, 3), i64(2)), (ints(1, 1, 1), 3)),
    case(nested_writes, (grid(4, 4), i64(2)), (grid(2, 2), 3), (grid(3, 3), i64(0))),
    case(write_in_while_test, floats(1, 2), ints(9)),
    case(read_only_raises, floats(1, 2), floats(-1, 2), raises=ValueError),
    case(real_part_write, np.array([1 + 2j, 3]), np.array([1 - 2j])),
    case(shape_assignment, floats(1, 2, 3, 4), ints(1, 2)),
    case(
        list_of_arrays_written,
        ([floats(1, 2), floats(5)], 2),
        ([], f64(1)),
        ([ints(9)], f64(2.5)),
    ),
    case(chained_assignment, i64(3), i64(0)),
    case(
        divides_an_item,
        floats(3, 2),
        np.array([1j, 2]),
        lambda: ([np.complex128(1), 2],),
        raises=TypeError,
    ),
    case(divides_an_item_and_catches, floats(3, 2), np.array([1j, 2])),
]
