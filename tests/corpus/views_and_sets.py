"""Views of dicts, with operators that take items of the other operand."""

from tests.corpus.case import adding_to, f64

CASES = []
add = adding_to(CASES)


@add(lambda: ([{1: 2, 2: 5}, {2: 0, 3: 1}], 2), lambda: ([{1: 2, 6: 5}, {}], f64(4.5)))
def keys_of_arriving_dicts(rows, x):
    known = {1: x, 2: x}.keys()
    out = []
    for row in rows:
        for key in known & row.keys():
            out.append(key)
        out.append((len(known | row.keys()), sorted(known - row.keys())))
        out.append((known == row.keys(), known <= row.keys(), known.isdisjoint(row)))
    return out


@add(lambda: ([{1: 2, 2: 5}, {2: 0, 3: 1}], 2), lambda: ([{1: 2, 6: 5}, {}], f64(4.5)))
def keys_of_a_dict_that_changes(rows, x):
    seen = {}
    known = seen.keys()
    out = []
    for row in sorted(rows, key=len):
        fresh = {key: value for key, value in row.items() if key not in known}
        for key in known & row.keys():
            out.append(key)
        for key in {1: 0, 3: 0}.keys() & fresh.keys():
            out.append(fresh.pop(key))
        for key in fresh:
            seen[key] = x
    return out, seen


class Key:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Key) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


@add(1, 2, f64(1))
def keys_that_are_objects(x):
    one, other = {Key(x): 1, Key(1): 2}, {Key(x): 3}
    left = one.keys() - {Key(1)}
    return len(one.keys() & other.keys()), len(left), one.keys() == other.keys()
