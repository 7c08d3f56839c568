"""What Python's builtins ask of objects: length, truth, number, items, text."""

from __future__ import annotations

import math
import operator

import numpy as np

from tests.corpus.case import case, floats, i64


class Box:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Bag:
    def __init__(self, x):
        self.x = x

    def __contains__(self, v):
        return (self.x == v).any()


class Truth:
    def __init__(self, x):
        self.x = x

    def __bool__(self):
        return bool(self.x > 0)


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return int(self.n)

    def __int__(self):
        return int(self.n)

    def __float__(self):
        return float(self.n)

    def __complex__(self):
        return complex(self.n)

    def __hash__(self):
        return int(self.n)

    def __str__(self):
        return f"I{self.n}"

    def __repr__(self):
        return f"Index({self.n})"

    def __format__(self, spec):
        return format(self.n, spec)

    def __round__(self, d=None):
        return round(self.n, d) if d else round(self.n)

    def __trunc__(self):
        return int(self.n)

    def __floor__(self):
        return int(self.n)

    def __ceil__(self):
        return int(self.n) + 1

    def __abs__(self):
        return abs(self.n)


class Seq:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        return iter(self.x)


class Seq2:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        for v in self.x:
            yield (v * 2)


class Seq3:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i]


class Rev:
    def __init__(self, x):
        self.x = x

    def __reversed__(self):
        return iter(self.x[::-1])


def length_of(n):
    return len(Box(n))


def length_true_of(n):
    return 1 if Box(n) else 2


def length_not_of(n):
    return not Box(n)


def length_bool_of(n):
    return bool(Box(n))


def length_float_of(n):
    return len(Box(n / 2))


def contains_of(x):
    return 2.0 in Bag(x)


def contains_not_of(x):
    return 2.0 not in Bag(x)


def truth_of(n):
    return 1 if Truth(n) else 2


def truth_bool_of(n):
    return bool(Truth(n))


def truth_not_of(n):
    return not Truth(n)


def index_of(x, n):
    return x[Index(n)]


def index_range_of(n):
    return list(range(Index(n)))


def index_list_of(n):
    return [1, 2, 3, 4][Index(n)]


def index_op_of(n):
    return operator.index(Index(n))


def int_of(n):
    return int(Index(n))


def float_of(n):
    return float(Index(n))


def complex_of(n):
    return complex(Index(n))


def hash_of(n):
    return hash(Index(n))


def str_of(n):
    return str(Index(n))


def repr_of(n):
    return repr(Index(n))


def fstr_of(n):
    return f"{Index(n)}"


def fstr2_of(n):
    return f"{Index(n):5}"


def fstr3_of(n):
    return f"{Index(n)!r}"


def print_of(n):
    return print(Index(n))


def round_of(n):
    return round(Index(n))


def floor_of(n):
    return (math.floor(Index(n)), math.ceil(Index(n)), math.trunc(Index(n)))


def abs_of(n):
    return abs(Index(n))


def sqrt_of(n):
    return math.sqrt(Index(n))


def iter_list_of(x):
    return list(Seq(x))


def iter_sum_of(x):
    return sum(Seq(x))


def iter_for_of(x):
    return [v for v in Seq(x) if v > 1]


def iter_star_of(x):
    return [*Seq(x)]


def iter_max_of(x):
    return max(Seq(x))


def iter_sorted_of(x):
    return sorted(Seq(x))


def iter_in_of(x):
    return 2.0 in Seq(x)


def iter_np_of(x):
    return np.array(list(Seq(x)))


def gen_list_of(x):
    return list(Seq2(x))


def gen_sum_of(x):
    return sum(Seq2(x))


def gen_for_of(x):
    return [v for v in Seq2(x) if v > 1]


def gen_star_of(x):
    return [*Seq2(x)]


def gen_in_of(x):
    return 2.0 in Seq2(x)


def seq_list_of(x):
    return list(Seq3(x))


def seq_for_of(x):
    return [v for v in Seq3(x) if v > 1]


def seq_in_of(x):
    return 2.0 in Seq3(x)


def seq_rev_of(x):
    return list(reversed(Seq3(x)))


def rev_of(x):
    return list(reversed(Rev(x)))


NUMBERS = (i64(2), i64(0), 3)
ARRAYS = (floats(1, 2, 3), floats(), floats(*range(12)))


class Queue:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __bool__(self):
        return self.n > 1

    def __hash__(self):
        return self.n

    def __contains__(self, item):
        return item < self.n

    def is_empty(self):
        return self.__len__() == 0

    def answers(self):
        return self.__bool__(), self.__hash__(), self.__contains__(2)


def asked_by_name(n):
    queue = Queue(0)
    queue.n += int(n)
    return queue.is_empty(), queue.answers(), Queue.__len__(queue)


class Log(list):
    def __str__(self, start=0, *, sep=" "):
        return f"from {start}{sep}of {len(self)}"

    def __repr__(self):
        return len(self)

    def __format__(self, spec="", more=1):
        return f"{spec}{more}{self.__str__(more)}"

    @property
    def rest(self):
        return self.__str__(1, sep="/")


class LongLog(Log):
    def __str__(self, start=5, **named):
        return "long " + super().__str__(start, **named)


def text_with_an_argument(log):
    told = log.__str__
    return log.rest, log.__str__(), told(2), Log.__str__(log, sep=","), str(log)


def texts_that_str_would_refuse(log):
    return log.__repr__(), log.__format__(), log.__format__("s", more=3), f"{log:k}"


def text_with_a_wrong_argument(log):
    return log.__str__(1, 2)


CASES = [
    case(text_with_an_argument, Log([1, 2]), LongLog([1])),
    case(texts_that_str_would_refuse, Log([1, 2]), LongLog([1])),
    case(text_with_a_wrong_argument, Log([1, 2]), raises=TypeError),
    *[
        case(f, *NUMBERS)
        for f in (
            truth_of,
            truth_bool_of,
            truth_not_of,
            index_range_of,
            index_list_of,
            index_op_of,
            int_of,
            float_of,
            complex_of,
            hash_of,
            str_of,
            repr_of,
            fstr_of,
            fstr2_of,
            fstr3_of,
            print_of,
            round_of,
            floor_of,
            abs_of,
            sqrt_of,
        )
    ],
    *[
        case(f, *ARRAYS)
        for f in (
            contains_of,
            contains_not_of,
            iter_list_of,
            iter_sum_of,
            iter_for_of,
            iter_star_of,
            iter_sorted_of,
            iter_in_of,
            iter_np_of,
            gen_list_of,
            gen_sum_of,
            gen_for_of,
            gen_star_of,
            gen_in_of,
            seq_list_of,
            seq_for_of,
            seq_in_of,
            seq_rev_of,
            rev_of,
        )
    ],
    *[
        case(f, *NUMBERS, i64(-1), raises=ValueError)
        for f in (length_of, length_true_of, length_not_of, length_bool_of)
    ],
    case(length_float_of, *NUMBERS, raises=TypeError),
    case(iter_max_of, *ARRAYS, raises=ValueError),
    case(asked_by_name, i64(2), i64(0)),
    case(index_of, (floats(1, 2, 3), i64(2)), (floats(1, 2, 3), 1)),
]
