"""Which functions are converted, which run while tracing."""

import json
import os.path

import numpy as np

import autograph as ag
from tests.tracer import tracing
from tracer.policy import is_convertible, is_user_file, is_user_module


def own(x):
    return x


@ag.do_not_convert
def marked(x):
    return x


def test_the_user_s_functions_are_converted():
    assert is_convertible(own)
    assert is_convertible(tracing.agree)
    assert not is_convertible(marked)
    assert not is_convertible(ag.function)
    assert not is_convertible(json.dumps)
    assert not is_convertible(np.linalg.norm)
    assert not is_convertible(len)


def test_files():
    assert is_user_file(__file__)
    assert not is_user_file(os.path.__file__)
    assert not is_user_file(np.__file__)
    assert not is_user_file("<frozen importlib._bootstrap>")
    assert is_user_module(tracing)
    assert not is_user_module(np)


class Forwarding:
    """Has a property for a module, as proxies of other objects do."""

    __module__ = property(lambda self: "elsewhere")


FORWARDING = Forwarding()


def test_the_module_of_a_class_may_be_anything():
    assert ag.function(lambda x: (x, FORWARDING))(1) == (1, FORWARDING)
