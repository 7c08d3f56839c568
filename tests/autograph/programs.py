"""Small functions, odd on purpose, each with the arguments to call it on."""

# ruff: noqa: B007, B012, B018, B023, E731, F821, F823, F841, N806, PERF401, RET504, SIM201, SIM220

import contextlib

PROGRAMS = []
COUNTER = 0


def on(*calls):
    def keep(function):
        PROGRAMS.extend(
            (function, call if isinstance(call, tuple) else (call,)) for call in calls
        )
        return function

    return keep


@on(0, 1, 5)
def walrus_in_if(x):
    if (y := x * 2) > 1 and (z := y + 1) < 7:
        return y, z
    return y


@on(0, 3)
def walrus_in_while(n):
    found = []
    while (m := n - 1) >= 0:
        n = m
        found.append(m)
    return found, m


@on(0, 1, 2)
def walrus_in_elif(x):
    if x == 0:
        r = "zero"
    elif (y := x - 1) == 0:
        r = y
    else:
        r = (y, "other")
    return r


@on(([1, 2, 3],), ([],))
def closures_in_loop(xs):
    fs = []
    for x in xs:
        fs.append(lambda: x)
    return [f() for f in fs]


@on(([1, 2, 3],), ([],))
def closure_before_binding(xs):
    def read():
        return last

    for x in xs:
        last = x
    try:
        return read()
    except NameError as error:
        return type(error).__mro__[1].__name__ if xs else "unbound"


@on(True, False)
def conditional_function(c):
    if c:

        def g(n):
            return 1 if n < 1 else n * g(n - 1)
    else:

        def g(n):
            return -n

    return g(4), g.__name__


@on(True, False)
def delete_in_branch(c):
    x = 1
    if c:
        del x
    try:
        return x
    except UnboundLocalError:
        return "gone"


@on(True, False)
def delete_and_rebind(c):
    x = [1]
    if c:
        del x
        x = 2
    return x


@on(([1, 2],), ([0],), ([],))
def handler_sees_names(xs):
    done = 0
    try:
        for x in xs:
            y = 1 / x
            done += 1
    except ZeroDivisionError as error:
        return done, str(error)
    else:
        if done:
            return "else", done
    finally:
        done = -1
    return done


@on(([1, 0, 2],), ([3],))
def try_in_loop(xs):
    out = []
    for x in xs:
        try:
            if x == 3:
                break
            out.append(1 / x)
        except ZeroDivisionError:
            continue
        finally:
            out.append("f")
        out.append("end")
    return out


@on(([1, 0, 2],), ([3],))
def return_from_try_in_loop(xs):
    for x in xs:
        try:
            if x > 1:
                return x
            1 / x
        except ZeroDivisionError:
            return "zero"
    return None


@on(1, 2, 3)
def with_and_return(x):
    with contextlib.nullcontext() as n:
        if x == 1:
            return "one"
        y = x + 1
    with contextlib.suppress(ZeroDivisionError):
        if x == 2:
            y = 10
            1 / 0
        y = 20
    return y, n


@on(0, 1, (1, 2), ([1, 2, 3],), ({"a": 5},), "x")
def matching(x, *rest):
    match x:
        case 0:
            r = "zero"
        case int() if x > 0 and not rest:
            r = "positive"
        case [a, *others] if len(others) > 1:
            r = (a, others)
        case {"a": v}:
            return v
        case _:
            r = "any" if rest else "none"
    return r


@on(4)
def generator(n):
    def gen(k):
        for i in range(k):
            if i == 2:
                continue
            x = i if i % 2 else -i
            yield x
            if x > 2 and not x == 4:
                return

    return list(gen(n))


@on(3)
def nonlocal_counts(n):
    total = 0

    def add(k):
        nonlocal total
        total += k
        if total > 3:
            total = 0
        return total

    seen = [add(i) for i in range(n)]
    while total < 5:
        total += add(1) + 3
    return seen, total


@on(2, -1)
def writes_global(x):
    global COUNTER
    COUNTER = 0
    for i in range(3):
        if x > 0:
            COUNTER += x
    return COUNTER


@on(2, -1)
def many_flags(n):
    out = []
    for i in range(6):
        if i == 1:
            if n < 0:
                continue
            out.append("one")
        elif i == 4:
            if n > 0:
                break
            out.append("four")
            if n == -1:
                return out
        out.append(i)
    else:
        out.append("else")
    out.append("end")
    return out


@on(3, 0)
def nested_jumps(n):
    for i in range(5):
        for j in range(5):
            if i * j == n:
                break
            if j > i:
                continue
            if i + j == 7:
                return i, j
        else:
            continue
        if i == 2:
            return "two", j
    return "none"


@on(1, -1, 5)
def side_by_side(x):
    if x == 10:
        return 10
    if x == 11:
        return 11
    x += 1
    if x == 12:
        return 12
    if x == 13:
        return 13
    x += 1
    if x == 3:
        return "three"
    if x == 15:
        return 15
    y = x
    if y == 16:
        return 16
    if y == 17:
        return 17
    if y == 18:
        return 18
    if y == 7:
        return "seven"
    if y == 19:
        return 19
    return y


@on(([3, 1],), ([],))
def items_in_order(xs):
    log = []

    def say(what, value=0):
        log.append(what)
        return value

    d = {0: [0, 0]}
    d[say("key")][say("index")] = say("value", 7)
    d[say("k2")][0] += say("v2", 2)
    d[0][0:1] = [say("v3", 5)]
    d[0], d[1] = say("a"), say("b")
    x = d[2] = say("c", 4)
    del d[say("d")]
    return log, d, x


@on(3)
def class_inside(n):
    class Base:
        def f(self):
            return 1

    class Inner(Base):
        limit = n if n > 2 else 0

        def f(self, k=n):
            if k:
                return super().f() + self.__private(k)
            return __class__.__name__

        def __private(self, k):
            self.__state = []
            for i in range(k):
                if i:
                    self.__state.append(i)
            return len(self.__state)

    return Inner().f(), Inner().f(0), Inner.limit, Inner.__qualname__


@on(3)
def comprehensions(n):
    base = 0
    for i in range(n):
        base = base + sum(base + k for k in range(i) if k and not k == 2)
        pairs = {
            (a, b): a if a else b for a in range(i) for b in range(2) if a is not b
        }
    return base, pairs


@on(1, 0)
def bare_raise(x):
    try:
        try:
            1 / x
        except ZeroDivisionError:
            if not x:
                raise
            return "no"
    except ZeroDivisionError as error:
        return repr(error), error.__context__
    return "fine"


@on(1, 0)
def raise_from(x):
    try:
        if not x:
            raise ValueError("bad") from KeyError("why")
        if x:
            raise KeyError
    except (ValueError, KeyError) as error:
        return repr(error), repr(error.__cause__)


@on(0, 1)
def unbound_in_branch(x):
    if x:
        return y
    y = 1
    return y


@on(2, 0)
def imports_in_branch(x):
    if x:
        import math as m
        from os import path
    else:
        m = path = None
    return m and m.sqrt(x * x), path is None


@on(2, 0)
def star_targets(x):
    if x:
        a, *b = range(x + 1)
    else:
        (a, b) = ([], 3)
    return a, b


@on(3, 0)
def deep(n):
    def outer():
        k = n

        def middle():
            nonlocal k
            while k > 0:
                k -= 1
                if k == 1:
                    return lambda: k
            return lambda: -k

        return middle()

    return outer()()


@on(0, 4)
def annotated(n: int) -> int:
    """Keeps its docstring."""
    total: int = 0
    count: int
    for i in range(n):
        step: int = i
        total += step if step else 1
    count = total
    return count


@on(0, 2)
def finally_jumps(n):
    for i in range(3):
        try:
            1 / (i - n)
        finally:
            continue
    return i


@on(3)
def loop_target_after(n):
    for i, (a, b) in enumerate([(1, 2)] * n):
        if i == 1:
            break
    return i, a, b


@on(3, 0)
def while_else(n):
    while n > 0:
        n -= 1
        if n == 5:
            break
    else:
        n = "else"
    return n


@on(1, 2, 3)
def chained(x):
    def f():
        return 2

    return 0 < x < 3, 0 < f() <= x, x is x is not None, x in (1, 2) not in [()]


@on(1)
def swapped_lists(x):
    a = b = []
    if x:
        a = [1]
        b = a
    b.append(2)
    return a, b


@on(3)
def name_clash(n):
    ag = n
    if_true = 2
    broke = 0
    for item in range(n):
        if item == 1:
            broke = ag
            break
    return ag, if_true, broke, item


@on(0, 1)
def with_swallow(x):
    with contextlib.suppress(ZeroDivisionError):
        for i in range(3):
            y = i
            1 / (x - i)
    return y


@on(True, False)
def exception_names(c):
    error = "before"
    if c:
        try:
            1 / 0
        except ZeroDivisionError as error:
            kept = str(error)
    else:
        kept = None
    try:
        return error, kept
    except UnboundLocalError:
        return "unbound", kept


@on(5)
def inner_defaults(n):
    fs = []
    for i in range(n):
        if i % 2:

            def f(k=i):
                return k

            fs.append(f)
    return [f() for f in fs], f.__qualname__


@on(3)
def lambda_bodies(n):
    pick = lambda x, y=n: x if x > y else (y or x)
    return pick(1), pick(5), (lambda: n and not n)()


@on(3)
def f_strings(n):
    if n:
        s = f"{n if n > 2 else 'small'!r:>8} {'a' in {'a': 1}}"
    return s


@on(1)
def deletes_a_global(x):
    global COUNTER
    COUNTER = 5
    kept = COUNTER if x else 0
    del COUNTER
    COUNTER = 0
    return kept


kept = "a global, and the name of locals below"


@on(0, 1)
def assigned_in_one_arm(x):
    if x:
        kept = 1
    elif kept:
        pass


@on((0, 1), (1, 0))
def assigned_where_nobody_comes(x, y):
    while True:
        return x if y else kept
    kept = 1


@on((1, 0), (0, 1))
def try_behind_break(x, y):
    k = 1
    while True:
        k += 1
        if x:
            break
        try:
            return k
        except ValueError:
            pass
    return y


@on((0, 1), (2, 3))
def value_before_target(x, y):
    target[0] = value
    target = value = x


@on(0, 1)
def deleted_unbound(x):
    if x:
        del kept
    kept = 1
    return kept


@on([], [1, 2])
def walrus_in_comprehension(xs):
    last = 0
    if xs is not None:
        last = 5
    [(last := x) for x in xs]
    return last


@on(0, 1)
def handler_raises(x):
    try:
        try:
            e = 1 // x
        except ZeroDivisionError as e:
            raise KeyError(x) from None
        finally:
            e = e + 1 if x else e
    except NameError:
        return "unbound"
    return e


@on(0, 1)
def finally_raises_behind_return(x):
    try:
        try:
            if x:
                return "returned"
        finally:
            unbound += 1
    except NameError:
        x = "caught"
    unbound = 0
    return x


@on(1)
def class_reads_unbound(x):
    if x:
        kept = 1

    class C:
        seen = kept

    return C.seen


@on((1, 0), (1, 1))
def guard_fails(x, y):
    if x:
        match x:
            case seen if y:
                pass
            case _:
                pass
    return (lambda: seen)()


@on(([7, 8], 0))
def item_behind_walrus(xs, i):
    xs[i] = (i := i + 1)
    return xs, i


@on(0, 1)
def sometimes_bound_sometimes_undefined(x):
    match x:
        case 0:
            pass
        case _:
            for v in ():
                pass
    return v


@on((1, [5, 6], 0), (1, [5, 6], 1), (2, [5], 2))
def comprehension_beside_lambda(x, xs, far):
    if far:
        xs = [x + 1 for x in xs]
        return xs if far > 1 else x
    return [COUNTER + 1 for COUNTER in xs], COUNTER or x
