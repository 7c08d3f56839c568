"""What `jax.jit` takes of functions that are exported to JAX, and what is refused."""

from functools import partial

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable


def exported(function, *arguments):
    space = {}
    exec(ag.export.jax(function, *arguments), space)
    return space[function.__name__]


def partitions(x):
    stack = [(0, len(x) - 1)]
    done = 0
    while stack:
        low, high = stack.pop()
        if low < high:
            middle = low + 1 if x[low] > x[high] else high
            stack.append((low, middle - 1))
            done += 1
    return done


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (partitions, (np.arange(3.0),), "if low < high"),
    ],
)
def test_choices_by_what_a_list_holds_are_refused_by_line(function, arguments, line):
    with pytest.raises(NotExportable) as refused:
        ag.export.jax(function, *arguments)
    assert line in str(refused.value)
    assert "say with room= how many items" in str(refused.value)


def test_a_list_that_a_while_fills_has_the_room_that_is_said(jax):
    space = {}
    exec(ag.export.jax(partitions, np.arange(3.0), room=20), space)
    x = np.array([3.0, 1.0, 2.0])
    assert jax.jit(space["partitions"])(x) == partitions(x)


def test_a_work_list_gets_several_items_at_once(jax):
    def filled(grid, a, b):
        todo, count = [(a, b)], 0
        while todo:
            a, b = todo.pop()
            if 0 <= a < 4 and 0 <= b < 5 and grid[a, b] == 0:
                grid[a, b] = 1
                count += 1
                todo += [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)]
        return count

    at = np.int64(1), np.int64(2)
    space = {}
    exec(ag.export.jax(filled, np.zeros((4, 5), int), *at, room=100), space)
    grid = np.zeros((4, 5), int)
    grid[:, 3] = 1
    count, left = jax.jit(space["filled"])(grid.copy(), *at)
    assert count == filled(grid, *at) == 12
    np.testing.assert_array_equal(left, grid)


def test_one_item_more_than_there_is_room_for_is_told(jax):
    from jax.experimental import checkify

    def halved(x):
        found = []
        while x > 1:
            found.append(x)
            x = x / 2
        return np.array(found)

    space = {}
    exec(ag.export.jax(halved, np.float64(9.0), room=3), space)
    checked = jax.jit(checkify.checkify(space["halved"]))
    fault, (found, count) = checked(5.0)
    fault.throw()
    assert found[: int(count)].tolist() == [5.0, 2.5, 1.25]
    fault, _ = checked(9.0)
    with pytest.raises(ValueError, match="more than 3 items: export with a larger"):
        fault.throw()


def test_the_room_is_a_number_of_items():
    with pytest.raises(ValueError, match="positive number of items, not 0"):
        ag.export.jax(partitions, np.arange(3.0), room=0)


def test_dicts_keep_the_order_of_their_keys(jax):
    def told(x):
        return {"width": x, "area": x * x, "more": ({"b": x, "a": -x},)}

    found = jax.jit(exported(told, np.float64(2.0)))(3.0)
    assert list(found) == ["width", "area", "more"]
    assert list(found["more"][0]) == ["b", "a"]
    assert "in_order" not in ag.export.jax(lambda x: {"a": x, "b": x}, np.float64(1.0))


def test_counts_of_repeats_need_no_shape_that_is_known(jax):
    def repeated(x, counts, n):
        return np.repeat(x, counts)[: len(x)], np.repeat(x, [n]), x.repeat(2)

    x, counts = np.array([3.0, 4.0]), np.array([1, 2])
    with pytest.raises(NotExportable, match="repeat needs a shape"):
        ag.export.jax(repeated, x, counts, 2)

    def doubled(x, n):
        return np.repeat(x, [n, n + 1]), np.repeat(x, [n]), x.repeat(2)

    found = jax.jit(exported(doubled, x, np.int64(1)), static_argnames=["n"])(x, n=2)
    for one, other in zip(found, doubled(x, 2), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_may_be_unbound_is_zero():
    def last(x):
        found = []
        for k in range(len(x)):
            found.append(k)  # noqa: PERF402  # the loop is what is exported
        return found, k

    text = ag.export.jax(last, np.ones(3))
    assert "class Unbound" not in text


def positives(x, y):
    mask = x > 0
    taken = x[mask]
    x[mask] += 1
    places = np.flatnonzero(mask)
    return (
        np.log(taken) * 2,
        taken.mean(),
        taken.max(),
        len(taken),
        y[mask].mean(axis=0),
        y[mask, 0].std(),
        places,
        y[places],
        places[-1],
        np.where(y[:, 1] < 0)[0][0],
    )


def test_what_masks_take_is_an_array_with_room(jax):
    rng = np.random.default_rng(1)
    x, y = np.arange(-3.0, 3.0), rng.normal(size=(6, 2))
    text = ag.export.jax(positives, x, y)
    assert "    result[0][0]: an array with room, and how many items it has" in text
    found, left = jax.jit(exported(positives, x, y))(x, y)
    wanted = positives(x, y)
    np.testing.assert_array_equal(left, x)
    for one, other in zip(found, wanted, strict=True):
        if isinstance(one, tuple):
            one = one[0][: int(one[1])]
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_derivatives_of_what_a_mask_takes_are_finite(jax):
    def entropy(x):
        p = x[x > 0]
        return -(p * np.log(p)).sum()

    x = np.array([0.5, 0.0, 0.25, -1.0])
    found = jax.grad(exported(entropy, x))(x)
    np.testing.assert_allclose(found, ag.grad(entropy)(x), rtol=1e-12)


def nearest(points):
    least, pair = np.inf, None
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            d = ((points[i] - points[j]) ** 2).sum()
            if d < least:
                least, pair = d, (i, j)
    return pair, least


def majority(x):
    candidate, votes, seen = None, 0, (None, 0)
    for v in x:
        if votes == 0:
            candidate, votes = v, 1
        elif v == candidate:
            votes += 1
        else:
            votes -= 1
            seen = (v, votes)
    return candidate, seen


def test_what_may_be_none_is_a_pair(jax):
    text = ag.export.jax(nearest, np.ones((9, 2)))
    assert "    result[0]: whether it is there, and what it is" in text
    find = jax.jit(exported(nearest, np.ones((9, 2))))
    points = np.random.default_rng(2).normal(size=(9, 2))
    (there, pair), _ = find(points)
    assert (bool(there), tuple(map(int, pair))) == (True, nearest(points)[0])
    assert not find(points * np.nan)[0][0]
    vote = jax.jit(exported(majority, np.ones(5)))
    (there, found), ((some, last), _) = vote(np.array([1.0, 2.0, 2.0, 2.0, 1.0]))
    assert (bool(there), float(found), bool(some), float(last)) == (1, 2.0, 1, 1.0)


def rooted(x, limit):
    for _ in range(limit):
        if x < 0:
            raise ValueError("{negative}")
        x = np.sqrt(x) - 0.5
    return x


def test_errors_under_a_test_are_checks(jax):
    from jax.experimental import checkify

    text = ag.export.jax(rooted, np.float64(4.0), np.int64(9))
    assert "`checkify.checkify`" in text
    run = exported(rooted, np.float64(4.0), np.int64(9))
    np.testing.assert_allclose(jax.jit(run)(9.0, 2), rooted(9.0, 2), rtol=1e-12)
    error, _ = checkify.checkify(run)(0.1, 3)
    assert "ValueError: {negative}" in error.get()
    error, _ = checkify.checkify(run)(9.0, 2)
    assert error.get() is None


def test_the_number_of_a_turn_keeps_its_name(jax):
    def weighted(w, rows):
        for row in rows:
            missed = row != 1
            if w[0] > 9:
                break
            w = w * np.where(missed, 2.0, 0.5)
        return w

    w, rows = np.ones(3), np.array([[1, 2, 1], [2, 2, 1]])
    found = jax.jit(exported(weighted, w, rows))(w, rows)
    np.testing.assert_array_equal(found, weighted(w, rows))


def next_greater(x):
    found = np.full(len(x), -1.0)
    waiting = []
    for i in range(len(x)):
        while waiting and x[waiting[-1]] < x[i]:
            found[waiting.pop()] = x[i]
        waiting.append(i)
    return found


def edits(a, b):
    before = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            if x == y:
                row.append(before[j - 1])
            else:
                row.append(1 + min(before[j], row[-1], before[j - 1]))
        before = row
    return before[-1]


def stopped_by_losses(x, n):
    losses = []
    for _ in range(n):
        x = x / 2
        losses.append(x)
        if len(losses) > 1 and losses[-2] - losses[-1] < 0.1:
            break
    return losses


def reachable(edges, n):
    seen = [False] * n
    seen[0] = True
    found = [0]
    for _ in range(n):
        for k in range(len(edges)):
            a, b = edges[k]
            if seen[a] and not seen[b]:
                seen[b] = True
                found.append(b)
    return sum(seen), found, 3 in found


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (next_greater, (np.array([2.0, 1.0, 2.0, 4.0, 3.0]),)),
        (edits, (np.array([1, 2, 3, 4]), np.array([2, 3, 9, 4, 4]))),
        (stopped_by_losses, (np.float64(4.0), 9)),
        (reachable, (np.array([[0, 2], [3, 1], [2, 3]]), 5)),
    ],
)
def test_lists_with_a_bound_are_arrays_with_room(jax, function, arguments):
    text = ag.export.jax(function, *arguments)
    space = {}
    exec(text, space)
    held = [each for each in arguments if type(each) is not int]
    run = jax.jit(
        lambda *given: space[function.__name__](*given, *arguments[len(held) :])
    )
    found, wanted = run(*held), function(*arguments)
    for one, other in zip(jax.tree.leaves(found), leaves(wanted), strict=True):
        if isinstance(other, list):
            one = one[: len(other)]
        np.testing.assert_allclose(one, other, rtol=1e-12)


def leaves(wanted):
    """Return the parts of a result; after a list, how many items it has."""
    if isinstance(wanted, tuple):
        return [each for part in wanted for each in leaves(part)]
    return [wanted, len(wanted)] if isinstance(wanted, list) else [wanted]


def pairs_in_order(x):
    found = []
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] > x[j]:
                continue
            found.append((i, j))
    return found


def swaps(x, n):
    places = []
    x = x.copy()
    for i in range(n):
        for j in range(n - i - 1):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                places.append(j)
    return places


def steps_down(x):
    found = []
    for i in range(len(x) - 1, 0, -1):
        for j in range(i, -1, -1):
            if x[j] > x[i]:
                found.append(x[j])
                break
    return found


def large_ones(x):
    found = []
    for v in x[x > 0]:
        if v < 1.5:
            found.append(v)
        found.append(2 * v)
    return found


@pytest.mark.parametrize(
    ("function", "more"),
    [
        (pairs_in_order, {}),
        (swaps, {"n": 40}),
        (steps_down, {}),
        (large_ones, {}),
    ],
)
def test_lists_have_room_for_the_most_turns_of_loops(jax, function, more):
    x = np.random.default_rng(3).normal(size=40)
    module = partial(exported(function, x, *more.values()), **more)
    columns, count = jax.jit(module)(x)
    found = [each[: int(count)] for each in jax.tree.leaves(columns)]
    found = found[0] if len(found) == 1 else list(zip(*found, strict=True))
    assert np.allclose(found, function(x, **more))


def windows(x):
    found = []
    for i in range(0, len(x), 3):
        for j in range(i, min(i + 5, len(x))):
            if x[j] < 0:
                continue
            found.append(x[j] * i)
    return np.array(found), len(found)


def test_arrays_of_lists_with_room(jax):
    x = np.random.default_rng(3).normal(size=40)
    (array, count), length = jax.jit(exported(windows, x))(x)
    wanted, number = windows(x)
    assert number == count == length
    assert np.allclose(array[: int(count)], wanted)


def test_turns_that_are_not_known_before_are_refused_by_line():
    def doubled(x):
        found = []
        for v in x:
            for _ in range(int(v)):
                found.append(v)
                found.append(-v)
        return found

    with pytest.raises(NotExportable, match="range"):
        ag.export.jax(doubled, np.arange(40.0))


def limits(x):
    low = high = None
    for v in x:
        if low is None or v < low:
            low = v
        if high is None or v > high:
            high = v
    return {"low": low, "high": high, "more": [low, (high,)]}


def test_pairs_stand_in_dicts_and_lists(jax):
    x = np.array([2.0, -1.0, 5.0])
    found = jax.jit(exported(limits, x))(x)
    assert found["low"] == (True, -1.0)
    assert found["high"] == (True, 5.0)
    assert found["more"] == [(True, -1.0), ((True, 5.0),)]


def test_complex_numbers_that_a_mask_takes(jax):
    def total(z):
        return z[z.real > 0].sum()

    z = np.array([1 + 2j, -1 + 1j, 2 - 3j])
    assert np.isclose(jax.jit(exported(total, z))(z), 3 - 1j)
    for spread in (lambda z: z[z.real > 0].var(), lambda z: z[z.real > 0].std()):
        with pytest.raises(NotExportable, match="how many items a mask takes"):
            ag.export.jax(spread, z)
