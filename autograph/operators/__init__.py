"""Operators that converted code calls, one file per construct (``ag`` in its text)."""

from autograph.operators.arithmetic import operate, signed
from autograph.operators.assertions import assert_
from autograph.operators.assigned_names import assigned
from autograph.operators.calls import call
from autograph.operators.comparisons import chain, in_, is_, is_not, not_in
from autograph.operators.comprehensions import (
    dict_of,
    generate,
    list_of,
    nested,
    set_of,
)
from autograph.operators.conditionals import cond
from autograph.operators.displays import dict_display, set_display
from autograph.operators.for_loops import for_loop
from autograph.operators.format_strings import format_percent, format_text, join_text
from autograph.operators.function_attributes import defined, set_attribute
from autograph.operators.generators import (
    generator,
    generator_of,
    iterator,
    passes,
    yield_,
)
from autograph.operators.items import augment_item, del_item, get_item, set_item, slice_
from autograph.operators.logic import and_, not_, or_
from autograph.operators.matches import (
    capture,
    either,
    fitting,
    instance,
    items,
    keys,
    match,
    rest,
)
from autograph.operators.mutables import mutable
from autograph.operators.raises import raise_
from autograph.operators.shared_names import (
    cells,
    delete_cell,
    delete_global,
    set_cell,
    set_global,
)
from autograph.operators.special_attributes import get_attribute
from autograph.operators.starred import (
    keyword_call,
    starred_call,
    starred_list,
    starred_set,
    starred_tuple,
    starred_unpack,
)
from autograph.operators.try_statements import finally_, reraise, try_, try_body
from autograph.operators.unbound_names import bound, free, undefined
from autograph.operators.while_loops import while_loop
from autograph.operators.with_statements import context, with_

__all__ = [
    "and_",
    "assert_",
    "assigned",
    "augment_item",
    "bound",
    "call",
    "capture",
    "cells",
    "chain",
    "cond",
    "context",
    "defined",
    "del_item",
    "delete_cell",
    "delete_global",
    "dict_display",
    "dict_of",
    "either",
    "finally_",
    "fitting",
    "for_loop",
    "format_percent",
    "format_text",
    "free",
    "generate",
    "generator",
    "generator_of",
    "get_attribute",
    "get_item",
    "in_",
    "instance",
    "is_",
    "is_not",
    "items",
    "iterator",
    "join_text",
    "keys",
    "keyword_call",
    "list_of",
    "match",
    "mutable",
    "nested",
    "not_",
    "not_in",
    "operate",
    "or_",
    "passes",
    "raise_",
    "reraise",
    "rest",
    "set_attribute",
    "set_cell",
    "set_display",
    "set_global",
    "set_item",
    "set_of",
    "signed",
    "slice_",
    "starred_call",
    "starred_list",
    "starred_set",
    "starred_tuple",
    "starred_unpack",
    "try_",
    "try_body",
    "undefined",
    "while_loop",
    "with_",
    "yield_",
]
