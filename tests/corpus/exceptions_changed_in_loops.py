"""Exceptions that a function makes, and changes in the turns of a loop."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
TURNS = (ints(0, 0, 1), i64(3)), (ints(1, 0, 1), i64(0)), (ints(2, 3, 1), i64(1))


class Counted(Exception):
    n = 0

    def up(self):
        self.n += 1
        return self


class Built(Exception):
    def __init__(self, n):
        super().__init__(n, 1)
        self.n = n


class Holder:
    pass


def fill(error, x):
    found = 0
    for i in range(100):
        found += hasattr(error, "n")
        error.n = 1
        if x[i] > 0:
            break
    return found, error


@add(*TURNS, core=True)
def attribute_set_once(x, n):
    e, found = ValueError("x"), 0
    for i in range(100):
        if hasattr(e, "n"):
            found += 1
        e.n = 1
        if x[i] > 0:
            break
    return found


@add(*TURNS, core=True)
def attribute_read_before_it_is_set(x, n):
    e, total = Counted("x"), 0
    for i in range(100):
        total += e.n
        e.n = 5
        if x[i] > 0:
            break
    return total


@add(*TURNS, core=True)
def attribute_in_a_loop_without_end(x, n):
    e, k = Counted("x"), 0
    while True:
        n = n + e.n
        e.n = 1
        if x[k] > 0:
            break
        k += 1
    return n


@add(*TURNS, core=True)
def attribute_of_an_item(x, n):
    e = Counted("x")
    for v in (3, 4):
        x = x + e.n
        e.n = v
        if x[0] > 0:
            break
    return x, e.n


@add(*TURNS)
def arguments_set(x, n):
    e = Counted("x")
    for v in (3, 4):
        x = x + len(e.args)
        e.args = (v, 1, 2)
        if x[0] > 3:
            break
    return x, e.args


@add(*TURNS, raises=ValueError)
def attributes_of_what_is_raised(x, n):
    e = ValueError("x")
    for v in x:
        e.n = v
        e.add_note("seen")
    raise e


@add(*TURNS, raises=Built)
def attribute_of_its_constructor(x, n):
    e = Built(x[0])
    for v in x:
        if v > 2:
            raise e
        e.n = e.n + 1
    return e.n, e.args


@add(*TURNS, raises=Counted)
def method_that_changes_it(x, n):
    e = Counted("x")
    for _ in range(n):
        e.up()
    raise e


@add(*TURNS)
def given_to_a_function(x, n):
    return fill(ValueError("x"), x)


@add(*TURNS)
def given_to_a_function_made_here(x, n):
    def filled(e):
        found = 0
        for i in range(100):
            found += hasattr(e, "n")
            e.n = 1
            if x[i] > 0:
                break
        return found

    return filled(ValueError("x"))


@add(*TURNS)
def in_a_list(x, n):
    errors = [ValueError("a"), KeyError("b")]
    for v in x:
        for e in errors:
            e.n = v
    return [e.n for e in errors]


@add(*TURNS)
def in_a_tuple_that_has_no_name(x, n):
    found = []
    for e in (ValueError("a"), KeyError("b")):
        for v in x:
            e.n = v
        found.append(e.n)
    return found


@add(*TURNS)
def of_a_class_in_a_dict(x, n):
    def filled(e):
        for v in x:
            e.add_note("seen")
        return e.__notes__

    return filled({"a": ValueError, "b": KeyError}["b"]("z"))


@add(*TURNS)
def made_by_map(x, n):
    found = 0
    for e in map(KeyError, "ab"):
        for v in x:
            e.n = v
        found = found + e.n
    return found


@add(*TURNS)
def in_its_own_constructor(x, n):
    class Summed(ValueError):
        def __init__(self, values):
            self.n = 0
            for v in values:
                self.n += v

    return Summed(x).n


@add(*TURNS, raises=ExceptionGroup)
def in_a_group(x, n):
    e = ValueError("a")
    if n > 1:
        e.add_note("first")
    group = ExceptionGroup("g", [e])
    if x[0] > 0:
        e.n = x[0]
    raise group


@add(*TURNS)
def in_a_dict(x, n):
    errors = {"a": ValueError("a")}
    for v in x:
        errors["a"].n = v
    return errors["a"].n


@add(*TURNS)
def in_an_object(x, n):
    holder = Holder()
    holder.e = ValueError(1)
    if x[0] > 1:
        holder.e.n = 5
    return hasattr(holder.e, "n")


@add(*TURNS)
def in_an_attribute_of_a_function(x, n):
    def function():
        pass

    function.e = ValueError(3)
    for i in range(n):
        function.e.n = i
    return vars(function.e)


@add(*TURNS)
def member_of_its_class(x, n):
    e = OSError(2, "no")
    if x[0] > 1:
        e.filename = "a"
    return e.filename, str(e)


@add(*TURNS, raises=ValueError)
def cause_that_changes(x, n):
    c, e = KeyError(1), ValueError(1)
    e.__cause__ = c
    for i in range(n):
        c.n = i
    raise e


@add(*TURNS, raises=ValueError)
def cause_of_the_run(x, n):
    e = ValueError("a")
    try:
        x[n]
    except IndexError as error:
        e.__cause__ = error
    raise e


@add(*TURNS, raises=ExceptionGroup)
def group_of_what_the_run_caught(x, n):
    errors = []
    for v in x:
        try:
            if v > 1:
                raise ValueError("a", int(v))
        except ValueError as e:
            errors.append(e)
    if errors:
        raise ExceptionGroup("g", errors)
    return n


@add(*TURNS, raises=ValueError)
def made_in_the_first_turn(x, n):
    e = None
    for i in range(n):
        if e is None:
            e = ValueError(1)
        e.n = i
    if e is not None:
        raise e
    return x
