"""``try`` in machine code: what is raised and caught within one kernel is a jump.

An exception of a known class, which a handler around it takes and does not look at, is
never made. Whatever else may be raised is a fault: the Python plan does it again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.constructs.for_loop import FOR
from runtime.constructs.try_except import TRY
from runtime.constructs.try_finally import FINALLY
from runtime.constructs.while_loop import WHILE
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value, values_in
from runtime.native.assembly.values import Cells, Items, Machine, NotNative
from runtime.native.nodes.control import ControlFlow, Variables
from runtime.native.nodes.instructions import truth_of
from runtime.native.objects.objects import fitting, narrowing
from runtime.native.scalars.unions import is_own
from runtime.types import UNBOUND, List, Type, Union

PROTECTIONS = (TRY, FINALLY)
"""The operations that something is raised through."""
_OF_CELLS = ("getitem", "setitem")
_OF_ERRORS = ("let_go", "users_traceback")
"""What a handler does with its exception even if the user's does not look at it."""
_PLAIN = frozenset(
    (
        *(ArithmeticError, AssertionError, EOFError, Exception, FloatingPointError),
        *(IndexError, KeyError, LookupError, NotImplementedError, OverflowError),
        *(RecursionError, RuntimeError, StopIteration, TypeError, ValueError),
        ZeroDivisionError,
    )
)
"""The classes that make an exception of any arguments, and do nothing else."""


@dataclass
class _Clause:
    """A handler.

    Parameters
    ----------
    kinds : tuple of type
        The classes that it takes.
    label : str
        Where it begins.
    reached : bool
        Whether anything jumps there.
    """

    kinds: tuple[type, ...]
    label: str
    reached: bool = False


class Protections(ControlFlow):
    """Writes ``try`` statements, and what is raised in them."""

    def __init__(self, region: Region, trusts: bool, freedom: str) -> None:
        super().__init__(region, trusts, freedom)
        self._around: list[list[_Clause] | dict[type, str]] = []
        self._in_cells = set(_cells(region))
        self._cells: dict[str, Variables] = {}
        self._errors: set[str] = set()
        self.w.handler = self._handler

    @property
    def protected(self) -> bool:
        """Whether a ``try`` is being written: no signal handler may raise in it."""
        return bool(self._around)

    def guarded(self, node: Node) -> bool:
        """Write an operation of ``try`` statements; whether it is one."""
        name = node.operation.name
        if node.operation in PROTECTIONS:
            self._protected(node)
        elif name == "raise_error":
            return self._raised(node)
        elif name == "assert_true" and self.protected:
            test = truth_of(self.w, self.argument(node.args[0]))
            self.w.raise_unless(test, AssertionError)
        elif name == "list_new" and self._may_be_cells(node.results[0]):
            self._new_cells(node)
        elif name in _OF_CELLS and _name(node.args[0]) in self._cells:
            self._cell(node)
        else:
            return name in _OF_ERRORS and _name(node.args[0]) in self._errors
        return True

    # Statements

    def _protected(self, node: Node) -> None:
        for region in node.regions:
            if any(inner.operation in (WHILE, FOR) for inner in region.walk()):
                # A signal handler may raise in any of its turns.
                raise NotNative("a loop in a `try`")
        w = self.w
        results = self.variables([result.type for result in node.results], False)
        end = w.label("tried")
        with w.guard.arm():  # behind each operation that may raise
            if node.operation is TRY:
                self._try(node, results, end)
            else:
                self._finally(node, results, end)
        w.begin(end)
        self.bind_results(node, results)

    def _try(self, node: Node, results: Variables, end: str) -> None:
        w = self.w
        clauses = [_Clause(_classes(kinds), w.label("caught")) for kinds in node.args]
        taken = {kind for clause in clauses for kind in clause.kinds}
        if not taken.isdisjoint(KeyboardInterrupt.__mro__):
            raise NotNative("a handler of what signals raise")
        with self._under(clauses):
            self._arm(node, 0, results, end)
        for number, clause in enumerate(clauses, 1):
            if not clause.reached:
                continue
            w.begin(clause.label)
            handler = node.regions[number]
            (error,) = handler.parameters
            if _reads(handler, error.name):
                if handler.yields is not None:
                    raise NotNative("an exception that is caught and read")
                w.fault()
                continue
            self._errors.add(error.name)
            with self._under([]):
                self._arm(node, number, results, end)

    def _finally(self, node: Node, results: Variables, end: str) -> None:
        through: dict[type, str] = {}
        with self._under(through):
            found = self.inner(node, 0)
        if found is not None and self._final(node):
            self.store_all(found, results)
            self.w.jump(end)
        for kind, label in through.items():
            self.w.begin(label)
            if self._final(node):
                self.w.jump(self._handler(kind))

    def _final(self, node: Node) -> bool:
        """Write what runs at last; whether it comes to its end."""
        with self._under([]):
            return self.inner(node, 1) is not None

    @contextmanager
    def _under(self, around: list[_Clause] | dict[type, str]) -> Iterator[None]:
        self._around.append(around)
        try:
            yield
        finally:
            self._around.pop()

    def _arm(self, node: Node, number: int, results: Variables, end: str) -> None:
        found = self.inner(node, number)
        if found is not None:
            self.store_all(found, results)
            self.w.jump(end)

    # What is raised

    def _raised(self, node: Node) -> bool:
        kind, _, *cause = node.args
        if cause or node.kwargs or not isinstance(kind, Constant):
            return False
        if not isinstance(kind.value, type):
            return False
        self.w.jump(self._handler(kind.value))
        return True

    def _handler(self, kind: type) -> str:
        """Return the label of what takes an exception of a class."""
        for around in reversed(self._around) if kind in _PLAIN else ():
            if isinstance(around, dict):  # what runs at last comes before
                return around.setdefault(kind, self.w.label("through"))
            for clause in around:
                if any(each in kind.__mro__ for each in clause.kinds):
                    clause.reached = True
                    return clause.label
        return self.w.target

    # Cells: lists of variables that a body sets, and a handler reads

    def _may_be_cells(self, value: Value) -> bool:
        # A mark has to know why a variable has no value.
        missing = self.w.marked and _may_miss(value.type)
        return value.name in self._in_cells and not missing

    def _new_cells(self, node: Node) -> None:
        (result,), (display,) = node.results, node.args
        assert isinstance(result.type, List)
        assert isinstance(display, Display)
        of = [result.type.element] * len(display.items)
        cells = self.variables(of, False)
        self.store_all([self.argument(each) for each in display.items], cells)
        self._cells[result.name] = cells
        self.values[result.name] = Cells(result.type)

    def _cell(self, node: Node) -> None:
        cells, number = self._cells[_name(node.args[0])], _item_of(node)
        assert number is not None
        if node.operation.name == "setitem":
            new = fitting(self.w, self.argument(node.args[2]), cells.types[0])
            self.store(new, cells.slots[number])
            cells.own[number] &= is_own(new)
        else:
            (result,) = node.results
            found = self.loaded(cells, number)
            self.values[result.name] = narrowing(self.w, found, result.type)

    @abstractmethod
    def list_of(self, value: Machine, of: List) -> Machine:
        """Return a new list of some items, or of those of another list."""

    def as_lists(self, values: Iterable[Value]) -> None:
        """Make lists of the cells among some values."""
        for value in values:
            if isinstance(self.values.get(value.name), Cells):
                cells = self._cells.pop(value.name)
                numbers = range(len(cells.types))
                items = Items(tuple(self.loaded(cells, each) for each in numbers))
                assert isinstance(value.type, List)
                self.values[value.name] = self.list_of(items, value.type)


def _classes(kinds: Argument) -> tuple[type, ...]:
    """Return the classes that a handler takes."""
    if isinstance(kinds, Display):
        return tuple(one for item in kinds.items for one in _classes(item))
    found = kinds.value if isinstance(kinds, Constant) else None
    each = found if isinstance(found, tuple) else (found,)
    if all(isinstance(one, type) and issubclass(one, BaseException) for one in each):
        return each
    raise NotNative("a handler of classes that are not known")


def _reads(handler: Region, error: str) -> bool:
    """Whether a handler looks at its exception."""
    yielded = Region((), (), handler.yields).outer
    return error in yielded or any(
        error in Region((), (node,), ()).outer
        for node in handler.nodes
        if node.operation.name not in _OF_ERRORS
    )


def _cells(region: Region) -> Iterator[str]:
    """Yield the names of the lists of which one ``try`` alone sets and reads items."""
    sizes: dict[str, int] = {}
    homes: dict[str, Node | Region] = {}
    uses: Counter[str] = Counter()

    def visit(region: Region, around: tuple[Node | Region, ...]) -> None:
        for node in region.nodes:
            uses.update(value.name for value in node.operands())
            of = _name(node.args[0]) if node.args else ""
            if node.operation.name in _OF_CELLS and homes.get(of) in around:
                number = _item_of(node)
                uses[of] -= number is not None and 0 <= number < sizes[of]
            elif node.operation.name == "list_new" and not node.kwargs and node.results:
                (display,) = node.args
                (result,) = node.results
                if isinstance(display, Display) and isinstance(result.type, List):
                    sizes[result.name] = len(display.items)
                    homes[result.name] = (*around, region)[0]
            outermost = node.operation in PROTECTIONS and not around
            for inner in node.regions:
                visit(inner, (node, region) if outermost else around)
        for argument in region.yields or ():
            uses.update(value.name for value in values_in(argument))

    visit(region, ())
    yield from (name for name in homes if not uses[name])


def _may_miss(of: Type) -> bool:
    """Whether some items of a list are marks of variables without a value."""
    element = of.element if isinstance(of, List) else UNBOUND
    return UNBOUND in (element.members if isinstance(element, Union) else (element,))


def _item_of(node: Node) -> int | None:
    """Return the number of the item that an operation sets or reads, if it is known."""
    number = node.args[1].value if isinstance(node.args[1], Constant) else None
    return number if type(number) is int else None


def _name(argument: Argument) -> str:
    return argument.name if isinstance(argument, Value) else ""
