"""Arrays written in place: every kind of index, views of views, overlap, dtypes."""

import numpy as np

from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


INDICES = {
    "integer": lambda n: 1,
    "negative": lambda n: -1,
    "numpy_integer": lambda n: np.int8(1),
    "slice": lambda n: slice(1, None),
    "stepped": lambda n: slice(None, None, 2),
    "backwards": lambda n: slice(None, None, -1),
    "ellipsis": lambda n: ...,
    "new_axis": lambda n: None,
    "empty_tuple": lambda n: (),
    "true": lambda n: True,
    "false": lambda n: False,
    "list": lambda n: [0, 0, 1],
    "integers": lambda n: np.array([1, 0, 1]),
    "mask": lambda n: np.arange(n) % 2 == 0,
    "row_and_column": lambda n: (0, 1),
    "slice_and_integer": lambda n: (slice(None), 0),
    "ellipsis_and_integer": lambda n: (..., 1),
    "new_axis_and_slice": lambda n: (None, slice(0, 1)),
    "integers_and_slice": lambda n: (np.array([0, 1]), slice(None)),
    "slice_and_integers": lambda n: (slice(None), np.array([0, 0])),
    "two_lists": lambda n: ([0, 1], [1, 0]),
    "mask_and_integer": lambda n: (np.arange(n) > 0, 1),
    "integers_apart": lambda n: (np.array([0, 1]), None, np.array([1, 1])),
    "out_of_range": lambda n: 99,
    "too_many": lambda n: (0, 0, 0, 0),
    "float": lambda n: 1.0,
    "text": lambda n: "a",
    "outer": lambda n: np.ix_([0, 1], [1, 0]),
}


def written(x, index, value, again):
    for _ in range(again):
        x[index] = value
    return x


def augmented(x, index, value, again):
    for _ in range(again):
        x[index] += value
    return x


def read_then_written(x, index, value, again):
    part = x[index]
    for _ in range(again):
        x[index] = value
    return part, x


for _function in (written, augmented, read_then_written):
    add(
        _function,
        *((grid(3, 2), make(3), f64(7), i64(2)) for make in INDICES.values()),
        *((ints(1, 2, 3), make(3), i64(7), i64(1)) for make in INDICES.values()),
        raises=IndexError,
    )


def swapped_slices(x, n):
    for _ in range(n):
        x[1:], x[:-1] = x[:-1], x[1:]
    return x


add(swapped_slices, (floats(1, 2, 3), i64(1)), (floats(1, 2, 3, 4), i64(3)))


def shifted(x, n):
    for _ in range(n):
        x[1:] = x[:-1]
        x[:-1] += x[1:]
    return x


add(shifted, (floats(1, 2, 3), i64(2)))


def view_of_view(x, n):
    rows = x[1:]
    column = rows[:, 0]
    flat = x.reshape(-1)
    turned = x.T
    raveled = x.ravel()
    for k in range(n):
        column[0] += 10
        flat[k] = -1
        turned[0, 0] += 0.5
        raveled[-1] *= 2
    return x, column, flat, turned, raveled


add(view_of_view, (grid(3, 2), i64(2)), (grid(2, 2), 1))


def copy_or_view(x, n):
    flat = x.T.reshape(-1)
    raveled = x.T.ravel()
    flattened = x.flatten()
    for k in range(n):
        flat[k] = -1
        raveled[k] = -2
        flattened[k] = -3
    return x, flat, raveled, flattened


add(copy_or_view, (grid(3, 2), i64(2)), (grid(1, 3), i64(1)))


def rows_written(x):
    for row in x:
        row[0] += row[1]
        row *= 2
    return x


add(rows_written, grid(3, 2), grid(0, 2))


def rows_kept(x):
    kept = []
    for row in x:
        kept.append(row)
    for row in kept:
        row[:] = 1
    return x, kept


add(rows_kept, grid(3, 2))


def two_arguments(x, y, n):
    for k in range(n):
        x[k] = y[k] * 2
        y[k] += x[0]
    return x, y


def overlapping():
    base = np.arange(6.0)
    return base[1:], base[:-1], i64(4)


def one_and_the_same():
    base = np.arange(6.0)
    return base, base, i64(4)


add(two_arguments, overlapping, one_and_the_same, (floats(1, 2), floats(3, 4), i64(2)))


def out_overlaps(x, n):
    for _ in range(n):
        np.add(x[1:], x[:-1], out=x[:-1])
        np.multiply(x, 2, x)
        np.cumsum(x, out=x)
    return x


add(out_overlaps, (floats(1, 2, 3), i64(2)))


def out_other_dtype(x, y, n):
    for _ in range(n):
        np.add(x, 1.5, out=y)
    return y


add(
    out_other_dtype,
    (floats(1, 2), floats(0, 0, dtype=f32), i64(1)),
    (floats(1, 2), ints(0, 0), i64(1)),
    (floats(1, 2), ints(0, 0), i64(0)),
    raises="_UFuncOutputCastingError",
)


def out_where(x, n):
    out = np.zeros_like(x)
    for _ in range(n):
        np.sqrt(x, out=out, where=x > 0)
    return out


add(out_where, (floats(4, -1), i64(2)))


def copied_to(x, y, n):
    for _ in range(n):
        np.copyto(x, y)
        np.copyto(x, 5, where=x > 1)
        y[0] += 1
    return x


add(copied_to, (floats(1, 2), floats(3, 0), i64(2)), (grid(2, 2), floats(3, 0), i64(1)))


def put_in_place(x, n):
    for k in range(n):
        np.put(x, [0, -1], [k, 9])
        np.place(x, x == 9, [8, 7])
        np.putmask(x, x > 7, -x)
        x.put([1], 4)
    return x


add(put_in_place, (floats(1, 2, 3), i64(2)), (ints(1, 2, 3), i64(1)))


def diagonal_filled(x, n):
    for k in range(n):
        np.fill_diagonal(x, k)
    return x


add(diagonal_filled, (grid(3, 3), i64(2)), (grid(3, 3), i64(0)))


def put_along(x, n):
    for k in range(n):
        order = np.argsort(x, axis=1)
        np.put_along_axis(x, order[:, :1], k, axis=1)
    return x


add(put_along, (grid(2, 3), i64(2)))


def added_at(x, indices, n):
    for _ in range(n):
        np.add.at(x, indices, 1)
        np.maximum.at(x, indices, 2)
        x[indices] += 1
    return x


add(added_at, (floats(0, 0, 0), ints(0, 0, 2), i64(2)), (ints(0, 0), ints(1, 1), 1))


def sorted_in_place(x, n):
    for _ in range(n):
        x.sort()
        x[::-1].sort()
        x.partition(1)
    return x


add(sorted_in_place, (floats(3, 1, 2), i64(1)), (floats(3, 1, 2), i64(0)))


def rows_sorted(x):
    for row in x:
        row.sort()
    x.sort(axis=0)
    return x


add(rows_sorted, grid(2, 3)[::-1, ::-1].copy())


def filled(x, n):
    for k in range(n):
        x.fill(k)
        x[1:].fill(-1)
    return x


add(filled, (floats(1, 2), i64(2)), (ints(1, 2), i64(1)))


def augmented_types(x, y, n):
    for _ in range(n):
        x += y
        x *= 2
    return x


add(
    augmented_types,
    (ints(1, 2), i64(1), i64(2)),
    (ints(1, 2), f64(1.5), i64(1)),
    (ints(1, 2), 1.5, i64(1)),
    (ints(1, 2, dtype=i8), ints(100, 1, dtype=i8), i64(2)),
    (ints(1, 2, dtype=i8), ints(100, 1), i64(1)),
    (floats(1, 2), ints(1, 2), i64(1)),
    (floats(1, 2, dtype=f32), floats(1, 2), i64(1)),
    (bools(True, False), bools(True, True), i64(1)),
    (floats(1, 2), floats(1, 2, 3), i64(1)),
    (floats(1, 2), floats(1, 2, 3), i64(0)),
    (f64(1), floats(1, 2), i64(1)),
    (1, floats(1, 2), i64(2)),
    raises=("_UFuncOutputCastingError", ValueError),
)


def divided(x, n):
    for _ in range(n):
        x //= 2
        x **= 2
        x %= 5
        x -= 1
    return x


add(divided, (ints(7, 8), i64(2)), (floats(7, 8), i64(1)), (i64(7), i64(2)))


def true_divided(x, n):
    for _ in range(n):
        x /= 2
    return x


add(
    true_divided,
    (floats(1, 2), i64(2)),
    (ints(1, 2), i64(1)),
    (ints(1, 2), i64(0)),
    raises="_UFuncOutputCastingError",
)


def bits(x, n):
    for _ in range(n):
        x <<= 1
        x |= 1
        x ^= 2
        x &= 7
        x >>= 1
    return x


add(bits, (ints(1, 2), i64(2)), (i64(3), i64(1)))


def product_in_place(x, y, n):
    for _ in range(n):
        x @= y
    return x


add(product_in_place, (grid(2, 2), grid(2, 2), i64(2)))


def name_or_array(x, n):
    y = x
    for k in range(n):
        if k > 0:
            y = y + 1
        y += 1
    return x, y, y is x


add(name_or_array, (floats(1), i64(1)), (floats(1), i64(3)), (f64(1), i64(2)))


def swapped_buffers(x, n):
    y = np.zeros_like(x)
    for _ in range(n):
        y[1:-1] = (x[:-2] + x[2:]) / 2
        x, y = y, x
    return x, y


add(swapped_buffers, (floats(0, 1, 2, 9), i64(3)), (floats(0, 1, 2, 9), i64(0)))


def real_and_imaginary(z, n):
    for k in range(n):
        z.real[0] += k
        z.imag[:] = 2
    return z


add(real_and_imaginary, (np.array([1 + 1j, 2j]), i64(2)))


def set_imaginary(z, n):
    for k in range(n):
        z.imag = k
        z.real = z.imag + 1
    return z


add(set_imaginary, (np.array([1 + 1j, 2j]), i64(2)))


def set_real_of_floats(x, n):
    for k in range(n):
        x.real = k
    return x


add(set_real_of_floats, (floats(1, 2), i64(3)))


def set_shape(n):
    x = np.arange(6)
    if n > 0:
        x.shape = (2, 3)
    return x, x.shape


add(set_shape, i64(1), i64(0))


def set_shape_under_other_name(x, n):
    y, before = x, x.T
    x.shape = (2, 3)
    if n > 0:
        x.shape = (3, 2)
    return y, x.shape, len(y), y.T, before.shape


add(set_shape_under_other_name, (floats(*range(6)), i64(2)), (floats(*range(6)), 0))


def set_shape_in_loop(x, n):
    y = x.copy()
    total = 0.0
    while n > 0:
        for row in y:
            total = total + row
        y.shape = (2, 3) if n % 2 else (6,)
        n = n - 1
    return total, y


add(set_shape_in_loop, (floats(*range(6)), i64(1)))


def set_shape_caught(x, n):
    try:
        x.shape = (n, n)
    except ValueError as error:
        print(error)
    x.shape = -1
    return x, len(x), x.ndim, x.size


add(set_shape_caught, (floats(*range(6)), i64(2)), (floats(1, 2, 3, 4), i64(2)))


class Held:
    def __init__(self, values):
        self.values = values


def set_shape_of_held(x, n):
    held = Held(x)
    held.values.shape = (n, -1)
    held.values.shape += ()
    return len(x), x


add(set_shape_of_held, (floats(*range(6)), i64(2)))


def resized(n):
    x = np.arange(6)
    for k in range(n):
        x.resize(k + 4, refcheck=False)
    return x, len(x), x.shape


add(resized, i64(2), i64(0))


def flat_of_views(x, n):
    x.flat[[0, 1]] = n
    x.T.flat = [9, 8]
    x.T[...] += 1
    if n > 1:
        x[::-1].flat[1:3] = [4, 5]
    return x, x.flat[2], len(x.flat)


add(flat_of_views, (grid(2, 3), i64(2)), (grid(2, 3), i64(0)))


def set_flat(x, n):
    for k in range(n):
        x.flat[k] = -1
        x.flat = k
    return x


add(set_flat, (grid(2, 2), i64(2)))


def itemset_by_view(x, n):
    part = x[1:2]
    for k in range(n):
        part[0] = k
        if part[0] > 1:
            part = x[0:1]
    return x, part


add(itemset_by_view, (floats(5, 6, 7), i64(4)))


def read_only(x, n):
    y = np.broadcast_to(x, (2, 2))
    for _ in range(n):
        y[0] = 1
    return y


add(read_only, (floats(1, 2), i64(1)), (floats(1, 2), i64(0)), raises=ValueError)


def expanded(x, n):
    y = x[None, :]
    z = np.expand_dims(x, 1)
    w = np.atleast_2d(x)
    s = np.squeeze(y)
    for k in range(n):
        y[0, 0] += 1
        z[1, 0] += 2
        w[0, 1] *= 2
        s[0] -= 3
    return x, y, z, w, s


add(expanded, (floats(1, 2), i64(2)))


def split_views(x, n):
    a, b = np.split(x, 2)
    for k in range(n):
        a += 1
        b[:] = a
    return x


add(split_views, (floats(1, 2, 3, 4), i64(2)))


def rolled(x, n):
    y = np.roll(x, 1)
    m = np.moveaxis(x, 0, 1)
    for k in range(n):
        y[0, 0] = 9
        m[0, 1] = k
        np.flip(x)[0, 0] = 5
        np.swapaxes(x, 0, 1)[1, 0] += 1
    return x, y


add(rolled, (grid(2, 2), i64(2)))


def asarray_written(x, n):
    y = np.asarray(x)
    z = np.array(x)
    w = x.astype(x.dtype, copy=False)
    for k in range(n):
        y[0] = k
        z[0] = 9
        w[1] = 8
    return x, y is x, z, w is x


add(asarray_written, (floats(1, 2), i64(1)), (floats(1, 2), i64(0)))


def zero_dimensional(x, n):
    y = np.array(0.0)
    for k in range(n):
        y += x[k]
        y[...] *= 2
    return y, y[()]


add(zero_dimensional, (floats(1, 2), i64(2)), (floats(1), i64(0)))


def record_in_dict(x, n):
    d = {"a": x, "b": x[1:]}
    for k in range(n):
        d["a"][0] += 1
        d["b"][0] = d["a"][0]
        d["c"] = d["a"]
    return x, d


add(record_in_dict, (floats(1, 2), i64(2)), (floats(1, 2), i64(0)))


def arrays_in_run_time_dict(x, n):
    d = {}
    for k in range(n):
        d[k] = x
        d[k][0] += 1
        d[k] = d[k] + 1
    return x, d


add(arrays_in_run_time_dict, (floats(1, 2), i64(2)))


def dead_read_before_write(x, d, k):
    before = x[0]
    d[k] = x
    d[k][0] = 5
    return before, x[0]


add(dead_read_before_write, (floats(1, 2), {}, i64(1)))


def dtype_and_bytes(x, n):
    y = x.view(np.int64)
    for _ in range(n):
        y[0] = 0
    return x, y


add(dtype_and_bytes, (floats(1, 2), i64(1)))


def structured_lists(x, n):
    parts = [x[:2], x[2:]]
    for k in range(n):
        parts[k % 2][0] += 1
        parts[0], parts[1] = parts[1], parts[0]
    return x, parts


add(structured_lists, (floats(1, 2, 3, 4), i64(3)))
