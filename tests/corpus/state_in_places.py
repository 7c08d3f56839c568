"""Attributes and items that loops and branches write."""

import numpy as np
import math
from dataclasses import dataclass, field
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


class O:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def __repr__(self):
        return "O"


def prev_delta(o, xs):
    out = []
    for x in xs:
        if o.prev is None:
            out.append(0)
        else:
            out.append(x - o.prev)
        o.prev = x
    return out


add(
    prev_delta,
    (O(prev=None), floats(1, 3, 6)),
    (O(prev=np.float64(2)), floats(1, 3)),
    (O(prev=None), ints(4, 5)),
    (O(prev=None), [1, 2]),
)


def best_so_far(o, xs):
    for i, x in enumerate(xs):
        if o.best is None or x < o.best:
            o.best, o.arg = x, i
    return o.best, o.arg


add(
    best_so_far,
    (O(best=None, arg=None), floats(3, 1, 2)),
    (O(best=2.0, arg=-1), floats(3, 1, 2)),
    (O(best=None, arg=0), floats()),
)


def lazy_buffer(o, x):
    if o.buf is None:
        o.buf = np.zeros_like(x)
    o.buf += x
    return o.buf


add(
    lazy_buffer,
    (O(buf=None), floats(1, 2)),
    (O(buf=floats(1, 1)), floats(1, 2)),
    (O(buf=None), ints(3)),
)


def lazy_buffer_loop(o, xs):
    for x in xs:
        if o.buf is None:
            o.buf = np.zeros_like(x)
        o.buf += 0.5 * x
    return o.buf


add(
    lazy_buffer_loop,
    (O(buf=None), grid(3, 2)),
    (O(buf=floats(1, 1)), grid(2, 2)),
    (O(buf=None), np.zeros((0, 2))),
)


def momentum_dict(state, grads):
    for g in grads:
        if "v" not in state:
            state["v"] = np.zeros_like(g)
        state["v"] = 0.9 * state["v"] + g
    return state["v"]


add(
    momentum_dict,
    ({}, grid(3, 2)),
    ({"v": floats(1, 1)}, grid(2, 2)),
    ({}, [floats(1, 2)]),
)


def state_machine(o, xs):
    for x in xs:
        if o.state == "idle":
            if x > 1:
                o.state = "run"
                o.started = True
        elif o.state == "run":
            o.work += x
            if x < 0:
                o.state = "done"
        else:
            break
    return o.state, o.work


add(
    state_machine,
    (O(state="idle", work=0, started=False), floats(0, 2, 3, -1, 5)),
    (O(state="run", work=0.5, started=False), ints(1, 2)),
    (O(state="done", work=0, started=False), floats(1)),
)


def hysteresis_obj(o, xs):
    on = []
    for x in xs:
        if o.on:
            if x < o.lo:
                o.on = False
        else:
            if x > o.hi:
                o.on = True
        on.append(o.on)
    return np.array(on)


add(
    hysteresis_obj,
    (O(on=False, lo=1, hi=2), floats(0, 3, 1.5, 0.5)),
    (O(on=True, lo=1, hi=2.0), ints(1, 0, 3)),
    (O(on=0, lo=1, hi=2.0), ints(1, 0, 3)),
)


def counter_types(o, xs):
    for x in xs:
        o.n += 1
        o.total += x
        o.mean = o.total / o.n
    return o.n, o.total, o.mean


add(
    counter_types,
    (O(n=0, total=0, mean=None), floats(1, 2)),
    (O(n=0, total=0, mean=None), floats()),
    (O(n=np.int64(0), total=0.0, mean=0), ints(1, 2)),
    (O(n=0, total=0, mean=0), [1, 2]),
)


def swap_objs(a, b, n):
    for i in range(n):
        a.x, b.x = b.x, a.x
        if a.x > 3:
            a.y += 1
    return a.x, b.x


add(
    swap_objs,
    (O(x=1, y=0), O(x=5, y=0), np.int64(3)),
    (O(x=np.float64(1), y=0), O(x=5, y=0), 2),
    lambda: (lambda q: (q, q, np.int64(2)))(O(x=7, y=0)),
)


def alias_args(a, b, x):
    a.v = x
    b.v = b.v * 2
    if a.v > 3:
        b.v = 0
    return a.v, b.v


add(
    alias_args,
    lambda: (O(v=1), O(v=2), np.float64(5)),
    lambda: (lambda q: (q, q, np.float64(5)))(O(v=1)),
    lambda: (lambda q: (q, q, np.float64(1)))(O(v=1)),
    lambda: (O(v=1), O(v=2), np.float64(1)),
)


def alias_arr_attr(o, x):
    o.a[0] = 5
    if x[0] == 5:
        o.a = o.a + 1
    o.a[1] = 7
    return x, o.a


add(
    alias_arr_attr,
    lambda: (lambda q: (O(a=q), q))(floats(1, 2)),
    lambda: (O(a=floats(1, 2)), floats(1, 2)),
    lambda: (lambda q: (O(a=q[::-1]), q))(floats(5, 2)),
)


def nested_state(o, xs):
    for x in xs:
        o.stats["n"] += 1
        o.stats["hist"][int(x) % 3] += 1
        o.child.total += x
        if o.child.total > 4:
            o.child.total = 0
            o.stats["resets"].append(o.stats["n"])
    return o.stats, o.child.total


add(
    nested_state,
    (
        O(stats={"n": 0, "hist": np.zeros(3), "resets": []}, child=O(total=0)),
        floats(1, 2, 3),
    ),
    (O(stats={"n": 0, "hist": [0, 0, 0], "resets": []}, child=O(total=0.0)), [1, 5, 2]),
    (
        O(stats={"n": 0, "hist": np.zeros(3, int), "resets": []}, child=O(total=0)),
        ints(1, 5, 2),
    ),
)


def list_state_update(s, xs):
    for i, x in enumerate(xs):
        s[0] = s[0] + x
        s[1] = max(s[1], x)
        if s[0] > 5:
            s[2] = i
            break
    return s


add(
    list_state_update,
    ([0, -1, None], floats(1, 2, 3, 4)),
    ([0.0, 0.0, -1], ints(1, 2)),
    ([0, 0, 0], [1, 9]),
)


def list_of_arrays_swap(bufs, n):
    for _ in range(n):
        a, b = bufs
        b[:] = a * 2
        bufs[0], bufs[1] = b, a
    return bufs[0]


add(
    list_of_arrays_swap,
    ([floats(1, 2), np.zeros(2)], 3),
    ([floats(1, 2), np.zeros(2)], np.int64(2)),
    ([ints(1), ints(0)], np.int64(1)),
)


def double_buffer(o, n):
    for k in range(n):
        o.next[:] = o.cur + 1
        o.cur, o.next = o.next, o.cur
    return o.cur, o.next


add(
    double_buffer,
    (O(cur=floats(1, 2), next=np.zeros(2)), np.int64(3)),
    (O(cur=floats(1, 2), next=np.zeros(2)), 2),
    (O(cur=ints(1), next=ints(0)), np.int64(0)),
)


def attr_or_local(o, xs, use):
    acc = o.acc
    for x in xs:
        acc += x
        if use:
            o.acc = acc
    return acc, o.acc


add(
    attr_or_local,
    (O(acc=0.0), floats(1, 2), True),
    (O(acc=np.zeros(2)), grid(2, 2), True),
    (O(acc=np.zeros(2)), grid(2, 2), np.False_),
    (O(acc=0), ints(1, 2), np.True_),
)


def early_return_store(o, xs):
    for i, x in enumerate(xs):
        o.last = x
        o.i = i
        if x < 0:
            return "neg"
        o.total += x
    o.done = True
    return "ok"


add(
    early_return_store,
    (O(last=None, i=-1, total=0, done=False), floats(1, -1, 2)),
    (O(last=None, i=-1, total=0, done=False), ints(1, 2)),
    (O(last=0.0, i=-1, total=0.0, done=False), floats()),
)


def raise_after_store(o, xs):
    for x in xs:
        o.n += 1
        if x == 0:
            raise ValueError("zero")
        o.s = o.s + 1 / x
    return o.s


add(
    raise_after_store,
    (O(n=0, s=0.0), floats(1, 2)),
    (O(n=0, s=0), floats(1, 0, 2)),
    (O(n=0, s=0), [2, 0]),
    raises=ValueError,
)


class Prop:
    def __init__(self, v):
        self._v = v
        self.sets = 0

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, x):
        self.sets += 1
        self._v = x if x > 0 else 0


def prop_loop(p, xs):
    for x in xs:
        p.v = p.v + x
    return p.v, p.sets


add(
    prop_loop,
    (Prop(1.0), floats(1, -5, 2)),
    (Prop(1), ints(1, -5)),
    (Prop(0), []),
    (Prop(np.float32(1)), floats(1, -5, 2)),
)


class WithClass:
    count = 0
    items = []

    def inc(self, x):
        WithClass.count += 1
        self.count += 10
        return x * self.count


def class_attr(w, x):
    r = w.inc(x)
    if r > 5:
        r = w.inc(r)
    return r, w.count


def _reset():
    WithClass.count = 0
    return (WithClass(), np.float64(1))


add(class_attr, _reset, lambda: (_reset()[0], 1.0))


def while_attr(o):
    while o.x > o.tol:
        o.x = o.x / 2
        o.k += 1
        if o.k >= o.kmax:
            o.flag = "max"
            break
    else:
        o.flag = "conv"
    return o.x, o.k, o.flag


add(
    while_attr,
    O(x=1.0, tol=0.1, k=0, kmax=10, flag=None),
    O(x=np.float64(1), tol=0.1, k=0, kmax=2, flag=None),
    O(x=np.float32(0), tol=0.1, k=0, kmax=2, flag=None),
    O(x=10, tol=1, k=np.int64(0), kmax=99, flag=""),
)


def tuple_attr(o, n):
    for _ in range(n):
        a, b = o.pair
        o.pair = (b, a + b)
    return o.pair


add(
    tuple_attr,
    (O(pair=(0, 1)), 5),
    (O(pair=(0, 1)), np.int64(5)),
    (O(pair=(0, np.float64(1))), np.int64(2)),
    (O(pair=[0, 1]), np.int64(2)),
)


def tuple_attr_none(o, xs):
    for x in xs:
        if o.rng is None:
            o.rng = (x, x)
        else:
            lo, hi = o.rng
            o.rng = (min(lo, x), max(hi, x))
    return o.rng


add(
    tuple_attr_none,
    (O(rng=None), floats(2, 1, 3)),
    (O(rng=(0, 0)), ints(2, -1)),
    (O(rng=None), floats()),
)


def obj_in_attr(o, xs):
    for x in xs:
        if x > o.cur.v:
            o.cur = o.other
        o.cur.v += 1
    return o.cur is o.other, o.cur.v, o.other.v


add(
    obj_in_attr,
    (O(cur=O(v=0), other=O(v=2)), floats(0, 1, 5)),
    (O(cur=O(v=0), other=O(v=2)), ints(0)),
    (O(cur=O(v=10.0), other=O(v=2)), [1, 20]),
)


def dict_of_counts(d, xs):
    for x in xs:
        if x > 0:
            d["pos"] += 1
        elif x < 0:
            d["neg"] += 1
        else:
            d["zero"] += 1
        d["last"] = x
    return d


add(
    dict_of_counts,
    ({"pos": 0, "neg": 0, "zero": 0, "last": None}, floats(1, -1, 0, 2)),
    ({"pos": 0, "neg": 0, "zero": 0, "last": None}, ints()),
    ({"pos": np.int64(0), "neg": 0.5, "zero": 0, "last": 0}, [1, 0]),
)


def dict_iter_update(p, n):
    for i in range(n):
        for k in p:
            p[k] = p[k] * 0.5
        if max(p.values()) < 1:
            break
    return p, i


add(
    dict_iter_update,
    ({"a": 4.0, "b": 1}, 5),
    ({"a": np.float64(4), "b": np.float64(8)}, np.int64(10)),
    ({"a": 4}, 1),
)


def key_by_loop(d, n):
    for i in range(n):
        d[i] = i * 2
    return d, len(d)


add(key_by_loop, ({}, 3), ({0: 5.0}, 2), ({}, 0))


def array_key_lookup(table, xs):
    s = 0
    for x in xs:
        s += table[int(x)]
    return s


add(
    array_key_lookup,
    ([1, 2, 3], floats(0, 2)),
    (floats(1, 2, 3), ints(0, 1)),
    ((1.5, 2), [0, 1]),
)


def dict_int_lookup(table, xs):
    s = 0
    for x in xs:
        s += table[x]
    return s


add(dict_int_lookup, ({1: 10, 2: 20}, [1, 2]), ({1: 10, 2: 20.5}, (2, 2)))


def setattr_loop(o, vals):
    for name, v in vals.items():
        setattr(o, name, getattr(o, name, 0) + v)
    return o.a


add(setattr_loop, (O(a=1), {"a": np.float64(2), "b": 3}), (O(a=floats(1, 2)), {"a": 1}))


def history_obj(o, x, n):
    for _ in range(n):
        x = x * o.decay
        o.history.append(x)
        if len(o.history) > o.maxlen:
            o.history.pop(0)
        if x < 0.2:
            break
    return o.history, len(o.history)


add(
    history_obj,
    (O(decay=0.5, history=[], maxlen=3), 1.0, 5),
    (O(decay=0.5, history=[], maxlen=2), np.float64(1), 5),
    (O(decay=np.float64(0.9), history=[1.0], maxlen=2), 1, np.int64(2)),
)


def history_sum(o, xs):
    for x in xs:
        o.h.append(x)
    return sum(o.h), o.h[-1], np.mean(o.h)


add(history_sum, (O(h=[]), floats(1, 2)), (O(h=[5]), ints(1, 2)), (O(h=[0]), [3]))


def param_list(ws, gs, lr):
    for i, (w, g) in enumerate(zip(ws, gs)):
        ws[i] = w - lr * g
        w *= 0
    norm = sum((w**2).sum() for w in ws)
    if norm > 1:
        ws = [w / norm for w in ws]
    return ws, norm


add(
    param_list,
    ([floats(1, 2), floats(3)], [floats(1, 1), floats(1)], 0.1),
    ([floats(0.1)], [floats(0)], np.float64(0.1)),
    ([], [], 1),
)


def clip_grads(gs, maxn):
    total = np.sqrt(sum(np.sum(g * g) for g in gs.values()))
    if total > maxn:
        for k in gs:
            gs[k] *= maxn / total
    return total, gs


add(
    clip_grads,
    ({"w": floats(3, 4), "b": floats(0)}, 1.0),
    ({"w": floats(0.1)}, 1),
    ({"w": floats(3), "b": np.float64(4)}, np.float64(2)),
)


def bool_attr_loop(o, xs):
    o.found = False
    for x in xs:
        if x == o.key:
            o.found = True
            break
    if not o.found:
        o.misses += 1
    return o.found


add(
    bool_attr_loop,
    (O(key=2, found=None, misses=0), floats(1, 2)),
    (O(key=9, found=None, misses=0), floats(1, 2)),
    (O(key=np.float64(1), found=None, misses=np.int64(0)), [1]),
)


def del_attr(o, x):
    if x > 0:
        o.tmp = x * 2
    r = getattr(o, "tmp", -1)
    if hasattr(o, "tmp"):
        del o.tmp
    return r


add(del_attr, (O(), np.float64(1)), (O(tmp=3), np.float64(-1)), (O(), -1))


def temp_attr_method(o, n):
    o.k = 0
    while o.k < n:
        o.k += 1
        o.val = o.k**2
    return o.val if n > 0 else None


add(temp_attr_method, (O(), 3), (O(), np.int64(3)), (O(val=1), np.int64(0)))


def prev_ring(o, xs):
    for x in xs:
        o.a, o.b, o.c = x, o.a, o.b
    return o.a, o.b, o.c


add(
    prev_ring,
    (O(a=None, b=None, c=None), floats(1, 2)),
    (O(a=0, b=0, c=0), floats(1, 2)),
    (O(a=None, b=None, c=None), floats(1, 2, 3, 4)),
    (O(a=0.0, b=None, c="x"), [1]),
)


def int_to_float_attr(o, n):
    for _ in range(n):
        o.v = o.v / 2
        if isinstance(o.v, int):
            o.v = -1
    return o.v


add(
    int_to_float_attr,
    (O(v=4), 2),
    (O(v=4), np.int64(2)),
    (O(v=4), np.int64(0)),
    (O(v=np.float32(4)), np.int64(1)),
)


def flag_py(o, xs):
    out = []
    for x in xs:
        if o.first:
            o.first = False
            out.append(-x)
        else:
            out.append(x)
    return out


add(
    flag_py,
    (O(first=True), floats(1, 2, 3)),
    (O(first=False), ints(1, 2)),
    (O(first=1), [1, 2]),
)


def flag_count(o, xs):
    for x in xs:
        if o.mode == 0:
            o.mode = 1
        elif o.mode == 1:
            o.mode = 2 if x > 1 else 0
        else:
            o.mode = "end"
    return o.mode


add(
    flag_count,
    (O(mode=0), floats(1, 2, 3)),
    (O(mode=0), floats(1, 0)),
    (O(mode=2), ints(1)),
    (O(mode=0), floats()),
)


def local_list_state(xs):
    st = [None, 0]
    for x in xs:
        if st[0] is None:
            st[0] = x
        else:
            st[1] += x - st[0]
            st[0] = x
    return st


add(local_list_state, floats(1, 3, 6), ints(1, 3), [1, 2], floats())


def local_dict_state(xs):
    st = {"prev": None, "n": 0, "ups": 0}
    for x in xs:
        if st["prev"] is not None and x > st["prev"]:
            st["ups"] += 1
        st["prev"] = x
        st["n"] += 1
    return st


add(local_dict_state, floats(1, 3, 2), ints(1, 3), [1, 2], floats())


class Local:
    prev = None

    def __init__(self):
        self.n = 0


def local_obj_state(xs):
    st = Local()
    for x in xs:
        if st.prev is not None and x > st.prev:
            st.n += 1
        st.prev = x
    return st.n, st.prev


add(local_obj_state, floats(1, 3, 2), ints(1, 3), [1, 2], floats())


def closure_state(xs):
    prev = None
    ups = 0

    def see(x):
        nonlocal prev, ups
        if prev is not None and x > prev:
            ups += 1
        prev = x

    for x in xs:
        see(x)
    return ups, prev


add(closure_state, floats(1, 3, 2), ints(1, 3), [1, 2], floats())

PREV = None
LOG = {"last": None}


def global_state(xs):
    global PREV
    ups = 0
    for x in xs:
        if PREV is not None and x > PREV:
            ups += 1
        PREV = x
        if LOG["last"] is None or LOG["last"] < x:
            LOG["last"] = x
    return ups, PREV


add(global_state, floats(1, 3, 2), ints(1, 3), [1, 2], floats(), state=("PREV", "LOG"))


def two_level(o, m):
    for row in m:
        o.rowmax = None
        for v in row:
            if o.rowmax is None or v > o.rowmax:
                o.rowmax = v
        o.sum += o.rowmax
    return o.sum


add(
    two_level,
    (O(rowmax=None, sum=0), grid(2, 3)),
    (O(rowmax=5, sum=0.0), grid(2, 3, int)),
    (O(rowmax=None, sum=0), np.zeros((0, 2))),
)


def store_in_branch_only(o, xs):
    for x in xs:
        if x > 2:
            o.big = x
    return o.big


add(
    store_in_branch_only,
    (O(big=None), floats(1, 3)),
    (O(big=None), floats(1)),
    (O(big=0), ints(3)),
    (O(big="none"), ints(1)),
)


def while_none_place(o, x):
    while o.r is None:
        x = x * 2
        if x > 10:
            o.r = x
    return o.r


add(
    while_none_place,
    (O(r=None), 1),
    (O(r=None), np.float64(1)),
    (O(r=5), np.float64(1)),
)


def value_before_its_place(table, n, divisor):
    found = []
    try:
        table[n][n] = n // divisor
    except (KeyError, ZeroDivisionError) as error:
        found.append(type(error).__name__)
    try:
        table[n][n] = of_no_module  # noqa: F821 - it is not there
    except (KeyError, NameError) as error:
        found.append(type(error).__name__)
    return found, table


add(
    value_before_its_place,
    ({}, 1, 0),
    ({}, np.int64(2), 1),
    ({1: {}}, 1, 2),
    ({1: {}}, 1, 0),
)
