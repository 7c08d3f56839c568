"""`while` and `for`: unrolled by Python, or one node whose types have settled."""

import re
import warnings

import numpy as np
import pytest

from tests.tracer.tracing import agree, graph_of

N = np.int64(10)
X = np.array([3.0, 1.0, 2.0])


def halving(n):
    steps = 0
    while n > 1:
        n = n // 2
        steps += 1
    return steps


def test_while_carries_what_it_rebinds(golden):
    golden(graph_of(halving, N))
    agree(halving, N, np.int64(1))


def while_with_break(n):
    total = 0
    while True:
        total += n
        if total > 20:
            break
        n += 1
    return total


def test_break_is_yielded_first(golden):
    golden(graph_of(while_with_break, N))
    agree(while_with_break, N, np.int64(30))


def continues(n):
    odd = 0
    while n > 0:
        n -= 1
        if n % 2 == 0:
            continue
        odd += n
    return odd


def test_continue_is_a_branch(golden):
    golden(graph_of(continues, N))
    agree(continues, N, np.int64(0))


def halved_below(x, limit):
    turns = 0
    while turns < 50:
        if x < limit:
            return x
        x = x / 2
        turns += 1
    raise ValueError("never")


def twice_halved(x, limit):
    return -halved_below(x, limit)


def test_what_a_loop_returns_is_bound(golden):
    golden(graph_of(twice_halved, X[0], X[1]))
    agree(twice_halved, (3.0, 1.0), (0.25, 0.5), (3.0, -1.0))


def over_array(x):
    total = 0.0
    for value in x:
        total += value
    return total


def test_for_over_an_array(golden):
    golden(graph_of(over_array, X))
    agree(over_array, X, X[:0], X.astype(np.int8))


def over_rows(x):
    best = x[0]
    for row in x:
        if row.sum() > best.sum():
            best = row
    return best


def test_for_over_rows_gives_views(golden):
    rows = np.arange(6.0).reshape(3, 2)
    golden(graph_of(over_rows, rows))
    agree(over_rows, rows)


def over_range(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


def test_for_over_a_range(golden):
    golden(graph_of(over_range, N))
    agree(over_range, N, np.int64(0))


def over_zip(x, y):
    total = 0.0
    for i, (a, b) in enumerate(zip(x, y)):
        total += i * a * b
    return total


def test_for_over_zip_and_enumerate(golden):
    golden(graph_of(over_zip, X, X))
    agree(over_zip, (X, X), (X, X[:2]))


def unrolled(x):
    total = 0.0
    for power in (1, 2, 3):
        total += x**power
    return total


def test_a_loop_over_plain_items_is_python_s(golden):
    golden(graph_of(unrolled, np.float64(2.0)))
    agree(unrolled, np.float64(2.0))


def long_range(x):
    for _ in range(1000):
        x = x * 0.5
    return x


def test_a_long_plain_range_is_one_node(golden):
    golden(graph_of(long_range, np.float64(2.0)))
    agree(long_range, np.float64(2.0))


def test_a_loop_over_the_characters_of_a_long_text_is_one_node():
    def differences(x):
        found = x
        for letter in "kitten, sitting":
            if letter != "t":
                found += 1
        return found

    assert graph_of(differences, N).count("add(") == 1
    agree(differences, N)


def long_range_unrolled(x):
    weights = {i: 1.0 / (i + 1) for i in range(12)}
    total = 0.0
    for i in range(12):
        total += x * weights[i]
    return total


def test_a_body_that_needs_the_plain_value_gives_the_same():
    agree(long_range_unrolled, np.float64(2.0))


def plain_at_first(x):
    n = 0
    while n < 3 or x > n:
        n += 1
        x = x - 0.5
    return n


def test_a_test_may_be_plain_for_the_first_turns():
    agree(plain_at_first, np.float64(0.0), np.float64(20.0))


def widens(x):
    a, b, c = 0, None, 1
    for value in x:
        a, b, c = b, c, value
    return a, b, c


def test_types_widen_until_they_settle(golden):
    golden(graph_of(widens, X))
    agree(widens, X, X[:0], X[:1])


def nested(x):
    count = 0
    for row in x:
        for value in row:
            if value > 0:
                count += 1
    return count


def test_loops_nest(golden):
    golden(graph_of(nested, np.ones((2, 2))))
    agree(nested, np.eye(3))


def found_in_rows(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 2:
                return i, j
    return None


def test_return_leaves_all_loops():
    agree(found_in_rows, np.arange(6.0).reshape(2, 3), np.zeros((2, 2)))


def with_else(x):
    for value in x:
        if value < 0:
            found = value
            break
    else:
        found = 0.0
    return found


def test_else_of_a_loop():
    agree(with_else, X, -X)


def always_raises(x):
    for value in x:
        raise ValueError("first", value)
    return 0


def test_a_body_that_always_raises(golden):
    golden(graph_of(always_raises, X))
    agree(always_raises, X, X[:0])


def writes_items(x):
    for i in range(1, len(x)):
        x[i] += x[i - 1]
    return x


def test_a_loop_writes_the_caller_s_array(golden):
    golden(graph_of(writes_items, X))
    agree(writes_items, X)


def shares_an_iterator(x):
    turns = iter([1, 2, 3])
    while x > 0:
        x = x - next(turns)
    return x


def test_an_iterator_that_a_loop_advances_is_made_at_run_time(golden):
    golden(graph_of(shares_an_iterator, np.float64(3.0)))
    agree(shares_an_iterator, np.float64(3.0), np.float64(9.0))


def shares_items(x):
    turns = iter({1: 0, 2: 0}.items())
    while x > 0:
        x = x - next(turns)[0]
    return x


def test_an_iterator_of_a_dict_is_one_of_a_dict_of_the_run():
    agree(shares_items, np.float64(3.0), np.float64(9.0))


def shares_answers(x):
    turns = iter(lambda: 1.0, 0.0)
    while x > 0:
        x = x - next(turns)
    return x


def test_an_iterator_that_a_loop_advances_is_made_by_the_run():
    agree(shares_answers, np.float64(3.0), np.float64(-1.0))


def makes_matches(x, text):
    if x > 0:
        for match in re.finditer("a", text):
            x = x + match.start()
    return x


def test_a_branch_may_advance_an_iterator_that_it_made():
    agree(makes_matches, (np.float64(3.0), "banana"), (np.float64(-3.0), "banana"))


def shares_matches(x, text):
    matches = re.finditer("a", text)
    if x > 0:
        for match in matches:
            x = x + match.start()
    return x


def test_one_that_a_branch_advances_is_made_by_the_run():
    agree(shares_matches, (np.float64(3.0), "banana"), (np.float64(-3.0), "banana"))


@pytest.mark.parametrize("turns", [0, 1, 7, 8, 9, 65])
def test_no_answer_depends_on_whether_a_loop_is_staged(turns):
    def totals(x, n):
        total, seen = 0, []
        for i in range(n):
            total = total + x * i
            seen.append(total)
        return total, len(seen)

    with warnings.catch_warnings():
        agree(totals, (np.float64(1.5), turns))


@pytest.mark.parametrize(
    "through",
    [
        lambda: ((k, k) for k in reversed(range(300))),
        lambda: enumerate(range(300), 1),
        lambda: zip(range(300), range(1, 301)),
        lambda: map(divmod, range(300), range(1, 301)),
    ],
)
def test_iterators_of_many_numbers_are_one_loop(through):
    def total(x):
        result = x[0]
        for one, other in through():
            result = result + x[0] * (one + other)
        return result

    assert str(graph_of(total, X)).count("multiply") == 1
    agree(total, X)


def backwards(x):
    result = x[0]
    for k in reversed(range(300)):
        result = result + x[0] * k
    return result


def by_its_iterator(x):
    result = x[0]
    for k in iter(range(300)):
        result = result + x[0] * k
    return result


@pytest.mark.parametrize("function", [backwards, by_its_iterator])
def test_iterators_of_numbers_are_loops_too(function):
    assert str(graph_of(function, X)).count("multiply") == 1
    agree(function, X)
