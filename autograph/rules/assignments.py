"""Assignments in all forms: some targets stay, others go through an operator.

before::

    def swap(a, i, j):
        a[i], a[j] = a[j], a[i]

after::

    def swap(a, i, j):
        value_0, value_1 = (ag.get_item(a, j), ag.get_item(a, i))
        ag.set_item(a, i, value_0)
        ag.set_item(a, j, value_1)
"""

from __future__ import annotations

import gast

from autograph.rules.augmenting import augmented, operated_in_place
from autograph.rules.function_attributes import (
    augment_attribute,
    needs_operator,
    store_attribute,
)
from autograph.rules.items import augment, delete_item, operates, store_item
from autograph.rules.rewriting import Rule
from autograph.rules.shared_names import delete_name, store_name
from autograph.rules.starred import is_starred, unpacked, without_star
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    NOTHING,
    Construct,
    Fact,
    KnownFacts,
    changed,
    declares,
    merge,
)
from autograph.source.definedness import Bound
from autograph.source.nodes import Node, assign, at, load, same_place, store
from autograph.source.trees import nodes_in


@declares(gast.AugAssign)
class AugmentedAssignment(Construct):
    """``x += 1``, which reads what it binds."""

    def lazy(self, node: Node) -> list[Node]:
        return [node]

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        fact = facts.children(node)
        if isinstance(node.target, gast.Name):
            return changed(fact, reads=fact.reads | {node.target.id})
        return fact


@declares(gast.AnnAssign)
class AnnotatedAssignment(Construct):
    """``x: int = 1``, or the declaration alone."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        if node.value is None and isinstance(node.target, gast.Name):
            return NOTHING  # declares the name, and does nothing
        if isinstance(node.target, gast.Name):
            return merge(
                [facts.of(node.value), Fact(binds=frozenset([node.target.id]))]
            )
        return facts.children(node)


def is_plain(target: Node, walk: Walk) -> bool:
    """Whether assignment to a target needs no operator."""
    if isinstance(target, gast.Name):
        return not walk.is_foreign(target.id)
    if isinstance(target, gast.Subscript):
        return False
    if isinstance(target, gast.Attribute):
        return not needs_operator(target, walk)
    if isinstance(target, gast.Starred):
        return is_plain(target.value, walk)
    if isinstance(target, (gast.Tuple, gast.List)):
        starred = is_starred(target, target.elts, walk)
        return not starred and all(is_plain(item, walk) for item in target.elts)
    return True


def assign_to(target: Node, value: Node, walk: Walk) -> list[Node]:
    """Return the assignment of a value that is already rewritten."""
    if is_starred(target, getattr(target, "elts", []), walk):
        target, around = without_star(target)
        value = unpacked(value, around, walk)
    if is_plain(target, walk):
        names = walk.facts.of(target).binds & walk.scope.local
        new = assign(walk.rebuild(target), value)
        walk.bind(names)
        return [new]
    if isinstance(target, gast.Name):
        return [store_name(target.id, value, walk)]
    if isinstance(target, gast.Subscript):
        return [store_item(target, value, walk)]
    if isinstance(target, gast.Attribute):
        return [store_attribute(target, value, walk)]
    return _unpack(target, value, walk)


def _unpack(target: Node, value: Node, walk: Walk) -> list[Node]:
    """Unpack into generated names, then assign left to right, as Python does."""
    names = []
    items = []
    for item in target.elts:
        name = walk.unit.naming.fresh("value", numbered=True)
        starred = isinstance(item, gast.Starred)
        inner = item.value if starred else item
        names.append(
            gast.Starred(store(name), gast.Store()) if starred else store(name)
        )
        items.append((inner, name))
    spread = same_place(gast.Tuple(names, gast.Store()), target)
    done = [assign(spread, value)]
    for inner, name in items:
        done += assign_to(inner, load(name), walk)
    return done


def rewrite_assign(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``target = value``."""
    value = walk.expression(node.value)
    walk.note_walrus(node.value)
    if all(is_plain(target, walk) for target in node.targets):
        targets = [walk.rebuild(target) for target in node.targets]
        walk.bind(walk.facts.of(node.targets).binds & walk.scope.local)
        return [gast.Assign(targets, value, None)]
    before: list[Node] = []
    if len(node.targets) > 1 or _has_to_wait(node.targets[0], node.value, walk):
        name = walk.unit.naming.fresh("value")
        before = [assign(name, value)]
        value = load(name)
    for target in node.targets:
        before += assign_to(target, value, walk)
    return before


def _outside(fact: Fact, walk: Walk) -> frozenset[str]:
    """Return the names that something reads from elsewhere, without modules."""
    found = fact.reads - walk.scope.local
    return found - walk.unit.modules_among(found)


def _has_to_wait(target: Node, value: Node, walk: Walk) -> bool:
    """Whether the value must be evaluated before the parts of the target."""
    if isinstance(target, gast.Subscript):
        parts = [target.value, target.slice]
    elif isinstance(target, gast.Attribute):
        parts = [target.value]
    else:
        return False
    fact = walk.facts.of(parts)
    if any(walk.known(n) is not Bound.YES for n in fact.reads & walk.scope.local):
        return not isinstance(value, gast.Constant)
    given = walk.facts.of(value)
    outside = _outside(fact, walk)
    if outside and (given.busy or _outside(given, walk)):
        return True
    if any(walk.known(n) is not Bound.YES for n in given.reads & walk.scope.local):
        return fact.busy or bool(outside) or _may_fail(*parts)
    if not given.busy:
        return _may_fail(*parts) and (bool(_outside(given, walk)) or _may_fail(value))
    changing = walk.scope.global_names | walk.scope.nonlocal_names | walk.shared
    changing |= walk.scope.captured | given.walrus
    return fact.busy or bool(fact.reads & changing) or operates(*parts)


def _may_fail(*expressions: Node) -> bool:
    """Whether expressions contain what may raise: which of two does, is seen."""
    looks = (gast.Subscript, gast.Attribute)
    return operates(*expressions) or any(
        isinstance(part, looks) for part in nodes_in(*expressions)
    )


def rewrite_annotated(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``target: annotation = value``."""
    if node.value is None:
        inside = walk.inside and isinstance(node.target, gast.Name)
        return [] if inside else [node]
    if not is_plain(node.target, walk):
        return rewrite_assign(
            at(gast.Assign([node.target], node.value, None), node), walk
        )
    value = walk.expression(node.value)
    walk.bind(walk.facts.of(node).binds & walk.scope.local)
    target = walk.rebuild(node.target)
    return [gast.AnnAssign(target, node.annotation, value, node.simple)]


def rewrite_augmented(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``target += value``."""
    target = node.target
    if isinstance(target, gast.Subscript):
        return augment(node, walk)
    if isinstance(target, gast.Attribute):
        return _augment_attribute(node, walk)
    name = target.id
    guarded = walk.expression(at(load(name), target))
    value = walk.expression(node.value)
    if walk.is_foreign(name):
        held = walk.unit.naming.fresh("value")
        add = augmented(node, held, value, walk)
        return [assign(held, guarded), add, store_name(name, load(held), walk)]
    before = [] if isinstance(guarded, gast.Name) else [assign(name, guarded)]
    if name in walk.scope.local:
        walk.state[name] = Bound.YES
    return [*before, augmented(node, name, value, walk)]


def _augment_attribute(node: Node, walk: Walk) -> list[Node]:
    """Augment an attribute; its object is evaluated once."""
    if not walk.unit.traced:
        if needs_operator(node.target, walk):
            return augment_attribute(node, walk)
        return [walk.rebuild(node)]
    target, fact = node.target, walk.facts.of(node.value)
    before: list[Node] = []
    owner = target.value
    changing = walk.scope.captured | walk.shared | fact.walrus
    named = isinstance(owner, gast.Name)
    if not named or (fact.busy and owner.id not in walk.scope.local - changing):
        name = walk.unit.naming.fresh("value")
        before, owner = [assign(name, walk.expression(owner))], load(name)
    old = walk.expression(at(gast.Attribute(owner, target.attr, gast.Load()), target))
    value = operated_in_place(node, old, walk.expression(node.value), walk)
    held = at(gast.Attribute(owner, target.attr, gast.Store()), target)
    return [*before, at(store_attribute(held, value, walk), node)]


def rewrite_delete(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``del``."""
    done: list[Node] = []
    for target in node.targets:
        if isinstance(target, gast.Name):
            done += delete_name(target, walk)
        elif isinstance(target, gast.Subscript):
            done.append(delete_item(target, walk))
        elif isinstance(target, (gast.Tuple, gast.List)):
            done += rewrite_delete(at(gast.Delete(target.elts), node), walk)
        else:
            done.append(gast.Delete([walk.rebuild(target)]))
    return done


ASSIGN = Rule("assignments", (gast.Assign,), rewrite_assign)
ANNOTATED = Rule("assignments", (gast.AnnAssign,), rewrite_annotated)
AUGMENTED = Rule("assignments", (gast.AugAssign,), rewrite_augmented)
DELETE = Rule("assignments", (gast.Delete,), rewrite_delete)
