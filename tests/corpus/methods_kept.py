"""Methods of containers and texts that have a name before they are called."""

from collections import namedtuple

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@add(ints(1, 4, 2), [1, 4, 1])
def counted(xs):
    found = {}
    get = found.get
    for x in xs:
        found[x % 3] = get(x % 3, 0) + 1
    return found


@add(ints(1, 4, 2), [1, 4, 1])
def known_to_a_set(xs):
    has = {1, 2}.__contains__
    return [has(x) for x in xs]


@add(ints(1, 4, 2), [1, 4, 1])
def put_by_operator(xs):
    found = {}
    get, put = found.get, found.__setitem__
    for x in xs:
        put(x, get(x, 0) + 1)
    return sorted(found.items())


@add(({1: 2}, i64(1)), ({1: 2}, i64(3)), ({3}, i64(3)), ([2, 3], i64(3)))
def known_to_the_callers(items, x):
    has = items.__contains__
    return has(x), has(7)


@add((i64(1), 2), (i64(1), 5), raises=ValueError)
def place_in_a_list(x, y):
    index = [x, y, 3].index
    return index(2), index(3), index(1)


@add(("a", i64(1)), ("b", f64(0.5)))
def written_by_a_text(text, x):
    join, write = ", ".join, "{}: {}".format
    return join([text, write(text, x)])


@add(({1: (1, 2, 3)}, i64(1)), ({2: (1, 2, 3)}, i64(2)))
def unpacked_and_kept(found, k):
    i, *j = (m, n, o) = x = found.get(k)
    return i, j, m + n, o, x


Pair = namedtuple("Pair", "first second")


@add(({1: (1, 2)}, i64(1)), ({2: [f64(1), 2]}, i64(2)))
def made_of_items(found, k):
    pair = Pair._make(found.get(k))
    return pair, pair.first, list(map(Pair._make, [found[k], (3, k)]))


@add((["T", "A", "E"], 2), (np.array(["T", "A", "E"]), i64(2)), ("TAE" * 30, 0))
def sorted_by_a_text(letters, n):
    wanted = "ETAOIN"
    found = [str(each) for each in letters]
    found.sort(key=wanted.find, reverse=True)
    starts, pad = wanted.startswith, "x".ljust
    return found, [starts(each) for each in letters], pad(n + 2), "".join(found[:n])
