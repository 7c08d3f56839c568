"""Text made from values, in the form that is traced alone.

That is f-strings, and what a literal formats or joins.

A field that may run other code begins a text of its own. So the fields before it are
formatted before that code runs.

as written::

    def f(x, w, d, k):
        print(f'{x:.3f} in {w!r:>{k}}, {x=}', f'{d} and {d.pop()}!')
        return ('at {} {n}'.format(x, n=w), '%d%%' % k, ', '.join(d))

as traced::

    def f(x, w, d, k):
        print(ag.format_text('{:.3f} in {!r:>{}}, x={!r}', x, w, k, x), \
ag.format_text('{} and ', d) + ag.format_text('{}!', ag.call(d.pop)()))
        return (ag.format_text('at {} {n}', x, n=w), ag.format_percent('%d%%', k), \
ag.join_text(', ', d))
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant

NO_CONVERSION = -1
METHODS = {"format": "format_text", "join": "join_text"}


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite an f-string that has a field which is not a literal."""
    if _is_literal(node) or walk.facts.of(node).waits or not walk.unit.traced:
        return walk.rebuild(node)
    texts: list[tuple[str, list[Node]]] = [("", [])]
    for part in node.values:
        before, held = texts[-1]
        if isinstance(part, gast.Constant):
            texts[-1] = (before + _escaped(part.value), held)
            continue
        template, values = _field(part, walk)
        if held and walk.facts.of(part).busy:
            texts.append((template, values))
        else:
            texts[-1] = (before + template, held + values)
    made, *others = [
        walk.operate("format_text", constant(template), *values)
        for template, values in texts
    ]
    for other in others:
        made = gast.BinOp(made, gast.Add(), other)
    return at(made, node)


def _is_literal(node: Node) -> bool:
    """Whether all fields of an f-string, and of their specifications, are literals."""
    fields = [part for part in node.values if isinstance(part, gast.FormattedValue)]
    return all(
        isinstance(field.value, gast.Constant)
        and (field.format_spec is None or _is_literal(field.format_spec))
        for field in fields
    )


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _field(node: Node, walk: Walk) -> tuple[str, list[Node]]:
    """Return a field as `str.format` spells it, and its values."""
    conversion = "" if node.conversion == NO_CONVERSION else f"!{chr(node.conversion)}"
    value = walk.expression(node.value)
    spec = node.format_spec
    if spec is None:
        return f"{{{conversion}}}", [value]
    if not _is_short(spec, walk):
        return f"{{{conversion}:{{}}}}", [value, walk.expression(spec)]
    template, values = "", [value]
    for part in spec.values:
        if isinstance(part, gast.Constant):
            template += part.value
        else:
            inner, held = _field(part, walk)
            template, values = template + inner, values + held
    return f"{{{conversion}:{template}}}" if template else f"{{{conversion}}}", values


def _is_short(spec: Node, walk: Walk) -> bool:
    """Whether a template of `str.format` can contain a format specification."""
    parts = spec.values
    fields = [part for part in parts if isinstance(part, gast.FormattedValue)]
    return (
        not any(field.format_spec for field in fields)
        and not any(walk.facts.of(field).busy for field in fields[1:])
        and all(set("{}").isdisjoint(p.value) for p in parts if p not in fields)
    )


def rewrite_method(node: Node, walk: Walk) -> Node | None:
    """Rewrite a call of ``format`` or ``join`` on a literal; None for others."""
    method = node.func
    if not walk.unit.traced or not isinstance(method, gast.Attribute):
        return None
    if method.attr not in METHODS:
        return None
    if not _is_text(method.value) or walk.facts.of(node).waits:
        return None
    if method.attr == "join":
        if len(node.args) != 1 or node.keywords:
            return None
        if isinstance(node.args[0], (gast.Starred, gast.Constant)):
            return None
    rest = walk.rebuild(gast.Call(constant(None), node.args, node.keywords))
    made = walk.operate(METHODS[method.attr], method.value, *rest.args)
    made.keywords = rest.keywords
    return at(made, node)


def rewrite_percent(node: Node, walk: Walk) -> Node | None:
    """Rewrite ``'...' % values``; None for other operations."""
    if not isinstance(node.op, gast.Mod) or not _is_text(node.left, (str, bytes)):
        return None
    if isinstance(node.right, gast.Constant) or walk.facts.of(node).waits:
        return None
    values = walk.expression(node.right)
    return at(walk.operate("format_percent", node.left, values), node)


def _is_text(node: Node, kinds: tuple[type, ...] = (str,)) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, kinds)


RULE = Rule("format_strings", (gast.JoinedStr,), rewrite)
