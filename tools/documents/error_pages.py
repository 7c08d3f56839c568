"""What each error means, with a program that raises it and one that does not."""

from __future__ import annotations

from dataclasses import dataclass

from autograph.source.errors import ConversionError, SourceError
from runtime.errors import (
    AmbiguousMemory,
    ArgumentsOverlap,
    ArraysInContainers,
    AutographError,
    ClassChanged,
    DerivativeError,
    DrawingError,
    FileError,
    FileVersionError,
    GraphError,
    IntegerTooLarge,
    InternalError,
    MethodReplaced,
    NoDerivative,
    NotBlocked,
    NotDifferentiable,
    NotExportable,
    NotFunctional,
    NotSavable,
    NoTwin,
    OutsideState,
    ProtectedRegion,
)
from tracer.errors import (
    AsynchronousRefused,
    CallbackRefused,
    CaptureChanged,
    GeneratorRefused,
    LeakedSymbol,
    LooksAtNames,
    NeedsPlainValue,
    NotStaged,
    RetraceError,
    SignatureError,
    TracingError,
    UnstagedWrite,
    VariableMadeAgain,
)


@dataclass(frozen=True)
class Page:
    """One error.

    Parameters
    ----------
    meaning
        What it says, in more words.
    failing, mended
        Two snippets. The first raises the error at its marked line, the second gives
        what plain Python gives. Empty where people do not meet the error itself.
    """

    meaning: str
    failing: str = ""
    mended: str = ""


PAGES: dict[type[AutographError], Page] = {
    AutographError: Page(
        "The base class of all other errors on this page. `except ag.AutographError` "
        "catches the errors of this library, and none of your own program. The class "
        "itself is raised if tracing a function changes an object that the function "
        "reads."
    ),
    GraphError: Page(
        "A graph, or the text of a graph, is not valid. Graphs made by tracing are "
        "valid. A text written by hand may not be.",
        """\
from runtime.ir.reading import parse_graph
from runtime.operations import OPERATIONS

text = "graph double(x: float) -> float { return y }"
str(parse_graph(text, OPERATIONS))  # here
""",
        """\
from runtime.ir.reading import parse_graph
from runtime.operations import OPERATIONS

text = "graph same(x: float) -> float { return x }"
str(parse_graph(text, OPERATIONS))
""",
    ),
    DrawingError: Page(
        "A picture of a graph cannot be made. Either the file name has no known "
        "picture format, or Graphviz or its Python package is not installed.",
        """\
@ag.function
def double(x):
    return x + x

graph = double.get_concrete_function(np.ones(3)).graph
graph.draw("double.picture")  # here
""",
        """\
@ag.function
def double(x):
    return x + x

graph = double.get_concrete_function(np.ones(3)).graph
print(graph.to_dot())
""",
    ),
    ConversionError: Page(
        "An object is not a Python function, so it cannot be converted.",
        """\
ag.to_code(len)  # here
""",
        """\
def length(x):
    return len(x)

ag.to_code(length)
""",
    ),
    SourceError: Page(
        "The source of a function cannot be found, or its file has changed since it "
        "was imported.",
        """\
scope = {}
exec("def double(x): return x + x", scope)
double = ag.function(scope["double"])
double(np.float64(1))  # here
""",
        """\
@ag.function
def double(x):
    return x + x

double(np.float64(1))
""",
    ),
    GeneratorRefused: Page(
        "The function to trace is a generator. A generator runs while its values are "
        "taken, one by one; a compiled function runs once, to its end. So a decorated "
        "generator runs in Python, which it warns about; only to ask for its graph is "
        "refused. A compiled function may iterate over other generators.",
        """\
@ag.function  # here
def squares(x):
    for value in x:
        yield value * value

squares.get_concrete_function(np.arange(3))
""",
        """\
@ag.function
def squares(x):
    found = []
    for value in x:
        found.append(value * value)
    return found

list(squares(np.arange(3)))
""",
    ),
    AsynchronousRefused: Page(
        "The decorated function is asynchronous. A compiled function cannot wait.",
        """\
import asyncio

@ag.function  # here
async def double(x):
    return x + x

asyncio.run(double(np.float64(1)))
""",
        """\
import asyncio

@ag.function
def double(x):
    return x + x

async def main():
    return double(np.float64(1))

asyncio.run(main())
""",
    ),
    LooksAtNames: Page(
        "`eval()`, `exec()` and the like look up names by their text. While tracing "
        "these are not the names of the source, and a compiled function has none. "
        "`locals()`, `vars()` and `dir()` are refused where a branch, a loop, or a "
        "block that an exception may leave, decides which names there are. Nor has a "
        "compiled function frames, at which `sys._getframe()`, `inspect.stack()` and "
        "the like look.",
        """\
@ag.function
def total(x):
    first, second = x[0], x[1]
    return eval("first + second")  # here

total(np.array([1.0, 2.0]))
""",
        """\
@ag.function
def total(x):
    first, second = x[0], x[1]
    return first + second

total(np.array([1.0, 2.0]))
""",
    ),
    TracingError: Page(
        "The base class of errors that occur while a function is traced. The class "
        "itself is raised if tracing does not end; please report it."
    ),
    NeedsPlainValue: Page(
        "Python needs a number, a string or a truth value while tracing, but only its "
        "type is known then. The value is known only when the function runs.",
        """\
import operator

@ag.function
def by_column(n):
    return sorted([(1, 3), (2, 0)], key=operator.itemgetter(n))  # here

by_column(np.int64(1))
""",
        """\
import operator

@ag.function
def by_column(n):
    return sorted([(1, 3), (2, 0)], key=lambda row: row[n])

by_column(np.int64(1))
""",
    ),
    LeakedSymbol: Page(
        "A value from a branch, a loop or the whole function is used outside of it, "
        "after it was stored by code that is not converted. No program is known that "
        "raises this error; if yours does, please report it."
    ),
    UnstagedWrite: Page(
        "What exists only while tracing would be changed in a compiled branch or loop, "
        "which may run any number of times, or not at all.",
        """\
def check(x):
    @ag.function
    def positive(y):
        nonlocal problem
        if np.any(y < 0):
            problem = "a negative number"  # here
        return y

    result = positive(x)
    problem = None
    return result

check(np.array([1.0, 2.0]))
""",
        """\
def check(x):
    problem = None

    @ag.function
    def positive(y):
        nonlocal problem
        if np.any(y < 0):
            problem = "a negative number"
        return y

    return positive(x)

check(np.array([1.0, 2.0]))
""",
    ),
    NotStaged: Page(
        "A construct that this version cannot compile is used with values known only "
        "when the function runs. [Supported Python](supported-python.md) lists these "
        "constructs.",
        """\
@ag.function
def bits(x):
    x.dtype = np.int64  # here
    return x

bits(np.arange(4.0))
""",
        """\
@ag.function
def bits(x):
    return x.view(np.int64)

bits(np.arange(4.0))
""",
    ),
    SignatureError: Page(
        "An argument does not fit a graph or an input signature. The error is also a "
        "`TypeError` and a `ValueError`.",
        """\
@ag.function(input_signature=[ag.TensorSpec([None], np.float64)])
def mean(samples):
    return samples.mean()

mean(np.array([1, 2, 3]))  # here
""",
        """\
@ag.function(input_signature=[ag.TensorSpec([None], np.float64)])
def mean(samples):
    return samples.mean()

mean(np.array([1, 2, 3], np.float64))
""",
    ),
    CallbackRefused: Page(
        "A call cannot be compiled and would be called back in Python at each run, "
        'which `callbacks="error"` forbids.',
        """\
@ag.do_not_convert
def shown(x):
    return f"{x:.1f}"

@ag.function(callbacks="error")
def text(x):
    return shown(x + 1)  # here

text(np.float64(1))
""",
        """\
@ag.function(callbacks="error")
def text(x):
    return f"{x + 1:.1f}"

text(np.float64(1))
""",
    ),
    CaptureChanged: Page(
        "A variable from outside the function has changed since the graph was traced, "
        'which `captures="error"` forbids.',
        """\
scale = 2.0

@ag.function(captures="error")
def scaled(x):
    return x * scale

scaled(np.float64(1))
scale = 3.0
scaled(np.float64(1))  # here
""",
        """\
@ag.function(captures="error")
def scaled(x, scale):
    return x * scale

scaled(np.float64(1), 2.0)
scaled(np.float64(1), 3.0)
""",
    ),
    RetraceError: Page(
        "No graph of a function fits a call, and the call is made within "
        "`ag.no_retrace()`, where no graph may be traced.",
        """\
@ag.function
def total(x):
    return x.sum()

def serve(x):
    with ag.no_retrace():
        return total(x)  # here

total(np.ones(3))
serve(np.ones(4))
""",
        """\
@ag.function(input_signature=[ag.TensorSpec((None,), np.float64)])
def total(x):
    return x.sum()

def serve(x):
    with ag.no_retrace():
        return total(x)

total(np.ones(3))
serve(np.ones(4))
""",
    ),
    VariableMadeAgain: Page(
        "A function makes a `Variable` at every call, so its value would not be kept "
        "from one call to the next. It may make one at its first call.",
        """\
@ag.function
def counted(x):
    count = ag.Variable(0)  # here
    count.assign_add(1)
    return x * count

counted(np.float64(2))
""",
        """\
class Counter:
    def __init__(self):
        self.count = None

    @ag.function
    def counted(self, x):
        if self.count is None:
            self.count = ag.Variable(0)
        self.count.assign_add(1)
        return x * self.count

Counter().counted(np.float64(2))
""",
    ),
    IntegerTooLarge: Page(
        "NumPy makes an `int64` of a Python integer of up to 64 bits, and something "
        "else of a larger one. The graph was made for the first, and the function has "
        "done something already that cannot be done again: else the call would be "
        "traced anew. The next call is: it takes integers of any size.",
        """\
@ag.function
def noted(n, seen):
    seen.append(n)
    return np.array([n, 1])  # here

[noted(n, []) for n in (1, 2, 3, 2**70)]
""",
        """\
@ag.function
def noted(n, seen):
    seen.append(n)
    return np.array([n, 1], dtype=object)

[noted(n, []) for n in (1, 2, 3, 2**70)]
""",
    ),
    ClassChanged: Page(
        "Code that the graph calls back into has set the `__class__` of an object, and "
        "the graph goes on to use an operator, a property or an iteration of the class "
        "that the object had. Methods that are called by name are found at run time. "
        "Or it has put something else where an object held a list, dict or set, and "
        "the graph goes on to use that.",
        """\
class Egg:
    def __len__(self):
        return 1

class Hen(Egg):
    def __len__(self):
        return 2

@ag.do_not_convert
def hatch(egg):
    egg.__class__ = Hen

@ag.function
def grown(egg):
    hatch(egg)
    return len(egg)  # here

grown(Egg())
""",
        """\
class Egg:
    def __len__(self):
        return 1

class Hen(Egg):
    def __len__(self):
        return 2

@ag.do_not_convert
def hatch(egg):
    egg.__class__ = Hen
    return len(egg)

@ag.function
def grown(egg):
    return hatch(egg)

grown(Egg())
""",
    ),
    MethodReplaced: Page(
        "A special method of a key or item, or a library that was given numbers, has "
        "replaced a method of another object, or a function or object that it or a "
        "table holds, and the graph goes on to the one that it was made for. What a "
        "function is given that is called back may have other methods afterwards.",
        """\
class Bell:
    def ring(self):
        return "ding"

class Key:
    def __init__(self, bell):
        self.bell = bell

    def __hash__(self):
        self.bell.ring = lambda: "dong"
        return 1

@ag.function
def rung(bell, keys, known):
    for key in keys:
        if key in known:
            return key
    return bell.ring()  # here

bell = Bell()
rung(bell, [Key(bell)] * 30, {2: 3})
""",
        """\
class Bell:
    def ring(self):
        return "ding"

class Key:
    def __init__(self, bell):
        self.bell = bell

    def __hash__(self):
        self.bell.ring = lambda: "dong"
        return 1

@ag.do_not_convert
def ring(bell):
    return bell.ring()

@ag.function
def rung(bell, keys, known):
    for key in keys:
        if key in known:
            return key
    return ring(bell)

bell = Bell()
rung(bell, [Key(bell)] * 30, {2: 3})
""",
    ),
    NotFunctional: Page(
        "The base class of the errors about functional form. A graph in functional "
        "form has no memory: each write makes a new value. `functional_graph` of a "
        "concrete function shows it, and gradients are made from it. The function "
        "itself runs as before."
    ),
    AmbiguousMemory: Page(
        "An array is written, and only the run knows which names see it: a loop or a "
        "branch may have given a name one of several arrays, or an array may be a part "
        "of another one.",
        """\
def smallest_doubled(x, y):
    z = x if x[0] < y[0] else y
    z *= 2
    return x + y  # here

concrete = ag.function(smallest_doubled).get_concrete_function(np.ones(2), np.ones(2))
concrete.functional_graph
""",
        """\
def smallest_doubled(x, y):
    z = x if x[0] < y[0] else y
    z = z * 2
    return x + y

concrete = ag.function(smallest_doubled).get_concrete_function(np.ones(2), np.ones(2))
concrete.functional_graph.name
""",
    ),
    OutsideState: Page(
        "The function changes or asks something that is no array and no list: an "
        "attribute, a dict of the caller, a `Variable`, an iterator, Python code.",
        """\
class Counter:
    def __init__(self):
        self.count = np.float64(0)

def counted(counter, x):
    counter.count = counter.count + x  # here
    return x

concrete = ag.function(counted).get_concrete_function(Counter(), np.float64(1))
concrete.functional_graph
""",
        """\
def counted(count, x):
    return count + x, x

concrete = ag.function(counted).get_concrete_function(np.float64(0), np.float64(1))
concrete.functional_graph.name
""",
    ),
    ArraysInContainers: Page(
        "An array is written while a list, a tuple or an iterator holds it.",
        """\
def kept(x):
    states = []
    for i in range(len(x)):
        x[i] += 1  # here
        states.append(x)
    return states

concrete = ag.function(kept).get_concrete_function(np.ones(9))
concrete.functional_graph
""",
        """\
def kept(x):
    states = []
    for i in range(len(x)):
        x[i] += 1
        states.append(x.copy())
    return states

concrete = ag.function(kept).get_concrete_function(np.ones(9))
concrete.functional_graph.name
""",
    ),
    ProtectedRegion: Page(
        "The function has a `try` in its graph that writes an array, or a `with`. What "
        "such a block wrote before an exception depends on where it was left. `try` "
        "blocks that write nothing, or last of all, and `with np.errstate(...)`, are "
        "no obstacle.",
        """\
def first_or_zero(x, n):
    y = x.copy()
    try:  # here
        y[0] = 0.0
        y[1] = x[n]
    except IndexError:
        pass
    return y

concrete = ag.function(first_or_zero).get_concrete_function(np.ones(3), np.int64(1))
concrete.functional_graph
""",
        """\
def first_or_zero(x, n):
    y = x.copy()
    try:
        second = x[n]
    except IndexError:
        second = y[1]
    y[0] = 0.0
    y[1] = second
    return y

concrete = ag.function(first_or_zero).get_concrete_function(np.ones(3), np.int64(1))
concrete.functional_graph.name
""",
    ),
    NoTwin: Page(
        "A call writes an array, and there is no operation that returns what it would "
        "leave there.",
        """\
def swapped(x):
    x.byteswap(True)  # here
    return x

concrete = ag.function(swapped).get_concrete_function(np.arange(3))
concrete.functional_graph
""",
        """\
def swapped(x):
    x[...] = x.byteswap()
    return x

concrete = ag.function(swapped).get_concrete_function(np.arange(3))
concrete.functional_graph.name
""",
    ),
    ArgumentsOverlap: Page(
        "A graph in functional form was called with arrays that share memory, one of "
        "which it writes, or with one that does not lie in C order although the graph "
        "writes through a reshaped view of it. The function itself takes such "
        "arguments."
    ),
    DerivativeError: Page(
        "The base class of the errors about derivatives: see [gradients](gradients.md)."
    ),
    NoDerivative: Page(
        "What varies with an argument goes through something that has no derivative "
        "here, and the result needs it. Nothing that varies is counted as constant. "
        "The lines below the message lead from there to the result.",
        """\
def smallest_two(x):
    y = np.unique(x)  # here
    return y[0] + y[1]

ag.grad(smallest_two)(np.array([3.0, 1.0, 2.0]))
""",
        """\
def smallest_two(x):
    y = np.sort(x)
    return y[0] + y[1]

smallest_two(np.array([3.0, 1.0, 2.0]))
""",
    ),
    NotDifferentiable: Page(
        "An argument to differentiate by is no float, or the result is not one real "
        "float.",
        """\
def energy(x):  # here
    return (x * x).sum() * 0.5

ag.grad(energy)(np.array([1, 2]))
""",
        """\
def energy(x):
    return (x * x).sum() * 0.5

energy(np.array([1, 2]).astype(float))
""",
    ),
    FileError: Page(
        "A file is no file of graphs, is damaged, is larger than it may be, or holds a "
        "graph that reaches more than its arguments. Nothing of it has run. See "
        "[saving](saving.md).",
        """\
import tempfile
from pathlib import Path

path = Path(tempfile.mkdtemp(), "notes.ag")
path.write_text("no graphs")
ag.load(path)  # here
""",
        """\
import tempfile
from pathlib import Path

@ag.function
def double(x):
    return x + x

path = Path(tempfile.mkdtemp(), "double.ag")
ag.save(path, double.get_concrete_function(np.float64(1)))
list(ag.load(path))
""",
    ),
    FileVersionError: Page(
        "A file of graphs was written by a version of this library that is too new, or "
        "too old, to be read here. Each version reads its own files and those of the "
        "version before."
    ),
    NotExportable: Page(
        "A function cannot be told in the language of an export, and the line that "
        "stands in the way is named: it calls back into Python, takes or makes an "
        "object of your own class, or changes an array that it captures. See "
        "[exporting](how-to/export.md).",
        """\
total = np.zeros(3)

@ag.function
def step(x):
    total[:] += x  # here
    return total

ag.export.python(step, np.ones(3))
""",
        """\
@ag.function
def step(total, x):
    total[:] += x
    return total

len(ag.export.python(step, np.zeros(3), np.ones(3))) > 0
""",
    ),
    NotBlocked: Page(
        "A function cannot run block by block over Dask arrays, and the line that "
        "stands in the way is named. See [Dask](how-to/dask.md).",
        """\
import dask.array as da

@ag.dask
def positive(x):
    return x[x > 0].sum()  # here

positive(da.arange(6.0, chunks=4))
""",
        """\
import dask.array as da

@ag.dask
def positive(x):
    return np.where(x > 0, x, 0).sum()

float(positive(da.arange(6.0, chunks=4)))
""",
    ),
    NotSavable: Page(
        "A graph reaches more than its arguments, so no file can hold it: it takes or "
        "makes an object of your own class, calls back into Python, reads a file or a "
        "clock, or draws random numbers. What a file can hold is listed in "
        "[saving](saving.md).",
        """\
import tempfile
from pathlib import Path

class Settings:
    rate = 0.5

@ag.function
def step(settings, x):
    settings.rate = settings.rate * x  # here
    return settings.rate

path = Path(tempfile.mkdtemp(), "step.ag")
ag.save(path, step.get_concrete_function(Settings(), np.float64(1)))
""",
        """\
import tempfile
from pathlib import Path

@ag.function
def step(rate, x):
    return rate * x

path = Path(tempfile.mkdtemp(), "step.ag")
ag.save(path, step.get_concrete_function(0.5, np.float64(1)))
list(ag.load(path))
""",
    ),
    InternalError: Page(
        "This is a bug in the library, and not in your program. Please report it, with "
        "the program and with what `ag.show_config()` prints."
    ),
}

FOUND_IN_SOURCE = {
    "AG213": Page(
        "A `break`, `continue` or `return` in a `finally` discards the exception that "
        "was raised, and stays Python. `autograph check` and `autograph convert` list "
        "it. It runs while tracing if its values are plain Python values.",
        """\
def first(x):
    for value in x:
        try:
            found = value
        finally:
            break  # here
    return found
""",
        """\
def first(x):
    for value in x:
        found = value
        break
    return found
""",
    ),
}
"""What has a code, and is found in the source alone."""
