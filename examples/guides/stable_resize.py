"""One graph for images of all sizes: a signature with dimensions left open."""

import numpy as np

import autograph as ag


@ag.function(
    input_signature=(
        ag.TensorSpec((None, None), np.float32),
        ag.TensorSpec((), np.int64),
    )
)
def stable_resize(x, new_height):
    print("Tracing with", ag.spec_of(x), "and", ag.spec_of(new_height))
    ag.print("Executing for shape:", x.shape, "and height:", new_height)
    rows = np.arange(new_height) * x.shape[0] // new_height  # the nearest row
    return np.sum(x[rows])


def main():
    first = np.ones((100, 120), np.float32)
    second = np.ones((80, 90), np.float32)

    print("First call:")
    print(stable_resize(first, np.int64(50)))
    print("Another size of image, and a height that is a Python number:")
    print(stable_resize(second, 40))
    print("A height that is no integer:")
    try:
        stable_resize(first, 50.5)
    except ValueError as error:
        print(type(error).__name__ + ":", error)
    print(stable_resize.trace_count, "graph")


if __name__ == "__main__":
    main()
