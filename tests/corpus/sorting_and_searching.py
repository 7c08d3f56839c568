"""Sorting, searching, selecting, merging, run lengths."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    wave,
)


def bubble_sort(x):
    n = len(x)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swapped = True
        if not swapped:
            break
    return x


def insertion_sort(x):
    for i in range(1, len(x)):
        v = x[i]
        j = i - 1
        while j >= 0 and x[j] > v:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = v
    return x


def selection_sort(x):
    for i in range(len(x)):
        least = i
        for j in range(i + 1, len(x)):
            if x[j] < x[least]:
                least = j
        if least != i:
            x[i], x[least] = x[least], x[i]
    return x


def shell_sort(x):
    gap = len(x) // 2
    while gap > 0:
        for i in range(gap, len(x)):
            v = x[i]
            j = i
            while j >= gap and x[j - gap] > v:
                x[j] = x[j - gap]
                j -= gap
            x[j] = v
        gap //= 2
    return x


def merge(a, b):
    out = np.empty(len(a) + len(b), a.dtype)
    i = j = 0
    for k in range(len(out)):
        if j >= len(b) or (i < len(a) and a[i] <= b[j]):
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
    return out


def merge_sort(x):
    if len(x) <= 1:
        return x
    middle = len(x) // 2
    return merge(merge_sort(x[:middle]), merge_sort(x[middle:]))


def merge_sort_bottom_up(x):
    width = 1
    n = len(x)
    while width < n:
        for start in range(0, n, 2 * width):
            left = x[start : start + width]
            right = x[start + width : start + 2 * width]
            x[start : start + 2 * width] = merge(left, right)
        width *= 2
    return x


def quick_sort(x):
    if x.size <= 1:
        return x
    pivot = x[0]
    rest = x[1:]
    return np.concatenate(
        [quick_sort(rest[rest < pivot]), [pivot], quick_sort(rest[rest >= pivot])]
    )


def partition(x, low, high):
    pivot = x[high]
    i = low
    for j in range(low, high):
        if x[j] < pivot:
            x[i], x[j] = x[j], x[i]
            i += 1
    x[i], x[high] = x[high], x[i]
    return i


def quick_sort_in_place(x):
    stack = [(0, len(x) - 1)]
    while stack:
        low, high = stack.pop()
        if low < high:
            p = partition(x, low, high)
            stack.append((low, p - 1))
            stack.append((p + 1, high))
    return x


def quick_select(x, k):
    low, high = 0, len(x) - 1
    while True:
        p = partition(x, low, high)
        if p == k:
            return x[p]
        if p < k:
            low = p + 1
        else:
            high = p - 1


def heap_sort(x):
    def sift(start, end):
        root = start
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and x[child] < x[child + 1]:
                child += 1
            if x[root] >= x[child]:
                return
            x[root], x[child] = x[child], x[root]
            root = child

    n = len(x)
    for start in range(n // 2 - 1, -1, -1):
        sift(start, n)
    for end in range(n - 1, 0, -1):
        x[0], x[end] = x[end], x[0]
        sift(0, end)
    return x


def counting_sort(x, top):
    counts = np.zeros(top + 1, dtype=np.int64)
    for v in x:
        counts[v] += 1
    out = np.empty_like(x)
    k = 0
    for v in range(top + 1):
        for _ in range(counts[v]):
            out[k] = v
            k += 1
    return out


def radix_sort(x):
    shift = 1
    while x.size and x.max() // shift > 0:
        buckets = [[] for _ in range(10)]
        for v in x:
            buckets[(v // shift) % 10].append(v)
        x = np.array([v for bucket in buckets for v in bucket])
        shift *= 10
    return x


def comb_sort(x):
    gap = len(x)
    done = False
    while not done:
        gap = int(gap / 1.3)
        if gap <= 1:
            gap = 1
            done = True
        for i in range(len(x) - gap):
            if x[i] > x[i + gap]:
                x[i], x[i + gap] = x[i + gap], x[i]
                done = False
    return x


def cocktail_sort(x):
    low, high = 0, len(x) - 1
    while low < high:
        last = low
        for i in range(low, high):
            if x[i] > x[i + 1]:
                x[i], x[i + 1] = x[i + 1], x[i]
                last = i
        high = last
        for i in range(high, low, -1):
            if x[i - 1] > x[i]:
                x[i], x[i - 1] = x[i - 1], x[i]
        low += 1
    return x


def gnome_sort(x):
    i = 0
    while i < len(x):
        if i == 0 or x[i] >= x[i - 1]:
            i += 1
        else:
            x[i], x[i - 1] = x[i - 1], x[i]
            i -= 1
    return x


def dutch_flag(x):
    low, i, high = 0, 0, len(x) - 1
    while i <= high:
        if x[i] == 0:
            x[low], x[i] = x[i], x[low]
            low += 1
            i += 1
        elif x[i] == 2:
            x[i], x[high] = x[high], x[i]
            high -= 1
        else:
            i += 1
    return x


def sort_rows_by_column(m, c):
    order = np.argsort(m[:, c], kind="stable")
    out = np.empty_like(m)
    for k, i in enumerate(order):
        out[k] = m[i]
    return out


def lower_bound(x, key):
    low, high = 0, len(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def upper_bound_by_halving(x, key):
    position = 0
    step = len(x)
    while step > 0:
        while position + step <= len(x) and x[position + step - 1] <= key:
            position += step
        step //= 2
    return position


def search_rotated(x, key):
    low, high = 0, len(x) - 1
    while low <= high:
        m = (low + high) // 2
        if x[m] == key:
            return m
        if x[low] <= x[m]:
            if x[low] <= key < x[m]:
                high = m - 1
            else:
                low = m + 1
        elif x[m] < key <= x[high]:
            low = m + 1
        else:
            high = m - 1
    return None


def interpolation_search(x, key):
    low, high = 0, len(x) - 1
    while low <= high and x[low] <= key <= x[high]:
        if x[low] == x[high]:
            break
        p = low + int((key - x[low]) * (high - low) / (x[high] - x[low]))
        if x[p] == key:
            return p
        if x[p] < key:
            low = p + 1
        else:
            high = p - 1
    if low < len(x) and x[low] == key:
        return low
    return -1


def search_matrix(m, key):
    i, j = 0, m.shape[1] - 1
    while i < m.shape[0] and j >= 0:
        if m[i, j] == key:
            return i, j
        if m[i, j] > key:
            j -= 1
        else:
            i += 1
    return None


def peak(x):
    low, high = 0, len(x) - 1
    while low < high:
        m = (low + high) // 2
        if x[m] < x[m + 1]:
            low = m + 1
        else:
            high = m
    return low, x[low]


def first_missing(x):
    present = np.zeros(len(x) + 2, dtype=bool)
    for v in x:
        if 0 < v < len(present):
            present[v] = True
    k = 1
    while present[k]:
        k += 1
    return k


def majority(x):
    candidate = None
    votes = 0
    for v in x:
        if votes == 0:
            candidate = v
            votes = 1
        elif v == candidate:
            votes += 1
        else:
            votes -= 1
    return candidate


def two_pointers(x, target):
    i, j = 0, len(x) - 1
    while i < j:
        s = x[i] + x[j]
        if s == target:
            return i, j
        if s < target:
            i += 1
        else:
            j -= 1
    return None


def remove_duplicates(x):
    if len(x) == 0:
        return x
    k = 1
    for i in range(1, len(x)):
        if x[i] != x[k - 1]:
            x[k] = x[i]
            k += 1
    return x[:k]


def unique_with_counts(x):
    values = []
    counts = []
    for v in np.sort(x):
        if values and values[-1] == v:
            counts[-1] += 1
        else:
            values.append(v)
            counts.append(1)
    return values, counts


def run_lengths(x):
    runs = []
    i = 0
    while i < len(x):
        j = i
        while j < len(x) and x[j] == x[i]:
            j += 1
        runs.append((x[i], j - i))
        i = j
    return runs


def run_lengths_decode(values, counts):
    out = np.zeros(counts.sum(), values.dtype)
    k = 0
    for v, c in zip(values, counts):
        out[k : k + c] = v
        k += c
    return out


def running_median(x, width):
    out = []
    for i in range(len(x) - width + 1):
        w = np.sort(x[i : i + width])
        if width % 2:
            out.append(w[width // 2])
        else:
            out.append((w[width // 2 - 1] + w[width // 2]) / 2)
    return np.array(out)


def top_k(x, k):
    best = np.full(k, -np.inf)
    for v in x:
        if v > best[-1]:
            i = k - 1
            while i > 0 and best[i - 1] < v:
                best[i] = best[i - 1]
                i -= 1
            best[i] = v
    return best


def next_permutation(p):
    i = len(p) - 2
    while i >= 0 and p[i] >= p[i + 1]:
        i -= 1
    if i < 0:
        return None
    j = len(p) - 1
    while p[j] <= p[i]:
        j -= 1
    p[i], p[j] = p[j], p[i]
    p[i + 1 :] = p[i + 1 :][::-1]
    return p


def count_common(a, b):
    i = j = n = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            n += 1
            i += 1
            j += 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1
    return n


def cycle_decomposition(p):
    seen = np.zeros(len(p), dtype=bool)
    lengths = []
    for start in range(len(p)):
        if seen[start]:
            continue
        here = start
        n = 0
        while not seen[here]:
            seen[here] = True
            here = p[here]
            n += 1
        lengths.append(n)
    return lengths


SORTS = [
    bubble_sort,
    insertion_sort,
    selection_sort,
    shell_sort,
    merge_sort,
    merge_sort_bottom_up,
    quick_sort,
    quick_sort_in_place,
    heap_sort,
    comb_sort,
    cocktail_sort,
    gnome_sort,
]
MESSY = floats(3, -1, 4, 1, -5, 9, 2, 6)

CASES = [
    *(
        case(f, MESSY, ints(3, 1, 2), floats(1), floats(), core=f in SORTS[:2])
        for f in SORTS
    ),
    case(merge, (floats(1, 3), floats(2, 4, 5)), (ints(), ints(1))),
    case(partition, (floats(3, 1, 2), 0, 2), (ints(1), 0, 0)),
    case(quick_select, (MESSY, 3), (ints(5, 4), i64(0)), (ints(5), 0)),
    case(
        counting_sort,
        (ints(3, 1, 3, 0), 3),
        (ints(), i64(2)),
        (ints(5), 2),
        raises=IndexError,
    ),
    case(radix_sort, ints(170, 45, 75, 9), ints()),
    case(dutch_flag, ints(2, 0, 1, 2, 0), ints()),
    case(sort_rows_by_column, (wave(8).reshape(4, 2), 1), (grid(2, 2), i64(0))),
    case(lower_bound, (ints(1, 3, 3, 5), i64(3)), (floats(), 1), (ints(1, 2), f64(9))),
    case(upper_bound_by_halving, (ints(1, 3, 3, 5), i64(3)), (floats(), 1)),
    case(
        search_rotated,
        (ints(4, 5, 1, 2, 3), i64(2)),
        (ints(4, 5, 1), i64(9)),
        (ints(), 1),
    ),
    case(
        interpolation_search,
        (ints(1, 3, 5, 7, 9), i64(7)),
        (floats(1, 2, 8), f64(3)),
        (ints(2, 2), 2),
    ),
    case(search_matrix, (grid(3, 3), f64(5)), (grid(2, 2), 9), (grid(2, 0), 1)),
    case(peak, floats(1, 3, 2), ints(5), floats(1, 2, 3)),
    case(first_missing, ints(1, 2, 4), ints(), ints(-1, 7)),
    case(majority, ints(1, 2, 1, 1), ints(), floats(3, 4)),
    case(two_pointers, (ints(1, 2, 4, 7), i64(6)), (ints(1), 2), (floats(1, 2), 9)),
    case(remove_duplicates, ints(1, 1, 2, 3, 3), ints(), floats(1)),
    case(unique_with_counts, ints(3, 1, 3), floats(), floats(2, 2)),
    case(run_lengths, ints(1, 1, 2, 3, 3), ints(), floats(1)),
    case(run_lengths_decode, (ints(5, 6), ints(2, 1)), (floats(), ints())),
    case(running_median, (wave(7), 3), (floats(1, 2, 5), 2), (floats(1), i64(3))),
    case(top_k, (MESSY, 3), (ints(1), 2)),
    case(next_permutation, ints(1, 3, 2), ints(3, 2, 1), [1, 2, 3]),
    case(count_common, (ints(1, 2, 4), ints(2, 4, 5)), (floats(), ints(1))),
    case(cycle_decomposition, ints(2, 0, 1, 3), ints(), ints(0)),
]
