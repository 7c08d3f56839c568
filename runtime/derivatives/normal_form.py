"""Graphs as the rules of derivatives take them."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.derivatives.activity import following
from runtime.derivatives.expansions import with_parts
from runtime.derivatives.final_lengths import with_lengths
from runtime.derivatives.protected_again import repeated
from runtime.ir.graph import Graph
from runtime.ir.nodes import Value
from runtime.passes import by_items, indexed
from runtime.passes.lists import stacked


def as_rules_take_it(form: Graph, arguments: Iterable[Value]) -> Graph:
    """Return a functional graph as it is differentiated by some of its inputs.

    Lists that only become arrays are arrays, lists that vary are used item by item,
    blocks of `try` are repeated where nothing raises, several results of a call are
    unpacked, and the lengths of lists are noted.
    """
    arguments = tuple(arguments)
    form = stacked.run_joined(form)
    items = by_items.run_for(form, following(form, arguments))
    form = items if items is form else indexed.run(items)
    form = repeated(form, following(form, arguments))
    return with_parts(with_lengths(form))
