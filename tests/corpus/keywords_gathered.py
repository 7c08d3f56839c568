"""Keywords that a function gathers in a dict, changes, keeps and hands on."""

import autograph as ag
from autograph import do_not_convert
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
PAIRS = (floats(1, 1), i64(2)), (floats(1, 1), i64(0))


@ag.do_not_convert
def changes(keywords):
    keywords["z"] = 1
    return sorted(keywords)


@ag.do_not_convert
def counts(*values, **keywords):
    return sorted(keywords), len(values)


def hands_on(**keywords):
    return changes(keywords), keywords


def adds(q, **keywords):
    if q > 1:
        keywords["c"] = 3
    return counts(**keywords), keywords.get("c"), len(keywords)


def sets_default(q, **keywords):
    keywords.setdefault("c", q)
    keywords.pop("a", None)
    return keywords


class Options:
    def __init__(self, **keywords):
        self.keywords = keywords


@add(*PAIRS)
def handed_on(x, n):
    return hands_on(a=x, b=n)


@add(*PAIRS)
def handed_on_by_a_function_made_here(x, n):
    def gathers(**keywords):
        return changes(keywords), keywords

    return gathers(a=x, b=n)


@add(*PAIRS)
def added_to_in_a_branch(x, n):
    return adds(n, a=x, b=n)


@add(*PAIRS)
def changed_and_returned(x, n):
    return sets_default(n, a=x, b=n), sets_default(n), sets_default(x, c=3)


@add(*PAIRS)
def kept_in_an_object(x, n):
    options = Options(a=x, b=n)
    options.keywords["z"] = 3
    if n > 1:
        options.keywords["y"] = n
    return options, "y" in options.keywords


@add(*PAIRS)
def apart_from_the_dict_that_was_spread(x, n):
    given = {"a": x}

    def gathers(**keywords):
        keywords["a"] = n
        return keywords

    return gathers(**given), given


@add(*PAIRS)
def gathered_by_what_is_compiled(x, n, **keywords):
    keywords["z"] = n
    if n > 1:
        keywords["y"] = x
    return keywords


@do_not_convert
def kept(*values, **keywords):
    return values, sorted(keywords.items(), key=str)


@do_not_convert
def lists_grown(*values, **keywords):
    for value in (*values, *keywords.values()):
        if type(value) is list:
            value.append(9)
    return len(values)


@add(*PAIRS)
def handed_on_with_others(x, n):
    options, more = {"lower": n}, {"count": 1}
    if n > 1:
        options["z"], more = x, {}
    return kept(a=x, **options), kept(x, **options, **more, c=n)


@add(*PAIRS)
def handed_on_twice(x, n):
    options, more = {"lower": n}, {"lower": x}
    if n > 1:
        options["z"], more = x, {}
    try:
        return kept(**options, **more)
    except TypeError as error:
        return str(error)


@add(*PAIRS)
def grown_where_they_are_handed_to(x, n):
    inner = [x]
    options, rows = {"inner": inner}, [inner, n]
    if n > 1:
        options["z"] = inner
        rows.append(inner)
    counts = lists_grown(*rows, k=1), lists_grown(3, **options)
    inner.append(2)
    return counts, inner, options, rows


def filled(values, x):
    found = []
    for _ in x:
        found.append(values)
    found[0]["z"] = n = len(found)
    return found, n


def summed(values, x):
    for v in x:
        values["a"] = values["a"] + v
        values.setdefault(len(values), v)
    return values


@add(*PAIRS)
def gathered_by_a_lambda(x, n):
    found = (lambda **k: summed(k, x))(a=n)
    return found, (lambda x, **k: (k.update(y=x), k, len(k)))(x, z=n)


@add(*PAIRS)
def gathered_by_a_lambda_once(x, n):
    return (lambda *v, b=n, **k: filled(k, *v))(x, b=2, c=n)


def scaled_by(x, **options):
    if x > 1:
        x = x * options.pop("scale", 2)
    if "names" in options:
        return scaled_by(*options["names"], **options)
    return x, options


@add(f64(0.5), f64(2.5), 3)
def taken_out_if_given(x):
    return scaled_by(x), scaled_by(x, scale=x), scaled_by(x, other=1)


@add(f64(0.5), f64(2.5), 3, i64(1))
def nothing_to_take_out(x):
    found, seen, later = {"a": 1}, {1, 2}, {1: x}
    for turn in range(3):
        if x > turn:
            found.pop("b", None)
            seen.discard(5)
            first = found.setdefault("a", 7)
            later.pop(turn, None)
            later[turn + 1] = x
    return found, seen, later, x + first
