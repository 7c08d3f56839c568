"""A Python variable that a function captures, beside an `ag.Variable`.

In TensorFlow the first is frozen at its value of the first trace. Here it is noticed
when it changes, unless the function asks for TensorFlow's way; a Variable is read and
written by the graph itself.
"""

import warnings

import numpy as np

import autograph as ag

external_python_variable = 10
external_variable = ag.Variable(10, dtype=np.int32)


@ag.function
def state_example():
    print("Tracing!")
    ag.print("From the Python variable:", external_python_variable * 2)
    external_variable.assign_add(1)
    ag.print("The Variable is now:", external_variable.numpy())


@ag.function(captures="freeze")
def frozen_example():
    ag.print("From the frozen Python variable:", external_python_variable * 2)


def main():
    global external_python_variable

    print("First call:")
    state_example()
    print("Second call:")
    state_example()
    frozen_example()

    external_python_variable = 100
    print("After the Python variable has changed:")
    state_example()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frozen_example()
    for warning in caught:
        print(f"{warning.category.__name__}: {warning.message}")

    print("Python variable:", external_python_variable)
    print("Variable:", external_variable.numpy())


if __name__ == "__main__":
    main()
