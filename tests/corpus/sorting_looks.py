"""Lists whose sort keys look at them: while Python sorts a list, it is empty."""

from __future__ import annotations

from tests.corpus.case import case, f64, i64


def sorted_by_its_own_counts(x):
    events = [3, 1, 2, 1, x]
    events.sort(key=lambda event: (events.count(event), len(events)))
    return events


def list_of_the_caller_sorted(events):
    events.sort(key=lambda event: events.count(event))
    return events


def list_of_the_run_sorted(n):
    events = []
    for i in range(n):
        events.append((i * 7) % 5)
    events.sort(key=lambda event: events.count(event))
    events.sort(key=lambda event: -event)
    return events


class Queue:
    def __init__(self, events):
        self.events = events

    def order(self):
        self.events.sort(key=lambda event: (self.events.count(event), event))
        return self.events


def list_of_an_object_sorted(queue):
    return queue.order()


def key_that_appends(x):
    events = [3, 1, x]
    try:
        events.sort(key=lambda event: events.append(event) or event)
    except ValueError as error:
        return str(error), events


def key_that_raises(x):
    events = [3, x, 1]
    try:
        events.sort(key=lambda event: 1 // (event - 2))
    except ZeroDivisionError:
        events.append(0)
    return events


CASES = [
    case(sorted_by_its_own_counts, 3, f64(1.5)),
    case(list_of_the_caller_sorted, lambda: ([3, 1, 2, 1],), lambda: ([5, 5, 1],)),
    case(list_of_the_run_sorted, 8, i64(13)),
    case(list_of_an_object_sorted, lambda: (Queue([3, 1, 2, 1]),)),
    case(key_that_appends, 2, f64(1.5)),
    case(key_that_raises, 2, 4, i64(2)),
]
