"""Functions with attributes that Python calls, and whose attributes it may change."""

from autograph import do_not_convert
from tests.corpus.case import *
from tests.corpus.case import adding_to
from tests.corpus.function_attributes import counted
from tests.corpus.nested_functions_handed_on import root

CASES = []
add = adding_to(CASES)
LEVELS = 2.0, f64(3.0), f64(4.5)


@do_not_convert
def told(function, **attributes):
    vars(function).update(attributes)


@do_not_convert
def called(function, *arguments):
    return function(*arguments)


@do_not_convert
def identical(left, right):
    return left is right, vars(left) == vars(right)


@add(*LEVELS)
def counts_its_calls(a):
    def difference(x):
        difference.calls += 1
        return x * x - a

    difference.calls = 0
    found = root(difference, 0.0, 10.0)
    return found, difference.calls


@add(*LEVELS)
def wrapped_by_what_counts(a):
    difference = counted(lambda x: x * x - a)
    found = root(difference, 0.0, 10.0)
    return found, difference.calls, difference(1.0), difference.calls


@add(*LEVELS)
def counted_by_another(a):
    def difference(x):
        return x * x - a

    difference.calls = 0

    def counting(x):
        difference.calls += 1
        return difference(x)

    return root(counting, 0.0, 10.0), difference.calls


@add(*LEVELS)
def set_by_what_it_is_given_to(a):
    def scaled(x):
        return scaled.factor * x

    scaled.factor = a
    first = called(scaled, 2.0)
    told(scaled, factor=a + 1)
    return first, scaled.factor, scaled(1.0), called(scaled, 1.0)


@add(*LEVELS)
def set_after_it_is_given(a):
    def scaled(x):
        return scaled.factor * x

    scaled.factor = 1
    first = called(scaled, a)
    scaled.factor = a
    return first, called(scaled, 1.0), scaled(2.0)


@add(0, 3, i64(4))
def in_a_loop(n):
    def total(x):
        total.sum += x
        return total.sum

    total.sum = 0.0
    last = []
    for k in range(n):
        last.append(called(total, k))
        total.sum = total.sum * 2
    return last, total.sum


@add(0, 3, i64(4))
def in_a_branch(n):
    def total(x):
        total.sum += x
        return total.sum

    total.sum = 1
    if n > 2:
        called(total, n)
        total(n)
    return total.sum


@add(0, 3, i64(4))
def kept_beside_what_calls_it(n):
    def total(x):
        total.sum += x

    total.sum = 0

    def twice(x):
        total(x)
        total(x)

    called(twice, n)
    called(total, n)
    total(1)
    called(twice, 1)
    return total.sum


@add(0, 3, i64(4))
def one_function_by_two_ways(n):
    def total(x):
        return total.sum + x

    total.sum = n
    holder = [total]
    known = called(identical, total, holder[0])
    total.sum = n + 1
    return known, called(identical, holder[0], total), called(total, 1)


@add(0, 3, i64(4))
def memory_in_an_attribute(n):
    def squared(x):
        if x not in squared.known:
            squared.known[x] = x * x
        return squared.known[x]

    squared.known = {}
    values = [called(squared, k % 2) for k in range(n)]
    squared.known[7] = n
    return values, squared.known, called(squared, 7)


@add(0, 3, i64(4))
def of_a_lambda(n):
    scaled = lambda x: x * scaled.factor  # noqa: E731
    scaled.factor = 2
    first = called(scaled, n)
    if n > 1:
        scaled.factor = n
    return first, called(scaled, 1), scaled(3)


@add(0, 3, i64(4))
def set_in_an_arm_after_it_is_given(n):
    def scaled(x):
        return x * scaled.factor

    scaled.factor = 2
    called(scaled, n)
    for k in range(n):
        if k > 1:
            scaled.factor = k
    return called(scaled, 1), scaled.factor


@add(1, 3, i64(4))
def error_leaves_its_mark(n):
    def failing(x):
        failing.calls += 1
        if failing.calls > 2:
            raise ValueError(f"call {failing.calls}")
        return x

    failing.calls = 0
    try:
        for k in range(n):
            called(failing, k)
    except ValueError as error:
        return str(error), failing.calls
    return failing.calls


@add(0, 3, i64(4))
def made_in_each_turn(n):
    total = 0
    for k in range(n):
        successor = counted(lambda x: x + 1)
        called(successor, k)
        successor(k)
        total += successor.calls
    return total


@add(0, 3, i64(4))
def set_first_in_a_loop(n):
    total = 0
    for k in range(n):

        def stepped(x):
            return x + stepped.step

        stepped.step = k
        if k > 1:
            stepped.step = 2
        total += called(stepped, k)
    return total


@add(0, 3, i64(4))
def set_between_the_calls(n):
    def stepped(x):
        return x + stepped.step

    stepped.step, total = 1, 0
    for k in range(n):
        total += called(stepped, k)
        stepped.step = stepped.step + 1
        if k > 1:
            stepped.step = 2
        total += stepped(k)
    return total, stepped.step


@add(0, 3, i64(4))
def given_in_one_arm(n):
    successor = counted(lambda x: x + 1)
    if n > 2:
        called(successor, n)
    else:
        successor(n)
    return successor.calls, called(successor, n), successor.calls


@add(0, 3, i64(4))
def set_by_another_name(n):
    def mark():
        pass

    mark.calls, holder = 0, [mark]
    if n > 2:
        holder[0].calls = n
    else:
        setattr(holder[0], "calls", -1)
    vars(mark).update(low=n)
    return mark.calls, mark.low
