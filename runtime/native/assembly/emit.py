"""Writes one function of LLVM's assembly language, instruction by instruction.

It knows no operation. Local variables are stack slots, which LLVM turns into registers.
A `fault` is the one way out of a function for whatever it does not do itself.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from runtime.native.assembly.folding import extremum, folded
from runtime.native.assembly.guarding import Guard, declaration

FAULT = 1
"""What a kernel returns if the Python plan has to do its work."""
RAISED = 2
"""What a kernel returns if a signal handler has raised."""


_LASTING = frozenset(
    "add sub mul udiv and or xor icmp select zext trunc getelementptr ptrtoint".split()
)
"""The instructions that give the same for the same operands, at any time."""

OWN = "%owners"
"""The parameter of a kernel with the places for the objects that it keeps alive."""


class Writer:
    """The instructions of one function.

    Attributes
    ----------
    lines : list of str
        The instructions so far, labels included.
    declared : dict
        The declarations of the functions and globals in use, by name.
    target : str
        The label of the block that a fault jumps to.
    addresses : dict
        The addresses of what only this function names, by name.
    keeps : list
        What has to live as long as the function.
    owners : int
        How many places for objects that it keeps alive the function needs.
    freedom : str
        What LLVM may do with sums and products of floats.
    logs : bool
        Whether the function logs what it overwrites.
    marked : bool
        Whether it has marks: then it makes, and takes, no object whose end may be seen.
    handler : callable
        Returns the label of what takes an exception of a class.
    guard : Guard
        Tells which operations on floats stand under a test.
    """

    def __init__(self, freedom: str = "") -> None:
        self.freedom = freedom
        self.logs = False
        self.marked = False
        self.lines: list[str] = []
        self.declared: dict[str, str] = {}
        self._slots: list[str] = []
        self.target = "fault"
        self.handler: Callable[[type], str] = lambda kind: self.target
        self.addresses: dict[str, int] = {}
        self.keeps: list[object] = []
        self.owners = 0
        self.guard = Guard()
        self._count = 0
        self._closed = False
        self._computed: dict[str, str] = {}

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back the instructions that are written if an error ends the attempt."""
        count, closed, target = len(self.lines), self._closed, self.target
        computed = self._computed.copy()
        try:
            yield
        except BaseException:
            del self.lines[count:]
            self._closed, self.target = closed, target
            self._computed = computed
            raise

    def name(self) -> str:
        """Return an unused name of a register."""
        self._count += 1
        return f"%r{self._count}"

    def label(self, base: str) -> str:
        """Return an unused label."""
        self._count += 1
        return f"{base}{self._count}"

    def put(self, instruction: str) -> str:
        """Write an instruction with a result; return its register, or what is known.

        What was computed before in the same block is not computed again.
        """
        known = folded(instruction) or self._computed.get(instruction)
        if known is not None:
            return known
        guarded = self.guard.guarded(instruction)
        if guarded != instruction:
            self.declare(guarded)
        name = self.name()
        self.guard.note(name, guarded)
        if instruction.partition(" ")[0] in _LASTING:
            self._computed[instruction] = name
        self.do(f"{name} = {guarded}")
        return name

    def declare(self, instruction: str) -> None:
        """Declare what a constrained operation calls."""
        name, declared = declaration(instruction)
        self.declared[name] = declared

    def do(self, instruction: str) -> None:
        """Write an instruction without a result."""
        if self._closed:  # whatever follows a jump is never reached
            self.begin(self.label("dead"))
        self.lines.append(f"  {instruction}")

    def begin(self, label: str) -> None:
        """Begin a block, and end the one before by a jump to it."""
        if not self._closed:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self._closed = False
        self._computed = {}

    def end(self, instruction: str) -> None:
        """Write the last instruction of a block."""
        self.do(instruction)
        self._closed = True

    def jump(self, label: str) -> None:
        """End the block by a jump."""
        self.end(f"br label %{label}")

    def branch(self, test: str, then: str, other: str) -> None:
        """End the block by a choice, or by a jump where it is known."""
        if test in ("true", "false"):
            self.jump(then if test == "true" else other)
        else:
            self.end(f"br i1 {test}, label %{then}, label %{other}")

    def switch(self, tag: str, labels: list[str]) -> None:
        """End the block by a choice by number; another number is a fault."""
        cases = " ".join(f"i8 {n}, label %{one}" for n, one in enumerate(labels))
        self.end(f"switch i8 {tag}, label %{self.target} [{cases}]")

    def leave(self, value: int) -> None:
        """Return a number from the function."""
        self.end(f"ret i32 {value}")

    @property
    def closed(self) -> bool:
        """Whether the end of the present block is never reached."""
        return self._closed

    def fault(self) -> None:
        """Leave the work to the Python plan."""
        self.jump(self.target)

    def fault_if(self, test: str) -> None:
        """Leave the work to the Python plan if a test is true."""
        if test != "false":
            following = self.label("go")
            self.branch(test, self.target, following)
            self._go_on(following)

    def fault_unless(self, test: str) -> None:
        """Leave the work to the Python plan if a test is false."""
        self._unless(test, self.target)

    def raise_unless(self, test: str, kind: type) -> None:
        """Go on where an exception of a class is handled if a test is false."""
        self._unless(test, self.handler(kind))

    def _unless(self, test: str, label: str) -> None:
        if test != "true":
            following = self.label("go")
            self.branch(test, following, label)
            self._go_on(following)

    def _go_on(self, label: str) -> None:
        """Begin a block that is reached from the one before alone."""
        computed = self._computed
        self.begin(label)
        self._computed = computed

    def slot(self, of: str) -> str:
        """Return a local variable."""
        name = self.name()
        self._slots.append(f"  {name} = alloca {of}")
        return name

    def owner(self, count: int = 1) -> str:
        """Return the address of new places for objects that are kept alive."""
        self.owners += count
        return self.at(OWN, 8 * (self.owners - count))

    @contextmanager
    def unlogged(self) -> Iterator[None]:
        """Write what is written into new memory, of which no log needs to know."""
        logs, self.logs = self.logs, False
        try:
            yield
        finally:
            self.logs = logs

    @contextmanager
    def turns(self, count: str, first: str = "0") -> Iterator[str]:
        """Write a loop around what is written, and give the number of the turn."""
        counter = self.slot("i64")
        self.store("i64", first, counter)
        head, body, end = map(self.label, ("turns", "turn", "turned"))
        self.begin(head)
        turn = self.load("i64", counter)
        self.branch(self.put(f"icmp slt i64 {turn}, {count}"), body, end)
        self.begin(body)
        yield turn
        self.store("i64", self.put(f"add nuw nsw i64 {turn}, 1"), counter)
        self.jump(head)
        self.begin(end)

    def load(self, of: str, pointer: str) -> str:
        """Return the value at an address."""
        return self.put(f"load {of}, ptr {pointer}")

    def store(self, of: str, value: str, pointer: str) -> None:
        """Store a value at an address."""
        self.do(f"store {of} {value}, ptr {pointer}")

    def at(self, pointer: str, offset: str | int) -> str:
        """Return an address some bytes further on."""
        if offset in (0, "0"):
            return pointer
        return self.put(f"getelementptr i8, ptr {pointer}, i64 {offset}")

    def call(self, of: str, name: str, *arguments: tuple[str, str]) -> str:
        """Call a function outside, and return its result."""
        kinds = ", ".join(kind for kind, _ in arguments)
        given = ", ".join(f"{kind} {value}" for kind, value in arguments)
        self.declared[name] = f"declare {of} @{name}({kinds}) nobuiltin"
        return self.put(f"call {of} @{name}({given}) nobuiltin")

    def act(self, name: str, *arguments: tuple[str, str]) -> None:
        """Call a function outside that has no result."""
        kinds = ", ".join(kind for kind, _ in arguments)
        given = ", ".join(f"{kind} {value}" for kind, value in arguments)
        self.declared[name] = f"declare void @{name}({kinds})"
        self.do(f"call void @{name}({given})")

    def global_(self, name: str) -> str:
        """Return the address of an object outside."""
        self.declared[name] = f"@{name} = external global i8"
        return f"@{name}"

    def intrinsic(self, of: str, name: str, *arguments: tuple[str, str]) -> str:
        """Call one of LLVM's own functions."""
        known = extremum(name, [value for _, value in arguments])
        if known is not None:
            return known
        kinds = ", ".join(kind for kind, _ in arguments)
        given = ", ".join(f"{kind} {value}" for kind, value in arguments)
        self.declared[name] = f"declare {of} @{name}({kinds})"
        return self.put(f"call {of} @{name}({given})")

    def checked(self, operation: str, of: str, left: str, right: str) -> str:
        """Return an integer sum, difference or product; fault if it overflows."""
        name = f"llvm.{operation}.with.overflow.{of}"
        pair = self.intrinsic(f"{{{of}, i1}}", name, (of, left), (of, right))
        self.fault_if(self.put(f"extractvalue {{{of}, i1}} {pair}, 1"))
        return self.put(f"extractvalue {{{of}, i1}} {pair}, 0")

    def function(self, head: str, fault: str = f"ret i32 {FAULT}") -> str:
        """Return the text of the function, which does as told at a fault."""
        body = "\n".join(["entry:", *self._slots, *self.lines])
        return f"{head} {{\n{body}\nfault:\n  {fault}\n}}\n"


def real(value: float) -> str:
    """Return a number as LLVM spells it exactly.

    Examples
    --------
    >>> real(0.5)
    '0x3FE0000000000000'
    """
    if math.isnan(value):
        return "0x7FF8000000000000"
    return f"0x{struct.pack('>d', value).hex().upper()}"
