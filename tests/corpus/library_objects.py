"""Objects of Python's own classes that a function makes and changes."""

import difflib
import graphlib
import textwrap
from argparse import Namespace
from collections import ChainMap, UserDict, UserList
from collections.abc import MutableMapping, Sequence
from types import SimpleNamespace

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (i64(3), f64(0), np.int8(3), 0)
ARRAYS = (ints(1, 3, 2), floats(0), [1, 3, 2])


@add(*NUMBERS)
def user_lists(x):
    a, b = UserList([x]), UserList([x])
    if x > 1:
        a.append(2)
    return a, b, a == b, a is b


@add(*NUMBERS)
def name_spaces(x):
    a, b = SimpleNamespace(v=x), SimpleNamespace(v=x)
    c = b
    if x > 1:
        c.v = 2
    return a, b, a == b, a is b, b is c


@add(*ARRAYS)
def state_in_a_namespace(xs):
    st = SimpleNamespace(n=0, best=None, seen=[])
    for x in xs:
        st.n += 1
        if st.best is None or x > st.best:
            st.best = x
            st.seen.append(x)
    return st.n, st.best, st.seen, vars(st), repr(st)


@add(*NUMBERS)
def chain_of_maps(x):
    m = ChainMap({"a": 1})
    if x > 1:
        m["b"] = x
    return m, m.maps, m.get("b")


@add(*NUMBERS)
def texts_by_objects(x):
    s = difflib.SequenceMatcher(None, "abc", "abd")
    w = textwrap.TextWrapper(width=5)
    w.initial_indent = "*" if x > 1 else ""
    return s.ratio(), w.wrap("hello world a"), w.width


@add(*NUMBERS)
def topological_order(x):
    g = graphlib.TopologicalSorter()
    g.add("a", "b")
    if x > 1:
        g.add("c", "a")
    return list(g.static_order())


@add(*NUMBERS)
def byte_arrays(x):
    b = bytearray(b"abc")
    c = bytearray(3)
    m = memoryview(b)
    m[0] = 65
    if x > 1:
        b[1] = 66
        c.extend(b)
    return b, c, bytes(b), b.decode(), b == c, len(c), b.find(b"c"), bytes(m)


@add(*NUMBERS)
def derived_here(x):
    class L(UserList):
        def total(self):
            return sum(self.data)

    class M(UserDict):
        def __setitem__(self, k, v):
            super().__setitem__(str(k), v)

    l, m = L([1]), M()
    l.append(x)
    m[1] = x
    if x > 1:
        m[2] = l.total()
    return l.total(), m, dict(m), l[0], m["1"]


@add(*NUMBERS)
def namespaces_in_one(x):
    c = SimpleNamespace(**{"a": 1, "b": [1, 2]})
    o = SimpleNamespace(inner=c)
    o.inner.a += x
    o.inner.b.append(x)
    del c.b[0]
    setattr(o, "z", getattr(o, "q", 9))
    o.__dict__.update(y=x)
    return o, c.a, c.b, o.inner is c, sorted(vars(o)), "z" in o.__dict__


@add(*NUMBERS)
def best_of_namespaces(x):
    q = [SimpleNamespace(i=i, v=0) for i in range(3)]
    for v in [1, x]:
        q[int(v) % 3].v += v
    best = max(q, key=lambda s: s.v)
    return best.i, [s.v for s in q], best


class GL(UserList):
    def total(self):
        return sum(self.data)


class GM(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(str(k), v)


@add(*NUMBERS)
def derived(x):
    l, m = GL([1]), GM()
    l.append(x)
    m[1] = x
    if x > 1:
        m[2] = l.total()
    return l.total(), m, dict(m), l[0], m["1"], l + [1], len(m)


@add(lambda: (GL([1]), GM(), 3), lambda: (GL(), GM({"a": 1}), f64(3)))
def derived_argument(l, m, x):
    l.append(x)
    m[1] = x
    if x > 1:
        m[2] = l.total()
    for v in l:
        x = x + v
    return x, "1" in m, l[-1], l.data


@add(lambda: (GL([1, 2]), 0), lambda: (UserList([1, 2]), i64(1)))
def gone_through(l, x):
    n = 0
    for i, v in enumerate(l):
        if v > x:
            n += v
        if i == 0:
            l[-1] = 5
    return (
        n,
        [v + 1 for v in l],
        sum(l),
        list(l),
        max(l),
        sorted(l),
        5 in l,
        [*l],
        tuple(reversed(l)),
    )


class Sq(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * i


class Mp(MutableMapping):
    def __init__(self):
        self.d = {}

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


@add(*NUMBERS)
def abstract_collections(x):
    s = Sq(3)
    m = Mp()
    t = 0
    for v in s:
        t += v * x
    m["a"] = x
    if x > 1:
        m["b"] = t
    return (
        t,
        list(s),
        4 in s,
        s.index(4),
        list(m.items()),
        m.get("b"),
        "b" in m,
        dict(m),
        m.pop("a"),
        m == {"b": t},
        m.setdefault("z", 1),
    )


@add(lambda: (Sq(3), Mp(), 3), lambda: (Sq(4), Mp(), f64(3)))
def abstract_arguments(s, m, x):
    t = 0
    for v in s:
        t += v * x
    m["a"] = x
    if x > 1:
        m["b"] = t
    for k in m:
        t += 1
    return (
        t,
        list(s),
        4 in s,
        s.index(4),
        list(m.items()),
        m.get("b"),
        "b" in m,
        dict(m),
        m.pop("a"),
        m.setdefault("z", 1),
    )


class Layers:
    def __init__(self, *weights):
        self.weights = list(weights)

    def __call__(self, x):
        return x * sum(self.weights)

    def __iter__(self):
        return iter(self.weights)

    def __len__(self):
        return len(self.weights)

    def __getitem__(self, at):
        return self.weights[at]

    def __contains__(self, weight):
        return weight in self.weights


@add(
    lambda: (Namespace(layers=Layers(f64(2), 3)), f64(2)),
    lambda: (Namespace(layers=Layers(f64(2), 3)), 0.5),
)
def attribute_that_is_called_and_more(options, x):
    total = options.layers(x)
    for weight in options.layers:
        total += weight
    if x > 1:
        total += len(options.layers)
    return (
        total,
        options.layers[0],
        3 in options.layers,
        list(options.layers),
        {weight: 0 for weight in options.layers},
        options.layers.weights,
        callable(options.layers),
    )
