"""Timing a function eagerly and as a graph."""

import timeit

import numpy as np

import autograph as ag


def power(x, y):
    result = np.eye(10, dtype=np.int32)
    for _ in range(y):
        result = np.matmul(x, result)
    return result


power_as_graph = ag.function(power)


def main(number=20):
    x = np.random.default_rng(7).integers(-1, 2, (10, 10), dtype=np.int32)
    print("The same answer:", np.array_equal(power(x, 100), power_as_graph(x, 100)))

    eager = timeit.timeit(lambda: power(x, 100), number=number)
    print(f"Eager execution: {eager:.6f} seconds")
    graph = timeit.timeit(lambda: power_as_graph(x, 100), number=number)
    print(f"Graph execution: {graph:.6f} seconds")

    for exponent in range(101, 110):
        power_as_graph(x, exponent)
    print("Graphs for ten exponents:", power_as_graph.trace_count)


if __name__ == "__main__":
    main(1000)
