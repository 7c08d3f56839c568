"""Arms and bodies as functions: their parameters, results and short forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gast

from autograph.rules.assigned_names import is_made
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, State, join_name
from autograph.source.facts import NONE
from autograph.source.nodes import (
    Node,
    assign,
    at,
    constant,
    define,
    is_operator,
    load,
    parameters,
    store,
    tuple_,
    undefined,
)


@dataclass
class Branch:
    """A rewritten arm of a conditional, or a rewritten body.

    Parameters
    ----------
    name
        The name of its function.
    body
        Its statements; the last one returns the results.
    takes
        The names that it must take as parameters.
    state
        What is known about names at its end.
    reached
        Whether its end is reached.
    header, place
        The nodes whose positions the function and the code added to it get.
    own_code
        Whether its ``return`` contains an assignment of the user.
    """

    name: str
    body: list[Node]
    takes: frozenset[str]
    state: State
    reached: bool
    header: Node
    place: Node
    own_code: bool = False

    def function(self, names: Sequence[str]) -> tuple[list[Node], Node]:
        """Return the definition, if one is needed, and the node for the function."""
        value = self._passed()
        if value is not None:
            made = gast.Lambda(parameters(names), value)
            return [], at(made, self.header)
        made = define(self.name, names, self.body)
        return [at(made, self.header)], at(load(self.name), self.header)

    def empty(self) -> bool:
        """Whether the branch does nothing at all."""
        return not self.body or all(isinstance(s, gast.Pass) for s in self.body)

    def _passed(self) -> Node | None:
        """Return the result of the branch if it only passes values on."""
        if self.empty():
            place = self.body[0] if self.body else self.place
            return at(gast.Constant(None, None), place)
        if self.own_code:
            return None
        (last, *others) = reversed(self.body)
        if isinstance(last, gast.Return) and passes(last.value):
            if all(isinstance(s, gast.Pass) for s in others):
                return last.value
        return None


def passes(node: Node) -> bool:
    """Whether an expression only passes values on."""
    if isinstance(node, gast.Tuple):
        return all(passes(item) for item in node.elts)
    if is_operator(node, "undefined"):
        return True
    return isinstance(node, (gast.Constant, gast.Name))


def build(
    walk: Walk,
    source: list[Node],
    name: str,
    results: Sequence[str],
    header: Node,
    *,
    shape: str,
    own: frozenset[str] = NONE,
    before: Sequence[Node] = (),
) -> Branch:
    """Rewrite a block as a branch, from the current state of `walk`.

    Parameters
    ----------
    source
        The statements.
    name
        The name of the function.
    results
        The names whose values it returns.
    header
        The construct.
    shape
        ``"values"``: one value, or a tuple of several; ``"tuple"``: always a tuple;
        ``"return"``: the block returns by itself.
    own
        Parameters that it has in any case.
    before
        Statements to insert at its top.
    """
    with walk.branch():
        body = [*before, *walk.block(source)]
        state, reached = dict(walk.state), walk.reached
    place = source[-1] if source else header
    own_code = False
    gen, kill = walk.live.sum(source)
    if reached and results and shape != "return":
        given = [_given(walk, name, state) for name in results]
        tuple_shape = shape == "tuple" or len(given) > 1
        body, place, own_code = _fold(walk, body, given, results, tuple_shape, place)
    bound = walk.facts.block(body).binds & walk.scope.local
    bound -= {n for n in bound if n in walk.shared}
    unset = frozenset(results) if kill is None else frozenset(results) - kill
    unset = unset if reached else NONE
    takes = bound & (gen | unset) - own
    return Branch(name, body, takes, state, reached, header, place, own_code)


def _given(walk: Walk, name: str, state: State) -> Node:
    return _passed_on(walk, name, state.get(name, Bound.NO))


def _passed_on(walk: Walk, name: str, known: Bound) -> Node:
    if known is Bound.NO and walk.is_flag(name):
        return constant(False)
    if known is Bound.NO:
        walk.unit.uses_operators = True
        return undefined(name)
    if known in (Bound.MIXED, Bound.EITHER):
        walk.fill(name)
    return load(name)


def _fold(
    walk: Walk,
    body: list[Node],
    given: list[Node],
    results: Sequence[str],
    tuple_shape: bool,
    place: Node,
) -> tuple[list[Node], Node, bool]:
    """Append a ``return`` of the results, and fold the last assignments into it."""
    last = body[-1] if body else None
    if last is not None and _gives_all(last, results, tuple_shape):
        if not _needs_name(last.value, walk):
            return [*body[:-1], at(gast.Return(last.value), last)], last, True
    kept = list(body)
    values = dict(zip(results, given))
    later_reads: frozenset[str] = NONE
    earliest = len(results)
    folded: list[Node] = []
    while kept:
        node = kept[-1]
        if isinstance(node, gast.Pass) and len(kept) > 1:
            kept.pop()
            continue
        if not isinstance(node, gast.Assign) or len(node.targets) != 1:
            break
        target = node.targets[0]
        if not isinstance(target, gast.Name) or target.id not in values:
            break
        if _needs_name(node.value, walk):
            break
        fact = walk.facts.of(node.value)
        index = list(results).index(target.id)
        if target.id in later_reads or fact.walrus or node in folded:
            break
        if any(target.id == done.targets[0].id for done in folded):
            break
        if not passes(node.value):
            if index > earliest:
                break
            earliest = index
        values[target.id] = node.value
        later_reads |= fact.reads | fact.captured
        folded.append(kept.pop())
    origin = folded[0] if folded else place
    ordered = [values[name] for name in results]
    value = tuple_(ordered) if tuple_shape else ordered[0]
    names = {done.targets[0].id for done in folded}
    own_code = not names <= walk.flags
    return [*kept, at(gast.Return(value), origin)], origin, own_code


def _needs_name(value: Node, walk: Walk) -> bool:
    """Whether a trace is told the name that a value is assigned to."""
    return walk.unit.traced and is_made(value)


def _gives_all(node: Node, results: Sequence[str], tuple_shape: bool) -> bool:
    """Whether a statement assigns exactly the results, in their order."""
    if not tuple_shape or not isinstance(node, gast.Assign) or len(node.targets) != 1:
        return False
    target = node.targets[0]
    if not isinstance(target, gast.Tuple):
        return False
    names = [getattr(item, "id", None) for item in target.elts]
    if names != list(results):
        return False
    if isinstance(node.value, gast.Tuple):
        plain = not any(isinstance(item, gast.Starred) for item in node.value.elts)
        return plain and len(node.value.elts) == len(names)
    made = ("cond", "while_loop", "for_loop", "try_", "finally_", "with_")
    return any(is_operator(node.value, name) for name in made)


def initial(walk: Walk, name: str) -> Node:
    """Return the value with which a name enters a branch."""
    return _passed_on(walk, name, walk.known(name))


def deliver(walk: Walk, call: Node, results: Sequence[str], returns: bool) -> Node:
    """Return the statement that stores the results of a construct.

    Parameters
    ----------
    call
        The call of its operator.
    results
        The names that it assigns.
    returns
        Whether the function ends with the construct.
    """
    if returns:
        walk.reached = False
        return gast.Return(call)
    if not results:
        return gast.Expr(call)
    if len(results) == 1:
        return assign(results[0], call)
    return assign(gast.Tuple([store(name) for name in results], gast.Store()), call)


def settle(
    walk: Walk, ends: list[State], results: Sequence[str], before: State
) -> None:
    """Record what is known about names after a construct, from its reached ends.

    Parameters
    ----------
    ends
        What is known at each end that is reached.
    results
        The names that it assigns.
    before
        What was known before it.
    """
    walk.reached = bool(ends)
    walk.state = dict(before)
    if not ends:
        return
    for name in results:
        known = join_name([end.get(name, Bound.NO) for end in ends])
        walk.state[name] = Bound.YES if known is Bound.YES else Bound.SLOT
    for name in walk.shared:
        walk.state[name] = join_name([end.get(name, Bound.NO) for end in ends])


def given_names(walk: Walk, node: Node, blocks: Sequence[Sequence[Node]]) -> list[str]:
    """Return the names that blocks of a construct bind and that are live after it."""
    bound = NONE.union(*[walk.facts.block(list(block)).binds for block in blocks])
    wanted = bound & walk.live.after(node) & walk.scope.local
    return walk.ordered(wanted - walk.shared)


def carried(walk: Walk, takes: Sequence[str], before: State) -> dict[str, Node]:
    """Return the ``state`` argument of an operator, for what its functions take."""
    if not takes:
        return {}
    after, walk.state = walk.state, before
    values = [initial(walk, name) for name in takes]
    walk.state = after
    return {"state": tuple_(values)}


def taking(
    branch: Branch, own: str, takes: Sequence[str], walk: Walk
) -> tuple[list[Node], Node]:
    """Return the definition of a branch with a parameter of its own, and its name.

    If the name of this parameter is also in `takes`, the parameter gets a new name. The
    first line then assigns it to the old name.
    """
    if own not in takes:
        return branch.function([own, *takes])
    held = walk.unit.naming.fresh(own)
    branch.body = [at(assign(own, load(held)), branch.header), *branch.body]
    return branch.function([held, *takes])
