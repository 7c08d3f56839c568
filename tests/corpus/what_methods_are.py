"""What methods that a function looks at say of themselves, without being called."""

import string
import types
from unittest import TestCase

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Shell:
    def __init__(self, name="shell"):
        self.name = name

    def __repr__(self):
        return f"Shell({self.name})"

    def do_help(self):
        """Return what there is."""

    def do_exit(self):
        pass

    do_exit.hidden = True

    @classmethod
    def made(cls):
        """Make one."""
        return cls()

    @staticmethod
    def plain():
        """Do nothing."""


class Child(Shell):
    pass


SHELLS = (lambda: (Shell(),), lambda: (Child("b"),), lambda: (Shell("c"),))


@add(*SHELLS)
def documents_of_methods(shell):
    listed = [getattr(shell, "do_" + name).__doc__ for name in ("help", "exit")]
    return listed, shell.made.__doc__, shell.plain.__doc__, "".join.__doc__


@add(*SHELLS)
def documented_methods(shell):
    names = []
    for name in ("do_help", "do_exit"):
        if getattr(shell, name).__doc__:
            names.append(name)
    return names, hasattr(shell.do_exit, "hidden"), hasattr(shell.do_help, "hidden")


@add(*SHELLS)
def texts_of_methods(shell):
    return repr(shell.do_help), f"{shell.made}", str([shell.do_exit])


@add(*SHELLS)
def names_of_methods(shell):
    method = shell.do_help
    return method.__name__, method.__qualname__, method.__module__, shell.made.__name__


@add(*SHELLS)
def classes_of_methods(shell):
    kinds = (types.MethodType, types.BuiltinMethodType, types.FunctionType)
    methods = (shell.do_help, shell.made, shell.plain, [].append)
    return [[isinstance(each, kind) for kind in kinds] for each in methods]


@add(*SHELLS)
def methods_as_keys(shell):
    table = {shell.do_help: 1, shell.do_exit: 2, shell.made: 3}
    other = Shell().do_help
    return table[shell.do_exit], table[shell.do_help], table.get(other), len(table)


@add(*SHELLS)
def text_of_a_method_made_here(shell):
    made = Shell("made")
    return repr(made.do_help), made.do_exit.__doc__, made.do_help == made.do_help


@add(lambda: (string.Formatter(),), lambda: (string.Formatter(),))
def method_of_the_library(owner):
    method = owner.get_field
    kind = type(method) is types.MethodType
    return method.__name__, method.__qualname__, method.__doc__, kind


@add(floats(1, 2), f64(3), [1, 2], "text")
def methods_in_c(x):
    method = x.__class__.__name__ in ("list", "str") and x.index or x.sum
    return method.__name__, method.__qualname__, len(method.__doc__) > 9


@add(lambda: (TestCase(),), lambda: (TestCase(),))
def class_that_an_object_of_the_library_has(owner):
    kind = owner.failureException
    return kind.__name__, kind is AssertionError, issubclass(kind, Exception)


class Announced:
    """An object that keeps its own methods, after others may have set some."""

    def __init__(self, size):
        self.__dict__["size"] = size
        self.first = self.told
        self.second = self.told

    def told(self):
        return self.size


@add(1.5, i64(2), floats(1, 2))
def methods_read_one_by_one(size):
    made = Announced(size)
    return made.first is made.second, made.first == made.second, made.second()


@add(lambda: (Announced.__new__(Announced), 2.5))
def methods_set_by_a_constructor_that_is_called(made, size):
    Announced.__init__(made, size)
    return made.first is made.second, made.first == made.second
