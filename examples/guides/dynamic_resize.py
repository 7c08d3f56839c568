"""A graph for each shape of an array, and for each value of a Python number.

TensorFlow's guide resizes images; here it is one image, and the resizing is written in
NumPy.
"""

import numpy as np

import autograph as ag


def resize_rows(image, height):
    """Scale an image to another height, each row a mixture of its two neighbors."""
    rows = image.shape[0]
    places = np.clip((np.arange(height) + 0.5) * rows / height - 0.5, 0, rows - 1)
    above = np.floor(places).astype(int)
    below = np.minimum(above + 1, rows - 1)
    share = (places - above)[:, np.newaxis]
    return image[above] * (1 - share) + image[below] * share


def shown(value):
    """A Python number as it is, anything else by what is known while tracing."""
    return value if isinstance(value, int) else ag.spec_of(value)


@ag.function
def dynamic_resize(x, new_height):
    print("Tracing with shape:", x.shape, "and height:", shown(new_height))
    ag.print("Executing for shape:", x.shape, "and height:", new_height)
    return np.sum(resize_rows(x, new_height))


def main():
    small = np.ones((100, 80))
    large = np.ones((120, 90))

    print("First call:")
    print(dynamic_resize(small, 50))
    print("Another image of the same shape:")
    print(dynamic_resize(small + 1, 50))
    print("Another shape:")
    print(dynamic_resize(large, 50))
    print("A NumPy number instead of Python's:")
    print(dynamic_resize(small, np.int64(60)))
    print("Another NumPy number:")
    print(dynamic_resize(small, np.int64(70)))
    print(dynamic_resize.trace_count, "graphs for 5 calls")


if __name__ == "__main__":
    main()
