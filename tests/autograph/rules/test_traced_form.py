"""The written and traced text in the docstrings of rules for the traced form."""

import importlib
import pkgutil
from textwrap import dedent

import gast
import pytest

import autograph.rules
from autograph.rules.assigned_names import with_names
from autograph.rules.whole_functions import convert, unit_for, used_names


def converted(text, traced):
    tree = gast.parse(text)
    (definition,) = tree.body
    taken = used_names(tree)
    unit = unit_for(taken, lambda _: frozenset(), None, traced=traced)
    made = convert(definition, unit)
    return with_names(made, taken, unit.naming) if traced else made


def examples():
    for module in pkgutil.iter_modules(autograph.rules.__path__):
        text = importlib.import_module(f"autograph.rules.{module.name}").__doc__
        if "as traced::\n" in text:
            written, traced = text.split("as traced::\n")
            written = dedent(written.split("as written::\n")[1])
            yield pytest.param(written, dedent(traced), id=module.name)


@pytest.mark.parametrize(("written", "traced"), list(examples()))
def test_example(written, traced):
    assert gast.unparse(converted(written, traced=True)).strip() == traced.strip()
    same = gast.unparse(converted(written, traced=False))
    assert same == gast.unparse(gast.parse(written))
