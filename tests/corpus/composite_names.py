"""a.b, a.b.c, a[i], a.b[i].c read and written in branches and loops."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


class Box:
    def __init__(self, **values):
        self.__dict__.update(values)


def attribute_in_if(a, x):
    if x > 0:
        a.b = x
    else:
        a.b = -x
    return a.b


def attribute_in_one_branch(a, x):
    if x > 0:
        a.b = a.b + x
    return a.b


def attribute_in_while(a, n):
    while a.b < n:
        a.b = a.b * 2 + 1
    return a.b


def attribute_in_for(a, x):
    for v in x:
        a.total += v
    return a.total


def attribute_is_test(a):
    while a.x > 1:
        a.x /= 2
        a.steps += 1
    return a


def nested_attribute(a, x):
    if x > 0:
        a.b.c = x
    else:
        a.b.c = a.b.c + 1
    return a.b.c + 1


def nested_attribute_in_loop(a, n):
    for i in range(n):
        a.b.c += i
        if a.b.c > 5:
            a.b.d = i
    return a.b.c


def new_attribute(a, x):
    if x > 0:
        a.fresh = x
    else:
        a.fresh = 0
    return a.fresh


def new_attribute_on_one_path(a, x):
    if x > 0:
        a.fresh = x
    return a.fresh


def item_in_if(a, i, x):
    if x > 0:
        a[i] = x
    else:
        a[i] = 0
    return a[i]


def item_in_while(a, n):
    while a[0] < n:
        a[0] += 1
        a[1] += a[0]
    return a


def item_of_list_in_loop(xs, x):
    for v in x:
        if v > xs[0]:
            xs[0] = v
        xs[-1] += 1
    return xs


def item_of_dict_in_loop(d, x):
    for v in x:
        if v > 0:
            d["positive"] += 1
        else:
            d["other"] += 1
    return d


def dict_key_from_loop(d, keys, x):
    for k in keys:
        if x > d[k]:
            d[k] = x
    return d


def item_with_symbolic_index(a, i):
    if a[i] > a[i - 1]:
        a[i], a[i - 1] = a[i - 1], a[i]
    return a


def attribute_array_item(a, i, x):
    if x > a.values[i]:
        a.values[i] = x
    return a.values


def attribute_item_attribute(a, i, x):
    if x > 0:
        a.parts[0].size = x
        a.parts[1].size += 1
    return a.parts[0].size + a.parts[1].size


def item_of_item(rows, x):
    if x > 0:
        rows[0][1] = x
    else:
        rows[1][0] = x
    return rows


def item_of_tuple_of_arrays(t, x):
    if x > 0:
        t[0][0] = x
    else:
        t[1][...] = x
    return t


def dict_of_arrays(d, x):
    if d["a"].sum() > x:
        d["a"] = d["a"] * 2
    else:
        d["b"] = d["a"] + 1
    return d


def dict_of_lists(d, x):
    for i in range(len(d["x"])):
        if d["x"][i] > x:
            d["y"][i] = d["x"][i]
    return d["y"]


def swap_attributes(a, x):
    if x > 0:
        a.b, a.c = a.c, a.b
    return a.b - a.c


def swap_attributes_in_loop(a, n):
    while n > 0:
        a.old, a.new = a.new, a.old + a.new
        n -= 1
    return a.new


def swap_buffers_of_object(a, n):
    for _ in range(n):
        a.back[1:-1] = (a.front[:-2] + a.front[2:]) / 2
        a.front, a.back = a.back, a.front
    return a.front


def two_names_of_one_object(a, x):
    b = a
    if x > 0:
        b.v = 1
    a.v += 1
    return b.v


def two_objects(a, b, x):
    if x > 0:
        c = a
    else:
        c = b
    return c.v + 1


def write_through_chosen_object(a, b, x):
    if x > 0:
        c = a
    else:
        c = b
    c.v = c.v + 1
    return a.v, b.v


def object_replaced(a, x):
    if x > 0:
        a.b = Box(c=x)
    return a.b.c


def object_made_in_loop(x):
    best = None
    for i, v in enumerate(x):
        p = Box(index=i, value=v)
        if best is None or p.value > best.value:
            best = p
    return best


def augmented_attribute_kinds(a, x):
    if x > 1:
        a.n += 1
        a.x *= x
        a.arr -= x
    return a.n


def deleted_attribute(a, x):
    if x > 0:
        a.gone = None
    else:
        del a.gone
    return hasattr(a, "gone")


def attribute_after_exception(a, x):
    a.t = 1
    if x > 0:
        raise ValueError("positive")
    a.t = 2
    return a


def attributes_of_two_types(a, x):
    if x > 0:
        a.v = None
    else:
        a.v = x
    if a.v is None:
        return 0
    return a.v + 1


def list_of_objects(cells, x):
    for cell in cells:
        if cell.low <= x < cell.high:
            cell.count += 1
            return cell.count
    return None


def linked_list_sum(node):
    s = 0
    while node is not None:
        s += node.value
        node = node.next
    return s


def counter_dict(words):
    counts = {}
    for w in words:
        if w in counts:
            counts[w] += 1
        else:
            counts[w] = 1
    return counts


def attribute_read_after_loop_zero_turns(a, n):
    for i in range(n):
        a.last = i
    return a.last


def class_attribute(a, x):
    if x > a.limit:
        a.limit = x
    return a.limit


class Limited:
    limit = 3


def global_list_item(x):
    if x > TABLE[0]:
        TABLE[0] = x
    return TABLE[0]


TABLE = [1, 2]


def chain_of_items(a, start):
    i = start
    steps = 0
    while a[i] != i and steps < 10:
        a[i] = a[a[i]]
        i = a[i]
        steps += 1
    return i


def node(*values):
    first = None
    for value in reversed(values):
        first = Box(value=value, next=first)
    return first


CASES = [
    case(
        attribute_in_if,
        (Box(b=0), f64(2)),
        (Box(b=0), f64(-2)),
        (Box(), i64(1)),
        core=True,
    ),
    case(
        attribute_in_one_branch,
        (Box(b=1), f64(2)),
        (Box(b=1), f64(-2)),
        (Box(b=floats(1, 2)), i64(1)),
    ),
    case(
        attribute_in_while,
        (Box(b=1), i64(20)),
        (Box(b=f64(1)), i64(20)),
        (Box(b=50), i64(20)),
    ),
    case(
        attribute_in_for,
        (Box(total=0), floats(1, 2)),
        (Box(total=0.5), ints(1)),
        (Box(total=0), floats()),
    ),
    case(
        attribute_is_test,
        Box(x=f64(9), steps=0),
        Box(x=f64(1), steps=0),
        Box(x=5, steps=0),
    ),
    case(
        nested_attribute,
        (Box(b=Box(c=1)), f64(2)),
        (Box(b=Box(c=1)), f64(-2)),
        (Box(b=Box(c=f64(1))), 0),
    ),
    case(
        nested_attribute_in_loop,
        (Box(b=Box(c=0, d=None)), i64(6)),
        (Box(b=Box(c=0, d=None)), i64(0)),
        (Box(b=Box(c=f64(1), d=1)), 3),
    ),
    case(new_attribute, (Box(), f64(2)), (Box(), f64(-2))),
    case(
        new_attribute_on_one_path,
        (Box(), f64(2)),
        (Box(), f64(-2)),
        (Box(fresh=9), f64(-2)),
        raises=AttributeError,
    ),
    case(
        item_in_if,
        (floats(1, 2), i64(1), f64(3)),
        (floats(1, 2), 0, f64(-3)),
        (ints(1, 2), i64(5), 1),
        raises=IndexError,
        core=True,
    ),
    case(item_in_while, (ints(0, 0), i64(4)), ([0, 0], i64(4)), (floats(9, 0), 4)),
    case(
        item_of_list_in_loop,
        ([0, 0], floats(1, 3, 2)),
        ([5], ints(6)),
        ([1, 2], ints()),
    ),
    case(
        item_of_dict_in_loop,
        ({"positive": 0, "other": 0}, floats(1, -1, 2)),
        ({"positive": f64(1), "other": 0}, ints()),
        ({}, ints(1)),
        raises=KeyError,
    ),
    case(
        dict_key_from_loop,
        ({"a": 1, "b": 5}, ["a", "b"], f64(3)),
        ({"a": f64(1)}, ["a"], i64(0)),
        ({}, ["z"], f64(1)),
        raises=KeyError,
    ),
    case(
        item_with_symbolic_index,
        (floats(1, 2, 3), i64(1)),
        (ints(5, 2), i64(1)),
        ([3, 1, 2], i64(0)),
    ),
    case(
        attribute_array_item,
        (Box(values=floats(1, 2)), i64(1), f64(5)),
        (Box(values=ints(1, 2)), i64(0), i64(0)),
        (Box(values=[1, 2]), i64(1), 9),
    ),
    case(
        attribute_item_attribute,
        (Box(parts=[Box(size=1), Box(size=2)]), 0, f64(5)),
        (Box(parts=[Box(size=1), Box(size=2)]), 0, f64(-5)),
    ),
    case(
        item_of_item,
        ([[1, 2], [3, 4]], f64(9)),
        ([[1, 2], [3, 4]], f64(-9)),
        (grid(2, 2), f64(9)),
        (grid(2, 2, np.int64), f64(-9.5)),
    ),
    case(
        item_of_tuple_of_arrays,
        ((floats(1, 2), floats(3)), f64(9)),
        ((floats(1, 2), ints(3, 4)), f64(-9)),
    ),
    case(
        dict_of_arrays,
        ({"a": floats(1, 2)}, f64(2)),
        ({"a": floats(1, 2)}, f64(5)),
        ({"a": ints(1), "b": 0}, i64(1)),
    ),
    case(
        dict_of_lists,
        ({"x": [1, 5], "y": [0, 0]}, f64(2)),
        ({"x": floats(1, 5), "y": floats(0, 0)}, i64(0)),
        ({"x": [], "y": []}, f64(0)),
    ),
    case(swap_attributes, (Box(b=1, c=f64(2)), f64(1)), (Box(b=1, c=f64(2)), f64(-1))),
    case(
        swap_attributes_in_loop,
        (Box(old=0, new=1), i64(10)),
        (Box(old=f64(0), new=1), i64(3)),
        (Box(old=0, new=1), i64(0)),
    ),
    case(
        swap_buffers_of_object,
        (Box(front=floats(1, 2, 5, 1), back=np.zeros(4)), i64(3)),
        (Box(front=floats(1, 2, 5), back=np.zeros(3)), i64(0)),
    ),
    case(two_names_of_one_object, (Box(v=0), f64(1)), (Box(v=0), f64(-1))),
    case(
        two_objects,
        (Box(v=1), Box(v=f64(2)), f64(1)),
        (Box(v=1), Box(v=f64(2)), f64(-1)),
    ),
    case(
        write_through_chosen_object,
        (Box(v=1), Box(v=2), f64(1)),
        (Box(v=1), Box(v=2), f64(-1)),
    ),
    case(object_replaced, (Box(b=Box(c=1)), f64(2)), (Box(b=Box(c=1)), f64(-2))),
    case(object_made_in_loop, floats(1, 5, 2), floats(), ints(3)),
    case(
        augmented_attribute_kinds,
        (Box(n=1, x=2.0, arr=floats(1, 2)), f64(3)),
        (Box(n=1, x=2.0, arr=floats(1, 2)), f64(0)),
        (Box(n=1, x=2, arr=ints(1, 2)), f64(3)),
        raises="_UFuncOutputCastingError",
    ),
    case(
        deleted_attribute,
        (Box(gone=1), f64(1)),
        (Box(gone=1), f64(-1)),
        (Box(), f64(-1)),
        raises=AttributeError,
    ),
    case(
        attribute_after_exception,
        (Box(t=0), f64(1)),
        (Box(t=0), f64(-1)),
        raises=ValueError,
    ),
    case(attributes_of_two_types, (Box(v=0), f64(1)), (Box(v=0), f64(-1))),
    case(
        list_of_objects,
        ([Box(low=0, high=2, count=0), Box(low=2, high=5, count=0)], f64(3)),
        ([Box(low=0, high=2, count=0)], i64(1)),
        ([], f64(1)),
    ),
    case(linked_list_sum, node(f64(1), f64(2)), node(), node(1, f64(0.5), i64(3))),
    case(counter_dict, ["a", "b", "a"], [], ints(1, 1, 2)),
    case(
        attribute_read_after_loop_zero_turns,
        (Box(last=None), i64(3)),
        (Box(last=None), i64(0)),
        (Box(), i64(0)),
        raises=AttributeError,
    ),
    case(class_attribute, (Limited(), f64(5)), (Limited(), f64(1))),
    case(global_list_item, f64(5), f64(0), state=("TABLE",)),
    case(
        chain_of_items,
        (ints(1, 2, 3, 3), i64(0)),
        (ints(0, 0), 1),
        (ints(1, 0), i64(0)),
    ),
]
