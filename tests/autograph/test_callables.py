"""Whatever can be called, plain against decorated: methods, wrappers, signatures."""

import functools
import importlib
import inspect

import numpy as np
import pytest

import autograph as ag
from runtime.errors import AutographError
from tracer.errors import SignatureError


def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if args and args[0] > 100:
            return len(args), sorted(kwargs)
        return function(*args, **kwargs)

    return wrapper


def sign(x, scale=2.0, /, *rest, shift=1.0, **named):
    """Return a scaled sign."""
    for value in rest:
        scale = scale + value
    for key in sorted(named):
        shift = shift + named[key]
    if x > 0:
        return scale + shift
    return -scale + shift


def remembers(x, seen=[]):  # noqa: B006 - on purpose
    seen.append(x)
    return len(seen)


class Scaler:
    factor = 3.0

    def __init__(self, offset):
        self.offset = offset
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        if x > self.offset:
            return x * self.factor
        return x

    def method(self, x, k=2):
        if x > self.offset:
            return x * k
        return self.offset


CALLS = [
    ((np.float64(1.0),), {}),
    ((np.float64(-1.0), 4.0), {}),
    ((np.float64(1.0), 4.0, 1.0, np.float64(2.0)), {"shift": 0.5}),
    ((np.float64(500.0),), {"shift": 0.5, "other": 1.0}),
    ((), {}),
    ((np.float64(1.0),), {"x": 1}),
]


@pytest.mark.parametrize("call", range(len(CALLS)))
@pytest.mark.parametrize(
    "make",
    [
        lambda f: f,
        wrapped,
        lambda f: functools.partial(f, np.float64(2.0)),
        lambda f: functools.partial(functools.partial(f, shift=3.0), 2.0),
        lambda f: wrapped(wrapped(f)),
        lambda f: functools.partial(wrapped(f), shift=2.0),
        lambda f: lambda *args, **kwargs: f(*args, **kwargs),
    ],
)
def test_functions_and_wrappers(make, call):
    args, kwargs = CALLS[call]

    def run(decorate):
        made = decorate(make(sign))
        return [
            outcome(made, args, kwargs),
            outcome(make(decorate(sign)), args, kwargs),
        ]

    plain = run(lambda function: function)
    assert run(ag.function) == plain
    assert (
        run(ag.convert if isinstance(make(sign), type(sign)) else ag.function) == plain
    )


def outcome(function, args, kwargs):
    try:
        value = function(*args, **kwargs)
    except TypeError as error:
        return type(error), str(error).partition(" ")[2]
    return type(value), value


def both(make):
    """Run a test on plain and on decorated code, and compare what it returns."""
    plain = make(lambda function: function)
    assert make(ag.function) == plain
    return plain


def kinds_of_methods(decorate):  # noqa: C901 - it is many small ones
    class Both:
        scale = 2.0

        @decorate
        def method(self, x):
            return x * self.scale if x > 0 else x

        @staticmethod
        @decorate
        def below(x):
            return x + 1 if x > 0 else x

        @decorate
        @staticmethod
        def above(x):
            return x + 2 if x > 0 else x

        @classmethod
        @decorate
        def class_below(cls, x):
            return x * cls.scale if x > 0 else x

        @decorate
        @classmethod
        def class_above(cls, x):
            return x * cls.scale + 1 if x > 0 else x

        @property
        @decorate
        def got(self):
            return self.scale if self.scale > 1 else 1.0

        @decorate
        @property
        def wrapped(self):
            """Explain it."""
            return self.scale + 1

        @wrapped.setter
        def wrapped(self, value):
            self.scale = value

        @functools.cached_property
        @decorate
        def kept(self):
            return [self.scale]

        @decorate
        def __secret(self, x):
            return x - self.scale

        @decorate
        def reveal(self, x):
            return self.__secret(x) if x > 0 else self.__secret(-x)

        @decorate
        def __getitem__(self, index):
            return index * 2 if index > 1 else index

        @decorate
        def __call__(self, x):
            return x if x > 0 else -x

    class Derived(Both):
        scale = 5.0

        @decorate
        def method(self, x):
            return super().method(x) + 1

        @classmethod
        @decorate
        def class_below(cls, x):
            return super().class_below(x) - 1

    return Both, Derived


def test_methods_of_every_kind_above_and_below():
    def run(decorate):
        found = []
        for kind in kinds_of_methods(decorate):
            made = kind()
            for x in (np.float64(2.0), np.float64(-3.0)):
                found += [made.method(x), kind.method(made, x), made.below(x)]
                found += [kind.below(x), made.above(x), kind.above(x)]
                found += [made.class_below(x), kind.class_below(x)]
                found += [made.class_above(x), kind.class_above(x), made.reveal(x)]
                found += [made[x], made(x), made.got, made.wrapped]
            assert made.kept is made.kept
            made.wrapped = 9.0
            found += [made.wrapped, made.kept, kind.wrapped.__doc__]
        return found

    assert len(both(run)) == 66


def test_a_bound_method_is_equal_to_itself_and_keeps_its_names():
    class Holder:
        @ag.function
        def method(self, x):
            """Double."""
            return 2 * x

    one, two = Holder(), Holder()
    assert one.method == one.method
    assert one.method != two.method
    assert {one.method: 1}[one.method] == 1
    assert (one.method.__name__, one.method.__doc__) == ("method", "Double.")
    assert one.method.__self__ is one
    assert one.method.trace_count == 0


def test_objects_with_call_and_bound_methods():
    def run(decorate):
        scaler = Scaler(1.0)
        call, method = decorate(scaler), decorate(scaler.method)
        found = [call(np.float64(3.0)), call(np.float64(0.5)), scaler.calls]
        scaler.offset = 10.0
        found += [call(np.float64(3.0)), method(np.float64(3.0)), scaler.calls]
        return [*found, method(np.float64(30.0), k=4)]

    both(run)


def test_a_mutable_default_is_the_same_list_each_time():
    def run(decorate):
        remembers.__defaults__ = ([],)
        made = decorate(remembers)
        return [made(np.float64(1.0)), made(np.float64(2.0)), made(3), made(1, [])]

    assert both(run) == [1, 2, 3, 1]


def test_decorated_twice_is_decorated_once():
    once = ag.function(sign)
    assert ag.function(once).python_function is sign
    assert ag.convert(once) is once
    assert ag.function(ag.convert(sign)).python_function is sign


def test_the_names_of_a_function_are_kept():
    made = ag.function(sign)
    assert made.__name__ == "sign"
    assert made.__doc__ == "Return a scaled sign."
    assert inspect.signature(made) == inspect.signature(sign)


def test_caches_and_dispatch_around_a_decorated_function():
    def run(decorate):
        calls = []

        @functools.lru_cache
        @decorate
        def cached(n):
            calls.append(n)
            return n * 2

        @functools.singledispatch
        def kind(x):
            return "something"

        @kind.register
        @decorate
        def _(x: np.ndarray):
            return "many" if x.sum() > 3 else "few"

        found = [cached(3), cached(3), cached(4), cached.cache_info().hits]
        return [*found, calls, kind(1), str(kind(np.ones(2))), str(kind(np.ones(9)))]

    both(run)


@pytest.mark.parametrize("wrong", [int, Scaler, 3])
def test_what_is_no_function_is_refused_at_once(wrong):
    with pytest.raises(SignatureError, match="is not a Python function") as caught:
        ag.function(wrong)
    assert caught.value.hint


@pytest.mark.parametrize("wrong", [len, np.sin, int, Scaler, 3, functools.cache(sign)])
def test_what_has_no_source_is_not_converted(wrong):
    with pytest.raises(SignatureError, match="is not a Python function"):
        ag.convert(wrong)


def test_marks_of_what_is_not_converted():
    class Marked:
        @ag.do_not_convert
        def method(self, x):
            return x + 1 if x > 0 else x

        @ag.do_not_convert
        @staticmethod
        def static(x):
            return x + 1 if x > 0 else x

    @ag.function(callbacks="allow")
    def f(x):
        return MARKED.method(x) + MARKED.static(x)

    global MARKED
    MARKED = Marked()
    assert f(np.float64(1.0)) == 4.0
    assert "call" in str(f.get_concrete_function(np.float64(1.0)).graph)
    assert ag.do_not_convert(len) is len


@pytest.fixture
def library(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages" / "installed_package"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    text = "def double(x):\n    return x + x if x > 0 else x\n"
    (folder / "inner.py").write_text(text)
    monkeypatch.syspath_prepend(folder.parent)
    return importlib.import_module("installed_package.inner")


def test_a_module_may_be_chosen(library):
    def f(x):
        return library.double(x) + 1

    def decorated():
        return ag.function(f, callbacks="error")

    x = np.float64(5.0)
    with pytest.raises(AutographError, match="called back"):
        decorated()(x)
    ag.convert_module("installed_package")
    assert decorated()(x) == 11.0
    ag.do_not_convert_module(library)
    with pytest.raises(AutographError, match="called back"):
        decorated()(x)
    ag.convert_module(library)
    assert decorated()(x) == 11.0


def test_a_converted_function_is_written_with_its_own_parameters():
    def f(active, trace, /, plain=1, *running, name=2, **converted):
        return active, trace, plain, running, name, converted

    made = ag.convert(f)
    calls = [((1, 2), {}), ((1, 2, 3, 4, 5), {"name": 6, "trace": 7}), ((1,), {})]
    for args, kwargs in calls:
        assert outcome(made, args, kwargs) == outcome(f, args, kwargs)
    assert inspect.signature(made) == inspect.signature(f)
    f.__defaults__ = (9,)
    assert ag.convert(f)(1, 2)[2] == 9
    assert made.__code__.co_argcount == 3


def test_methods_of_lists_made_here_are_python_methods():
    def keeps(x):
        items = [x]
        return items.append, items

    append, items = ag.function(keeps)(1.0)
    append(2.0)
    assert items == [1.0, 2.0]
    assert ag.function(keeps)(3.0)[1] == [3.0]


def test_methods_look_like_those_of_python():
    def described(x):
        items = [1]
        same = items.append == items.append, items.append.__self__ is items
        return same, items.append.__name__, x.sum.__name__, str("a".upper)[:23]

    assert ag.function(described)(np.ones(2)) == described(np.ones(2))


def test_errors_name_the_class_of_methods_as_python_does():
    @ag.function
    def unknown_attribute(x):
        return x.sum.nothing

    with pytest.raises(AttributeError, match="'builtin_function_or_method' object"):
        unknown_attribute(np.ones(2))


def test_errors_name_classes_as_python_does():
    def text(call, *args):
        with pytest.raises(TypeError) as error:
            call(*args)
        return str(error.value)

    calls = [
        lambda n: int(iter([1])),
        lambda n: zip([n]) + 1,
        lambda n: str.upper(n),
        lambda n: list.append(n, 1),
        lambda n: int.bit_length(n),
        lambda n: super(int, n),
    ]
    for call in calls:
        assert text(ag.function(call), np.float64(2)) == text(call, np.float64(2))


@pytest.mark.parametrize("make", [zip, enumerate, reversed, iter])
def test_iterators_of_arrays_can_be_returned(make):
    values = np.arange(3.0)
    assert list(ag.function(lambda x: make(x))(values)) == list(make(values))


def compiled(x):
    return x * 2


def compiled_at_its_first_call(x):
    return with_its_code(compiled_at_its_first_call)(x)


def with_its_code(function):
    function.__code__ = compiled.__code__
    return function


@pytest.fixture
def not_compiled():
    code = compiled_at_its_first_call.__code__
    yield
    compiled_at_its_first_call.__code__ = code


@pytest.mark.usefixtures("not_compiled")
def test_a_function_may_be_compiled_at_its_first_call():
    """Those of NetworkX are: the first call sets their code."""

    @ag.function(callbacks="allow")
    def add_one(x):
        return compiled_at_its_first_call(x) + 1

    @ag.function(callbacks="allow")
    def smaller(x):
        if x > 2:
            x = x - compiled_at_its_first_call(x)
        return x

    for function, result in ((smaller, -5), (add_one, 11)):
        assert [function(np.float64(5)), function(np.float64(5))] == [result] * 2
