"""The table of calls: what becomes of each function.

A module of Python's library has a stance, and some of its functions have another. What
the table does not know is called back.

operation
    Staged by a handler of its own, or a row.
pure
    Returns the same for the same arguments and does nothing else: it runs while tracing
    on plain values, and at each run on others.
changes its argument
    Does nothing else than change the list it is given first, as ``heappush`` does.
effect
    A clock, a draw, or the like: it runs at each run, in order, with a typed result.
called back
    Reads or changes what is outside of the program, or is unknown. Where it takes
    nothing from the graph and comes before all its effects, each call of the function
    makes it first; elsewhere it runs at each run, in order.
"""

from __future__ import annotations

import sys
from collections.abc import Container
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from runtime.ops import BY_FUNCTION
from runtime.ops.draws import PYTHONS
from runtime.saving.loaded import LOADED
from runtime.types import ANY, FLOAT, INT, NONE, STR, Type
from tracer.policy import (
    CHANGING_FUNCTIONS,
    attribute_of,
    behind,
    is_convertible,
    looks_for_trace,
)
from tracer.record.decisions import (
    CALLED_BACK,
    CHANGES,
    CONVERTED,
    EFFECT,
    OPERATION,
    PURE,
    Stance,
)
from tracer.record.staged import Proxy, Staged
from tracer.record.symbols import Symbol
from tracer.record.value_classes import VALUES
from tracer.serve.specs import TensorSpec
from tracer.values.classes import Classes

PURE_MODULES = frozenset(
    "abc base64 binascii bisect builtins calendar cmath collections colorsys copy "
    "dataclasses decimal difflib enum fnmatch fractions functools graphlib hashlib "
    "heapq html ipaddress itertools json keyword math numbers operator re shlex "
    "statistics string struct textwrap types typing unicodedata zlib".split()
)
"""Modules of pure functions."""
PURE_CLASSES = (np.dtype, np.finfo, np.iinfo, TensorSpec)
"""Classes whose instances Python needs while tracing."""
EXCEPTIONS: dict[Stance, dict[str, str]] = {
    CHANGES: CHANGING_FUNCTIONS,
    CALLED_BACK: {
        "builtins": "__import__ aiter anext breakpoint compile delattr",
        "copy": "replace",
        "decimal": "Context getcontext localcontext setcontext",
        "hashlib": "file_digest",
        "io": "open",
        "json": "dump load",
    },
    PURE: {
        "datetime": "combine date datetime fromisocalendar fromisoformat fromordinal "
        "strptime time timedelta timezone tzinfo",
        "inspect": "cleandoc isbuiltin isclass isfunction ismethod ismodule isroutine",
        "numpy": "broadcast_shapes",
        "time": "strptime struct_time",
    },
}
"""Functions whose stance differs from that of their module."""
OUTSIDE_MODULES = frozenset(
    "IPython bokeh bz2 csv genericpath glob gzip io logging lzma matplotlib "
    "multiprocessing nt ntpath os pathlib pickle plotly posix posixpath queue rich "
    "seaborn shelve shutil signal socket sqlite3 subprocess tarfile tempfile thread "
    "threading tqdm wandb warnings zipfile".split()
)
"""Modules that reach outside of the program: files, logs, plots, progress, threads.

Nobody expects their functions, and the methods of their objects, in a graph.
"""
OUTSIDE_FUNCTIONS = {
    "builtins": "breakpoint input open print",
    "importlib": "import_module",
    "json": "dump load",
    "numpy": "fromfile genfromtxt load loadtxt memmap save savetxt savez "
    "savez_compressed",
    "pandas": "read_csv read_excel read_feather read_hdf read_json read_parquet "
    "read_pickle read_sql read_table",
    "time": "sleep",
}
"""Functions of other modules that do so."""
OUTSIDE_METHODS = frozenset(
    "savefig to_csv to_excel to_feather to_hdf to_json to_parquet to_pickle to_sql "
    "tofile".split()
)
"""Methods that write files, of any class."""
EFFECTS: dict[str, dict[str, Type]] = {
    "builtins": {"input": STR},
    "datetime": dict.fromkeys(("now", "today", "utcnow"), ANY),
    "os": {
        **dict.fromkeys(("getpid", "getppid"), INT),
        **dict.fromkeys(("getenv", "urandom", "times"), ANY),
        "getcwd": STR,
    },
    "random": {
        **PYTHONS,
        **dict.fromkeys(("choice", "choices", "sample", "randbytes", "getstate"), ANY),
        **dict.fromkeys(("seed", "setstate", "shuffle"), NONE),
    },
    "secrets": {
        **dict.fromkeys(("randbelow", "randbits"), INT),
        **dict.fromkeys(("token_hex", "token_urlsafe"), STR),
        **dict.fromkeys(("choice", "token_bytes"), ANY),
    },
    "time": {
        **dict.fromkeys(
            "time monotonic perf_counter process_time thread_time".split(), FLOAT
        ),
        **dict.fromkeys(
            "time_ns monotonic_ns perf_counter_ns process_time_ns "
            "thread_time_ns".split(),
            INT,
        ),
        **dict.fromkeys(("asctime", "ctime", "strftime"), STR),
        **dict.fromkeys(("gmtime", "localtime"), ANY),
        "sleep": NONE,
    },
    "uuid": {"getnode": INT, **dict.fromkeys(("uuid1", "uuid4"), ANY)},
}
"""Functions that depend on the moment of the call, or set it, and their results."""
RESULTS: dict[str, Type] = {
    **{f"bisect.{name}": INT for name in ("bisect", "bisect_left", "bisect_right")},
    **{f"builtins.{name}": STR for name in ("ascii", "bin", "chr", "hex", "oct")},
    "builtins.id": INT,
    "builtins.ord": INT,
    "operator.index": INT,
    "operator.countOf": INT,
    "operator.indexOf": INT,
    "operator.length_hint": INT,
    "statistics.correlation": FLOAT,
    **{f"textwrap.{name}": STR for name in ("dedent", "fill", "indent", "shorten")},
}
"""The result types of pure functions, where they are known."""
PUBLIC = {"posix": "os", "nt": "os"}
"""The public names of modules that are written in C."""
_CHANGED = {
    name: stance
    for stance, modules in EXCEPTIONS.items()
    for module, names in modules.items()
    for name in (f"{module}.{one}" for one in names.split())
}
_OUTSIDE = frozenset(
    f"{module}.{name}"
    for module, names in OUTSIDE_FUNCTIONS.items()
    for name in names.split()
)


def sort(function: Any, staged: Container[Any]) -> Stance:
    """Return what becomes of calls of a function.

    Parameters
    ----------
    function
        What is called.
    staged
        The functions and classes that have a staged form.
    """
    listed = not isinstance(function, Proxy) and is_hashable(function)
    if listed and (function in staged or function in BY_FUNCTION):
        return OPERATION
    function = undecorated(function)
    if is_convertible(function):
        return CONVERTED
    if isinstance(function, type):
        named = issubclass(function, tuple) and hasattr(function, "_fields")
        if named or issubclass(function, np.generic):
            return OPERATION
        if issubclass(function, PURE_CLASSES):
            return PURE
        if Classes.is_users(function):
            return CONVERTED
    if isinstance(function, (np.ufunc, *LOADED)):
        return OPERATION
    if type(function) is FunctionType and looks_for_trace(function):
        return OPERATION
    return library_stance(function)


def undecorated(function: Any) -> Any:
    """Return the user's function behind a decorated one or a method."""
    function = behind(function) or function
    return function.__func__ if type(function) is MethodType else function


def library_stance(function: Any) -> Stance:
    """Return what becomes of calls of a function of Python's library."""
    name = full_name(function)
    known = _CHANGED.get(name)
    if known is not None:
        return known
    root, _, own = name.partition(".")
    if own in EFFECTS.get(PUBLIC.get(root, root), ()):
        return EFFECT
    owner = type(getattr(function, "__self__", None))
    if hasattr(owner, "__next__"):
        return CALLED_BACK  # a method of an iterator, which it advances
    return PURE if root in PURE_MODULES or owner in VALUES else CALLED_BACK


def effect_type(function: Any) -> Type:
    """Return the type of the result of a function with an effect."""
    root, _, own = full_name(function).partition(".")
    return EFFECTS[PUBLIC.get(root, root)][own]


def acts_outside(function: Any) -> bool:
    """Whether calls of a function or class reach outside of the program."""
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        name = getattr(function, "__name__", "")
        kind = owner if isinstance(owner, type) else type(owner)
        return name in OUTSIDE_METHODS or is_outside(kind)
    if isinstance(function, type):
        if is_outside(function):
            return True
    root, _, name = full_name(undecorated(function)).partition(".")
    name = name.rpartition(".")[2]
    return root in OUTSIDE_MODULES or f"{root}.{name}" in _OUTSIDE


def is_outside(kind: type) -> bool:
    """Whether the objects of a class stand for something outside of the program."""
    modules = [str(base.__module__).partition(".")[0] for base in kind.__mro__]
    return any(module.lstrip("_") in OUTSIDE_MODULES for module in modules)


def full_name(function: Any) -> str:
    """Return the name of a function with its module, such as ``bisect.insort``.

    The C half of a module has the name of the module.
    """
    if type(function) is Symbol:
        return ""
    module = module_of(function).lstrip("_")
    return f"{module}.{getattr(function, '__name__', '')}"


def module_of(function: Any) -> str:
    """Return the name of the module that a function or its object comes from.

    An object of the user's that can be called is not asked: it may say anything.
    """
    if type(function) is Symbol:
        return ""
    owner = attribute_of(function, "__module__")
    if owner is None:
        holder = attribute_of(function, "__self__") or function
        owner = (holder if isinstance(holder, type) else type(holder)).__module__
    return str(owner)


def is_numpys(function: Any) -> bool:
    """Whether a function is NumPy's own."""
    return module_of(function).partition(".")[0] == "numpy"


def described(function: Any) -> str:
    """Return the name of a function, as errors and warnings have it."""
    if type(function) is Symbol:
        return "a function that is chosen at run time"
    module, name = module_of(function), getattr(function, "__name__", None)
    if name is None or getattr(sys.modules.get(module), name, None) != function:
        name = getattr(function, "__qualname__", None)
    if name is None:  # an object that can be called: its text may be code of the user's
        return f"an object of {type(function).__qualname__}"
    return name if module == "builtins" else f"{PUBLIC.get(module, module)}.{name}"


def is_hashable(value: Any) -> bool:
    """Whether a value can be looked up in the tables.

    What stands for a method is in none: to ask for its hash asks which object it is of.
    """
    if isinstance(value, Staged):
        return False
    try:
        hash(value)
    except TypeError:
        return False
    return True
