"""What tracing is, and how plain Python and graphs mix.

The first call of a decorated function runs its Python code once, on stand-ins that know
a dtype and a shape only, and records the NumPy operations it meets as a graph. Later
calls that fit run the graph; the Python code is not looked at again.
"""

import numpy as np

import autograph as ag


def center(x):
    print("  tracing center")
    return x - np.mean(x)


@ag.function
def variance(x):
    print("  tracing variance")
    return np.mean(center(x) ** 2)  # an undecorated function is traced along


def report(x):
    print("  report runs in Python")  # at every call: it is not decorated
    return round(float(variance(x)), 3)


def note(value):
    print("  back in Python:", value)


@ag.function
def logged_variance(x):
    result = variance(x)  # a decorated function becomes part of the caller's graph
    ag.py_function(note, result, result=None)  # goes back into Python at each run
    return result


def main():
    x = np.array([1.0, 2.0, 3.0, 4.0])

    print("The first call traces:")
    print(report(x))
    print("The second one runs the graph:")
    print(report(x + 10))
    print("What runs is plain NumPy:")
    print(variance.get_concrete_function(x).plan)

    print("A graph can call back into Python:")
    logged_variance(x)
    logged_variance(2 * x)


if __name__ == "__main__":
    main()
