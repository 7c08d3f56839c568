"""Functions in files: what is saved runs elsewhere as it did here."""

from __future__ import annotations

import inspect
import subprocess
import sys
import textwrap
import zipfile

import numpy as np
import pytest

import autograph as ag
from runtime.errors import FileError, NotSavable, SignatureError
from runtime.saving import documents
from runtime.saving import load as load_without_source


@pytest.fixture
def through(tmp_path):
    """Save functions, and load them."""

    def run(*functions, executor="auto", **options):
        ag.save(tmp_path / "file.ag", *functions, **options)
        return ag.load(tmp_path / "file.ag", executor=executor)

    run.path = tmp_path / "file.ag"
    return run


@ag.function
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def test_a_function_runs_as_before(through):
    assert collatz(np.int64(27)) == 111
    loaded = through(collatz)
    assert loaded.collatz(np.int64(27)) == 111
    assert loaded["collatz"].graph == collatz.concrete_functions[0].graph
    assert loaded.collatz.plan == collatz.concrete_functions[0].plan
    assert loaded.collatz.optimized_graph == (
        collatz.concrete_functions[0].optimized_graph
    )
    assert repr(loaded) == "<Loaded collatz>"


@pytest.mark.parametrize("executor", ["plan", "native"])
def test_executors(through, executor):
    if executor == "native":
        pytest.importorskip("llvmlite")
    collatz(np.int64(27))
    loaded = through(collatz, executor=executor)
    assert loaded.collatz(np.int64(97)) == 118
    if executor == "native":
        assert ": native, 1 calls" in loaded.collatz.native


def test_only_the_runtime_is_imported(through):
    collatz(np.int64(27))
    through(collatz)
    program = f"""
        import sys
        import numpy as np
        from runtime.saving import load
        loaded = load({str(through.path)!r})
        print(loaded.collatz(np.int64(27)), loaded.collatz.plan.count("while"))
        print([name for name in ("autograph", "tracer", "gast") if name in sys.modules])
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout == "111 1\n[]\n"


def test_the_users_own_signature(through):
    @ag.function
    def scaled(x, /, by=2.0, *more, power=1, **names):
        for each in more:
            x = x + each
        return x**power * by + names.get("shift", 0.0)

    x = np.arange(3.0)
    calls = [
        ((x,), {}),
        ((x, 3.0), {}),
        ((x, 2.0, x), {"power": 2}),
        ((x,), {"shift": np.float64(1.0)}),
    ]
    wanted = [scaled(*args, **kwargs) for args, kwargs in calls]
    loaded = through(scaled).scaled
    assert len(loaded.graphs) == 4
    for (args, kwargs), value in zip(calls, wanted):
        np.testing.assert_array_equal(loaded(*args, **kwargs), value)
    assert list(inspect.signature(loaded).parameters) == "x by more power names".split()
    with pytest.raises(ValueError, match="4 graphs"):
        loaded.plan  # noqa: B018


def test_calls_that_no_graph_serves(through):
    @ag.function
    def double(x):
        return x + x

    double(np.ones(3))
    double(np.ones(3, np.float32))
    loaded = through(double).double
    with pytest.raises(SignatureError) as caught:
        loaded(np.ones(4))
    message = str(caught.value)
    assert "double(x: float32[3]): x: it is float64[4], not float32[3]" in message
    assert "double(x: float64[3]): x: it is float64[4], not float64[3]" in message
    with pytest.raises(SignatureError, match="missing a required argument: 'x'"):
        loaded()


SPECS = [ag.TensorSpec([None], np.float64), ag.TensorSpec([], np.int64)]


def test_python_numbers_serve_where_they_are_exact(through):
    @ag.function(input_signature=SPECS)
    def power(x, n):
        return x**n

    power(np.ones(2), np.int64(2))
    loaded = through(power).power
    assert loaded([1, 2.5], 2).tolist() == [1, 6.25]
    with pytest.raises(SignatureError, match=r"n: it is 2\.5, not np\.int64"):
        loaded([1.0], 2.5)


def test_structures(through):
    @ag.function
    def network(x, layers, names):
        for weight, bias in layers:
            x = x @ weight + bias
        return {"x": x, "parts": (x[0], [x.sum() * names["count"]])}

    layers = [(np.ones((2, 3)), np.zeros(3)), (np.ones((3, 1)), np.ones(1))]
    x, names = np.ones((4, 2)), {"count": 3}
    wanted = network(x, layers, names)
    loaded = through(network).network
    found = loaded(x, layers, names)
    assert list(found) == ["x", "parts"]
    np.testing.assert_array_equal(found["x"], wanted["x"])
    with pytest.raises(SignatureError, match=r"layers: it has 1 items, not 2"):
        loaded(x, layers[:1], names)
    with pytest.raises(SignatureError, match=r"layers\[1\]: it is a list, not a tuple"):
        loaded(x, [layers[0], [*layers[1]]], names)
    with pytest.raises(SignatureError, match=r"names: it has no key 'count'"):
        loaded(x, layers, {"counts": 3})


WEIGHT = ag.Variable(np.ones((3, 2)), name="weight")
SCALE = np.array([1.0, 10.0])


@ag.function
def predict(x):
    return (x @ WEIGHT) * SCALE


@ag.function
def train(x, y, rate=0.1):
    error = x @ WEIGHT - y
    WEIGHT.assign_sub(rate * (x.T @ error))
    SCALE[0] = SCALE[0]
    return (error * error).mean()


def test_functions_share_variables_and_arrays(through):
    x, y = np.arange(12.0).reshape(4, 3), np.zeros((4, 2))
    predict(x)
    train(x, y)
    before = predict(x)
    loaded = through(predict, train)
    with zipfile.ZipFile(through.path) as archive:
        arrays = [name for name in archive.namelist() if name.startswith("arrays")]
    assert len(arrays) == 2
    assert list(loaded.variables) == ["weight"]
    np.testing.assert_array_equal(loaded.predict(x), before)
    loaded.train(x, y)
    np.testing.assert_array_equal(predict(x), before)  # ours are not theirs
    train(x, y)
    np.testing.assert_array_equal(loaded.predict(x), predict(x))
    loaded.variables["weight"].assign(np.zeros((3, 2)))
    assert not loaded.predict(x).any()


def test_variables_of_open_shape(through):
    history = ag.Variable(np.zeros(0), name="history", shape=[None], trainable=False)

    @ag.function
    def noted(x):
        history.assign(np.append(history, x))
        return history.value

    noted(np.float64(1))
    loaded = through(noted)
    assert loaded.noted(np.float64(2)).tolist() == [1, 2]
    assert loaded.noted(np.float64(3)).tolist() == [1, 2, 3]
    assert loaded.variables["history"].trainable is False


class Model:
    def __init__(self):
        self.weight = ag.Variable(2.0, name="w")
        self.scale = np.array([1.0, 2.0])

    @ag.function
    def apply(self, x):
        return self.weight * x * self.scale


def test_methods_take_their_object_along(through):
    model = Model()
    wanted = model.apply(np.ones(2))
    loaded = through(model.apply)
    assert loaded.apply(np.ones(2)).tolist() == wanted.tolist()
    assert list(loaded.variables) == ["w"]


def test_what_is_loaded_is_saved_again(through, tmp_path):
    collatz(np.int64(27))
    loaded = through(collatz)
    ag.save(tmp_path / "again.ag", loaded.collatz)
    again = load_without_source(tmp_path / "again.ag")
    assert again.collatz.graph == loaded.collatz.graph
    assert again.collatz(np.int64(27)) == 111


def test_arguments_are_written_and_compared(through):
    @ag.function
    def swapped(x, y):
        x[0], y[0] = y[0], x[0]
        return x is y

    swapped(np.zeros(2), np.ones(2))
    loaded = through(swapped).swapped
    x, y = np.zeros(2), np.ones(2)
    assert loaded(x, y) is False
    assert (x[0], y[0]) == (1, 0)
    assert loaded(x, x) is True


def test_positions_are_left_out_unless_asked_for(through):
    @ag.function
    def first(x):
        return x[5]

    first.get_concrete_function(np.ones(3))
    assert b"test_saving" not in _graph_text(through, first)
    assert b'"test_saving.py"' in _graph_text(through, first, spans=True)
    loaded = through(first, spans=True)
    with pytest.raises(IndexError) as caught:
        loaded.first(np.ones(3))
    files = [entry.path for entry in caught.traceback]
    assert "test_saving.py" in str(files[-1])


def _graph_text(through, function, **options):
    through(function, **options)
    with zipfile.ZipFile(through.path) as archive:
        return archive.read("graphs/0.json")


def test_compressed(through):
    table = np.zeros(100_000)

    @ag.function
    def looked_up(i):
        return table[i]

    looked_up(np.int64(3))
    through(looked_up)
    plain = through.path.stat().st_size
    assert through(looked_up, compress=True).looked_up(np.int64(5)) == 0
    assert through.path.stat().st_size < plain / 100


@ag.function
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@ag.function
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def test_recursive_functions_call_graphs_of_their_file(through):
    assert fibonacci(np.int64(9)) == 34
    assert is_even(np.int64(7)) is False
    loaded = through(fibonacci, is_even)
    assert loaded.fibonacci(np.int64(12)) == 144
    assert loaded.is_even(np.int64(500)) is True  # deeper than Python's own limit
    with pytest.raises(RecursionError):
        loaded.is_even(np.int64(-1))


@ag.function
def halves(n):
    if n < 0:
        raise ValueError("odd")
    return n if n == 0 else halves(n - 2) + 1


def test_each_level_of_a_recursion_shows_an_error_with_the_same_work(through):
    assert halves(np.int64(6)) == 3
    loaded = through(halves)
    work = []

    def count(frame, event, argument):
        work[-1] += event == "call"

    for levels in (2, 100, 200, 400):
        work.append(0)
        sys.setprofile(count)
        try:
            with pytest.raises(ValueError, match="odd"):
                loaded.halves(np.int64(2 * levels - 1))
        finally:
            sys.setprofile(None)
    assert work[3] - work[2] < 1.2 * 2 * (work[2] - work[1])


def test_recursive_calls_are_saved_once_they_have_run(tmp_path):
    @ag.function
    def depth(n, items):
        return 0 if n <= 0 else len(items) + depth(n - 1, [*items, n])

    concrete = depth.get_concrete_function(np.int64(3), [1])
    with pytest.raises(NotSavable, match="depth calls itself, and no call has run yet"):
        ag.save(tmp_path / "depth.ag", concrete)


def test_calls_give_what_the_file_says(tmp_path):
    concrete = fibonacci.get_concrete_function(np.int64(3))
    ag.save(tmp_path / "right.ag", concrete)
    with (
        zipfile.ZipFile(tmp_path / "right.ag") as right,
        zipfile.ZipFile(tmp_path / "wrong.ag", "w") as wrong,
    ):
        for name in right.namelist():
            text = right.read(name).decode()
            if name == "manifest.json":  # of the two graphs one says something else
                text = text.replace('"np.int64"', '"np.int32"', 1)
            if name == "graphs/0.json":
                text = text.replace('"np.int64"', '"np.int32"')
            wrong.writestr(name, text)
    assert ag.load(tmp_path / "right.ag").fibonacci(np.int64(12)) == 144
    with pytest.raises(FileError, match=r"is np\.int32, and may become np\.int64"):
        ag.load(tmp_path / "wrong.ag")


def test_dicts_have_the_keys_that_the_graph_knows(through):
    @ag.function
    def scaled(options, x):
        return x * options["by"] if "by" in options else x

    scaled({"by": np.float64(2)}, np.ones(2))
    loaded = through(scaled).scaled
    assert loaded({"by": np.float64(3)}, np.ones(2)).tolist() == [3, 3]
    with pytest.raises(SignatureError, match="options: it has 2 items, not 1"):
        loaded({"by": np.float64(3), "more": 1}, np.ones(2))


def test_items_of_a_dict_are_inputs(through):
    @ag.function
    def network(weights, x):
        return np.tanh(x @ weights["first"] + weights["bias"]) @ weights["last"]

    weights = {"first": np.ones((2, 3)), "bias": np.zeros(3), "last": np.ones(3)}
    wanted = network(weights, np.ones(2))
    loaded = through(network).network
    assert loaded(weights, np.ones(2)) == wanted
    names = [each.name for each in loaded.graph.inputs]
    assert names == ["x", "first.1", "bias.1", "last.1"]
    with pytest.raises(SignatureError, match="weights: it has no key 'last'"):
        loaded({"end": weights.pop("last"), **weights}, np.ones(2))


def test_a_dict_that_is_changed_is_an_object(tmp_path):
    def marked(options, x):
        if options["mode"] == 1:
            options["out"] = x
        return x

    concrete = ag.function(marked).get_concrete_function({"mode": 1}, np.ones(2))
    with pytest.raises(NotSavable, match=r"options is of the type obj, .* any object"):
        ag.save(tmp_path / "file.ag", concrete)


def test_strict_functions_stay_strict(through):
    def first(x, i):
        x[i]
        return x[0]

    for strict in (False, True):
        function = ag.function(first, strict=strict)
        function.get_concrete_function(np.ones(3), np.int64(0))
        loaded = through(function).first
        if strict:
            with pytest.raises(IndexError):
                loaded(np.ones(3), np.int64(5))
        else:
            assert loaded(np.ones(3), np.int64(5)) == 1


class Box:
    def __init__(self):
        self.content = 1.0


def take_object(box):
    box.content = box.content + 1.0
    return box.content


def call_back(x):
    return open(str(x))  # noqa: PTH123


def draw(x):
    return x + np.random.default_rng(0).normal()


def of_a_class(x):
    return type(x) is np.ndarray and Box()


@pytest.mark.parametrize(
    ("function", "argument", "line"),
    [
        (take_object, Box(), "box"),
        (call_back, np.float64(1), "open"),
        (draw, np.ones(2), "'default_rng' reaches|default_rng"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_reaches_further_is_refused_by_name_and_line(
    tmp_path, function, argument, line
):
    concrete = ag.function(function).get_concrete_function(argument)
    with pytest.raises(NotSavable, match=line) as caught:
        ag.save(tmp_path / "file.ag", concrete)
    assert caught.value.span is not None
    first = inspect.getsourcelines(function)[1]
    assert first < caught.value.span.line <= first + 3
    assert not list(tmp_path.iterdir())


def test_a_file_is_replaced_once_the_new_one_is_complete(through):
    collatz(np.int64(27))
    through(collatz)
    before = through.path.read_bytes()
    concrete = ag.function(take_object).get_concrete_function(Box())
    with pytest.raises(NotSavable):
        through(collatz, concrete)
    assert through.path.read_bytes() == before


@ag.function
def nested(x):
    y = x
    if x > 0:
        for i in range(x):
            while y < i:
                if y < 3:
                    y = y + 1
                else:
                    y = y + 2
    return y


def test_loops_in_loops(through, monkeypatch):
    wanted = nested(np.int64(5))
    assert through(nested).nested(np.int64(5)) == wanted
    monkeypatch.setattr(documents, "DEEPEST", 10)
    with pytest.raises(NotSavable, match="nested too deeply"):
        through(nested)
    with pytest.raises(FileError, match="nested more than 10 deep"):
        ag.load(through.path)


def test_bad_arguments(tmp_path):
    path = tmp_path / "file.ag"

    @ag.function
    def fresh(x):
        return x

    with pytest.raises(ValueError, match="no function to save"):
        ag.save(path)
    with pytest.raises(ValueError, match="fresh has no graph yet"):
        ag.save(path, fresh)
    with pytest.raises(TypeError, match="no compiled function"):
        ag.save(path, len)
    collatz(np.int64(27))
    with pytest.raises(ValueError, match="two functions are named 'collatz'"):
        ag.save(path, collatz, collatz)
    with pytest.raises(FileNotFoundError):
        ag.load(path)
    path.write_text("no file")
    with pytest.raises(FileError):
        ag.load(path)


def test_attributes_of_what_is_loaded(through):
    collatz(np.int64(27))
    loaded = through(collatz)
    assert "collatz" in dir(loaded)
    with pytest.raises(AttributeError, match="no function 'other'"):
        loaded.other  # noqa: B018
    assert loaded.writer["numpy"] == np.__version__


def test_a_signature_is_enough_to_save(through):
    @ag.function(input_signature=[ag.TensorSpec((None,), np.float64)])
    def total(x):
        return x.sum()

    assert through(total).total(np.arange(4.0)) == 6.0
