"""Facts that a trace learns for its whole next try."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from runtime.types import NEVER, Type, join
from tracer.errors import TooLong
from tracer.record.causes import Cause
from tracer.record.code_memory import Identity
from tracer.record.sites import Sites, is_known_by_many, position_of
from tracer.serve.head_results import HeadResults

INSTANCES = 6
"""How many places that make instances of one class are told apart."""

COMPARED = 50
"""How many things are compared in the time that an operation takes."""


class Facts:
    """Facts only grow, so that retracing comes to an end.

    Attributes
    ----------
    stored : set
        Places, cells and globals that the function stores to: they are loaded where
        they are first read, not taken as constants. So are attributes, by class and
        name, that it sets on any object of the class.
    lists : dict
        Lists that have to exist at run time, by the place in the source or by origin,
        with the type of their elements.
    lists_hold_anything : bool
        Whether the elements of lists have no type: something the trace does not see
        may change them, or a change does not tell whose elements it changes.
    shapes_change : bool
        Whether some array may get another shape in place: then no type has one.
    dtypes_change : bool
        Whether the dtype of an array of another class is set in place.
    made : Sites
        Other containers and objects that have to exist at run time, likewise.
    often_left : dict
        How often an instance of a class was left to the run, by the class.
    class_attributes : set
        The names of attributes that are asked for at each run: those of classes that
        the function sets, and those that a descriptor sets in the dict of an object.
    loops : dict
        The types that a loop's state was widened to, by the loop's place and the path
        of the leaf.
    classes : dict
        What is known of the classes of a loop's state, likewise.
    protected : Sites
        The bodies of ``try`` that record something, by their place.
    deferred : Sites
        Calls that compare what only the run can compare, such as the user's objects.
    inlined : set
        Generators whose ``yield`` becomes a call of the consumer's body, by file, name
        and line.
    erring : Sites
        Calls of plain numbers, by their place, that NumPy warns of: see
        `plain_operators`.
    unrolled : dict
        Loops that run in Python because they cannot be staged, and why not.
    waiting : Sites
        Loops, by their place, that end only if others change what they read.
    varying : frozenset
        Python numbers and texts that are values of the graph, and lists and dicts that
        only the run looks into, by the path of their origin: they keep changing from
        call to call.
    originals : mapping
        The identity of an argument's own list or dict, by that of what stands for it
        with types in place of what keeps changing.
    apart : bool
        Whether long lists and dicts are taken item by item all the same.
    whole : bool
        Whether some are not, and would be with `apart`.
    lists_left : int
        How many lists that arrive were left to the run, a restart for each.
    results : HeadResults or None
        What the head calls gave that were made while tracing. None if a graph must not
        have head calls.
    shown : int
        How many prints were shown before such a call.
    identical : set
        Plain values, by identity, that something is compared with by ``is``.
    cells : set
        Variables that functions of the run share, by a function's code and the name.
    untraced : Sites
        Calls of functions of NumPy, by their place, whose own code is not traced.
    recursive : set
        The identities of the code of functions that call themselves where only the run
        knows the end.
    endless : set
        Those of them that call themselves without any test of what the run knows, or
        very often.
    often : set
        Those that were left to the run because they call themselves very often.
    wide_integers : bool
        Whether Python integers may have more than 64 bits where NumPy gets them.
    patient : bool
        Whether such calls are inlined all the same, since leaving them is refused.
    left : dict
        Functions that are called in Python because they cannot be compiled, by the
        identity of their code, with the reason.
    brief : bool
        Whether the functions that are called are left to Python, since tracing them
        took too long.
    tries : int
        How many tries of the trace have begun.
    """

    def __init__(self) -> None:
        self.recursive: set[Identity] = set()
        self.untraced = Sites()
        self.endless: set[Identity] = set()
        self.often: set[Identity] = set()
        self.patient = False
        self.left: dict[Identity, Cause] = {}
        self.brief = False
        self.tries = 0
        self.wide_integers = False
        self.identical: set[int] = set()
        self.cells: set[Hashable] = set()
        self.originals: Mapping[int, int] = {}
        self.stored: set[Hashable] = set()
        self.lists: dict[Hashable, Type] = {}
        self.lists_hold_anything = False
        self.shapes_change = False
        self.dtypes_change = False
        self.made = Sites()
        self.often_left: dict[tuple[str, str], int] = {}
        self.class_attributes: set[str] = set()
        self.loops: dict[Hashable, dict[Hashable, Type]] = {}
        self.classes: dict[Hashable, dict[Hashable, Any]] = {}
        self.inlined: set[tuple[str, tuple[str, int]]] = set()
        self.deferred = Sites()
        self.erring = Sites()
        self.unrolled: dict[Hashable, str] = {}
        self.protected = Sites()
        self.waiting = Sites()
        self.varying: frozenset[Hashable] = frozenset()
        self.apart = False
        self.whole = False
        self.lists_left = 0
        self.results: HeadResults | None = None
        self.shown = 0
        self.warned: set[Hashable] = set()

    def identity_of(self, value: object) -> int:
        """Return the identity of the object of the call that a value stands for."""
        return self.originals.get(id(value), id(value))

    def must_make(self, sites: Iterable[Hashable], lists: bool) -> None:
        """Record the places where containers have to exist at run time."""
        if not lists:
            self.made.update(sites)
            return
        for site in sites:
            position = position_of(site)
            if position is not None and is_known_by_many(self.lists, position):
                self.lists.setdefault(position, NEVER)
            self.lists.setdefault(site, NEVER)

    def makes(self, site: Hashable, lists: bool) -> bool:
        """Whether a container made at a place has to exist at run time."""
        if not lists:
            return site in self.made
        if site not in self.lists and position_of(site) in self.lists:
            self.lists[site] = self._like_others(position_of(site))
        return site in self.lists

    def _like_others(self, position: Hashable) -> Type:
        """Return the element type of the lists made at a position, if it is one."""
        found = {of for at, of in self.lists.items() if position_of(at) == position}
        found.discard(NEVER)
        return found.pop() if len(found) == 1 else NEVER

    def leave_instance(self, kind: type) -> None:
        """Record that an instance of a class was left to the run."""
        name = kind.__module__, kind.__qualname__
        self.often_left[name] = self.often_left.get(name, 0) + 1

    def leaves_instances(self, kind: type) -> bool:
        """Whether so many instances of a class were left to the run that all are.

        To find out for each place that makes one takes a try of the trace each.
        """
        name = kind.__module__, kind.__qualname__
        return self.often_left.get(name, 0) >= INSTANCES

    def takes(self, operations: int = 1) -> bool:
        """Count work as so many operations; return whether all of it is too long."""
        if self.results is None:
            return False
        self.results.record(operations)
        return self.is_too_long

    def compares(self, things: int) -> bool:
        """Count a look at so many things; return as `takes` does."""
        return self.takes(things // COMPARED)

    @property
    def is_too_long(self) -> bool:
        """Whether tracing takes longer than a call waits, and nothing was done yet."""
        return self.results is not None and self.results.is_too_long and not self.brief

    def check_time(self) -> None:
        """Leave a trace that takes too long, or else what it calls."""
        if self.results is not None and self.is_too_long:
            if not self.results.bound:
                raise TooLong from None
            self.brief = True  # Python would make a call twice

    def check_changes(self) -> None:
        """Raise the error of a call that was made and changed what is read again."""
        if self.results is not None and self.results.changing:
            raise next(iter(self.results.changing.values())) from None

    def be_patient(self) -> bool:
        """Inline what calls itself very often after all; return whether that is new."""
        self.endless -= self.often
        again, self.patient = bool(self.often) and not self.patient, True
        return again

    def widen_input(self, container: Any) -> None:
        """Record that only the run looks into an arriving list or dict."""
        key = ("input", self.identity_of(container))
        if isinstance(container, dict):
            self.made.add(key)
        else:
            self.lists.setdefault(key, NEVER)

    def widen_list(self, key: Hashable, element: Type) -> bool:
        """Record the element type of a list; return whether it is new."""
        known = self.lists.get(key)
        wide = element if known is None else join(known, element)
        self.lists[key] = wide
        return wide != known
