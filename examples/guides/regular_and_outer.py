"""Taking advantage of graphs: decorating, or calling `ag.function` on a function."""

import numpy as np

import autograph as ag


def a_regular_function(x, y, b):
    x = np.matmul(x, y)
    return x + b


a_function_that_uses_a_graph = ag.function(a_regular_function)


def inner_function(x, y, b):
    x = np.matmul(x, y)
    return x + b


@ag.function
def outer_function(x):
    y = np.array([[2.0], [3.0]])
    b = np.array(4.0)
    return inner_function(x, y, b)


def main():
    x = np.array([[1.0, 2.0]])
    y = np.array([[2.0], [3.0]])
    b = np.array(4.0)
    print("Plain:", a_regular_function(x, y, b))
    print("Graph:", a_function_that_uses_a_graph(x, y, b))

    print("A function and all that it calls:", outer_function(x))
    graph = outer_function.get_concrete_function(x).graph
    print(", ".join(each.type for each in graph.get_operations()))


if __name__ == "__main__":
    main()
