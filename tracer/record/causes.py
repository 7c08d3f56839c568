"""Why a call goes back into Python, and what to write instead: one row each."""

from __future__ import annotations

from typing import NamedTuple

from tracer.record.decisions import CALLED_BACK, Stance


class Cause(NamedTuple):
    """Why calls go back into Python.

    Attributes
    ----------
    reason : str
        What the call does that a graph cannot, as a sentence about it without subject.
    remedy : str
        What to write instead; empty where nothing else would do the same.
    wanted : bool
        Whether the user plainly wants it to happen in Python: nobody is warned.
    wanted_once : bool
        Whether that is so outside of loops: a library's machine code is called there
        as fast as from plain Python, and nothing could be faster.
    for_loops : bool
        Whether that is so outside of loops where the call is known to run none.
    """

    reason: str
    remedy: str = ""
    wanted: bool = False
    wanted_once: bool = False
    for_loops: bool = False

    def of(self, **words: object) -> Cause:
        """Return the cause of one call: these words replace the names in braces."""
        return self._replace(
            reason=self.reason.format(**words), remedy=self.remedy.format(**words)
        )

    @property
    def stance(self) -> Stance:
        """The stance of the call."""
        text = f"is called back in Python at each run: it {self.reason}"
        return Stance(CALLED_BACK.name, text, self.remedy, text)


_DECLARED = "ag.py_function, which takes the type of its result"

# Functions.
MARKED = Cause(
    "calls a function that is marked with ag.do_not_convert",
    f"remove the mark, or call it by {_DECLARED}",
)
LEFT_OUT = Cause(
    "calls a function of {module}, which ag.do_not_convert_module leaves out",
    f"call it by {_DECLARED}",
)
LOADED = Cause(
    "calls a loaded function for whose arguments only the run knows a graph",
    "pass arguments of the types that it was saved for",
)
SOURCELESS = Cause(
    "calls a function whose source is not found",
    "define it in a file, or give its text to ag.convert(..., source=...)",
)
OF_NUMPY = Cause(
    "calls a function of NumPy that has no compiled form",
    f"use other functions of NumPy, or call it by {_DECLARED}",
)
VECTORIZED = Cause(
    "calls its function in Python for each item",
    "write a loop over the items, which is compiled",
)
OF_PYTHON = Cause(
    "calls a function of Python's library that may do more than return a value",
    "call it outside of the compiled function, and pass its result as an argument",
    wanted_once=True,
)
OF_THE_MOMENT = Cause(
    "calls a function that gives another result at each call",
    "call it outside of the compiled function, and pass its result as an argument",
)
DRAW = Cause(
    "draws from Python's random module",
    "draw from np.random or ag.random, whose draws are compiled",
)
OF_LIBRARY = Cause(
    "calls a function of {package}, which is not converted",
    f"convert it with ag.convert_module({{module!r}}), or call it by {_DECLARED}",
)
COMPILED = Cause(
    "calls a function of {package} that is not written in Python",
    f"call it by {_DECLARED}",
)
CHOSEN = Cause(
    "calls a function that only the run knows",
    "call each function that it may be in a branch of its own: "
    "`f(x) if test else g(x)`",
    for_loops=True,
)
SETS_CODE = Cause(
    "calls a function that reads or sets the code of a function",
    "call the function whose code it sets once before, where it is compiled at its "
    "first call",
)
TOO_LONG = Cause(
    "calls a function in one that is too long to compile when it is called",
    "compile the functions that compute with numbers and arrays by themselves",
)
REFUSED = Cause(
    "calls a function that cannot be compiled: {why} (line {line})",
    "{hint}",
)
GENERATOR = Cause(
    "makes a generator that is not iterated over in one place",
    "iterate over it with one `for`, or collect it: list(...)",
)
ITERATOR = Cause(
    "makes an iterator that is not iterated over in one place",
    "iterate over it with one `for`, or collect it: list(...)",
)
RECURSIVE = Cause(
    "calls a function that is defined in the compiled one and calls itself",
    "define it at the top of the module, and pass what it uses as arguments",
)
STARRED = Cause(
    "passes arguments that only the run can count",
    "write the arguments one by one",
    for_loops=True,
)
GENERATOR_MANAGER = Cause(
    "makes a context manager of a generator",
    "write a class with __enter__ and __exit__: its methods are compiled",
)
DECORATED_CLASS = Cause(
    "decorates a class that only the run makes",
    "define the class outside of the compiled function",
)
CLASS_OF_THE_RUN = Cause(
    "uses a class that is defined in the compiled function, or an object of it",
    "define the class at the top of the module: its methods are compiled then",
)

REMEMBERED = Cause(
    "calls a function whose results functools.lru_cache keeps from call to call",
    "call its __wrapped__, which is compiled",
    wanted=True,  # they are kept in Python
)

REMEMBERED_HERE = Cause(
    "calls a function that functools.cache or lru_cache wraps at each run",
    "define it at the top of the module without the decorator, and pass it a dict for "
    "its results",
)

# Classes.
CLASS_OF_LIBRARY = Cause(
    "makes an object of {package}",
    "make it outside of the compiled function, and pass it as an argument",
)
UNCOMMON_CLASS = Cause(
    "makes an object of a class with a metaclass, a __new__, a __del__ or a base of a "
    "library",
    "make it outside of the compiled function, and pass it as an argument",
    for_loops=True,
)
MADE_BY_THE_RUN = Cause(
    "makes an object that is returned, kept in a container, or changed in a branch or "
    "loop: then its methods run in Python",
    "keep its arrays and numbers in variables, or make it outside of the compiled "
    "function, and pass it as an argument",
)

# Methods and attributes.
METHOD_OF_LIBRARY = Cause(
    "calls a method of {kind}, whose class is one of {package}",
    "pass the arrays that it holds as arguments, or call the method outside of the "
    "compiled function",
)
METHOD_OF_UNKNOWN = Cause(
    "calls a method of an object that only the run knows",
    "pass the object as an argument by itself, or hold the numbers of many objects in "
    "arrays: methods of arguments, and loops over arrays, are compiled",
    for_loops=True,
)
METHOD_OF_RESULT = Cause(
    "calls a method of what {function} of {package} gives",
    "call the method outside of the compiled function, and pass its result as an "
    "argument",
)
RESULT_OF_LIBRARY = Cause(
    "calls what {function} of {package} gives",
    "write what it does as a function of your own, which is compiled",
)
OF_A_RESULT = Cause(
    "uses what line {line} gives, which is called back itself",
    "change line {line} first",
)
ANSWER_OF_OBJECT = Cause(
    "asks an object that is no array or number",
    "pass the array, the list or the number that is meant",
)
HASH = Cause("asks objects for their hashes, as dicts do", wanted=True)
ATTRIBUTE_OF_LIBRARY = Cause(
    "asks for an attribute of {kind}, whose class is one of {package}",
    "read it outside of the compiled function, and pass its value as an argument",
)
ATTRIBUTE = Cause(
    "asks for an attribute that the class computes, or that may have come or gone",
    "set the attribute in __init__, and read it as a plain one",
    for_loops=True,
)
CACHED = Cause(
    "asks for a property whose value functools.cached_property keeps on the object",
    "read it once before the branch or loop, where its function is compiled",
    wanted=True,  # it is kept in Python
)

ITEM = Cause("calls a method of a container or a text, as Python does", wanted=True)
REPLACEABLE = Cause(
    "looks up a method or function of an object again, which what ran before may have "
    "replaced",
    wanted=True,
)

# What the user wants.
PARENT = Cause("calls a method of a parent that is written in C", wanted=True)
RUNS_TEXT = Cause("runs a text of Python, with the names that it is given", wanted=True)
OUTSIDE = Cause("reads, writes or waits outside of the program", wanted=True)
ASKED_FOR = Cause("is asked for by ag.py_function", wanted=True)
