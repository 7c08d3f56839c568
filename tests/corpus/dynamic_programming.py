"""Tables, memos, sequences, knapsacks, paths in grids."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    bools,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def edit_distance(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    d[:, 0] = np.arange(len(a) + 1)
    d[0] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[-1, -1]


def edit_distance_two_rows(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            if x == y:
                current.append(previous[j - 1])
            else:
                current.append(1 + min(previous[j], current[-1], previous[j - 1]))
        previous = current
    return previous[-1]


def longest_common_subsequence(a, b):
    n = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] == b[j]:
                n[i + 1, j + 1] = n[i, j] + 1
            else:
                n[i + 1, j + 1] = max(n[i, j + 1], n[i + 1, j])
    i, j = len(a), len(b)
    out = []
    while i > 0 and j > 0:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i -= 1
            j -= 1
        elif n[i - 1, j] >= n[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return out[::-1]


def longest_increasing(x):
    length = np.ones(len(x), dtype=np.int64)
    for i in range(len(x)):
        for j in range(i):
            if x[j] < x[i] and length[j] + 1 > length[i]:
                length[i] = length[j] + 1
    return length.max() if len(x) else 0


def longest_increasing_fast(x):
    tails = []
    for v in x:
        low, high = 0, len(tails)
        while low < high:
            m = (low + high) // 2
            if tails[m] < v:
                low = m + 1
            else:
                high = m
        if low == len(tails):
            tails.append(v)
        else:
            tails[low] = v
    return len(tails), tails


def knapsack(weights, values, capacity):
    best = np.zeros(capacity + 1)
    for w, v in zip(weights, values):
        for c in range(capacity, w - 1, -1):
            if best[c - w] + v > best[c]:
                best[c] = best[c - w] + v
    return best[capacity]


def knapsack_items(weights, values, capacity):
    n = len(weights)
    t = np.zeros((n + 1, capacity + 1))
    for i in range(1, n + 1):
        for c in range(capacity + 1):
            t[i, c] = t[i - 1, c]
            if weights[i - 1] <= c:
                t[i, c] = max(t[i, c], t[i - 1, c - weights[i - 1]] + values[i - 1])
    taken = []
    c = capacity
    for i in range(n, 0, -1):
        if t[i, c] != t[i - 1, c]:
            taken.append(i - 1)
            c -= weights[i - 1]
    return taken


def fractional_knapsack(weights, values, capacity):
    total = 0.0
    for i in np.argsort(-values / weights):
        if capacity <= 0:
            break
        part = min(weights[i], capacity)
        total += part * values[i] / weights[i]
        capacity -= part
    return total


def coin_change(coins, amount):
    fewest = [0] + [None] * amount
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and fewest[a - c] is not None:
                if fewest[a] is None or fewest[a - c] + 1 < fewest[a]:
                    fewest[a] = fewest[a - c] + 1
    return fewest[amount]


def coin_ways(coins, amount):
    ways = np.zeros(amount + 1, dtype=np.int64)
    ways[0] = 1
    for c in coins:
        for a in range(c, amount + 1):
            ways[a] += ways[a - c]
    return ways[amount]


def greedy_coins(coins, amount):
    used = []
    for c in coins:
        while amount >= c:
            amount -= c
            used.append(c)
    return used, amount


def subset_sum(x, target):
    reach = np.zeros(target + 1, dtype=bool)
    reach[0] = True
    for v in x:
        for t in range(target, v - 1, -1):
            if reach[t - v]:
                reach[t] = True
        if reach[target]:
            return True
    return bool(reach[target])


def rod_cutting(prices, n):
    best = [0]
    for length in range(1, n + 1):
        top = -np.inf
        for cut in range(1, min(length, len(prices)) + 1):
            if prices[cut - 1] + best[length - cut] > top:
                top = prices[cut - 1] + best[length - cut]
        best.append(top)
    return best[n]


def matrix_chain(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n))
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            cost[i, j] = np.inf
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if c < cost[i, j]:
                    cost[i, j] = c
    return cost[0, n - 1]


def climbing_stairs(n):
    one, two = 1, 1
    for _ in range(n - 1):
        one, two = one + two, one
    return one


def house_robber(x):
    take = skip = 0
    for v in x:
        take, skip = skip + v, max(skip, take)
    return max(take, skip)


def best_trade(prices):
    lowest = np.inf
    profit = 0
    for p in prices:
        if p < lowest:
            lowest = p
        elif p - lowest > profit:
            profit = p - lowest
    return profit


def two_trades(prices):
    hold1 = hold2 = -np.inf
    sold1 = sold2 = 0.0
    for p in prices:
        hold1 = max(hold1, -p)
        sold1 = max(sold1, hold1 + p)
        hold2 = max(hold2, sold1 - p)
        sold2 = max(sold2, hold2 + p)
    return sold2


def minimum_path(m):
    cost = m.copy()
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if i == 0 and j == 0:
                continue
            if i == 0:
                cost[i, j] += cost[i, j - 1]
            elif j == 0:
                cost[i, j] += cost[i - 1, j]
            else:
                cost[i, j] += min(cost[i - 1, j], cost[i, j - 1])
    return cost[-1, -1]


def unique_paths(blocked):
    ways = np.zeros(blocked.shape[1], dtype=int)
    ways[0] = 1
    for row in blocked:
        for j in range(len(row)):
            if row[j]:
                ways[j] = 0
            elif j > 0:
                ways[j] += ways[j - 1]
    return ways[-1]


def triangle_path(rows):
    best = rows[-1].copy()
    for r in range(len(rows) - 2, -1, -1):
        for i in range(r + 1):
            best[i] = rows[r, i] + min(best[i], best[i + 1])
    return best[0]


def largest_square(m):
    side = np.zeros_like(m)
    best = 0
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j]:
                if i == 0 or j == 0:
                    side[i, j] = 1
                else:
                    side[i, j] = 1 + min(
                        side[i - 1, j], side[i, j - 1], side[i - 1, j - 1]
                    )
                best = max(best, side[i, j])
    return best * best


def word_break(text, words):
    ok = [True] + [False] * len(text)
    for i in range(1, len(text) + 1):
        for w in words:
            if len(w) <= i and ok[i - len(w)] and text[i - len(w) : i] == w:
                ok[i] = True
                break
    return ok[-1]


def dynamic_time_warping(a, b):
    d = np.full((len(a) + 1, len(b) + 1), np.inf)
    d[0, 0] = 0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            step = min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
            d[i, j] = abs(a[i - 1] - b[j - 1]) + step
    return d[len(a), len(b)]


def needleman_wunsch(a, b, gap):
    score = np.zeros((len(a) + 1, len(b) + 1))
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                score[i, j] = -gap * (i + j)
                continue
            match = score[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
            score[i, j] = max(match, score[i - 1, j] - gap, score[i, j - 1] - gap)
    return score[-1, -1]


def viterbi(observations, start, transition, emission):
    n = len(start)
    p = start * emission[:, observations[0]]
    back = []
    for o in observations[1:]:
        q = np.zeros(n)
        choice = np.zeros(n, dtype=int)
        for s in range(n):
            for r in range(n):
                v = p[r] * transition[r, s] * emission[s, o]
                if v > q[s]:
                    q[s] = v
                    choice[s] = r
        back.append(choice)
        p = q
    state = int(np.argmax(p))
    path = [state]
    for choice in reversed(back):
        state = choice[state]
        path.append(state)
    return path[::-1], p.max()


def hmm_forward(observations, start, transition, emission):
    alpha = start * emission[:, observations[0]]
    log_likelihood = 0.0
    for t in range(1, len(observations)):
        s = alpha.sum()
        if s == 0:
            return -np.inf
        log_likelihood += np.log(s)
        alpha = (alpha / s) @ transition * emission[:, observations[t]]
    return log_likelihood + np.log(alpha.sum())


def trapped_water(heights):
    left, right = 0, len(heights) - 1
    top_left = top_right = 0
    water = 0
    while left < right:
        if heights[left] < heights[right]:
            if heights[left] >= top_left:
                top_left = heights[left]
            else:
                water += top_left - heights[left]
            left += 1
        else:
            if heights[right] >= top_right:
                top_right = heights[right]
            else:
                water += top_right - heights[right]
            right -= 1
    return water


def next_greater(x):
    out = np.full(len(x), -1.0)
    stack = []
    for i in range(len(x)):
        while stack and x[stack[-1]] < x[i]:
            out[stack.pop()] = x[i]
        stack.append(i)
    return out


def balanced(text):
    depth = 0
    for c in text:
        if c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def queens(n):
    columns = []
    solutions = 0

    def place(row):
        nonlocal solutions
        if row == n:
            solutions += 1
            return
        for c in range(n):
            safe = True
            for r in range(row):
                if columns[r] == c or abs(columns[r] - c) == row - r:
                    safe = False
                    break
            if safe:
                columns.append(c)
                place(row + 1)
                columns.pop()

    place(0)
    return solutions


HMM = (
    floats(0.6, 0.4),
    floats(0.7, 0.3, 0.4, 0.6).reshape(2, 2),
    floats(0.5, 0.4, 0.1, 0.1, 0.3, 0.6).reshape(2, 3),
)

CASES = [
    case(
        edit_distance,
        (ints(1, 2, 3), ints(1, 3)),
        ("kitten", "sitting"),
        (ints(), ints(1)),
        core=True,
    ),
    case(
        edit_distance_two_rows,
        (ints(1, 2, 3), ints(1, 3)),
        ("kitten", "sitting"),
        (ints(), ints(1)),
    ),
    case(
        longest_common_subsequence,
        (ints(1, 2, 3, 4), ints(2, 4, 1)),
        ("abcd", "bd"),
        (ints(), ints(1)),
    ),
    case(longest_increasing, floats(3, 1, 4, 1, 5), ints(), ints(2)),
    case(longest_increasing_fast, floats(3, 1, 4, 1, 5), ints(), ints(2)),
    case(
        knapsack,
        (ints(1, 3, 4), floats(15, 20, 30), 4),
        (ints(5), ints(9), i64(3)),
        core=True,
    ),
    case(
        knapsack_items,
        (ints(1, 3, 4), floats(15, 20, 30), 4),
        (ints(5), ints(9), i64(3)),
    ),
    case(
        fractional_knapsack,
        (floats(10, 20, 30), floats(60, 100, 120), f64(50)),
        (floats(1), floats(2), 0),
    ),
    case(coin_change, (ints(1, 3, 4), 6), ([2], i64(3)), ([5], 0)),
    case(coin_ways, (ints(1, 2, 5), 10), ([3], i64(4)), (ints(), 0)),
    case(greedy_coins, (ints(25, 10, 1), i64(37)), ([5], 4), ((2.5,), f64(6))),
    case(subset_sum, (ints(3, 34, 4, 12), 9), (ints(2, 4), i64(7)), (ints(), 0)),
    case(rod_cutting, (ints(1, 5, 8, 9), 4), ([2.5], i64(3)), (ints(1), 0)),
    case(matrix_chain, ints(10, 30, 5, 60), ints(2, 3)),
    case(climbing_stairs, i64(5), i64(1), 3),
    case(house_robber, floats(2, 7, 9, 3, 1), ints(), ints(5)),
    case(best_trade, floats(7, 1, 5, 3, 6), ints(), ints(5, 4)),
    case(two_trades, floats(3, 1, 5, 0, 3), ints()),
    case(minimum_path, grid(3, 3), grid(1, 1), np.ones((2, 3), int)),
    case(
        unique_paths,
        np.zeros((3, 3), bool),
        ints(0, 1, 0, 0).reshape(2, 2),
        bools(1).reshape(1, 1),
    ),
    case(triangle_path, ints(2, 0, 0, 3, 4, 0, 6, 5, 7).reshape(3, 3), grid(1, 1)),
    case(
        largest_square,
        ints(1, 1, 0, 1, 1, 1).reshape(2, 3),
        np.zeros((2, 2), int),
        np.ones((3, 3)),
    ),
    case(word_break, ("catsand", ["cat", "cats", "and"]), ("a", []), ("", ["a"])),
    case(dynamic_time_warping, (floats(1, 2, 3), floats(1, 3)), (ints(), floats(1))),
    case(needleman_wunsch, (ints(1, 2, 3), ints(1, 3), 1), ("ab", "b", f64(0.5))),
    case(viterbi, (ints(0, 1, 2), *HMM), ([0], *HMM)),
    case(hmm_forward, (ints(0, 1, 2), *HMM), ([0], *HMM)),
    case(trapped_water, ints(0, 1, 0, 2, 1, 0, 1, 3), floats(), ints(5)),
    case(next_greater, floats(2, 1, 3, 0), ints(), ints(1, 2)),
    case(balanced, "(()())", "())", ""),
    case(queens, i64(4), 5, i64(1)),
]
