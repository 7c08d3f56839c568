"""Looking into a graph: its operations, what goes in and what comes out."""

import numpy as np

import autograph as ag


@ag.function
def simple_computation(a, b):
    c = np.matmul(a, b)
    d = np.add(c, 1.0)
    return np.maximum(d, 0.0)


def main():
    square = ag.TensorSpec((2, 2), np.float32)
    concrete = simple_computation.get_concrete_function(square, square)

    print("Captures:", list(concrete.captures))
    print("Variables:", list(concrete.variables))

    print("Operations:")
    for operation in concrete.graph.get_operations():
        print(f"- {operation.name} (type: {operation.type})")

    print("Inputs:")
    for value in concrete.inputs:
        print("-", value.name, value.shape, value.dtype)
    print("Outputs:")
    for value in concrete.outputs:
        print("-", value.shape, value.dtype)

    print("The graph as text:")
    print(concrete.graph)


if __name__ == "__main__":
    main()
