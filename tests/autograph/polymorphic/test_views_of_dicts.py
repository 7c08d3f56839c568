"""Views of dicts that leave a function are Python's own, of a dict for each call."""

import autograph as ag


@ag.function
def counted(n):
    counts = {}
    for i in range(n):
        counts[i % 2] = counts.get(i % 2, 0) + 1
    return counts.items()


def test_each_call_has_a_dict_of_its_own():
    first, second = counted(3), counted(3)
    assert type(first) is type({}.items())
    assert list(first) == list(second) == [(0, 2), (1, 1)]
    assert first.mapping is not second.mapping


@ag.function
def marked(n):
    mark = object()
    return [mark if i % 2 else i for i in range(n)], mark


def test_each_call_has_marks_of_its_own():
    (_, inner), outer = marked(2)
    assert inner is outer
    assert type(inner) is object
    assert marked(2)[1] is not outer
