"""Text made from values: the same text, in the same order, plain and traced."""

# ruff: noqa: F523, F524, F525, UP031, UP032 -- every way to format is what is tested

import numpy as np
import pytest

import autograph as ag
from autograph.conversion import twin

X = np.float64(2.5)
XS = np.array([1.5, -2.0])
WORD = "word"


def fields(x, xs):
    return f"x = {x:.3f}! {{{xs}}} {WORD} {x!r:>20}|{xs!s}|{x=}|{x:}"


def nested(x, w):
    return f"{x:{w}.2f}|{x!r:>{w}}|{WORD:{'>'}{w + 2}}|{f'<{x}>'!a:^{w}}"


def braces_in_a_specification(x, fill):
    return f"{WORD:{fill}^{x}}" + f"{f'{x:{fill}>{x}}':{fill}{'>'}9}"


def written_between(xs):
    def halve(xs):
        xs *= 0.5
        return xs

    return f"{xs} -> {halve(xs)} -> {halve(xs)[0]:.3f}"


def grows_between(x):
    xs = [x]

    def more():
        xs.append(x + 1)
        return len(xs)

    return f"{xs} {more()} {xs} {more()} {len(xs)}"


def holds_objects(x):
    held = {"a": [x, (1, x)], "b": WORD}
    return f"{held} {[x]!r} {(x,)}"


def in_branches(x, n):
    text = "none"
    for i in range(n):
        if x > i:
            text = f"{text}, {i}: {x - i:+.1f}"
    return text


def methods(x, n):
    a = "{} {!r:>8}".format(x, n)
    b = "{1:.2f} {0} {k[0]} {1.dtype}".format(n, x, k=[x])
    c = "%d of %s, %5.1f%%" % (n, WORD, x) + "%s" % x + "%(x).2f" % {"x": x}
    return a, b, c


def joins(x, n):
    one = ", ".join(f"{v:.1f}" for v in (x, n, 2))
    two = "-".join([WORD, f"{x}", str(n)])
    return one, two, ",".join(WORD), "".join([])


def in_errors(x):
    if x > 2:
        raise ValueError(f"too large: {x:.2f} > {2}")
    return x


def printed(x, n):
    print(f"{x=} {n}", "%d" % n)
    return n


def does_not_fit(x):
    return "{} {}".format(x)  # type: ignore[str-format]  # wrong on purpose


def has_no_name(x):
    return "{name}".format(x)  # type: ignore[str-format]  # wrong on purpose


def mixes_numbers(x):
    return "{} {0}".format(x)  # type: ignore[str-format]  # wrong on purpose


def is_no_number(x):
    return f"{x:d}"


def is_no_text(x):
    return ", ".join([x, x])


class Shown:
    def __init__(self, value):
        self.value = value

    def __format__(self, spec):
        return f"<{spec}:{self.value}>"

    def __repr__(self):
        return f"Shown({self.value})"


def of_objects(shown, x):
    before = f"{shown:>3} {shown!r}"
    shown.value = x
    return before, f"{shown} {[shown]}", "%r %s" % (shown, x)


def spelled(x, spell):
    return spell.format(x)


CALLS = [
    (spelled, lambda: (X, "{:.2f}")),
    (fields, lambda: (X, XS)),
    (nested, lambda: (X, 12)),
    (nested, lambda: (X, np.int64(12))),
    (braces_in_a_specification, lambda: (np.int64(9), "*")),
    (braces_in_a_specification, lambda: (np.int64(9), "{")),
    (written_between, lambda: (np.array([1.0, 2.0]),)),
    (grows_between, lambda: (X,)),
    (holds_objects, lambda: (X,)),
    (in_branches, lambda: (X, np.int64(4))),
    (in_branches, lambda: (X, 3)),
    (methods, lambda: (X, np.int64(3))),
    (joins, lambda: (X, np.int64(3))),
    (in_errors, lambda: (X,)),
    (in_errors, lambda: (np.float64(1),)),
    (printed, lambda: (X, np.int64(3))),
    (does_not_fit, lambda: (X,)),
    (has_no_name, lambda: (X,)),
    (mixes_numbers, lambda: (X,)),
    (is_no_number, lambda: (X,)),
    (is_no_text, lambda: (X,)),
    (of_objects, lambda: (Shown(1), X)),
]


def outcome(function, arguments, capsys):
    try:
        value = function(*arguments())
    except Exception as error:
        value = type(error), str(error)
    return value, capsys.readouterr().out


@pytest.mark.parametrize(
    ("function", "arguments"),
    CALLS,
    ids=[f"{f.__name__}-{n}" for n, (f, _) in enumerate(CALLS)],
)
def test_the_same_text(function, arguments, capsys):
    expected = outcome(function, arguments, capsys)
    assert outcome(twin(function), arguments, capsys) == expected
    assert outcome(ag.function(function), arguments, capsys) == expected


def test_the_graph_bears_the_parts():
    concrete = ag.function(in_errors).get_concrete_function(X)
    assert 'format_value(x, "", ".2f")' in str(concrete.graph)


def labelled(x, n):
    return [f"{i}: {x:>8.3f} {x!r} {x + i:'>6}" for i in range(n)]


def test_fields_with_plain_specifications_are_those_of_python():
    compiled = ag.function(labelled)
    assert compiled(X, 50) == labelled(X, 50)
    plan = compiled.get_concrete_function(X, 50).plan
    assert "f'{i}'" in plan
    assert "f'{x:>8.3f}'" in plan
    assert "f'{x!r}'" in plan
    assert plan.count("format_value(") == 1, "the one with a quote"
