"""Attributes and items of values that have none, on paths taken or not."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Holder:
    def __init__(self, content):
        self.content = content


HOLDERS = [(Holder(each), i64(x)) for each in (None, 1, "a", (1,)) for x in (1, -1)]


@add(*HOLDERS, raises=AttributeError)
def attribute_set_on_one_path(holder, x):
    if x > 0:
        holder.content.error = []
    return x


@add(*HOLDERS)
def attribute_set_in_a_try(holder, x):
    try:
        holder.content.error = x
    except AttributeError as error:
        return str(error)
    return x


@add(*HOLDERS, raises=AttributeError)
def attribute_set_where_there_is_something(holder, x):
    if x > 0 and holder.content is not None:
        holder.content.error = x
    return x


@add(*HOLDERS, raises=AttributeError)
def attribute_set_in_each_turn(holder, x):
    for _ in range(x):
        holder.content.real = x
    return x


@add(*HOLDERS, raises=TypeError)
def item_deleted_on_one_path(holder, x):
    if x > 0:
        del holder.content[0]
    return x
