"""A plugin of pytest: NumPy's functions in its own tests run through graphs.

What a test module finds under ``np`` and in its own names is replaced: each call of a
function of NumPy is that of a function compiled for it, which makes the call. With
``GRAPHED=0`` nothing is replaced. ``OUTCOMES`` names the file that gets the outcomes.
"""

from __future__ import annotations

import functools
import json
import linecache
import os
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph
from tests.interface.names import MODULES

LEFT_OUT = frozenset(
    """
test seterr geterr seterrcall geterrcall errstate set_printoptions get_printoptions
printoptions show_config info load save savez savez_compressed loadtxt genfromtxt
savetxt setbufsize getbufsize nested_iters from_dlpack may_share_memory shares_memory
get_include fromfile fromregex bmat
""".split()
)
"""What sets state, does files, or asks where memory is, or for the caller's names."""
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, type(np.sum))

outcomes: dict[str, list[str]] = {}
_known: dict[int, Any] = {}
_spaces: dict[str, Any] = {}
_running = [False]


class Space(types.ModuleType):
    """A module of NumPy whose functions run through graphs."""

    def __init__(self, real: types.ModuleType) -> None:
        super().__init__(real.__name__)
        vars(self)["_real"] = real

    def __getattribute__(self, name: str) -> Any:  # some tests call it by name
        try:
            return super().__getattribute__(name)
        except AttributeError:
            return graphed(name, getattr(vars(self)["_real"], name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(vars(self)["_real"], name, value)

    def __dir__(self) -> list[str]:
        return dir(vars(self)["_real"])


def graphed(name: str, value: Any) -> Any:
    """Return what stands for a name in a test module."""
    if isinstance(value, types.ModuleType):
        if isinstance(value, Space) or value.__name__ not in MODULES:
            return value
        return _spaces.setdefault(value.__name__, Space(value))
    if name in LEFT_OUT or name.startswith(("_", "assert")):
        return value
    home = getattr(value, "__module__", None) or ""
    if not isinstance(value, FUNCTIONS) or not home.startswith("numpy"):
        return value
    if home.startswith("numpy.testing") or "tests" in home:
        return value
    if id(value) not in _known:
        _known[id(value)] = made = through_a_graph(value)
        _known[id(made)] = made
    return _known[id(value)]


def through_a_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that compiles each call of one, and makes it."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _running[0]:  # of NumPy's own code, which is traced
            return function(*args, **kwargs)
        _running[0] = True
        try:
            made = calling(function, len(args), tuple(kwargs))
            return autograph.function(made, callbacks="allow")(*args, *kwargs.values())
        finally:
            _running[0] = False

    text = getattr(function, "__text_signature__", None)
    vars(call).update(__text_signature__=text)
    vars(call).update(__wrapped__=getattr(function, "__wrapped__", function))
    return call


def calling(
    function: Callable[..., Any], count: int, keywords: tuple[str, ...]
) -> Callable[..., Any]:
    """Return a function that calls another with its arguments."""
    names = [f"a{number}" for number in range(count)]
    given = [*names, *(f"{each}={each}" for each in keywords)]
    text = f"def call({', '.join([*names, *keywords])}):\n"
    text += f"    return called({', '.join(given)})\n"
    file = f"<call of {function.__name__} {count} {keywords}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space = {"called": function, "__name__": "graphed"}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    made: Callable[..., Any] = space["call"]  # type: ignore[assignment]
    return made


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Replace the names of the test modules."""
    if os.environ.get("GRAPHED") == "0":
        return
    modules: set[Any] = {getattr(item, "module", None) for item in items}
    for module in modules - {None}:
        replace(module)
        for each in list(vars(module).values()):
            if isinstance(each, type) and each.__module__ == module.__name__:
                replace(each)
    for item in items:
        given = getattr(item, "callspec", None)
        if given is not None:
            for name, value in given.params.items():
                given.params[name] = graphed(name, value)


def replace(owner: Any) -> None:
    """Replace what the names of a module or class of tests hold."""
    for name, value in list(vars(owner).items()):
        found = graphed(name, value)
        if type(value) in (list, tuple):
            found = type(value)([graphed(name, each) for each in value])
        if found is not value and not name.startswith("__"):
            in_class = isinstance(owner, type) and not binds(value)
            setattr(owner, name, staticmethod(found) if in_class else found)


def binds(value: Any) -> bool:
    """Whether what a class holds may become a method: what C made does not."""
    return not isinstance(value, FUNCTIONS) or isinstance(value, types.FunctionType)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note the worst outcome of a test."""
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid] = [report.outcome, report.longreprtext[-2000:]]


def pytest_sessionfinish() -> None:
    """Write down the outcomes."""
    Path(os.environ["OUTCOMES"]).write_text(json.dumps(outcomes), encoding="utf-8")
