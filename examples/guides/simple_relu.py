"""From Python to a graph: the converted code, and the graph that it makes."""

import numpy as np

import autograph as ag


def simple_relu(x):
    if np.greater(x, 0):
        return x
    else:
        return 0


graph_simple_relu = ag.function(simple_relu)


def main():
    print("First branch:", graph_simple_relu(np.int64(1)))
    print("Second branch:", graph_simple_relu(np.int64(-1)))

    print("Converted code:")
    print(ag.to_code(simple_relu))

    print("The graph:")
    concrete = graph_simple_relu.get_concrete_function(np.int64(1))
    print(concrete.graph)

    print("The graph as data:")
    print(", ".join(concrete.graph.as_graph_def()))


if __name__ == "__main__":
    main()
