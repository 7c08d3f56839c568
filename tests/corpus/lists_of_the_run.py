"""The caller's lists and dicts as the run has them: long ones, and of many lengths."""

from functools import partial

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = partial(adding_to(CASES), core=True)
PLAIN = [round(float(v), 3) for v in wave(70)]
WHOLE = [int(10 * v) for v in wave(80)]
MIXED = [None if k % 7 == 0 else k if k % 3 else k / 2 for k in range(75)]
LISTS = (PLAIN[:3],), (PLAIN[:4],), (PLAIN,), (WHOLE,), (WHOLE[:5],)


def rows(count, width):
    """Lists of floats in a list."""
    return [[float(k * width + j) for j in range(width)] for k in range(count)]


def shared_row(count, width):
    """A list of lists, and one of these."""
    made = rows(count, width)
    return made, made[0]


def shared_record(count):
    """A list of dicts, and one of these."""
    made = [{"k": float(k)} for k in range(count)]
    return made, made[0]


class Particle:
    def __init__(self, x):
        self.x = x

    def move(self, step):
        self.x = self.x + step


@add(*LISTS, ([],))
def sorted_by_bubbles(xs):
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


@add(*LISTS)
def read_in_many_ways(xs):
    half = len(xs) // 2
    found = xs[:half], xs[half:], xs[::-1], xs[-1], xs + [1], xs * 2, 3 in xs
    again = sum(xs), max(xs), sorted(xs), xs.index(xs[2]), xs.count(xs[0]), bool(xs)
    pairs = list(zip(xs, xs[1:])), list(map(abs, xs)), list(reversed(xs))
    return found, again, pairs, [v for v in xs if v > 0], set(xs)


@add((MIXED[:3],), (MIXED[:4],), (MIXED,), (PLAIN,), (WHOLE,))
def of_several_types(xs):
    missing, total = 0, 0.0
    for x in xs:
        if x is None:
            missing += 1
        elif isinstance(x, int):
            total -= x
        else:
            total += x
    return missing, total


@add((rows(3, 3), 0), (rows(10, 12), 0.5), (rows(11, 12), None), (rows(40, 2), "s"))
def written_by_row(grid, v):
    for i in range(len(grid)):
        for j in range(len(grid[i])):
            if grid[i][j] > 5:
                grid[i][j] = v
    grid[0] = grid[-1]
    grid[0][0] = 99
    return grid, grid[0] is grid[-1]


@add((rows(3, 3),), (rows(4, 3),), (rows(40, 3),), ([[1.0], [2.0, 3.0]] * 40,))
def rows_exchanged(grid):
    grid[0], grid[1] = grid[1], grid[0]
    row = grid[0]
    row.append(5)
    return grid[0] is row, grid


@add(
    lambda: shared_row(10, 10),
    (rows(10, 10), rows(1, 10)[0]),
    lambda: shared_row(3, 3),
    (rows(3, 3), rows(1, 3)[0]),
    lambda: shared_row(20, 70),
)
def row_by_two_names(grid, row):
    before = row[0]
    grid[0][0] = 7.5
    after = row[0]
    row[1] = 1
    return before, after, isinstance(grid[0][1], int), grid[0] is row


@add(
    lambda: shared_record(3),
    lambda: shared_record(4),
    lambda: shared_record(100),
    ([{"k": 1.0}] * 70, {"k": 2.0}),
)
def record_by_two_names(records, record):
    before = record["k"]
    records[0]["k"] = 7
    return before, record["k"], records[0] is record


@add((PLAIN, PLAIN), lambda: (PLAIN[:] * 2,) * 2, (PLAIN[:3], PLAIN[:3]))
def list_by_two_names(xs, ys):
    xs[0] = 100.0
    return ys[0], xs is ys


@add(([floats(1, 2)] * 3,), ([floats(1, 2)] * 5,), ([floats(1, 2), floats(-3)] * 40,))
def arrays_in_a_list(arrays):
    found = []
    for a in arrays:
        if a.sum() > 0:
            found.append(a.mean())
        else:
            found.append(a.min())
    return found


@add(
    lambda: ([Particle(k / 2) for k in range(3)], 0.5),
    lambda: ([Particle(k / 2) for k in range(90)], f64(2)),
)
def objects_in_a_list(particles, step):
    total = 0.0
    for particle in particles:
        particle.x += step
        particle.move(step)
        total += particle.x
    return total, particles[0].x


@add(
    ([(0, 1, 2.5), (1, 2, 1.0)], 3),
    ([(0, 1, 2.5), (1, 2, 1.0), (0, 2, 9.0)], 3),
    ([(k % 9, (k * 5) % 9, k / 4) for k in range(60)], 9),
)
def tuples_in_a_list(edges, n):
    distance = [1e9] * n
    distance[0] = 0.0
    for _ in range(n):
        for u, v, w in edges:
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
    return distance


@add((["a", "b", "a"],), (["a", "b", "a", "c"],), (list("abca") * 30,), (WHOLE,), ([],))
def counted(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


@add(
    *[({str(k): k for k in range(n)}, "1") for n in (2, 3, 100, 101)],
    ({1: 2, 3.5: 4}, 1.0),
)
def dict_of_many_keys(d, k):
    total = 0
    for value in d.values():
        total += value
    d[k] = total
    return total, len(d), list(d), d.get("zz"), d[k], d.get(1)


@add(
    *[({k: [(k + 1) % n, (k * 2) % n] for k in range(n)}, 0) for n in (4, 5, 100)],
)
def neighbors(graph, start):
    seen, waiting = [], [start]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.append(node)
        for other in graph[node]:
            waiting.append(other)
    return seen


@ag.do_not_convert
def doubles(xs):
    """Change a list where the graph does not see it."""
    xs[:] = [v * 2 for v in xs]


@add(*LISTS)
def changed_by_a_call_back(xs):
    total = 0
    for v in xs:
        total = total + v
    doubles(xs)
    for v in xs:
        total = total + v
    return total


@add(*[(f64(2), how) for how in ("sum", "mean", "min", "abc", "defg", "")])
def by_a_text(x, how):
    if how == "sum":
        return x + 1
    if how.startswith("m"):
        return f"{how.upper()}: {x:.1f}"
    return len(how)


@add(
    lambda: shared_row(20, 5),
    (rows(20, 5), rows(1, 5)[0]),
    lambda: shared_row(3, 3),
)
def row_written_by_its_own_name(grid, row):
    row[0] = 1
    return isinstance(grid[0][0], int), grid[0] is row


def one_empty_list():
    """The same list twice."""
    empty = []
    return empty, empty


@add((PLAIN[:2] * 40, WHOLE), ([], [1]), one_empty_list)
def appended_by_two_names(xs, ys):
    xs.append(1.5)
    return isinstance(ys[0], int), ys[0]


@add(lambda: ({str(k): float(k) for k in range(90)},), ({"a": 1, "b": 2.5},), ({},))
def pairs_unpacked(d):
    best, most = None, 0
    for k, v in d.items():
        if v > most:
            best, most = k, v
    return best, most


@add(("abcab", np.int64(3)), ("xyz", np.int64(30)), ("", np.int64(1)), ("a!b", 2))
def letters_shifted(text, by):
    letters = [chr(each) for each in range(97, 123)]
    weights = {"a": 8.2, "b": 1.5, "c": 2.8}
    words, total = "", 0.0
    for letter in text:
        try:
            words += letters[(letters.index(letter) + by) % len(letters)]
            total += weights[letter]
        except (ValueError, KeyError) as error:
            words += letter + str(error)
    return words, total


@add((np.arange(5), 3), (np.arange(2), 2), (np.arange(1), 0))
def walked_between_tables(x, start):
    first, second = {0: 1, 1: 2}, {2: 0, 3: 1}
    place, seen = start, []
    for v in x:
        place = {0: first, 1: second, 2: second, 3: second}[place].get(place, 0)
        first[place] = v
        seen.append(place)
    return seen, first, second
