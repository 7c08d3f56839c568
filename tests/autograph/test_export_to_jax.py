"""``ag.export.jax``: source on JAX, which its own transformations take."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable


def collatz(n):
    """Count the steps to 1."""
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def heat(u, steps):
    for k in range(steps):  # noqa: B007  # it is returned
        old = u.copy()
        for i in range(1, len(u) - 1):
            u[i] = old[i] + 0.1 * (old[i - 1] - 2 * old[i] + old[i + 1])
        if np.abs(u - old).max() < 1e-4:
            break
    return k


def cholesky(a):
    n = len(a)
    factor = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            rest = a[i, j] - factor[i, :j] @ factor[j, :j]
            factor[i, j] = np.sqrt(rest) if i == j else rest / factor[j, j]
    return factor


def orbit(x, n, rate=3.7):
    found = np.zeros(n)
    for i in range(n):
        x = rate * x * (1 - x)
        found[i] = x
    return found


def loss(w, x, y):
    total = 0.0
    for i in range(len(y)):
        error = w @ x[i] - y[i]
        if error > 0:
            total += error**2
        else:
            total -= error
    return total


def strongest(a, limit):
    v = np.ones(len(a))
    value = 0.0
    for k in range(limit):
        w = a @ v
        norm = np.sqrt(w @ w)
        if norm == 0:
            return 0.0, k
        v = w / norm
        if abs(v @ a @ v - value) < 1e-9:
            return v @ a @ v, k
        value = v @ a @ v
    return value, limit


def knapsack(weights, values, capacity):
    best = np.zeros(capacity + 1)
    for i in range(len(weights)):
        for c in range(capacity, weights[i] - 1, -1):
            best[c] = max(best[c], best[c - weights[i]] + values[i])
    return best[capacity]


def quarters(x, n):
    found = []
    for i in range(n):
        found.append(x[i] / 4)  # noqa: PERF401  # the loop is what is exported
    return np.array(found)


GRID = np.arange(20.0).reshape(20, 1) / 7
EXAMPLES = {
    "collatz": (collatz, (np.int64(27),)),
    "heat": (heat, (np.sin(np.arange(40.0)), np.int64(50))),
    "cholesky": (cholesky, (np.eye(20) * 3 + np.ones((20, 20)),)),
    "orbit": (orbit, (np.float64(0.3), np.int64(6))),
    "strongest": (strongest, (np.eye(3) + 1, np.int64(40))),
    "knapsack": (
        knapsack,
        (np.array([1, 3, 4]), np.array([15.0, 20.0, 30.0]), np.int64(4)),
    ),
    "quarters": (quarters, (np.array([1, 7, 3], np.int8), np.int64(2))),
    "loss": (loss, (np.array([0.5]), GRID, np.cos(GRID[:, 0]))),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_module(name, golden):
    function, arguments = EXAMPLES[name]
    golden(ag.export.jax(function, *arguments))


def loaded(name):
    function, arguments = EXAMPLES[name]
    space = {}
    exec(compile(ag.export.jax(function, *arguments), "<exported>", "exec"), space)
    return space[name]


STATIC = {"orbit": ["n"], "quarters": ["n"], "knapsack": ["capacity"]}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_values_are_those_of_numpy(jax, name):
    function, arguments = EXAMPLES[name]
    copies = [np.array(each) if np.ndim(each) else each for each in arguments]
    wanted = function(*copies)
    if name == "heat":
        wanted = (wanted, copies[0])
    for f in (loaded(name), jax.jit(loaded(name), static_argnames=STATIC.get(name))):
        found = f(*arguments)
        if not isinstance(wanted, tuple):
            wanted, found = (wanted,), (found,)
        for one, other in zip(wanted, found, strict=True):
            assert np.asarray(one).dtype == other.dtype
            np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-15)
        wanted = wanted if len(wanted) > 1 else wanted[0]


def test_gradients_and_batches(jax):
    f = loaded("loss")
    _, (w, x, y) = EXAMPLES["loss"]
    wanted = ag.grad(loss)(w, x, y)
    np.testing.assert_allclose(jax.grad(f)(w, x, y), wanted, rtol=1e-12)
    many = np.stack([w, w + 1, w - 2])
    found = jax.vmap(f, (0, None, None))(many, x, y)
    np.testing.assert_allclose(found, [loss(each, x, y) for each in many], rtol=1e-12)


def test_lists_within_lists_are_filled_in_each_turn(jax):
    def filled(x):
        rows = [[1.0], [2.0]]
        for v in x:
            for row in rows:
                row.append(v * 2)
        return rows

    space = {}
    exec(ag.export.jax(filled, np.ones(3)), space)
    found = space["filled"](np.arange(3.0))
    assert [list(map(float, row)) for row in found] == filled(np.arange(3.0))


def pascal(n):
    rows = [[1]]
    for _ in range(n):
        last = rows[-1]
        rows.append([1] + [a + last[0] for a in last] + [1])
    return rows


def test_lists_are_joined_as_lists(jax):
    text = ag.export.jax(pascal, np.int64(1))
    space = {}
    exec(text, space)
    assert space["pascal"](4) == pascal(4)


def test_blocks_are_joined_as_blocks(jax):
    def quarters(x):
        return np.block([[x, x + 1.0], [x + 2.0, x + 3.0]])

    space = {}
    concrete = ag.function(quarters).get_concrete_function(np.ones((1, 1)))
    exec(ag.export.jax(concrete), space)
    found = space["quarters"](np.zeros((1, 1)))
    assert found.tolist() == [[0.0, 1.0], [2.0, 3.0]]


def test_a_shape_that_is_not_the_traced_one_is_refused(jax):
    with pytest.raises(TypeError, match="has to be float64"):
        loaded("cholesky")(np.eye(3))


def sums_of_other_lengths(n):
    total = 0
    for _ in range(n):
        total += np.ones(3) + np.zeros(4)
    return total


@pytest.mark.parametrize(
    ("function", "arguments", "line", "why"),
    [
        (
            lambda x: np.sort(x[x > 0]),
            (np.ones(3),),
            "x[x > 0]",
            "how many items a mask",
        ),
        (lambda x: print(x), (1.0 * np.ones(3),), "print(x)", "print has no form"),
        (lambda x: {x[0]: 1}, (2.0 * np.ones(3),), "x[0]", "the key of a dict"),
        (lambda x: {int(v): v for v in x}, (np.ones(2),), "int(v)", "the key of a"),
        (lambda x: GRID.fill(x), (np.float64(1),), "GRID.fill", "changes GRID"),
        (lambda n: round(n, -1), (np.int64(7),), "round", "rounded to tens"),
        (lambda x: x == None, (np.ones(2),), "x == None", "None is"),  # noqa: E711
        (lambda x: max(zip(x, x)), (np.ones(2),), "max(zip", "has no form"),
        (lambda x: np.bincount(x), (np.array([1]),), "bincount", "how long the result"),
        (lambda x: np.zeros(int(x)), (np.float64(2),), "zeros", "needs a shape"),
        (sums_of_other_lengths, (np.int64(0),), "ones(3)", "this always raises"),
    ],
)
def test_what_has_no_form_on_jax_is_refused_by_line(function, arguments, line, why):
    with pytest.raises(NotExportable) as refused:
        ag.export.jax(function, *arguments)
    assert why in str(refused.value)
    assert line in str(refused.value)
    assert "Hint: " in str(refused.value)


def exported(function, *arguments, **choices):
    space = {}
    exec(ag.export.jax(function, *arguments, **choices), space)
    return space[function.__name__]


def halves(x, least):
    found = []
    while x > least:
        x = x / 2
        found.append(x)
    return found


def first_above(x, limit):
    best = None
    for v in x:
        if v > limit and (best is None or v < best):
            best = v
    if best is None:
        raise ValueError("none is above")
    return best


def spread_of_positives(x):
    positive = x[x > 0]
    return np.append(np.sort(positive)[::2], np.flatnonzero(x > 0) / len(positive))


def least_number(x):
    numbers = x[~np.isnan(x)]
    return numbers.min() if numbers.size else None


def in_order(x):
    found = []
    for v in x:
        if v not in found:
            found.append(v)
    return sorted(found)


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (halves, (np.float64(9.0), np.float64(2.0)), "while x > least:"),
        (spread_of_positives, (np.array([3.0, -1.0, 2.0, 5.0]),), "x[x > 0]"),
        (in_order, (np.array([3.0, 1.0, 3.0]),), "if v not in found:"),
    ],
)
def test_python_asks_for_values_where_jit_is_not_wanted(jax, function, arguments, line):
    with pytest.raises(NotExportable) as refused:
        ag.export.jax(function, *arguments)
    assert "or export with jit=False" in str(refused.value)
    text = ag.export.jax(function, *arguments, jit=False)
    head = text[: text.index("import jax")]
    assert "`jax.jit` and `jax.vmap` do not take the function" in head
    assert line in head
    space = {}
    exec(text, space)
    wanted, found = function(*arguments), space[function.__name__](*arguments)
    for one, other in zip(np.atleast_1d(wanted), np.atleast_1d(found), strict=True):
        assert one is other or one == other


def test_python_gives_none_where_values_say_so(jax):
    found = exported(least_number, np.ones(2), jit=False)
    assert found(np.array([np.nan, 2.0])) == 2.0
    assert found(np.array([np.nan, np.nan])) is None


def test_python_raises_where_values_say_so(jax):
    found = exported(first_above, np.ones(3), np.float64(2.0), jit=False)
    with pytest.raises(ValueError, match="none is above"):
        found(np.ones(3), np.float64(1.0))


def test_gradients_of_what_asks_for_values(jax):
    def shrunk(x):
        steps = []
        while x > 1.0:
            x = x * x / (x + 1)
            steps.append(x)
        return sum(steps)

    found = jax.grad(exported(shrunk, np.float64(2.0), jit=False))(3.0)
    np.testing.assert_allclose(found, ag.grad(shrunk)(np.float64(3.0)), rtol=1e-12)


def test_what_jit_takes_is_the_same_without(jax):
    function, arguments = EXAMPLES["heat"]
    assert ag.export.jax(function, *arguments, jit=False) == ag.export.jax(
        function, *arguments
    )


def test_arrays_that_have_no_items(jax):
    def counted(x, top):
        counts = np.zeros(top + 1, np.int64)
        for v in x:
            counts[v] += 1
        out = np.empty_like(x)
        k = 0
        for v in range(top + 1):
            for _ in range(counts[v]):
                out[k] = v
                k += 1
        return out

    none = np.zeros(0, np.int64)
    assert exported(counted, none, np.int64(2))(none, 2).tolist() == []
    found = exported(counted, np.array([1]), np.int64(2))
    assert found(np.array([2]), 2).tolist() == [2]


def test_an_array_gets_the_dimensions_that_it_needs(jax):
    def raised(x):
        return np.array(x, ndmin=2).shape, not x[:1]

    shape, none = exported(raised, np.ones(3))(np.zeros(3))
    assert (shape, none.shape, bool(none)) == ((1, 3), (), True)


def test_a_list_is_repeated_a_known_number_of_times(jax):
    def filled(x, n):
        x[:n] = [0.5] * int(n)
        return "abcdef"[n : n + 2]

    found = exported(filled, np.ones(3), np.int64(2))
    text, left = found(np.ones(3), 1)
    assert (text, left.tolist()) == ("bc", [0.5, 1.0, 1.0])


def test_jit_takes_what_lists_hold_if_it_is_given_before(jax):
    def repeated(x, table, picked):
        found = np.repeat(x, [2, 1]) * table[1]
        return found + np.choose(picked, [x[0], x[1]])

    x, picked = np.array([3.0, 4.0]), np.array([0, 1, 1])
    text = ag.export.jax(repeated, x, [1, 2], picked)
    assert "jax.jit(partial(repeated, table=...))" in text
    space = {}
    exec(text, space)
    found = jax.jit(lambda x, picked: space["repeated"](x, [1, 2], picked))(x, picked)
    np.testing.assert_array_equal(found, repeated(x, [1, 2], picked))


def test_text_that_jit_does_not_give_is_told(jax):
    def sign(x):
        return ("-", "+")[1], -x

    told = "`jax.jit` gives numbers and arrays alone"
    assert told in ag.export.jax(sign, np.float64(1.0))
    assert told not in ag.export.jax(lambda x: (-x, None), np.float64(1.0))
    assert exported(sign, np.float64(1.0))(2.0)[0] == "+"


def test_an_array_may_be_empty_where_a_loop_reads_it(jax):
    def total(n):
        s = 0
        for v in np.arange(n):
            s += v
        return s

    space = {}
    exec(ag.export.jax(total, np.int64(4)), space)
    assert [int(space["total"](n)) for n in (0, 1, 5)] == [0, 0, 10]
