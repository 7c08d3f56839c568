"""Classes whose parents are written in C: dicts, lists, exceptions with methods added."""

from __future__ import annotations

from collections import OrderedDict, deque

from tests.corpus.case import case, f64


class Failure(Exception):
    def __init__(self, size, *arguments):
        self.size = size
        super(Failure, self).__init__(*arguments)

    def grow(self, by):
        self.size = self.size + by
        return self.args, self.size, str(self)


class Open(dict):
    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.__dict__ = self


class Recent(OrderedDict):
    def __init__(self, room):
        self.room = room
        super().__init__()

    def __setitem__(self, key, value):
        if key in self:
            self.move_to_end(key)
        super().__setitem__(key, value)
        if len(self) > self.room:
            self.popitem(last=False)


class Counted(list):
    count_of_changes = 0

    def append(self, value):
        super().append(value)
        self.count_of_changes += 1

    def __getitem__(self, position):
        if position > 5:
            return None
        return super().__getitem__(position)


class Window(deque):
    def __init__(self, values, size):
        super().__init__(values, maxlen=size)
        self.size = size


class Checked(dict):
    def update(self, *arguments, **named):
        dict.update(self, *arguments, **named)
        self.pop("hidden", None)

    def pop(self, key, *default):
        return dict.pop(self, key, *default)


class Doubled(list):
    def append(self, value):
        list.append(self, value * 2)

    def __getitem__(self, position):
        return list.__getitem__(self, position) + 1


class Loud(str):
    def upper(self):
        return str.upper(self) + "!"


def updated(checked, x):
    checked.update({"a": x, "hidden": 1})
    checked.update(b=x + 1)
    return checked, checked.pop("a"), checked.pop("missing", x)


def doubled(values, x):
    for number in range(3):
        values.append(x + number)
    return values, values[0], list.index(values, 6)


def in_loud_letters(loud, x):
    return loud.upper(), Loud.upper(loud), str.upper(loud), x


def failing_again(failure, by):
    failure.__init__(by, "again", by)
    return failure.grow(by)


def remembered(recent, x):
    for key in (1, 2, 1, x):
        recent[key] = x
    return list(recent.items()), recent.room


def appended(values, x):
    values.append(x)
    values.append(x + 1)
    return values, values.count_of_changes, values[0], values[7]


def opened(held, x):
    held.__init__(a=x)
    return held.a + held["a"]


def moved(window, x):
    window.__init__([1, 2, x], 2)
    window.append(x + 1)
    return list(window), window.size


CASES = [
    case(failing_again, lambda: (Failure(1, "a"), 2), lambda: (Failure(1), f64(2.5))),
    case(remembered, lambda: (Recent(2), 3), lambda: (Recent(3), f64(2.5))),
    case(appended, lambda: (Counted([1]), 3), lambda: (Counted(), f64(2.5))),
    case(opened, lambda: (Open(), 3), lambda: (Open(b=1), f64(2.5))),
    case(updated, lambda: (Checked(), 3), lambda: (Checked(b=1, c=2), f64(2.5))),
    case(doubled, lambda: (Doubled([1]), 3), lambda: (Doubled(), f64(3.0))),
    case(in_loud_letters, lambda: (Loud("ab"), 3), lambda: (Loud(""), f64(2.5))),
    case(moved, lambda: (Window([], 1), 3), lambda: (Window([], 1), f64(2.5))),
]
