"""Python integers of which NumPy makes arrays and scalars, beyond 64 bits as well."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

SIZES = (1, 2, 3, 2**62, 2**63, 5, -(2**63) - 1, 2**64, 2**70, 7)
"""The third integer is an input of the graph, and those behind it too."""


def sized(*more):
    """Return sets of an integer and other arguments, new ones for each call."""
    return [lambda n=n: (n, *(make() for make in more)) for n in SIZES]


@add(*sized())
def dtype_of_an_integer(n):
    return np.asarray(n).dtype, np.array(n * 2).dtype


@add(*sized())
def branch_by_a_dtype(n):
    if np.array([n]).dtype == np.int64:
        return "64 bits"
    return "more"


@add(*sized(), raises="OverflowError")
def class_of_a_result(n):
    return type(np.negative(n)), type(np.add(n, 1)), type(np.sum([n, 1]))


@add(*sized())
def arrays_of_integers(n):
    columns = np.c_[[n], [1]]
    return np.array([n, 1]), np.full(2, fill_value=n), columns, np.append([n], 1)


@add(*sized(lambda: np.array([1.0, 0.0])))
def beside_floats(n, x):
    return (
        np.array([n, 2.5]),
        np.mean([n, 1]),
        np.append(x, n),
        x * n,
        np.where(x, n, x),
    )


@add(*sized())
def list_of_products(n):
    products = []
    for k in range(n % 4 + 2):
        products.append(n * k)
    return np.array(products), np.max(products), np.sum(products)


@add(*[(n,) for n in (3, 5, 9, 20, 21, 25, 30, 4)])
def factorial(n):
    product = 1
    for k in range(2, n + 1):
        product *= k
    return np.array([product, 1]), np.log2(float(product))


@add(*sized())
def handler_of_all(n):
    try:
        return np.asarray(n).dtype
    except Exception:
        return None


@add(*[(n,) for n in (1, 2, 3, 2**62, 2**63, 7)])
def in_a_loop(n):
    total = 0.0
    for k in range(3):
        total = total + np.sqrt(n + k) if n > 0 else total - k
    return total


@add(*sized())
def type_of_both(n):
    return np.result_type(n), np.result_type(n, 1.5), np.min_scalar_type(n)


def called(n):
    return np.array([n, n + 1])


@add(*sized())
def in_a_helper(n):
    return [called(n - k).dtype for k in range(2)]


@add(*sized(lambda: np.arange(3.0)))
def as_an_index(n, x):
    return x[[n % 3, 0]], x[n % 3], np.arange(n % 5)


@add(lambda: (2**70,), lambda: (2**63,), lambda: (3,))
def ranges_longer_than_an_index(n):
    found = []
    for i in range(n):
        if i > 5:
            found.append(i)
            break
    for pair in zip(range(n), "ab"):
        found.append(pair)
    for i, k in enumerate(range(n)):
        if i > 1:
            found.append(k)
            break
    some = any(range(n)), all(k < 3 for k in range(n))
    return found, some, next(iter(range(n)), None)


@add(
    *[lambda n=n: ([1, 2], n) for n in (2**70, 2**63, -(2**63) - 1, 2**63 - 1, -3, -2)]
)
def indexes_of_any_size(x, n):
    found = [0, 1]
    try:
        found[n] = 5
    except IndexError as error:
        found.append(str(error))
    try:
        x[n] = found[0]
    except IndexError as error:
        found.append(str(error))
    try:
        found.append(x[n])
    except IndexError as error:
        found.append(str(error))
    return found


LONG = (2**20_000, 3**20_000, 5, 2**20_001)
"""Python refuses to write such integers in decimal digits."""


@add(*((n,) for n in LONG))
def branch_by_a_long_integer(n):
    if n > 5:
        return n % 1_000_007, n.bit_length()
    return n + 1


@add(*(({n: 1.5}, [n, n + 1]) for n in LONG))
def long_integers_in_containers(table, items):
    return [table[key] for key in table], items[1] - items[0], sum(items) % 97


@add(*((n,) for n in LONG), raises="OverflowError")
def long_integer_as_a_float(n):
    return float(n)


@add(*((n,) for n in (1, 4, 7, 9, True)))
def beside_a_long_integer(n):
    return (n + 3) * (n > 2) if 10**5000 > n else 10**5001
