"""Lists and dicts: those that arrive, and those made while tracing."""

import numpy as np

from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])


def collects(x):
    found = []
    for value in x:
        if value > 1:
            found.append(value)  # noqa: PERF401 - the loop is what is tested
    return found


def test_a_list_that_grows_in_a_loop_is_a_list_of_the_graph(golden):
    golden(graph_of(collects, X))
    agree(collects, X, X[:0])


def builds(x):
    pair = [x]
    pair.append(x + 1)
    return pair


def test_a_list_that_grows_outside_stays_python_s(golden):
    golden(graph_of(builds, X))
    agree(builds, X)


def stack(x):
    pending = [0]
    order = []
    while pending:
        top = pending.pop()
        order.append(top)
        if x[top] > 0:
            pending.append(top + 1)
    return order


def test_a_stack():
    agree(stack, np.array([1, 1, 0]), np.array([0]))


def reads_list(weights, x):
    total = x * weights[0]
    for weight in weights:
        total = total + weight
    return total, len(weights)


def test_a_list_that_arrives_is_read_item_by_item(golden):
    weights = [np.float64(1.0), 2.0]
    golden(graph_of(reads_list, weights, X))
    agree(reads_list, (weights, X), ([3.0], X), ([], X))


def writes_list(weights, x):
    weights[0] = x
    return weights[0] + 1


def test_a_list_that_arrives_is_written_at_run_time(golden):
    golden(graph_of(writes_list, [1.0, 2.0], np.float64(5.0)))
    agree(writes_list, ([1.0, 2.0], np.float64(5.0)))


def grows_list(seen, x):
    if x > 0:
        seen.append(x)
    return len(seen)


def test_a_list_that_arrives_may_grow(golden):
    golden(graph_of(grows_list, [np.float64(0.0)], np.float64(1.0)))
    agree(grows_list, ([np.float64(0.0)], np.float64(1.0)), ([], np.float64(-1.0)))


def reads_dict(options, x):
    if "scale" in options:
        x = x * options["scale"]
    return x + options.get("offset", 0)


def test_a_dict_is_read_by_key(golden):
    golden(graph_of(reads_dict, {"scale": 2.0}, X))
    agree(reads_dict, ({"scale": 2.0}, X), ({"offset": np.float64(1.0)}, X), ({}, X))


def updates_dict(state, x):
    state["count"] = state["count"] + 1
    if x > 0:
        state["last"] = x
    return state["last"]


def test_a_dict_is_written_in_place(golden):
    state = {"count": 0, "last": np.float64(0.0)}
    golden(graph_of(updates_dict, state, np.float64(1.0)))
    agree(updates_dict, (state, np.float64(1.0)), (state, np.float64(-1.0)))


def new_key(state, x):
    if x > 0:
        state["late"] = x
    return x


def test_a_dict_that_gets_a_new_key_in_a_branch_is_one_of_the_run(golden):
    golden(graph_of(new_key, {}, np.float64(1.0)))
    agree(new_key, ({}, np.float64(1.0)), ({"late": 1}, np.float64(-1.0)))


def symbolic_key(state, x):
    state[x] = 1
    return x


def test_a_dict_written_at_a_symbolic_key_is_one_of_the_run(golden):
    golden(graph_of(symbolic_key, {}, np.float64(1.0)))
    agree(symbolic_key, ({}, np.float64(1.0)), ({2: 1}, np.int64(2)))


def set_in_loop(x):
    seen = set()
    for value in x:
        seen.add(value)
    return len(seen)


def test_a_set_that_grows_in_a_loop_is_one_of_the_run(golden):
    golden(graph_of(set_in_loop, X))
    agree(set_in_loop, X, np.array([1.0, 1.0]))


def comprehension(x):
    return [value * 2 for value in x]


def test_a_comprehension_over_an_array_whose_length_is_known(golden):
    golden(graph_of(comprehension, X))
    agree(comprehension, X, X[:0])


def filtered(x):
    return [value for value in x if value > 1]


def test_a_comprehension_that_filters_by_a_symbol(golden):
    golden(graph_of(filtered, X))
    agree(filtered, X, X[:0], np.arange(100.0))


def dict_display(x):
    parts = {"low": x.min(), "high": x.max()}
    return {name: part * 2 for name, part in parts.items()}


def test_a_dict_made_in_the_function_is_returned():
    agree(dict_display, X)


def weighted(weights, x):
    total = 0.0
    for i in range(len(x)):
        total += weights[i % len(weights)] * x[i]
    return total


def test_a_short_list_of_numbers_is_typed_if_the_run_chooses_its_items(golden):
    golden(graph_of(weighted, [2, 3], np.ones(80)))
    x = np.arange(80.0)
    agree(weighted, ([2, 3], x), ([0.5], x), ([1, None], x), ([], x), ([x[0], 2], x))


def test_a_short_list_of_functions_is_not():
    def chosen(functions, x):
        total = 0.0
        for i in range(len(x)):
            total += functions[i % 2](x[i])
        return total

    agree(chosen, ([np.sin, np.cos], np.arange(80.0)))
