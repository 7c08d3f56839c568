"""What each operator of converted code does in a trace, by its name there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.calls.methods import call
from tracer.calls.texts import format_percent, format_text, join_text
from tracer.flow.branches import cond
from tracer.flow.iterators import iterator
from tracer.flow.lazy_logic import and_, not_, or_
from tracer.flow.loops import for_loop, while_loop
from tracer.flow.raising import raise_
from tracer.flow.tries import finally_, reraise, try_, try_body
from tracer.iteration.generator_functions import generator
from tracer.iteration.generators import passes, yield_
from tracer.operators.assertions import assert_
from tracer.operators.assigned_names import assigned
from tracer.operators.comprehensions import (
    dict_of,
    generate,
    generator_of,
    list_of,
    set_of,
)
from tracer.operators.displays import dict_display, mutable, set_display
from tracer.operators.function_attributes import defined, set_attribute
from tracer.operators.items import del_item, get_item, set_item
from tracer.operators.logic import compare, in_, is_, is_not, not_in
from tracer.operators.managers import context, with_
from tracer.operators.matching import match
from tracer.operators.plain_operators import operate, signed
from tracer.operators.shared_names import (
    cells,
    delete_cell,
    set_cell,
    store_global,
    unbind_global,
)
from tracer.operators.special_attributes import get_attribute
from tracer.operators.starred import (
    keyword_call,
    starred_call,
    starred_list,
    starred_set,
    starred_tuple,
    starred_unpack,
)
from tracer.operators.unbound_names import bound, free

Operator = Callable[..., Any]
"""Takes the trace, then what converted code gives the operator."""

STAGED: dict[str, Operator] = {
    function.__name__: function
    for function in (
        and_,
        assert_,
        assigned,
        bound,
        call,
        cells,
        compare,
        cond,
        context,
        defined,
        del_item,
        delete_cell,
        dict_display,
        dict_of,
        finally_,
        for_loop,
        format_percent,
        format_text,
        free,
        generate,
        generator,
        generator_of,
        get_attribute,
        get_item,
        in_,
        is_,
        is_not,
        iterator,
        join_text,
        keyword_call,
        list_of,
        match,
        mutable,
        not_,
        not_in,
        operate,
        or_,
        passes,
        raise_,
        reraise,
        set_attribute,
        set_cell,
        set_display,
        set_item,
        set_of,
        signed,
        starred_call,
        starred_list,
        starred_set,
        starred_tuple,
        starred_unpack,
        store_global,
        try_,
        try_body,
        unbind_global,
        while_loop,
        with_,
        yield_,
    )
} | {"augment": operate}
