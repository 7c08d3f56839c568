"""Loops over the characters of texts, in machine code."""

from __future__ import annotations

import numpy as np
import pytest

import autograph
from tests.runtime.native.natively import same

pytest.importorskip("llvmlite")

LONG = ("kitten", "sitting"), ("", "abc"), ("flaw", "lawn"), ("añb€𝄞", "nb€𝄞x")


def distance(s, t):
    table = np.zeros((len(s) + 1, len(t) + 1), dtype=int)
    for i in range(len(s) + 1):
        for j in range(len(t) + 1):
            if i == 0 or j == 0:
                table[i, j] = i + j
            else:
                cost = 0 if s[i - 1] == t[j - 1] else 1
                around = min(table[i - 1, j], table[i, j - 1]) + 1
                table[i, j] = min(around, table[i - 1, j - 1] + cost)
    return table[len(s), len(t)]


def apart(s, t):
    count = 0
    for a, b in zip(s, t, strict=False):
        if a != b:
            count += 1
    return count


def places(text):
    total = 0
    for place, character in enumerate(text):
        if character == "a" or character > "n":
            total += place
    return total


def mirrored(text):
    i, j = 0, len(text) - 1
    while i < j:
        if text[i] != text[j]:
            return False
        i += 1
        j -= 1
    return True


def test_characters_are_compared():
    same(distance, *LONG)
    same(apart, *LONG)
    same(places, ("banana",), ("",), ("aznaz",), ("ñ€a𝄞",))
    same(mirrored, ("abcba",), ("abca",), ("",), ("abba",), ("xyzyx",))


def test_errors_are_those_of_texts():
    def first(text, n):
        count = 0
        for i in range(n):
            if text[i] == "a":
                count += 1
        return count

    same(first, ("banana", 6), ("banana", 7), ("nab", 3), ("ab", 9), ("", 1))


def test_what_stays_with_python():
    def longest(words):
        found = ""
        for word in words:
            if len(word) > len(found):
                found = word
        return found

    def pairs(text):
        count = 0
        for i in range(len(text) - 1):
            if text[i : i + 2] == "ab" or text[i] == "":
                count += 1
        return count

    for function, argument in ((longest, ["a", "bcd", "ef"]), (pairs, "abcabab")):
        compiled = autograph.function(function, executor="native")
        for _ in range(4):
            assert compiled(argument) == function(argument)
            argument = argument * 2
