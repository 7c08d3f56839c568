"""Strings: Python's, NumPy's scalars, arrays of a fixed and of a variable length."""

from __future__ import annotations

import operator

import numpy as np

from tests.corpus.case import case, f64, i64, ints

FIXED = np.array(["a", "bcd", "Ef"])
VARIABLE = FIXED.astype(np.dtypes.StringDType())
BYTES = np.array([b"a", b"bcd"])
GRID = np.array([["a", "b"], ["cc", "d"]])
ARRAYS = (FIXED, VARIABLE, GRID[0])
ONES = (*ARRAYS, "abc", np.str_("abc"), np.array("q"), GRID)

# What NumPy 2.0 does not have.
NOT_CENTERED = TypeError if np.__version__ < "2.1" else ()
NOT_PARTED = () if hasattr(np.strings, "partition") else AttributeError


def doubled(x):
    return x + x


def items_of_strings(x):
    return x[0], x[1:], x[-1], x[x != "a"]


def comparisons_of_strings(x):
    return x == x, x < "b", x != x[0], "a" == x, x >= x[::-1]


def concatenated_in_a_loop(x):
    text = ""
    for value in x:
        text = text + value
    return text


def exclaimed_in_a_branch(x):
    if x[0] == "a":
        return x + "!"
    return x


def item_of_strings_set(x):
    y = x.copy()
    y[0] = "zzz"
    return y


def strings_found(x):
    return (
        np.strings.str_len(x),
        np.strings.find(x, "c"),
        np.strings.rfind(x, "a"),
        np.strings.count(x, "b"),
        np.strings.startswith(x, "a"),
        np.strings.endswith(x, "d"),
        np.strings.index(x, ""),
        np.strings.rindex(x, ""),
    )


def strings_tested(x):
    return (
        np.strings.isalpha(x),
        np.strings.isdigit(x),
        np.strings.isspace(x),
        np.strings.islower(x),
        np.strings.isupper(x),
        np.strings.istitle(x),
        np.strings.equal(x, x),
        np.strings.less(x, "b"),
    )


def strings_in_other_letters(x):
    return (
        np.strings.upper(x),
        np.strings.lower(x),
        np.strings.title(x),
        np.strings.capitalize(x),
        np.strings.swapcase(x),
        np.char.upper(x),
    )


def strings_of_other_lengths(x):
    return (
        np.strings.add(x, x),
        np.strings.multiply(x, 2),
        np.strings.replace(x, "b", "xyz"),
        np.strings.center(x, 7),
        np.strings.ljust(x, 5),
        np.strings.rjust(x, 5, "*"),
        np.strings.zfill(x, 5),
        np.strings.strip(x),
        np.strings.lstrip(x, "a"),
        np.strings.rstrip(x),
        np.strings.expandtabs(x),
        np.strings.translate(x, str.maketrans("a", "b")),
    )


def strings_as_bytes(x):
    return np.strings.encode(x), np.strings.decode(np.strings.encode(x))


def strings_parted(x):
    return np.strings.partition(x, "c"), np.strings.rpartition(x, "c")


def upper_in_a_loop(x):
    found = x
    for _ in range(2):
        found = np.strings.upper(found)
    if np.any(np.strings.find(found, "B") >= 0):
        return np.strings.replace(found, "B", "bb")
    return found


def strings_brought_together(x):
    return (
        np.concatenate([x, x]),
        np.stack([x, x]),
        np.where(x == "a", x, "zz"),
        np.sort(x),
        np.argsort(x),
        np.unique(x),
        np.isin(x, ["a", "zz"]),
    )


def strings_of_another_dtype(x):
    return x.astype("U5"), x.astype(np.dtypes.StringDType()), x.tolist(), x.dtype


def arrays_of_strings_made(x):
    return np.array(["x", "yy"]), np.array([x[0], "zzz"]), np.zeros(2, "U3"), x.size


def numbers_read_from_strings(x):
    return np.array(["1", "2"]).astype(int) + len(x), np.array(["1.5"]).astype(float)


def methods_of_a_string(x):
    first = x[0]
    return first.upper(), len(first), first * 2, first[0], f"{first}!", first + "b"


def methods_that_arrays_have_too(x):
    return x.partition("b"), x.count("b"), x.replace("b", "c"), x.join(["p", "q"])


def extrema_of_strings(x):
    return max(x), min(x), sorted(x)


def strings_counted(x):
    counts = {}
    for value in x:
        counts[value] = counts.get(value, 0) + 1
    return counts


def strings_lengthened_in_place(x):
    y = x.astype("U8")
    y += "k"
    return y


def strings_printed(x):
    print(x)
    if x[0] in ("a", "b"):
        print("in", x[0])
    return str(x), repr(x)


def sum_of_strings(x):
    return x.sum()


TEMPLATE = "ab"


class Templates:
    text = "ab"
    texts = {"one": "%s and", "none": "ab"}


def template_without_field(x):
    template = "ab"
    return template % float(x)


def template_of_bytes(x):
    template = b"ab"
    template %= float(x)
    return template


def template_of_module(x):
    try:
        return TEMPLATE % str(x)
    except TypeError:
        return TEMPLATE % ()


def templates_of_class(x):
    return Templates.texts["one"] % x, Templates.text % bool(x > 1)


def templates_in_turn(x):
    return [template % float(x) for template in ("%.2f", "%s", "ab")]


def template_by_operator(x):
    return operator.mod("%s", x), operator.mod("ab", float(x))


def template_or_number(x, y):
    parts = []
    for value in (7, np.int64(7), "%d", "%s of 7"):
        parts.append(value % y)
    return parts, x % y


def bytes_filled_in(x):
    number = float(x)
    return b"%d" % number, b"%.1f|%a" % (number, x), b"%s" % str(x).encode()


def cipher_of_warm_code(text, k):
    letters = "abcdefghijklmnopqrstuvwxyz"
    k = int(k) % 26
    table = str.maketrans(letters, letters[k:] + letters[:k])
    return text.translate(table), text.lower().translate(table)[::-1]


def bytes_filled_in_too_often(x):
    return b"%d %d" % float(x)


CASES = [
    case(doubled, *ONES, BYTES, 2, 1.5),
    case(items_of_strings, *ARRAYS, GRID),
    case(comparisons_of_strings, *ARRAYS),
    case(concatenated_in_a_loop, *ARRAYS, "abc"),
    case(exclaimed_in_a_branch, *ARRAYS, "abc"),
    case(item_of_strings_set, *ARRAYS),
    case(strings_found, *ONES),
    case(strings_tested, *ONES),
    case(strings_in_other_letters, *ONES, BYTES),
    case(strings_of_other_lengths, *ONES, raises=NOT_CENTERED),
    case(strings_as_bytes, *ONES),
    case(strings_parted, FIXED, GRID, "abc", np.str_("abc"), raises=NOT_PARTED),
    case(upper_in_a_loop, *ARRAYS, "abc"),
    case(strings_brought_together, *ARRAYS),
    case(strings_of_another_dtype, *ARRAYS),
    case(arrays_of_strings_made, *ARRAYS),
    case(numbers_read_from_strings, *ARRAYS),
    case(methods_of_a_string, *ARRAYS),
    case(methods_that_arrays_have_too, "abc", np.str_("abc")),
    case(extrema_of_strings, *ARRAYS, BYTES),
    case(strings_counted, *ARRAYS, "abca"),
    case(strings_lengthened_in_place, *ARRAYS),
    case(strings_printed, *ARRAYS),
    case(sum_of_strings, *ARRAYS, raises=TypeError),
    case(template_without_field, f64(2.5), raises=TypeError),
    case(template_of_bytes, f64(2.5), raises=TypeError),
    case(template_of_module, f64(2.5)),
    case(templates_of_class, f64(2.5), raises=TypeError),
    case(templates_in_turn, f64(2.5), raises=TypeError),
    case(template_by_operator, f64(2.5), raises=TypeError),
    case(template_or_number, (i64(9), i64(4)), (ints(9, 8), 3)),
    case(bytes_filled_in, f64(2.5), i64(3)),
    case(bytes_filled_in_too_often, f64(2.5), raises=TypeError),
    case(cipher_of_warm_code, *[("a,B; c", k) for k in range(3, 7)]),
]


def joined_by_a_variable(separator, items):
    pairs = [separator.join(map(str, (item, 2))) for item in items]
    return separator.join(str(item) for item in items), pairs


def methods_of_classes_of_texts(texts):
    return [(str.encode(text), str.upper(text), text) for text in texts]


CASES += [
    case(joined_by_a_variable, ("-", np.array([1.5, 2])), ("", [1, f64(2)])),
    case(methods_of_classes_of_texts, ({"a"},), (["a", "b"],)),
]
