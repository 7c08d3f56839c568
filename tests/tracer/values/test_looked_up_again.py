"""Methods, and functions that objects hold, behind what runs in Python."""

import copy
import logging

import numpy as np
import pytest

import autograph as ag
from runtime.errors import MethodReplaced
from tests.tracer.tracing import agree

LOG = logging.getLogger(__name__)
X = np.float64(2.0)


def halve(x):
    return x / 2


def third(x):
    return x / 3


class Model:
    scale = dict

    def __init__(self, function=halve):
        self.function = function
        self.weight = 2.0

    def step(self, x):
        return x * self.weight

    @staticmethod
    def more(x):
        return x + 1

    @classmethod
    def less(cls, x):
        return x - 1


class Key:
    """A key that replaces a method of a model when it is looked up."""

    def __init__(self, model, now):
        self.model, self.now = model, now

    def __hash__(self):
        if self.now:
            self.model.step = self.model.function = third
        return 1

    def __eq__(self, other):
        return False


def logged(model, x):
    x = x + 1
    LOG.debug("x is %s", x)
    return model.function(model.step(x)), model.more(x), model.less(x), model.scale()


def looked_up(model, keys, known, x):
    for key in keys:
        x = x + (key in known)
    return model.step(x), model.function(x)


def keys(model, now):
    return [Key(model, False)] * 30 + [Key(model, now)]


def test_methods_behind_a_log_are_compiled(recwarn):
    model = Model()
    agree(logged, model, X)
    plan = ag.function(logged).get_concrete_function(model, X).plan
    assert "model.step(" not in plan
    assert "model.function(" not in plan
    assert not recwarn.list


def test_one_look_serves_until_more_code_has_run():
    def twice(model, x):
        x = x + 1
        LOG.debug("x is %s", x)
        return model.step(x) + model.step(x)

    plan = ag.function(twice).get_concrete_function(Model(), X).plan
    assert plan.count("check_attribute") == 1


def test_each_object_has_its_own_function():
    decorated = ag.function(logged)
    for model in (Model(), Model(third), Model(), Model(lambda x: x * 4)):
        assert decorated(model, X) == logged(copy.copy(model), X)


@pytest.mark.parametrize("name", ["step", "function"])
def test_the_run_notices_what_a_special_method_replaces(name):
    def used(model, keys, known, x):
        for key in keys:
            x = x + (key in known)
        return getattr(model, name)(x)

    decorated = ag.function(used)
    for now in (False, False, True, False):
        model = Model()
        arguments = keys(model, now), {1: 2}, X
        if now:
            with pytest.raises(MethodReplaced, match=f"replaced '{name}' of an object"):
                decorated(model, *arguments)
        else:
            assert decorated(model, *arguments) == used(model, *arguments)


def test_no_handler_of_the_users_takes_the_error():
    def handled(model, keys, known, x):
        for key in keys:
            x = x + (key in known)
        try:
            return model.step(x)
        except Exception:
            return "handled"

    model = Model()
    with pytest.raises(MethodReplaced):
        ag.function(handled)(model, keys(model, True), {1: 2}, X)


@ag.do_not_convert
def replace(model, function):
    model.step = model.function = function


@pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")
@pytest.mark.parametrize("function", [halve, third])
def test_what_is_called_with_the_object_may_replace_them(function):
    def replaced(model, function, x):
        x = x + 1
        replace(model, function)
        return model.step(x), model.function(x)

    agree(replaced, Model(), function, X)


def test_functions_that_the_program_sets_are_its_own():
    def stored(model, function, known, x):
        model.step = function
        x = x + (model in known)
        y = model.step(x)
        model.function = abs
        LOG.debug("x is %s", x)
        return y, model.function(x)

    agree(stored, Model(), third, {}, X)


shown = halve


def show_thirds(now):
    global shown
    shown = third if now else halve


def test_the_run_notices_a_function_of_the_module_that_is_rebound(recwarn):
    def used(known, keys, x):
        for key in keys:
            x = x + (key in known)
        return shown(x)

    class Rebinding(Key):
        def __hash__(self):
            show_thirds(self.now)
            return 1

    decorated = ag.function(used)
    for now in (False, False, True, False):
        show_thirds(False)
        arguments = {1: 2}, [Rebinding(None, False)] * 30 + [Rebinding(None, now)], X
        if now:
            with pytest.raises(MethodReplaced, match="replaced 'shown' of the module"):
                decorated(*arguments)
        else:
            assert decorated(*arguments) == used(*arguments)
    show_thirds(True)
    assert decorated({1: 2}, [], X) == third(X)
    show_thirds(False)
    assert not recwarn.list
