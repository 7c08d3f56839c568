"""Gradients through lists that a function fills while it runs."""

# Loops that append are what is tested: a comprehension is another list.

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NoDerivative, NotDifferentiable, NotFunctional

X = np.array([0.5, -1.2, 2.0, 0.7])
V = np.array([1.0, -2.0, 0.5, 3.0])


def kept(x):
    """An array of what is kept; how much that is, is known at run time only."""
    return np.array([v * v for v in x if v > 0]).prod()


def gone_through(x):
    found, total = [], 0.0
    for v in x:
        if v > 0:
            found.append(v * v)  # noqa: PERF401
    for place, each in enumerate(found):
        total += each * place
    return total + found[-1] * found[0] * len(found)


def recurrence(x):
    terms, n = [x[0], x[1] ** 2], 0
    while n < 4:
        terms.append(terms[-1] * terms[-2] + x[n])
        n += 1
    return terms[-1] + terms[2]


def stack_machine(x):
    waiting, total = [], 0.0
    for v in x:
        waiting.append(v)  # noqa: PERF402
    while waiting:
        total = total * 0.5 + waiting.pop() ** 2
        if len(waiting) > 2:
            total = total * waiting[0]
    return total


def read_between_changes(x):
    found = []
    for v in x:
        found.append(v * v)  # noqa: PERF401 - the list is the point
    total = np.asarray(found).sum()
    last = found.pop() * found[-1]
    found.append(total * last)
    return sum(found) * np.mean(found)


def largest(x):
    found = []
    for v in x:
        if v < 1:
            found.append(v * 2.0)  # noqa: PERF401
    return max(found) * min(found) + np.stack(found) @ found


@pytest.mark.parametrize(
    "function",
    [kept, gone_through, recurrence, stack_machine, read_between_changes, largest],
)
def test_both_modes_to_second_order(function):
    ag.check_gradients(function, (X,))
    step = 1e-6 * V
    difference = (function(X + step) - function(X - step)) / 2e-6
    assert ag.grad(function)(X) @ V == pytest.approx(difference)


def test_a_list_of_each_turn():
    def sums(x):
        rows = []
        for v in x:
            above = []
            for w in x:
                if w > v:
                    above.append(w * v)  # noqa: PERF401
            rows.append(sum(above) + v)
        return np.array(rows) @ x

    ag.check_gradients(sums, (X,))


CHANGES = """
found[1] = x[0] * x[1]
found[-1] *= found[0]
found.reverse()
found.sort()
found.sort(reverse=True)
found.sort(key=lambda v: -abs(v - 1.0))
found.insert(1, x[0] ** 3)
found.insert(-9, x[0] ** 3)
found.insert(99, x[0] ** 3)
found.extend(x)
found.extend(found)
found.extend([x[0], 3.0])
last = found.pop(1); found[0] += last * x[3]
last = found.pop(-2); found[0] += last * x[3]
found.remove(found[1])
del found[1]
found = found[1:] + [x[2] * 2.0]
found = found[::-1]
other = found.copy(); other[0] = other[1] * x[0]; found += other
other = list(found); other.sort(); found[0] = other[2] * other[1]
found = sorted(found)
found = sorted(x, reverse=True)
found = sorted(found, key=lambda v: -v)
found = x.tolist(); found[1] = found[0] * found[2]
found[0], found[-1] = found[-1], found[0]
""".strip().splitlines()


@pytest.mark.parametrize("first", range(0, len(CHANGES), 5))
def test_changes_of_a_list(first, some):
    for change in some(CHANGES[first : first + 5]):
        function, plain = changed_by(change)
        ag.check_gradients(function, (X,))
        assert ag.value_and_grad(function)(X)[0] == plain(X), change


def changed_by(change):
    """A function whose list is changed by some statements, decorated and plain."""
    lines = "\n    ".join(change.split("; "))
    text = f"""
def changed(x):
    found = []
    for v in x:
        if v < 5.0:
            found.append(v * v)
    {lines}
    total = 0.0
    for place, each in enumerate(found):
        total = total * 0.5 + each * each * (place + 1)
    return total + found[0] * found[-1]
"""
    space = {}
    exec(text, space)
    return ag.function(space["changed"], source=text), space["changed"]


@pytest.mark.parametrize(
    "change", ["found.pop(9)", "found.remove(8.0)", "del found[7]"]
)
def test_errors_of_changes_are_those_of_python(change):
    text = f"""
def changed(x):
    found = []
    for v in x:
        found.append(v * v)
    {change}
    return found[0]
"""
    space = {}
    exec(text, space)
    with pytest.raises((IndexError, ValueError)) as plain:
        space["changed"](X)
    with pytest.raises(plain.type) as derived:
        ag.grad(ag.function(space["changed"], source=text))(X)
    assert str(derived.value) == str(plain.value)


def insertion_sort(x):
    items = list(x)
    for i in range(1, len(items)):
        key, j = items[i], i - 1
        while j >= 0 and items[j] > key:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = key
    return items[0] * items[2] + items[3] ** 2


def merged(x):
    first, second, found = sorted(x[:2]), sorted(x[2:]), []
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i] <= second[j]:
            found.append(first[i])
            i += 1
        else:
            found.append(second[j])
            j += 1
    found.extend(first[i:])
    found.extend(second[j:])
    return found[0] * found[1] + found[3] ** 2


def arrays_in_a_list(x):
    states = [np.zeros(4) for _ in range(int(x[3]) + 4)]
    for i in range(1, len(states)):
        states[i] = states[i - 1] * 0.5 + x * x[i % 4]
    return states[-1] @ states[2]


def never_read(x):
    history, pairs, total = [], [], 0.0
    for i, v in enumerate(x):
        total += v * v
        history.append(total)
        pairs.append((i, total))
    return total


@pytest.mark.parametrize(
    "function", [never_read, insertion_sort, merged, arrays_in_a_list]
)
def test_programs_with_lists(function):
    ag.check_gradients(function, (X,))


@pytest.mark.parametrize("change", ["found[0:1] = [x[1]]", "del found[:1]"])
def test_other_changes_are_refused(change):
    text = f"""
def changed(x):
    found = []
    for v in x:
        found.append(v * v)
    {change}
    return found[0]
"""
    space = {}
    exec(text, space)
    function = ag.function(space["changed"], source=text)
    with pytest.raises((NoDerivative, NotFunctional)) as caught:
        ag.grad(function)(X)
    assert caught.value.span is not None


def test_what_a_test_takes_off_a_list_is_refused():
    def until(x):
        waiting, total = [], 0.0
        for v in x:
            waiting.append(v)  # noqa: PERF402
        while waiting.pop() > 0:
            total += waiting[0]
        return total

    with pytest.raises(NoDerivative):
        ag.grad(until)(X)


@pytest.mark.parametrize("value", [[1.0, 2.0], {"a": [X]}, ([X], X)], ids=repr)
def test_a_list_that_is_returned_as_it_came_is_refused(value):
    with pytest.raises(NotDifferentiable, match="is returned as a whole") as caught:
        ag.vjp(lambda given: given, value)
    assert caught.value.span is not None


def orbit(x, n):
    found, v = [], x
    for _ in range(n):
        v = 3.7 * v * (1 - v)
        found.append(v)
    return np.array(found)


def test_a_list_that_only_becomes_an_array_is_one():
    def total(x, n):
        return (orbit(x, n) ** 2).sum()

    gradient = ag.function(ag.grad(total))
    concrete = gradient.get_concrete_function(np.float64(0.3), np.int64(5))
    assert "zeros_in_list" not in str(concrete.graph)
    assert "items_added" not in str(concrete.graph)
    step = 1e-6
    for n in (0, 1, 5):
        near = [total(np.float64(0.3 + h), n) for h in (step, -step)]
        found = gradient(np.float64(0.3), np.int64(n))
        assert np.isclose(found, (near[0] - near[1]) / (2 * step))


def test_a_list_that_is_also_read_stays_one():
    def last(x, n):
        found = []
        for _ in range(n):
            x = x * x
            found.append(x)
        return np.array(found).sum() + found[-1]

    assert ag.grad(last)(np.float64(2.0), np.int64(2)) == 4.0 + 2 * 32.0
    with pytest.raises(IndexError, match="list index out of range"):
        ag.grad(last)(np.float64(2.0), np.int64(0))
