"""The rules of conversion, in their order.

`match` and jumps are lowered first (`matches`, `loop_else`, `jumps`). The other rules
work on a tree without them, in one walk: each node goes to the one rule that consumes
it.
"""

from autograph.rules import (
    arithmetic,
    assertions,
    assignments,
    calls,
    comparisons,
    comprehensions,
    conditionals,
    displays,
    except_star,
    for_loops,
    format_strings,
    functions,
    items,
    jumps,
    logic,
    matches,
    raises,
    shared_names,
    starred,
    try_statements,
    type_aliases,
    unbound_names,
    while_loops,
    with_statements,
)
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Tables

LOWERED = (matches, jumps)
"""What is lowered before the walk, in this order."""
STATEMENTS: tuple[Rule, ...] = (
    conditionals.STATEMENT,
    while_loops.RULE,
    for_loops.RULE,
    try_statements.RULE,
    except_star.RULE,
    with_statements.RULE,
    raises.RULE,
    raises.RETURN,
    assertions.RULE,
    assignments.ASSIGN,
    assignments.ANNOTATED,
    assignments.AUGMENTED,
    assignments.DELETE,
    shared_names.DECLARATION,
    functions.FUNCTION,
    functions.CLASS,
    functions.IMPORT,
    type_aliases.RULE,
    matches.SUBJECT,
)
EXPRESSIONS: tuple[Rule, ...] = (
    conditionals.EXPRESSION,
    logic.OPERANDS,
    comparisons.RULE,
    items.RULE,
    starred.RULE,
    displays.SET,
    displays.DICT,
    format_strings.RULE,
    arithmetic.RULE,
    arithmetic.UNARY,
    calls.ATTRIBUTE,
    calls.CALL,
    shared_names.WALRUS,
    unbound_names.RULE,
    functions.LAMBDA,
    comprehensions.RULE,
)

TABLES = Tables(
    {kind: rule.rewrite for rule in STATEMENTS for kind in rule.consumes},
    {kind: rule.rewrite for rule in EXPRESSIONS for kind in rule.consumes},
)
