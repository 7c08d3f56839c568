"""What converted code calls is there, outside a trace and in one."""

import ast
from pathlib import Path

import autograph.rules
from autograph import operators
from tracer.operators.table import STAGED


def nodes(package):
    for path in Path(package.__file__).parent.glob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def test_every_operator_has_a_traced_form():
    found = {
        node.name
        for node in nodes(operators)
        if "operator" in map(ast.unparse, getattr(node, "decorator_list", ()))
    }
    assert "cond" in found
    assert found - set(STAGED) == set()


def test_every_operator_that_a_rule_writes_is_exported():
    found = {
        node.args[0].value
        for node in nodes(autograph.rules)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(".operate")
        and isinstance(node.args[0], ast.Constant)
    }
    assert "raise_" in found
    assert found - set(operators.__all__) == set()
