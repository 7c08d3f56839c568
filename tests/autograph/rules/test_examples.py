"""The before and after in each rule's docstring."""

import importlib
import pkgutil
import textwrap

import pytest

import autograph.rules
from autograph.conversion import convert_source
from autograph.rules import EXPRESSIONS, STATEMENTS


def examples():
    for module in pkgutil.iter_modules(autograph.rules.__path__):
        text = importlib.import_module(f"autograph.rules.{module.name}").__doc__
        parts = text.split("before::\n")[1:]
        for number, part in enumerate(parts):
            before, after = part.split("after::\n")
            yield pytest.param(before, after, id=f"{module.name}-{number}")


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


@pytest.mark.parametrize("rules", [STATEMENTS, EXPRESSIONS])
def test_no_rule_makes_what_an_earlier_one_consumes(rules):
    done = set()
    for rule in rules:
        done |= set(rule.consumes)
        assert not done & set(rule.produces)
