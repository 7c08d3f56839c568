"""Functions that `np.vectorize` calls for each item of arrays."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def arrays():
    """Return sets of one argument: arrays of several layouts and dtypes, and numbers."""
    matrix = np.array([[3, 0, 2], [1, 4, 0]])
    cube = np.arange(24.0).reshape(2, 3, 4)
    return [
        lambda: (np.array([0.5, 1.0, 2.0]),),
        lambda: (np.array([2, 0, 3]),),
        lambda: (matrix.copy(),),
        lambda: (np.asfortranarray(matrix / 2),),
        lambda: (matrix.T[::-1, ::2],),
        lambda: (cube.transpose(2, 0, 1),),
        lambda: (cube[:, ::-1, ::2],),
        lambda: (np.float32(1.5),),
        lambda: (2,),
        lambda: (np.array([True, False]),),
        lambda: ([[1, 2], [3.5, 4]],),
        lambda: (np.array([1.5, np.nan, -0.0, np.inf]),),
        lambda: (np.arange(3, dtype=np.int8),),
        lambda: (np.array([1 + 2j, 3]),),
        lambda: (np.empty((0, 3)),),
    ]


@np.vectorize
def clipped(v, low):
    if v > low:
        return v
    return low * 2


@add(*arrays(), raises=("TypeError", "ValueError"))
def called_with_a_number(x):
    return clipped(x, 1)


@add(*arrays(), raises=("TypeError", "ValueError"))
def called_with_a_row(x):
    return clipped(np.array([[0.5], [1.5]]), x)


@np.vectorize
def dtype_of_the_first(v):
    return 0 if v == 2 else v * 1.5


@add(*arrays(), raises="ValueError")
def first_item_decides(x):
    return dtype_of_the_first(x)


told = np.vectorize(lambda v: v * 1.5, otypes=[np.int32])


@add(*arrays(), raises=("TypeError", "ValueError"))
def of_a_given_dtype(x):
    return told(x)


@add(*arrays(), raises=("TypeError", "ValueError"))
def prints_in_the_order_of_memory(x):
    def show(v):
        print(v)
        return v > 1

    return np.vectorize(show)(x)


@add(*arrays()[:11], raises="ValueError")
def made_within(x):
    @np.vectorize
    def rest(v):
        if v == 0:
            raise ValueError(v)
        return 7 % v

    return rest(x).sum()


@add(*arrays(), raises="ValueError")
def counts_its_calls(x):
    calls = 0

    def numbered(v):
        nonlocal calls
        calls += 1
        return calls + v

    result = np.vectorize(numbered)(x)
    return result, calls


@add(*arrays()[:9])
def made_in_a_loop(x):
    total = 0
    for k in range(3):
        total = total + np.vectorize(lambda v: v % (k + 1))(x)
    return total


@add(*arrays()[:9])
def chosen_by_a_branch(x):
    function = clipped if np.sum(x) > 4 else np.vectorize(lambda v, low: v - low)
    return function(x, 1)


@add(*arrays()[:9])
def by_keywords_and_excluded(x):
    def power(base, exponent=2):
        return base**exponent

    whole = np.vectorize(power, excluded=["exponent"])
    return np.vectorize(power)(x, exponent=3), whole(x, exponent=2)


@add(*arrays()[:9])
def several_results(x):
    low, high = np.vectorize(lambda v: (v - 1, v + 0.5))(x)
    return high - low


@add(*arrays()[:6])
def by_a_signature(x):
    return np.vectorize(lambda row: row.max(), signature="(n)->()")(x)


@add(*arrays()[:9])
def attributes_of_one(x):
    function = np.vectorize(lambda v: v / 2)
    before = function(x)
    function.otypes = "f"
    return before, function(x), function.otypes, function.__name__


@np.vectorize
def collatz(n):
    steps = 0
    while n != 1 and steps < 200:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@add(*[(np.arange(1, n),) for n in (5, 9, 30, 40)])
def steps_of_each(n):
    return collatz(n)


@add(*arrays()[:4])
def functions_compared(x):
    missing = object()

    def first(v):
        return v

    chosen = first if np.sum(x) > 3 else missing
    return chosen == first, chosen != missing, first != missing, clipped == missing
