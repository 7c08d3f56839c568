"""Stars in the form that is traced."""

import gast

from autograph.rules.whole_functions import convert, unit_for, used_names

SOURCE = """\
def f(xs, v, d, g):
    a = [*xs, v, *d.pop()]
    b = (v, *xs)
    c = {*xs}
    g(v, *xs, key=d.pop())
    g(v, k=1, **d)
    g(**d, k=d.pop())
    h, (*i, d[v]) = xs
    for j, *k in xs:
        print(*k)
    return (a, b, c, [1, v])
"""
WRITTEN = """\
def f(xs, v, d, g):
    a = ag.starred_list(ag.starred_list(xs, (v,)), ag.call(d.pop)())
    b = ag.starred_tuple((v,), xs)
    c = ag.starred_set(xs)
    ag.starred_call(g, ag.starred_list((v,), xs), key=ag.call(d.pop)())
    ag.keyword_call(g, (v,), {'k': 1}, d)
    ag.keyword_call(g, (), ag.dict_display((d,)), {'k': ag.call(d.pop)()})
    value_0, value_1 = xs
    h = value_0
    value_2, value_3 = ag.starred_unpack(value_1, 0, 1)
    i = value_2
    ag.set_item(d, v, value_3)

    def for_body(item):
        j, k = ag.starred_unpack(item, 1, 0)
        ag.starred_call(print, k)
    ag.for_loop(xs, for_body)
    return (a, b, c, ag.mutable([1, v]))
"""


def test_stars_are_rewritten():
    tree = gast.parse(SOURCE)
    (definition,) = tree.body
    unit = unit_for(used_names(tree), lambda _: frozenset(), None, traced=True)
    made = convert(definition, unit)
    assert gast.unparse(made).strip() == WRITTEN.strip()
