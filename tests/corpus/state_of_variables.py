"""State in `ag.Variable`: read, assigned, passed around, met by NumPy."""

import copy
import functools
import math
from dataclasses import dataclass, field

import numpy as np

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


def number(value=1.0, **options):
    return ag.Variable(value, **options)


def vector(*values, **options):
    return ag.Variable(np.array(values, float), **options)


def matrix(**options):
    return ag.Variable(np.arange(6.0).reshape(2, 3), **options)


def var_counts(v):
    v.assign_add(1)
    before = v.value
    v.assign_add(2)
    return before, v.value, v.read_value()


add(
    var_counts,
    (number(),),
    (vector(1, 2),),
    (ag.Variable(3),),
    (ag.Variable(np.int8(3)),),
)


def var_returns_new_value(v, x):
    return v.assign(x), v.assign_add(x), v.assign_sub(2 * x), v


add(
    var_returns_new_value,
    (number(), np.float64(3)),
    (number(), 2.0),
    (number(), 2),
    (vector(1, 2), floats(3, 4)),
    (vector(1, 2), [3, 4]),
    (vector(1, 2), (3.0, 4)),
    raises="ValueError",
)


def var_value_read_before_stays(v, x):
    a = v.value
    v.assign(x)
    b = v.value
    v[0] = 100
    return a, b, a + b, v.value


add(var_value_read_before_stays, (vector(1, 2), floats(3, 4)))


def var_assigned_array_is_copied(v, x):
    v.assign(x)
    x[0] = 77.0
    v.assign_add(x)
    x[1] = -5
    return v.value, x


add(var_assigned_array_is_copied, (vector(1, 2), floats(3, 4)))


def var_numpy_is_a_copy(v):
    a = v.numpy()
    a[0] = 9
    return a, v.value


add(var_numpy_is_a_copy, (vector(1, 2),), (number(),), raises="TypeError")


def var_value_cannot_be_written(v):
    v.assign_add(1)
    v.value[0] = 5
    v.assign_add(1)


add(
    var_value_cannot_be_written,
    (vector(1, 2),),
    (number(),),
    raises=(
        "ValueError",
        "TypeError",
    ),
)


def var_view_set_shape(v):
    a = v.value
    a.shape = (3, 2)
    return a, v.value, v.shape


add(var_view_set_shape, (matrix(),))


def var_operators(v, x):
    return [
        v + x, x + v, v - x, x - v, v * x, x * v, v / 3, 3 / (v + 1), v // 2, 7 // (v + 1),
        v % 2, 5 % (v + 1), v**2, 2**v, -v, +v, abs(v), v < x, v <= x, v > x, v >= x, v == x,
        v != x, x < v, x == v, 1 < v, divmod(v, 2), divmod(7, v + 1),
    ]  # fmt: skip


add(
    var_operators,
    (number(2.0), np.float64(3)),
    (vector(1, 2), floats(3, 4)),
    (vector(1, 2), np.float64(4)),
    (ag.Variable(3), 2),
    (ag.Variable(np.arange(3)), ints(3, 4, 5)),
    (number(2.0), floats(3, 1)),
    (vector(1, 2), vector(5, 1)),
    (vector(1, 2), number(5)),
)


def var_bits(v, x):
    return v & x, x | v, v ^ x, ~v, v << 1, 8 >> v, v @ v if v.ndim else None


add(var_bits, (ag.Variable(np.arange(3)), ints(3, 4, 5)), (ag.Variable(5), np.int64(2)))


def var_matmul(v, x):
    return (
        v @ x,
        x.T @ v.value.T,
        np.matmul(v, x),
        np.dot(v, x),
        x.dot(v.value.T[0][:1]).shape,
    )


add(var_matmul, (matrix(), np.ones((3, 1))))


def var_in_numpy(v, w, x):
    return (
        np.sum(v), np.add(v, 1), np.add(x, v), np.multiply(v, w), np.concatenate([v, w, x]),
        np.stack((v, x)), np.where(v > 1, v, w), np.maximum(v, 2), np.asarray(v), np.array(v),
        np.exp(v), np.linalg.norm(v), np.add.reduce(v), np.multiply.outer(v, x), np.dot(v, w),
        np.zeros_like(v), np.shape(v), np.mean(v, axis=0), np.clip(v, 1.5, w), np.float64(2) * v,
        np.cumsum(v)[::-1], np.argmax(v), np.ndim(v), np.size(v), np.copy(v), np.isnan(v).any(),
    )  # fmt: skip


add(var_in_numpy, (vector(1, 2), vector(5, 1), floats(3, 4)))


def var_keyword_arguments(v, w, x):
    return (
        np.sum(a=v),
        np.add(v, w, where=x > 3, out=np.zeros(2)),
        np.clip(x, a_min=v, a_max=w),
    )


add(var_keyword_arguments, (vector(1, 2), vector(5, 5), floats(3, 4)))


def var_out_is_refused(v, x):
    v.assign_add(x)
    np.add(x, x, out=v)


add(var_out_is_refused, (vector(1, 2), floats(3, 4)), raises="ValueError")


def var_builtins(v):
    return (
        float(v),
        int(v),
        bool(v),
        complex(v),
        round(v),
        round(v, 1),
        abs(v),
        math.sqrt(v),
        str(v),
        f"{v} {v:.3f}",
        "%s %.1f" % (v, v),
        repr(v),
        max(v, 1.0),
        min(0.5, v),
    )


add(var_builtins, (number(2.567),), (number(2.5, name="w"),), (ag.Variable(4),))


def var_sequence(v):
    total = 0.0
    for x in v:
        total += x
    a, *rest = v
    return (
        total,
        len(v),
        list(v),
        a,
        rest,
        [x * 2 for x in v],
        sum(v),
        max(v),
        sorted(v),
        2.0 in v,
        7 in v,
        tuple(v),
        list(zip(v, v)),
        list(enumerate(v)),
    )


add(var_sequence, (vector(3, 1, 2),), (vector(5),))


def var_no_sequence(v):
    return len(v)


add(var_no_sequence, (number(),), raises="TypeError")


def var_iterates_scalar(v):
    for x in v:
        print(x)


add(var_iterates_scalar, (number(),), raises="TypeError")


def var_rows(v, i):
    for row in v:
        print(row, row.sum())
    return (
        v[i],
        v[0, 1],
        v[:, 1],
        v[..., 0],
        v[-1][i],
        v[[0, 1]],
        v.shape,
        v.ndim,
        v.size,
        v.dtype,
    )


add(var_rows, (matrix(), 1), (matrix(), np.int64(0)))


def var_set_items(v, i, x):
    v[i] = x
    v[0] = v[1] + 1
    v[1:] = v[:-1] * 2
    v[v > 5] = 0
    return v.value


add(
    var_set_items,
    (vector(1, 2, 3), 1, 5.0),
    (vector(1, 2, 3), np.int64(2), np.float32(7)),
)


def var_set_bad_item(v, i, x):
    v[i] = x


add(
    var_set_bad_item,
    (vector(1, 2, 3), 3, 5.0),
    (vector(1, 2, 3), 0, 1j),
    (ag.Variable([1, 2]), 0, 1.5),
    (ag.Variable([1, 2]), 0, np.float64(1.5)),
    (vector(1, 2), slice(None), floats(1, 2, 3)),
    (number(), 0, 1.0),
    raises=(
        "IndexError",
        "TypeError",
        "ValueError",
    ),
)


def var_branches(v, x):
    if x > 0:
        v.assign_add(x)
    elif x < -5:
        v.assign(0.0)
    else:
        v.assign_sub(1)
    return v * 2


add(
    var_branches,
    (number(), np.float64(1)),
    (number(), np.float64(-1)),
    (number(), np.float64(-9)),
)


def var_tested(v):
    if v:
        v.assign(-v)
    while v < 3:
        v.assign_add(1)
    return "yes" if v > 2 and not v == 4 else "no", v or 5, v and 6, not v


add(
    var_tested,
    (number(),),
    (number(0.0),),
    (ag.Variable(1),),
    (vector(1, 2),),
    raises="ValueError",
)


def var_loop(v, xs):
    history = []
    for x in xs:
        v.assign(v * 0.5 + x)
        history.append(v.value)
        if v > 10:
            break
    return history, v.value


add(
    var_loop,
    (number(), floats(1, 2, 3)),
    (number(), floats(1, 20, 3)),
    (number(), floats()),
)


def var_nested_loops(v, n):
    for i in range(n):
        for j in range(i):
            if (i + j) % 2 == 0:
                v.assign_add(i)
                continue
            v[0] = v[1] - j
        if v[0] > 30:
            return i, v
    return None, v


add(
    var_nested_loops,
    (vector(1, 2), np.int64(6)),
    (vector(1, 2), np.int64(30)),
    (vector(1, 2), 4),
)


def var_raises_between(v, x):
    v.assign_add(1)
    if x < 0:
        raise ValueError(f"negative, at {v}")
    v.assign_add(10)
    y = 1 // x
    v.assign_add(100)
    return y


add(
    var_raises_between,
    (number(), np.int64(1)),
    (number(), np.int64(-1)),
    raises="ValueError",
)


def var_fails_later(v, x, i):
    v.assign_add(1)
    y = x[i]
    v.assign_add(y)
    return v.value


add(
    var_fails_later,
    (number(), floats(1, 2), np.int64(1)),
    (number(), floats(1, 2), np.int64(5)),
    raises="IndexError",
)


def var_caught(v, x, i):
    try:
        v.assign_add(1)
        v.assign_add(x[i])
        v.assign_add(100)
    except IndexError as e:
        v.assign_sub(0.5)
        print("caught", e)
    else:
        v.assign_add(1000)
    finally:
        v.assign(v * 2)
    return v.value


add(
    var_caught,
    (number(), floats(1, 2), np.int64(1)),
    (number(), floats(1, 2), np.int64(5)),
)


def var_bad_assignment(v, x):
    v.assign_add(1)
    v.assign(x)
    v.assign_add(1)


add(
    var_bad_assignment,
    (vector(1, 2), floats(1, 2, 3)),
    (vector(1, 2), np.array([1j, 2])),
    (ag.Variable([1, 2], name="w"), floats(1, 2)),
    (ag.Variable(np.int8(1)), np.int64(1)),
    (ag.Variable(np.int8(1)), 1000),
    (ag.Variable(True), 1),
    (number(), "text"),
    (number(), None),
    (number(), [1, 2]),
    raises=(
        "ValueError",
        "TypeError",
        "OverflowError",
    ),
)


def var_bad_assignment_caught(v, x):
    try:
        v.assign(x)
    except (TypeError, ValueError) as e:
        return str(e), v.value
    return v.value


add(
    var_bad_assignment_caught,
    (vector(1, 2), floats(1, 2, 3)),
    (vector(1, 2), floats(1, 2)),
    (ag.Variable([1, 2]), floats(1, 2)),
)


def var_weak_numbers(v):
    v.assign(True)
    v.assign_add(2)
    v.assign_sub(np.int16(1))
    v.assign(v + 1)
    return v.value, v + 1, v * 2.5, v.dtype


add(
    var_weak_numbers,
    (ag.Variable(np.float32(1)),),
    (ag.Variable(np.complex64(1)),),
    (ag.Variable(np.int64(1)),),
)


def var_same_twice(v, w):
    v.assign_add(1)
    w.assign_add(10)
    a = v.value
    w[0] = 5
    return a, v.value, w.value, v is w, v + w


V = vector(1, 2)
add(var_same_twice, (vector(1, 2), vector(3, 4)), (V, V))


def var_swapped(v, w, n):
    for i in range(n):
        v, w = w, v
        v.assign_add(1)
        w.assign_add(i * 10)
    return v, w


add(var_swapped, (number(1.0), number(2.0), 3))


def var_chosen(v, w, x):
    u = v if x > 0 else w
    u.assign_add(x)
    return u + 1, v.value, w.value


add(
    var_chosen,
    (number(1.0), number(2.0), np.float64(1)),
    (number(1.0), number(2.0), np.float64(-1)),
)


class VarModel:
    def __init__(self):
        self.w = ag.Variable(np.array([1.0, 2.0]), name="w")
        self.b = ag.Variable(0.5, name="b")
        self.steps = ag.Variable(0, trainable=False)
        self.list = [self.w, self.b]
        self.named = {"w": self.w, "b": self.b}

    def predict(self, x):
        return x @ self.w + self.b

    def step(self, x, y, rate):
        error = self.predict(x) - y
        self.w.assign_sub(rate * 2 * error * x)
        self.b.assign_sub(rate * 2 * error)
        self.steps.assign_add(1)
        return error**2


def var_trains(model, xs, ys):
    loss = 0.0
    for epoch in range(3):
        for x, y in zip(xs, ys):
            loss = model.step(x, y, 0.05)
    a = model.w
    b = model.named["w"]
    a.assign_add(b)
    return loss, model.steps, a is b, model.predict(xs)


add(var_trains, (VarModel(), np.array([[1.0, 2], [3, 4], [0, 1]]), floats(1, 2, 3)))


def var_in_containers(model):
    for v in model.list:
        v.assign(v * 2)
    for name, v in model.named.items():
        print(name, v.name, v.trainable)
        v.assign_add(1)
    total = sum(np.sum(v) for v in model.list)
    return total, [v.shape for v in model.list], model.list[0][0]


add(var_in_containers, (VarModel(),))


def var_list_argument(params, grads, rate):
    for v, g in zip(params, grads):
        v.assign_sub(rate * g)
    return [v.value for v in params], len(params)


add(var_list_argument, ([number(), vector(1, 2)], [np.float64(2), floats(3, 4)], 0.5))


def var_at_run_time_index(params, i):
    params[i].assign_add(1)
    return params[i] * 2


add(
    var_at_run_time_index,
    ([number(), number(2.0)], np.int64(1)),
    ([number(), number(2.0)], 0),
)


def var_dict_of_slots(params, grads):
    velocity = {v: np.zeros(v.shape) for v in params}
    for v, g in zip(params, grads):
        velocity[v] = velocity[v] * 0.9 + g
        v.assign_sub(velocity[v])
    return [velocity[v] for v in params]


add(var_dict_of_slots, ([vector(1, 2), vector(1, 2)], [floats(1, 1), floats(3, 4)]))


class VarMomentum:
    def __init__(self, params):
        self.params = params
        self.velocity = {v: np.zeros(v.shape) for v in params}
        self.counts = {v: 0 for v in params}

    def step(self, g):
        for v in self.params:
            self.velocity[v] = 0.9 * self.velocity[v] + g
            v.assign_sub(self.velocity[v])
            self.counts[v] += 1


def var_keys_of_dicts(optimizer, g):
    optimizer.step(g)
    optimizer.step(g)
    for v in optimizer.velocity:
        v.assign_add(1)
    return [v.value for v in optimizer.params], list(optimizer.counts.values())


add(var_keys_of_dicts, (VarMomentum([vector(1, 2), vector(3, 4)]), floats(1, 1)))


def var_bound_methods(v, xs):
    put = v.assign
    put(3.0)
    more = functools.partial(v.assign_add, 2)
    more()
    ag.Variable.assign_sub(v, 1.0)
    return list(map(v.assign_add, xs)), v.value


add(var_bound_methods, (number(), [1.0, 2.0]))


class VarBumped:
    def __init__(self):
        self.v = number()
        self.bump = self.v.assign_add


def var_method_kept(bumped, x):
    bumped.bump(x)
    return bumped.bump(2.0), bumped.v


add(var_method_kept, (VarBumped(), np.float64(2)))


def var_items_swapped(variables):
    variables[0], variables[1] = variables[1], variables[0]
    variables[0].assign_add(1)
    return variables[0] * 1, variables[1] * 1


add(var_items_swapped, ([number(1.0), number(2.0)],))


def var_unpacked(v):
    a, b = v
    return a + b


add(
    var_unpacked,
    (vector(1, 2),),
    (vector(1, 2, 3),),
    (number(),),
    (vector(1, 2, shape=(None,)),),
    raises=("ValueError", "TypeError"),
)


def var_in_place_of_indices(v, x):
    total = 0
    for i in range(v):
        total += x[i]
    return total, x[v], x[:v], np.zeros(v), np.full((v, 2), v), [10, 20, 30][v]


add(var_in_place_of_indices, (ag.Variable(2), floats(1, 2, 3)))


def var_attributes(v):
    return (
        v.name,
        v.trainable,
        v.dtype,
        v.shape,
        v.ndim,
        v.size,
        isinstance(v, ag.Variable),
        isinstance(v, np.ndarray),
        type(v) is ag.Variable,
        hasattr(v, "assign"),
        hasattr(v, "foo"),
        callable(v),
    )


add(
    var_attributes,
    (number(),),
    (number(name="b", trainable=False),),
    (matrix(name="m"),),
)


def var_no_such_attribute(v, x):
    v.assign_add(x)
    return v.foo


add(var_no_such_attribute, (number(), 1.0), raises="AttributeError")


def var_in_place_operator(v, x):
    v.assign_add(x)
    v += x
    return v


add(var_in_place_operator, (number(), 1.0), raises="TypeError")


def var_adds_to_array(v, x):
    x += v
    x[0] = v[1]
    x[v > 1] *= 2
    y = x[0]
    y += v[0]
    z = 1.0
    z += v
    return x, y, z


add(var_adds_to_array, (vector(1, 2), floats(3, 4)))


def var_wrong_calls(v, how):
    if how == 0:
        v.assign()
    if how == 1:
        v.assign(1, 2)
    if how == 2:
        v.assign(other=3)
    if how == 3:
        return v.assign(value=3.0), v.assign_add(delta=2)


add(
    var_wrong_calls,
    (number(), 0),
    (number(), 1),
    (number(), 2),
    (number(), 3),
    raises="TypeError",
)


def var_unknown_size(v, n):
    for i in range(n):
        v.assign(np.concatenate([v, [i]]))
    return v.shape, np.sum(v), v.size, v


add(
    var_unknown_size,
    (ag.Variable([1.0], shape=(None,)), 3),
    (ag.Variable([1.0], shape=(None,)), np.int64(4)),
    (ag.Variable([1.0], shape=...), np.int64(2)),
    (vector(1), 2),
    raises="ValueError",
)


def var_any_rank(v, x):
    v.assign(x)
    return v + 1, v.shape, v.ndim


add(var_any_rank, (number(shape=...), floats(1, 2)), (vector(1, 2, shape=...), 2.0))


def var_strings(v, x):
    v.assign(x)
    return v.value, str(v), v == x


add(
    var_strings,
    (ag.Variable("long text"), "abc"),
    (ag.Variable(["ab", "cd"]), np.array(["x", "y"])),
    (ag.Variable("ab"), "abc"),
    raises="TypeError",
)


def var_prints(v):
    print("now", v)
    v.assign_add(1)
    print("then", v, v.value, sep="|")
    print(f"{v:.2f}", "%s" % v, [v])


add(var_prints, (number(name="x"),))


@ag.do_not_convert
def var_outside(v, x):
    v.assign_add(x)
    return v.value * 10


def var_called_back(v, x):
    v.assign_add(1)
    y = var_outside(v, x)
    return y, v.value, v + 1


add(var_called_back, (number(), np.float64(3)))


def var_closure(v, x):
    def bump(by):
        v.assign_add(by)
        return v * 2

    count = 0

    def twice():
        nonlocal count
        count += 1
        return bump(1) + bump(2)

    if x > 0:
        twice()
    return twice(), count, v


add(var_closure, (number(), np.float64(1)), (number(), np.float64(-1)))


def var_recursive(v, n):
    if n <= 0:
        return v.value
    v.assign_add(n)
    return var_recursive(v, n - 1) + 1


add(var_recursive, (number(), 3), (number(), np.int64(4)))


def var_generator(v, n):
    def ticks():
        for i in range(n):
            v.assign_add(i)
            yield v.value

    return list(ticks()), sum(ticks())


add(var_generator, (number(), 3), (number(), np.int64(4)))


def var_match(v):
    match v.shape:
        case ():
            return v + 1
        case (n,):
            return v[n - 1]
        case _:
            return "many"


add(var_match, (number(),), (vector(1, 2),), (matrix(),))


def var_comprehension(v, n):
    return (
        [v * i for i in range(n)],
        {i: v[0] + i for i in range(n)},
        any(x > 1 for x in v),
        max(v, key=lambda x: -x),
    )


add(var_comprehension, (vector(1, 2), 3), (vector(1, 2), np.int64(2)))


def var_copied(v):
    w = copy.copy(v)
    w.assign_add(1)
    return w.value, v.value


add(var_copied, (number(),))


@dataclass
class VarState:
    v: ag.Variable
    log: list = field(default_factory=list)


def var_in_dataclass(state, x):
    state.v.assign_add(x)
    state.log.append(float(state.v))
    other = VarState(state.v)
    other.v.assign_add(1)
    return state.v is other.v, other.log


add(var_in_dataclass, (VarState(number()), np.float64(2)))


def var_exchanged(state, w, x):
    old = state.v
    if x > 0:
        state.v = w
    state.v.assign_add(1)
    return old.value, state.v.value


add(
    var_exchanged,
    (VarState(number()), number(5.0), np.float64(2)),
    (VarState(number()), number(5.0), np.float64(-2)),
    (VarState(number()), number(5.0), 1),
)
