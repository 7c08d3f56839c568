"""The smallest program that still shows what a large one showed."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.harness import Judgement
from tests.programs.judging import Trial


def shrink(source: str, still_bad: Callable[[str], bool], tries: int = 600) -> str:
    """The smallest program found, by deleting and simplifying, that is still bad."""
    improved = True
    while improved and tries > 0:
        improved = False
        for smaller in reductions(source):
            tries -= 1
            if tries <= 0:
                break
            if len(smaller) < len(source) and still_bad(smaller):
                source, improved = smaller, True
                break
    return source


def shrink_trial(trial: Trial, judgement: Judgement, tries: int = 1500) -> Trial:
    """A trial of fewer calls of a smaller program, with a judgement like this one."""
    trial = replace(trial, seconds=2, name="<shrunk>")

    def alike(candidate: Trial) -> bool:
        try:
            return fingerprint(candidate.judgement()) == fingerprint(judgement)
        except Exception:
            return False

    trial = fewer_calls(trial, alike)
    source = shrink(
        trial.source, lambda text: alike(replace(trial, source=text)), tries
    )
    return fewer_calls(replace(trial, source=source), alike)


def fewer_calls(trial: Trial, alike: Callable[[Trial], bool]) -> Trial:
    """Leave out the calls that do not matter."""
    for number in reversed(range(len(trial.calls))):
        calls = trial.calls[:number] + trial.calls[number + 1 :]
        fewer = replace(trial, calls=calls)
        if calls and alike(fewer):
            trial = fewer
    return trial


def fingerprint(judgement: Judgement) -> tuple[str, ...]:
    """What a shrunk program must keep: the verdict, what differs, the exceptions."""
    reason = re.sub(r"call \d+: ", "", judgement.reason)
    part = re.match(r"\w+", reason)
    errors = re.findall(r"\w*(?:Error|TimeUp)\b", reason)
    return (judgement.verdict, part.group() if part else "", *errors)


def reductions(source: str) -> Iterator[str]:
    """Every program one simplification away, the boldest first."""
    count = sum(1 for _ in ast.walk(ast.parse(source)))
    for position in range(count):
        for change in CHANGES:
            for variant in itertools.count():
                tree = ast.parse(source)
                node = list(ast.walk(tree))[position]
                if not change(node, variant):
                    break
                try:
                    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
                    compile(text, "<reduced>", "exec")
                except (SyntaxError, ValueError):
                    continue
                yield text


def statement_lists(node: ast.AST) -> list[list[ast.stmt]]:
    lists = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    return [
        x for x in lists if isinstance(x, list) and x and isinstance(x[0], ast.stmt)
    ]


def drop_statements(node: ast.AST, variant: int) -> bool:
    """Delete one statement of a block (the variant-th, counted from the end)."""
    places = [(x, i) for x in statement_lists(node) for i in reversed(range(len(x)))]
    if variant >= len(places):
        return False
    block, index = places[variant]
    if len(block) == 1:
        block[0] = ast.Pass()
        if block is getattr(node, "orelse", None):
            block.clear()
    else:
        del block[index]
    return True


def drop_parameter(node: ast.AST, variant: int) -> bool:
    """Delete a parameter, or the default of one."""
    if not isinstance(node, ast.arguments) or variant >= len(node.args):
        return False
    del node.args[variant]
    return True


def unwrap_statement(node: ast.AST, variant: int) -> bool:
    """Put the body of a compound statement in its place."""
    places = [
        (x, i, inner)
        for x in statement_lists(node)
        for i, child in enumerate(x)
        if not isinstance(child, ast.FunctionDef)
        for inner in statement_lists(child)
    ]
    if isinstance(node, ast.Module) or variant >= len(places):
        return False
    block, index, inner = places[variant]
    block[index : index + 1] = inner
    return True


def simplify_expression(node: ast.AST, variant: int) -> bool:
    """Put an operand of an expression in its place, or a constant."""
    places = []
    for name, value in ast.iter_fields(node):
        if name == "func":
            continue
        if isinstance(value, ast.expr) and not isinstance(
            value, ast.Constant | ast.Name | ast.Attribute
        ):
            operands = [
                x for x in ast.iter_child_nodes(value) if isinstance(x, ast.expr)
            ]
            places += [(name, operand) for operand in operands]
            places.append((name, ast.Constant(1)))
    if isinstance(node, ast.Attribute | ast.Subscript) or variant >= len(places):
        return False
    setattr(node, *places[variant])
    return True


CHANGES = (drop_statements, drop_parameter, unwrap_statement, simplify_expression)
