"""The form that is traced: names, methods, and what Python could not unpack."""

from textwrap import dedent

import gast
import pytest

from autograph.rules import assigned_names, calls
from autograph.rules.assigned_names import with_names
from autograph.rules.whole_functions import convert, unit_for, used_names


def converted(text, traced):
    tree = gast.parse(text)
    (definition,) = tree.body
    taken = used_names(tree)
    unit = unit_for(taken, frozenset(), None, traced=traced)
    made = convert(definition, unit)
    return with_names(made, taken, unit.naming) if traced else made


@pytest.mark.parametrize("rule", [assigned_names, calls], ids=lambda r: r.__name__)
def test_the_example(rule):
    written, traced = rule.__doc__.split("as traced::\n")
    written = dedent(written.split("as written::\n")[1])
    made = converted(written, traced=True)
    assert gast.unparse(made).strip() == dedent(traced).strip()
    same = gast.unparse(converted(written, traced=False))
    assert same == gast.unparse(gast.parse(written))
