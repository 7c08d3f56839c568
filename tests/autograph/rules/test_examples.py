"""The before and after in each rule's docstring."""

import importlib
import pkgutil
import textwrap
from itertools import takewhile

import gast
import pytest

import autograph.rules
from autograph.conversion import convert_source
from autograph.rules import EXPRESSIONS, STATEMENTS
from autograph.rules.jumps import Lowering
from autograph.rules.loops import break_flag
from autograph.rules.matches import lowered as without_match
from autograph.source.facts import FUNCTIONS, NONE, NameFacts
from autograph.source.finding import find
from autograph.source.naming import Naming
from tests.autograph.programs import PROGRAMS


def examples():
    for module in pkgutil.iter_modules(autograph.rules.__path__):
        text = importlib.import_module(f"autograph.rules.{module.name}").__doc__
        parts = text.split("before::\n")[1:]
        for number, part in enumerate(parts):
            before, after = part.split("after::\n")
            yield pytest.param(before, block(after), id=f"{module.name}-{number}")


def block(text):
    """Return the lines before the first one that is not indented."""
    lines = text.splitlines()
    indented = takewhile(lambda line: not line or line.startswith(" "), lines)
    return "\n".join(indented)


@pytest.mark.parametrize(("before", "after"), list(examples()))
def test_example(before, after):
    made = convert_source(textwrap.dedent(before).strip() + "\n", "example")
    assert made.replace("import autograph as ag\n", "").strip() == (
        textwrap.dedent(after).strip()
    )


@pytest.mark.parametrize("rules", [STATEMENTS, EXPRESSIONS])
def test_a_class_of_nodes_has_one_rule(rules):
    consumed = [kind for rule in rules for kind in rule.consumes]
    assert len(set(consumed)) == len(consumed)


def lowered(function):
    definition, _, _ = find(function)
    naming = Naming(NONE)
    body, _ = without_match(gast.ast_to_gast(definition).body, naming)
    facts = NameFacts()
    left_alone = facts.block(body).waits
    return [] if left_alone else Lowering(facts, naming).function(body)


def parts(body):
    """Return all nodes of a body, those of functions within it left out."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, gast.ClassDef, gast.Lambda)):
            waiting.extend(gast.iter_child_nodes(node))


@pytest.mark.parametrize("function", list(dict(PROGRAMS)), ids=lambda f: f.__name__)
def test_lowering_leaves_the_rules_no_jumps(function):
    nodes = list(parts(lowered(function)))
    loops = [node for node in nodes if isinstance(node, (gast.For, gast.While))]
    assert not any(isinstance(node, gast.Continue) for node in nodes)
    assert not any(loop.orelse for loop in loops)
    # A loop may end by a flag, and says so in one way.
    breaks = [node for node in nodes if isinstance(node, gast.Break)]
    assert len(breaks) == sum(break_flag(loop) is not None for loop in loops)
