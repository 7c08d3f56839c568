"""Functions, lambdas and classes inside a function.

In the form that is traced, each is marked by ``ag.defined`` where it is made, and what
hands out its values one by one by ``@ag.generator``.

before::

    def f(x):

        def inner(y=x or 1):
            if y:
                return -y
            return x
        return inner

after::

    def f(x):

        def inner(y=ag.or_(x, lambda: 1)):

            def if_true():
                return -y
            return ag.cond(y, if_true, lambda: x)
        return inner

before::

    def f(xs):

        def twice():
            yield from xs
            yield from xs
        return sum(twice())

after::

    def f(xs):

        def twice():
            yield from xs
            yield from xs
        return sum(twice())
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.shared_names import store_name
from autograph.rules.walk import Unit, Walk, lambda_names
from autograph.source.constructs import Construct, Sum, WantedValues, declares
from autograph.source.facts import COMPREHENSIONS, FUNCTIONS, first_parameter
from autograph.source.nodes import (
    Node,
    at,
    change_blocks,
    clone,
    lazily,
    load,
    operator,
    same_place,
)
from autograph.source.trees import children, nodes_in


@declares(gast.AsyncFunctionDef, gast.ClassDef)
class Definition(Construct):
    """A definition: of what stands in it, nothing runs now."""

    def sum(self, node: Node, live: WantedValues) -> Sum:
        fact = live.facts.of(node)
        return fact.reads, fact.binds


@declares(gast.FunctionDef)
class FunctionDefinition(Definition):
    """``def``."""

    nests = True


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a function: its defaults and decorators, then its body by itself."""
    inner = walk.unit.functions(clone(node), walk.unit, walk)
    made = type(node)(
        node.name,
        _arguments(node.args, walk),
        inner.body,
        [walk.expression(item) for item in node.decorator_list],
        node.returns,
        node.type_comment,
        getattr(node, "type_params", []),
    )
    asynchronous = isinstance(node, gast.AsyncFunctionDef)
    if walk.unit.traced:
        walk.unit.uses_operators = True
        if asynchronous or yields(node):
            made.decorator_list.append(at(operator("generator"), node))
        made.decorator_list.append(at(operator("defined"), node))
    return _bind(same_place(made, node), walk)


def yields(function: Node) -> bool:
    """Whether a function is a generator."""
    body = function.body if isinstance(function.body, list) else [function.body]
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (gast.Yield, gast.YieldFrom)):
            return True
        if not isinstance(node, (*FUNCTIONS, gast.Lambda, gast.ClassDef)):
            waiting.extend(children(node))
    return False


def _bind(made: Node, walk: Walk) -> list[Node]:
    """Define under a generated name if the name belongs to another function."""
    name = made.name
    if not walk.is_foreign(name):
        walk.bind([name] if name in walk.scope.local else [])
        return [made]
    made.name = walk.unit.naming.fresh(name)
    walk.unit.renamed[made.name] = name
    return [made, store_name(name, load(made.name), walk)]


def _arguments(node: Node, walk: Walk) -> Node:
    """Rewrite the default values."""
    defaults = [walk.expression(item) for item in node.defaults]
    named = [d if d is None else walk.expression(d) for d in node.kw_defaults]
    return gast.arguments(
        node.args,
        node.posonlyargs,
        node.vararg,
        node.kwonlyargs,
        named,
        node.kwarg,
        defaults,
    )


def own_keywords(arguments: Node, body: list[Node], unit: Unit) -> Node | None:
    """Return the display of ``**names`` as a dict which a trace knows, if it must.

    Python makes that dict by itself. Where a call alone spreads it, nobody else has it.
    """
    taken = arguments.kwarg
    if taken is None or not unit.traced:
        return None
    nodes = [part for each in body for part in nodes_in(each)]
    spread = {
        part.value
        for part in nodes
        if isinstance(part, gast.keyword) and part.arg is None
    }
    if not any(
        isinstance(part, gast.Name) and part.id == taken.id and part not in spread
        for part in nodes
    ):
        return None
    return gast.Dict([None], [load(taken.id)])


def with_own_keywords(node: Node, unit: Unit) -> Node:
    """Return a lambda with ``**names`` as a dict which a trace knows, if it must."""
    keywords = own_keywords(node.args, [node.body], unit)
    if keywords is None:
        return node
    inner = lazily(node.body, [node.args.kwarg.id])
    body = at(gast.Call(inner, [keywords], []), node.body)
    return same_place(gast.Lambda(node.args, body), node)


def rewrite_lambda(node: Node, walk: Walk) -> Node:
    """Rewrite the expression of a lambda."""
    node = with_own_keywords(node, walk.unit)
    fact = walk.facts.of(node.body)
    arguments = _arguments(node.args, walk)
    if fact.walrus or fact.waits:
        # Its own names could not be told from ours in a lambda within it.
        body = node.body
    else:
        with walk.deferring(lambda_names(node, walk.facts), first_parameter(node.args)):
            body = walk.expression(node.body)
    made = at(gast.Lambda(arguments, body), node)
    return at(walk.operate("defined", made), node) if walk.unit.traced else made


def rewrite_class(node: Node, walk: Walk) -> list[Node]:
    """Rewrite the methods of a class; the rest of its body stays."""
    made = type(node)(
        node.name,
        [walk.expression(base) for base in node.bases],
        [gast.keyword(k.arg, walk.expression(k.value)) for k in node.keywords],
        methods(node, walk),
        [walk.expression(item) for item in node.decorator_list],
        getattr(node, "type_params", []),
    )
    return _bind(same_place(made, node), walk)


def methods(node: Node, walk: Walk) -> list[Node]:
    """Return the body of a class with its methods rewritten."""
    private, walk.unit.private = walk.unit.private, node.name
    with walk.hiding(walk.facts.block(node.body).binds):
        body = [_member(clone(item), walk) for item in node.body]
        with walk.standing_apart():
            body = [_guarded(item, walk) for item in body]
    walk.unit.private = private
    return body


def _member(node: Node, walk: Walk) -> Node:
    if isinstance(node, FUNCTIONS):
        inner = walk.unit.functions(clone(node), walk.unit, walk)
        made = type(node)(
            node.name,
            node.args,
            inner.body,
            node.decorator_list,
            node.returns,
            node.type_comment,
            getattr(node, "type_params", []),
        )
        return same_place(made, node)
    if isinstance(node, gast.ClassDef):
        node.body = [_member(item, walk) for item in node.body]
        return node
    change_blocks(node, lambda block: [_member(item, walk) for item in block])
    return node


def _guarded(node: Node, walk: Walk) -> Node:
    """Guard the names that a class body reads from enclosing functions, in place."""
    if isinstance(node, gast.Name):
        return walk.unit.tables.expressions[gast.Name](node, walk)
    if isinstance(node, (*FUNCTIONS, gast.Lambda, *COMPREHENSIONS)):
        return node
    for field, child in gast.iter_fields(node):
        if isinstance(child, gast.AST):
            setattr(node, field, _guarded(child, walk))
        elif isinstance(child, list):
            items = [_guarded(i, walk) if isinstance(i, gast.AST) else i for i in child]
            setattr(node, field, items)
    return node


def rewrite_import(node: Node, walk: Walk) -> list[Node]:
    """Keep an import; a name of another function is imported under a new name."""
    done: list[Node] = []
    aliases = []
    for alias in node.names:
        name = alias.asname or alias.name.split(".")[0]
        if not walk.is_foreign(name):
            walk.bind([name] if name in walk.scope.local else [])
            aliases.append(alias)
        elif "." in alias.name and not alias.asname:
            kind = gast.Global if walk.is_global(name) else gast.Nonlocal
            aliases.append(alias)
            done.insert(0, kind([name]))
        else:
            held = walk.unit.naming.fresh(name)
            aliases.append(at(gast.alias(alias.name, held), alias))
            done.append(store_name(name, load(held), walk))
    if isinstance(node, gast.ImportFrom):
        made = gast.ImportFrom(node.module, aliases, node.level)
    else:
        made = gast.Import(aliases)
    first = [s for s in done if isinstance(s, (gast.Global, gast.Nonlocal))]
    rest = [s for s in done if s not in first]
    return [*first, same_place(made, node), *rest]


FUNCTION = Rule("functions", FUNCTIONS, rewrite)
LAMBDA = Rule("functions", (gast.Lambda,), rewrite_lambda)
CLASS = Rule("functions", (gast.ClassDef,), rewrite_class)
IMPORT = Rule("functions", (gast.Import, gast.ImportFrom), rewrite_import)
