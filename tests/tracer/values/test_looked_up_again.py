"""Methods, and functions that objects hold, behind what runs in Python."""

import copy
import logging
from collections.abc import Callable
from dataclasses import dataclass

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


class Forest:
    """Sets of equal items; each method is decorated by itself."""

    def __init__(self):
        self.parents, self.count = {}, 0

    @ag.function
    def add(self, item):
        self.parents[item] = item
        self.count += 1

    @ag.function
    def root(self, item):
        while item != self.parents[item]:
            item = self.parents[item]
        return item

    @ag.function
    def unite(self, one, two):
        one, two = self.root(one), self.root(two)
        self.parents[one] = two
        self.count -= 1


def test_decorated_methods_call_each_other(recwarn):
    forest = Forest()
    for item in range(5):
        forest.add(item)
    forest.unite(1, 2)
    forest.unite(3, 1)
    assert (forest.parents, forest.count) == ({0: 0, 1: 2, 2: 2, 3: 2, 4: 4}, 3)
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


class Pair:
    """An object whose attribute is an object, which holds one in turn."""

    def __init__(self, model, other=None):
        self.model = model
        self.other = other


def through(pair, keys, known, x):
    for key in keys:
        x = x + (key in known)
    return pair.model.step(x) + pair.other.model.step(x)


class Doubled(Model):
    def step(self, x):
        return super().step(x) * 2


def test_methods_of_objects_that_objects_hold_are_compiled(recwarn):
    decorated = ag.function(through)
    for one in (Model(), Doubled(), Model(third)):
        for two in (Model(), Doubled()):
            one.weight, two.weight = np.float64(3.0), np.float64(0.5)
            pair = Pair(one, Pair(two))
            arguments = pair, keys(one, False), {1: 2}, X
            assert decorated(*arguments) == through(*arguments)
            pair.model, pair.other.model = two, one
            assert decorated(*arguments) == through(*arguments)
            pair.other = pair
            assert decorated(*arguments) == through(*arguments)
    assert "model.step(" not in decorated.get_concrete_function(*arguments).plan
    assert not recwarn.list


def test_neither_items_of_what_the_run_knows_nor_array_methods_replace_objects(recwarn):
    def gone_through(pair, known, x):
        x = x + (pair in known)
        for each in pair.other:
            x = x + pair.model.step(each.copy())
        return x + pair.model.step(x)

    items = [np.ones(2), np.zeros(2), np.float64(2.0)] * 20
    decorated = ag.function(gone_through)
    for model in (Doubled(), Model()):
        arguments = Pair(model, items), {Key(model, False): 2}, X
        assert np.array_equal(decorated(*arguments), gone_through(*arguments))
    assert not recwarn.list


def test_the_run_notices_another_object_there():
    class Exchanging(Key):
        def __hash__(self):
            if self.now:
                self.model.model = Model(third)
            return 1

    decorated = ag.function(through)
    for now in (False, True, False):
        pair = Pair(Model(), Pair(Model()))
        arguments = pair, [Exchanging(pair, now)] * 30, {1: 2}, X
        if now:
            with pytest.raises(MethodReplaced, match="replaced 'model' of an object"):
                decorated(*arguments)
        else:
            assert decorated(*arguments) == through(*arguments)


def moving(pair, models):
    """Yield from a generator that Python runs, since it is sent values."""
    for model in models:
        try:
            pair.model = model
            yield model.weight
        finally:
            pair.other = model


@pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")
def test_steps_go_on_to_other_objects():
    def stepped(pair, steps, x):
        for weight in steps:
            x = x + weight + pair.model.step(x)
        return x, pair.other.step(x), pair.model.step(x)

    def taken(pair, steps, x):
        x = x + next(steps)
        return x, pair.model.step(x)

    models = [Model(), Doubled(), Model(third)] * 20
    for function in (stepped, taken):
        found = []
        for called in (function, ag.function(function)):
            pair = Pair(Model(), Model())
            found.append(called(pair, moving(pair, models[1:]), X))
        assert found[0] == found[1]


def test_objects_that_the_program_sets_are_its_own():
    def stored(pair, other, known, x):
        x = x + (pair in known)
        y = pair.model.step(x)
        pair.model = other
        x = x + (pair in known)
        return y, pair.model.step(x), other.step(x)

    def in_turn(pair, models, known, x):
        for model in models:
            x = x + (pair in known) + pair.model.step(x)
            pair.model = model
        return x

    agree(stored, Pair(Model()), Doubled(), {}, X)
    agree(in_turn, Pair(Model()), [Model(), Doubled()] * 20, {}, X)


@dataclass
class Chosen:
    function: Callable = halve


def test_a_field_hides_what_the_class_holds():
    def kept(function, known, x):
        chosen = Chosen(function)
        x = x + (chosen.function in known)
        return chosen.function(x), chosen

    agree(kept, third, {}, X)
    agree(kept, halve, {}, X)


class Decorated(Model):
    @ag.function
    def step(self, x):
        return x * self.weight


@pytest.mark.parametrize("kind", [Model, Decorated])
@pytest.mark.parametrize("name", ["step", "function"])
def test_the_run_notices_what_a_special_method_replaces(name, kind):
    def used(model, keys, known, x):
        for key in keys:
            x = x + (key in known)
        return getattr(model, name)(x)

    decorated = ag.function(used)
    for now in (False, False, True, False):
        model = kind()
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
