"""Functions that are called and cannot be compiled: Python runs them at each run."""

from __future__ import annotations

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)
XS = floats(1, 2, 4)
OTHERS = floats(3, -1, 5)


def has_identity(value):
    pair = (value, 1.0)
    return id(pair) == id(pair)


class Stack:
    def __init__(self, *items):
        self.items = list(items)

    def push(self, item):
        self.known = has_identity(item), has_identity(self.items)
        pair = (item,)
        if id(pair) == id(pair):
            self.items.append(item)
        return self

    @property
    def last(self):
        pair = (self.items[-1],)
        return pair[0] if id(pair) == id(pair) else None

    def __add__(self, other):
        pair = (self, other)
        return Stack(*self.items, *other.items, id(pair) == id(pair))

    def __iter__(self):
        pair = (self.items,)
        return iter(self.items if id(pair) == id(pair) else ())

    def __len__(self):
        pair = (self.items,)
        return len(self.items) if id(pair) == id(pair) else 0

    def __repr__(self):
        return f"Stack{tuple(self.items)}"


class Failure(Exception):
    def __init__(self, value):
        pair = (value,)
        super().__init__(value, id(pair) == id(pair))


class Held:
    def __enter__(self):
        pair = (self,)
        self.entered = id(pair) == id(pair)
        return self

    def __exit__(self, kind, *_):
        pair = (kind,)
        self.left = id(pair) == id(pair), kind
        return True


@add((XS,), (OTHERS,))
def function_called(x):
    return x.sum() * 2, has_identity(x[0]), x


@add((XS,), (OTHERS,))
def in_a_loop_and_on_one_path(x):
    found = []
    for v in x:
        if v > 1:
            found.append((v, has_identity(v)))
    return found


@add(lambda: (XS, Stack(1.0)), lambda: (OTHERS, Stack(2.0, 3.0)))
def methods_that_change_what_they_are_given(x, stack):
    stack.push(x[0]).push(2.0)
    for v in x:
        stack.push(v)
    return stack.items, stack.last, len(stack), stack.known


@add((XS,), (OTHERS,))
def methods_of_what_is_made_here(x):
    stack = Stack(x[0])
    stack.push(x[1])
    both = stack + Stack(1)
    return both.items, [v * 2 for v in stack], sum(stack), len(both), both


@add((XS, 1.5), (OTHERS, 4.0))
def exception_that_is_caught(x, limit):
    found = []
    for v in x:
        try:
            if v > limit:
                raise Failure(v)
            found.append(v)
        except Failure as error:
            found.append(error.args)
    return found


@add((XS,), (floats(2, 2),), raises="Failure")
def exception_that_leaves(x):
    if x.sum() > 0:
        raise Failure(x[0])
    return x


@add((XS,), (OTHERS,))
def context_manager(x):
    with Held() as held:
        x = x / held.entered
        raise ValueError(str(x))
    return held.left, x


def numbers_from(start):
    pair = (start,)
    for step in range(3):
        yield start + step + (id(pair) != id(pair))


@add((XS,), (OTHERS,))
def generator(x):
    return [v * 2 for v in numbers_from(x[0])], sum(numbers_from(1)), max(x)


def adding(value):
    pair = (value,)
    assert id(pair) == id(pair)
    return lambda other: other + value


def applied(function, value):
    pair = (value,)
    return function(pair[0]), id(pair) == id(pair)


@add((XS,), (OTHERS,))
def functions_given_and_returned(x):
    add = adding(x[0])
    return add(x), applied(lambda v: v * x[1], 3.0), list(map(has_identity, x))


TOTALS = {"sum": 0.0}


def counted(x):
    global last
    pair = (x,)
    if id(pair) == id(pair):
        last = x.sum()
        TOTALS["sum"] += last
    return TOTALS


last = 0.0


@add((XS,), (OTHERS,))
def names_of_the_module(x):
    TOTALS["sum"] = 1.0
    counted(x)
    counted(x + 1)
    return TOTALS["sum"], last, dict(TOTALS)


def first_of_them(x):
    """Need a plain number, and call what needs one, too."""
    return [0, 1, 2][: has_identity(x)], [has_identity(x)] * 2


@add((XS,), (f64(3) * XS,))
def called_by_what_is_called(x):
    return first_of_them(x), x[len(first_of_them(x)[0])]


class Near:
    def __init__(self, x):
        self.x = x

    def __pow__(self, other, modulo=None):
        pair = (other,)
        return self.x**other, modulo, id(pair) == id(pair)

    def __lt__(self, other, slack=0):
        pair = (other,)
        return self.x < other + slack, id(pair) == id(pair)

    def __ne__(self, other):
        pair = (other,)
        return "differs" if id(pair) == id(pair) else None


class Equal:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x if isinstance(other, Equal) else NotImplemented


@add(lambda: (Near(2), 2), lambda: (Near(f64(2.5)), 3))
def operators(near, k):
    powers = near**k, pow(near, k), pow(near, k, 5), near.__pow__(k, modulo=4)
    return powers, near < k, near.__lt__(k, slack=2), k > near


@add(lambda: (Equal(2), Near(2)), lambda: (Near(1), Equal(1)), lambda: (2, Near(1)))
def operators_of_the_other_operand(one, other):
    return one != other, other != one, one == other, other == one


def by_text(x, factor):
    return eval("x * factor"), sorted(locals()), [eval("v") for v in x][:1]


@add((XS, 2), (OTHERS, f64(3)))
def names_looked_up_by_their_text(x, factor):
    return by_text(x, factor), x
