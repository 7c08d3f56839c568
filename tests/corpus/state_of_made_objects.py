"""Objects that staged code makes, changes and hands on."""

import copy
import heapq
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import dataclass, field, replace

import numpy as np

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


class Point:
    """Two coordinates."""

    scale = 1

    def __init__(self, x, y=0.0):
        self.x = x
        self.y = y

    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5

    def moved(self, dx):
        return Point(self.x + dx, self.y)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))

    @property
    def double(self):
        return self.x * 2

    @double.setter
    def double(self, value):
        self.x = value / 2


def returned(x):
    return Point(x, x * 2)


add(returned, f64(1), floats(1, 2))


def returned_after_methods(x):
    p = Point(0.0)
    for v in x:
        p = p.moved(v)
    p.double = p.double + 1
    return p


add(returned_after_methods, floats(1, 2), floats())


def best_of(x):
    best = None
    total = Point(0.0)
    for v in x:
        p = Point(v, v * 2)
        total = total + p
        if best is None or p.norm() > best.norm():
            best = p
    return best, total, best is total


add(best_of, floats(1, -3, 2), floats())


def list_of_objects(x):
    points = []
    for v in x:
        points.append(Point(v, 1.0))
    total = 0.0
    for p in points:
        p.x += 1
        total += p.norm()
    return total, points


add(list_of_objects, floats(1, 2), floats())


def by_key(x):
    found = {}
    for i in range(len(x)):
        found[i] = Point(x[i])
    found[0].y = 7.0
    return found, found[0] == found[len(x) - 1]


add(by_key, floats(1, 2), floats(1))


def objects_as_keys(x):
    seen = set()
    for v in x:
        seen.add(Point(v))
    return len(seen)


add(objects_as_keys, floats(1, 2, 1), floats())


def chosen(x):
    p = Point(1.0) if x > 0 else Point(2.0, 3.0)
    p.y += x
    return p, p.y, isinstance(p, Point), type(p) is Point, hasattr(p, "z")


add(chosen, f64(1), f64(-1))


def kept_by_argument(o, x):
    p = Point(x)
    o["last"] = p
    p.y = 5.0
    return o, o["last"] is p


add(kept_by_argument, ({}, f64(1)), ({"last": 1}, f64(2)))


def linked(x):
    head = None
    for v in x:
        head = Node(v, head)
    count, total = 0, 0.0
    node = head
    while node is not None:
        count += 1
        total += node.value
        node = node.rest
    return count, total, head


class Node:
    def __init__(self, value, rest):
        self.value = value
        self.rest = rest


add(linked, floats(1, 2, 3), floats())


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


def insert(root, key):
    if root is None:
        return Tree(key)
    node = root
    while True:
        if key < node.key:
            if node.left is None:
                node.left = Tree(key)
                break
            node = node.left
        else:
            if node.right is None:
                node.right = Tree(key)
                break
            node = node.right
    return root


def search_tree(x):
    root = None
    for v in x:
        root = insert(root, v)
    stack, out = [], []
    node = root
    while stack or node is not None:
        while node is not None:
            stack.append(node)
            node = node.left
        node = stack.pop()
        out.append(node.key)
        node = node.right
    return out


add(search_tree, floats(3, 1, 2), floats(1), floats())


class Stack:
    def __init__(self):
        self.items = []

    def push(self, v):
        self.items.append(v)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return len(self.items) > 0


def stack_object(x):
    s = Stack()
    for v in x:
        s.push(v)
        if len(s) > 2:
            s.pop()
    return len(s), s.items


add(stack_object, floats(1, 2, 3), floats())


def stack_emptied(x):
    s = Stack()
    for v in x:
        s.push(v)
    total = 0.0
    while s:
        total = total * 2 + s.pop()
    return total


add(stack_emptied, floats(1, 2, 3), floats())


@dataclass
class Config:
    rate: float = 0.1
    steps: list = field(default_factory=list)
    table: dict = field(default_factory=dict)


def dataclass_returned(x):
    c = Config(rate=x)
    for k in range(3):
        c.steps.append(x * k)
    return c


add(dataclass_returned, f64(1))


def dataclass_in_loop(x):
    c = Config()
    for v in x:
        if v > c.rate:
            c = replace(c, rate=v)
        c.steps.append(v)
    return c.rate, c.steps


add(dataclass_in_loop, floats(1, 0.5), floats())


@dataclass(frozen=True)
class Fixed:
    a: float
    b: float = 2.0


def frozen_dataclass(x):
    best = Fixed(0.0)
    for v in x:
        if v > best.a:
            best = Fixed(v, best.a)
    return best


add(frozen_dataclass, floats(1, 3, 2), floats())

Pair = namedtuple("Pair", "low high")


def named_in_loop(x):
    p = Pair(0.0, 0.0)
    for v in x:
        p = p._replace(high=v) if v > p.high else Pair(v, p.high)
    return p


add(named_in_loop, floats(1, 3, 2), floats())


class Shape(ABC):
    def __init__(self):
        self.count = 0

    @abstractmethod
    def area(self): ...

    def counted(self):
        self.count += 1
        return self.area()


class Square(Shape):
    def __init__(self, side):
        super().__init__()
        self.side = side

    def area(self):
        return self.side**2


def abstract_base(x):
    s = Square(2.0)
    total = 0.0
    for v in x:
        total += s.counted() * v
    return total, s.count


add(abstract_base, floats(1, 2), floats())


def abstract_made(x):
    return Shape() if x > 0 else None


add(abstract_made, f64(1), f64(-1), raises=TypeError)


class Bag(dict):
    def total(self):
        return sum(self.values())


def dict_subclass(x):
    b = Bag()
    b["a"] = x
    return b, b.total()


add(dict_subclass, f64(1))


class Track(list):
    pass


def list_subclass(x):
    t = Track()
    for v in x:
        t.append(v)
    return t, len(t)


add(list_subclass, floats(1, 2), floats())


@ag.do_not_convert
def appends(items):
    items.append("a")


def changed_elsewhere(x):
    items = []
    for v in x:
        items.append(v)
    appends(items)
    return isinstance(items[-1], str), items


add(changed_elsewhere, floats(1), floats())


def changed_elsewhere_first(x):
    items = [1]
    appends(items)
    more = []
    for v in x:
        more.append(v)
    return items, more


add(changed_elsewhere_first, floats(1), floats())


def changed_within(d, x):
    appends(d["items"])
    return len(d["items"]), x


add(changed_within, ({"items": [1]}, f64(1)))


@ag.do_not_convert
def new_counter():
    return Tally()


class Tally:
    def __init__(self):
        self.n = 0


def made_elsewhere(x):
    t = new_counter()
    t.n += x
    return t.n


add(made_elsewhere, f64(1), 1)


def heap_of_plain(x):
    heap = []
    heapq.heappush(heap, 3)
    heapq.heappush(heap, 1)
    more = []
    for v in x:
        more.append(v)
    return heap, more


add(heap_of_plain, floats(1), floats())


def heap_sort(x):
    heap = []
    for v in x:
        heapq.heappush(heap, v)
    out = []
    while heap:
        out.append(heapq.heappop(heap))
    return out


add(heap_sort, floats(3, 1, 2), floats())


def heap_of_pairs(x):
    heap = [(0.0, 0)]
    for i in range(len(x)):
        heapq.heappush(heap, (x[i], i))
    cost, k = heapq.heappop(heap)
    return cost, k, len(heap)


add(heap_of_pairs, floats(3, -1, 2), floats())


class Account:
    made = 0

    def __init__(self, balance):
        Account.made += 1
        self.balance = balance


def counted_on_class(x):
    for v in x:
        a = Account(v)
    return a.balance


add(counted_on_class, floats(1, 2))


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, v):
        return v * self.factor

    def __getitem__(self, k):
        print("asked", k)
        return self.factor + k

    def __len__(self):
        return 3

    def __contains__(self, v):
        return v == self.factor

    def __iter__(self):
        return iter([self.factor, 1.0])


def protocols(x):
    s = None
    for v in x:
        s = Scaled(v)
    return s(2), s[1], s[1], len(s), 3.0 in s, list(s), [k for k in s]


add(protocols, floats(1, 3))


class Loud:
    def __init__(self, v):
        self.v = v

    @property
    def value(self):
        print("read")
        return self.v

    def __setattr__(self, name, value):
        print("set", name)
        object.__setattr__(self, name, value)


def effects_of_attributes(x):
    loud = None
    for v in x:
        loud = Loud(v)
        loud.v = v + 1
    a = loud.value
    loud.value
    return a + loud.value


add(effects_of_attributes, floats(1, 2))


def copied(x):
    p = Point(x, [1])
    q = copy.copy(p)
    q.y.append(x)
    return p, q


add(copied, f64(1))


class NotConverged(Exception):
    def __init__(self, steps, residual):
        super().__init__(f"after {steps} steps: {residual}")
        self.steps = steps
        self.residual = residual


def own_exception(x):
    for i in range(10):
        x = x / 2
        if x < 1:
            raise NotConverged(i, x)
    return x


add(own_exception, f64(8), f64(8000), raises=NotConverged)


def own_exception_from(x):
    try:
        if x < 0:
            raise ValueError("negative")
    except ValueError as error:
        raise NotConverged(1, x) from error
    return x


add(own_exception_from, f64(1), f64(-1), raises=NotConverged)


@dataclass
class Failed(Exception):
    code: int


def dataclass_exception(x):
    if x < 0:
        raise Failed(3)
    return x


add(dataclass_exception, f64(1), f64(-1), raises=Failed)


def exception_with_attribute(x):
    error = ValueError("no")
    error.value = x
    if x < 0:
        raise error
    return x


add(exception_with_attribute, f64(1), f64(-1), raises=ValueError)


def exception_returned(x):
    error = ValueError("no", x)
    return error, error.args


add(exception_returned, f64(1))


def exceptions_kept(x):
    found = []
    for v in x:
        error = KeyError(v)
        found.append(error)
    return [str(e) for e in found]


add(exceptions_kept, floats(1, 2), floats())


def own_exception_caught(x):
    try:
        if x < 0:
            raise NotConverged(3, x)
    except NotConverged as error:
        return error.steps, error.residual, str(error)
    return x


add(own_exception_caught, f64(1), f64(-1))


def own_exception_closed_over(x):
    class Local(Exception):
        def __init__(self, value):
            super().__init__(value)
            self.value = value

    if x < 0:
        raise Local(x)
    return x


add(own_exception_closed_over, f64(1), f64(-1), raises="Local")


def checked(v):
    if v > 2:
        raise NotConverged(0, v)
    return v * 2


def own_exception_in_callee(x):
    total = 0.0
    for v in x:
        total += checked(v)
    return total


add(own_exception_in_callee, floats(1, 2), floats(1, 3), raises=NotConverged)


def attribute_by_another_name(x):
    h = Stack()
    b = None
    for v in x:
        b = h.items
    return h.items, b, b is h.items


add(attribute_by_another_name, floats(1, 2), floats())


def swapped_and_kept(x):
    a = []
    b = [1]
    kept = {1: a}
    for v in x:
        a, b = b, a
    return kept, a, b


add(swapped_and_kept, floats(1, 2, 3), floats())


def tuples_of_one_list(x):
    a = []
    s = Stack()
    for v in x:
        s.push((a, v))
    return s.items, a


add(tuples_of_one_list, floats(1, 2), floats())


def list_in_itself(x):
    a = []
    a.append(a)
    for v in x:
        a.append(v)
    return len(a), a


add(list_in_itself, floats(1, 2), floats())


def changed_through_what_keeps_it(x):
    a = []
    e = {1: a}
    for v in x:
        e.setdefault(1, []).append(v)
        e[v] = 1
    return len(a), a is e[1]


add(changed_through_what_keeps_it, floats(1, 2), floats(), raises=AttributeError)


def changed_through_the_run(o, x):
    a = [1]
    o["k"] = a
    for v in x:
        o["k"].append(v)
    return len(a), a[-1]


add(changed_through_the_run, ({}, floats(1, 2)), ({}, floats()))


def objects_made_under_protection(x, n):
    s = 0.0
    try:
        s += Point(x[0], s).norm() / n
        p = Point(s).moved(x[1])
        s -= 1 // n + Point(s, p.x).norm()
    except ZeroDivisionError:
        s = Point(s, x[1]).norm()
    return s


add(objects_made_under_protection, (floats(1, 2), 3), (floats(1, 2), 0))


def objects_made_under_two_protections(x, n):
    s = 0.0
    for v in x:
        try:
            try:
                s += Point(v, s).norm() // n
            finally:
                s = Point(s, v).norm()
        except ZeroDivisionError:
            s = Point(v).moved(s).x
    return s


add(
    objects_made_under_two_protections,
    (floats(1, 2), 3),
    (floats(1, 2), 0),
    (floats(), 1),
)
