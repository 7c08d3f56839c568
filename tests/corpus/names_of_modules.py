"""Names of a module: as globals, as attributes, as items of its dict."""

from __future__ import annotations

import sys

from tests.corpus.case import adding_to, f64

CASES: list = []
add = adding_to(CASES)

LEVEL = 1
HELD: list = []
here = sys.modules[__name__]


def set_level(value):
    global LEVEL
    LEVEL = value


def level():
    return LEVEL


def drop_level():
    global LEVEL
    del LEVEL


@add(f64(2), f64(5), 3)
def read_behind_a_function_that_sets_it(x):
    set_level(1)
    before = here.LEVEL
    set_level(x)
    return before, here.LEVEL, vars(here)["LEVEL"], getattr(here, "LEVEL")  # noqa: B009


@add(f64(2), f64(5))
def imported_behind_a_function_that_sets_it(x):
    set_level(1)
    from tests.corpus.names_of_modules import LEVEL as before

    set_level(x)
    from tests.corpus.names_of_modules import LEVEL as behind

    return before, behind


@add(f64(2), f64(5))
def asked_for_behind_a_function_that_deletes_it(x):
    drop_level()
    there = hasattr(here, "LEVEL"), getattr(here, "LEVEL", 7), "LEVEL" in vars(here)
    set_level(x)
    return there, hasattr(here, "LEVEL"), "LEVEL" in vars(here)


@add(f64(2), f64(5), 3)
def set_as_attribute_of_a_module(x):
    here.LEVEL = x
    here.LEVEL += 1
    return level(), here.LEVEL, vars(here).get("LEVEL")


@add(f64(2), f64(-5))
def set_as_attribute_on_one_path(x):
    here.LEVEL = 3
    if x > 0:
        here.LEVEL = x
        vars(here)["MORE"] = x + 1
    else:
        here.MORE = 0
    more = here.MORE
    del here.MORE
    return level(), more, hasattr(here, "MORE"), "MORE" in vars(here)


@add(f64(2), f64(5))
def counted_in_a_loop(x):
    here.LEVEL = 0
    while here.LEVEL < 9:
        setattr(here, "LEVEL", here.LEVEL + x)  # noqa: B010
    return level()


@add(f64(2), f64(-5))
def deleted_on_one_path(x):
    here.LEVEL = 3
    if x > 0:
        del here.LEVEL
    try:
        found = here.LEVEL
    except AttributeError as error:
        found = str(error)
    there = hasattr(here, "LEVEL")
    here.LEVEL = 1
    return found, there


@add(f64(2), f64(-5))
def list_put_into_a_module(x):
    here.HELD = [x]
    here.HELD.append(1)
    kept = HELD
    here.HELD = []
    return kept, kept is HELD


@add(f64(2), f64(-5))
def function_put_into_a_module(x):
    here.len = lambda value: x
    given = len([1]), here.len(0)
    del here.len
    return given, len([1])


@add(f64(2), f64(-5))
def counted_names_of_a_module(x):
    before = len(vars(here))
    here.MORE = x
    given = len(vars(here)) - before, list(vars(here))[-1]
    del here.MORE
    return given


@add(f64(2), f64(-5))
def attribute_that_a_module_never_had(x):
    try:
        del here.NEVER
    except AttributeError as error:
        return str(error), error.name, x


@add(f64(2), f64(-5), 3)
def set_by_the_dict_of_globals(x):
    globals()["LEVEL"] = x
    if x > 0:
        globals()["LEVEL"] += 1
    return LEVEL, level(), here.LEVEL, globals() is vars(here)


@add(f64(2), f64(-5))
def made_once_and_kept_among_globals(x):
    name = "KEPT"
    if name not in globals():
        globals()[name] = [x]
    given = globals()[name], KEPT is globals()[name]  # noqa: F821
    del here.KEPT
    return given, globals().get(name)


@add(f64(2), f64(-5))
def functions_found_by_their_names(x):
    set_level(x)
    found = [globals()[name]() for name in ("level", "nothing") if name in globals()]
    names = dict(globals())
    names["LEVEL"] = 1
    return found, names["LEVEL"], names["level"](), LEVEL


@add(f64(2), f64(-5), 3)
def texts_run_with_names_of_their_own(x):
    names = {"x": x, "made": []}
    exec("made.append(x)\ntwice = x * 2", names)
    given = eval("twice + x", names), names["made"], "__builtins__" in names
    return given, eval("a - b", {"a": 5}, {"b": x})
