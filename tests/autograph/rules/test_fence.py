"""The fence knows every class of node."""

import ast

import gast
import pytest

from autograph.rules.fence import FENCE, Treatment, entry
from autograph.source.constructs import CONSTRUCTS


def node_classes():
    """The names of all classes of nodes that gast knows."""
    return [
        name
        for name, value in vars(gast).items()
        if isinstance(value, type) and issubclass(value, gast.AST)
    ]


def test_every_class_stands_in_the_table():
    assert [name for name in node_classes() if name not in FENCE] == []


def test_the_table_holds_nothing_twice():
    assert len(set(FENCE)) == len(FENCE)


@pytest.mark.parametrize("name", sorted(FENCE))
def test_what_is_refused_says_why_and_what_instead(name):
    found = FENCE[name]
    said = bool(found.code and found.why and found.instead)
    assert said == (found.treatment is Treatment.REFUSED)


def test_entry_of_a_node():
    assert entry(gast.Yield(None)).treatment is Treatment.REFUSED


def test_every_statement_with_blocks_says_what_it_does():
    kinds = [getattr(gast, name) for name in node_classes() if hasattr(ast, name)]
    statements = [kind for kind in kinds if issubclass(kind, gast.stmt)]
    lowered = {gast.Match}  # before anything asks
    silent = {kind for kind in statements if "body" in kind._fields} - set(CONSTRUCTS)
    assert silent - lowered == set()
