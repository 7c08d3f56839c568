"""One function, many graphs: numbers and strings, each with a graph of its own."""

import numpy as np

import autograph as ag


@ag.function
def double(a):
    print("Tracing with", ag.spec_of(a))
    return a + a


def main():
    print(double(np.int64(1)))
    print(double(np.float64(1.1)))
    print(double(np.str_("a")))
    print(double(np.array(["a", "bc"], dtype=np.dtypes.StringDType())))
    print("Known types trace nothing:")
    print(double(np.int64(2)))

    print("Obtaining a concrete function:")
    double_strings = double.get_concrete_function(ag.TensorSpec(None, "U"))
    print("Executing it:")
    print(double_strings(np.str_("a")))
    print(double_strings(a=np.str_("b")))

    print("It takes strings, and nothing else:")
    try:
        double_strings(np.int64(1))
    except TypeError as error:
        print(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
