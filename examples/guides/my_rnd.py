"""Random numbers: drawn anew at each call, or frozen where the function says so."""

import random
import warnings

import numpy as np

import autograph as ag


@ag.function
def my_rnd(x):
    return random.random()


@ag.function(captures="freeze")
def my_frozen_rnd(x):
    return random.random()


@ag.function
def my_rnd2(x):
    return np.random.rand()  # noqa: NPY002 - what people write


@ag.function
def noisy(x, generator):
    return x + generator.normal()


def main():
    print("Python's random is called at each run:")
    random.seed(1000)
    first, second = my_rnd(np.int64(2)), my_rnd(np.int64(3))
    print(first == second)

    print("With captures='freeze' it is called once, while tracing:")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        first, second = my_frozen_rnd(np.int64(2)), my_frozen_rnd(np.int64(3))
    print(first == second)
    print(f"{caught[0].category.__name__}: {caught[0].message}")

    print("NumPy's functions are operations of the graph:")
    np.random.seed(1000)  # noqa: NPY002
    first, second = my_rnd2(np.int64(2)), my_rnd2(np.int64(3))
    print(first == second)
    np.random.seed(1000)  # noqa: NPY002
    plain = np.random.rand(2)  # noqa: NPY002
    print("the stream is NumPy's own:", [first, second] == list(plain))

    print("A generator goes on from call to call:")
    generator, plain = np.random.default_rng(7), np.random.default_rng(7)
    drawn = [noisy(np.float64(0.0), generator) for _ in range(3)]
    print(drawn == list(plain.normal(size=3)))

    print("Draws by key depend on the key alone:")
    key = ag.random.key(7)
    print(ag.random.uniform(key) == ag.random.uniform(key))


if __name__ == "__main__":
    main()
