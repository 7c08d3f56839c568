"""
The distance of two words
=========================

How many letters must change to make one word of another? A table answers, each entry
from three others: the kind of loop that NumPy alone cannot take away.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def distances(a, b):
    """Return the table of distances between all beginnings of two words."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                table[i, j] = i + j
            elif a[i - 1] == b[j - 1]:
                table[i, j] = table[i - 1, j - 1]
            else:
                nearest = min(table[i - 1, j], table[i, j - 1], table[i - 1, j - 1])
                table[i, j] = nearest + 1
    return table


def letters(word):
    return np.array([ord(letter) for letter in word])


# %%

for first, second in (("kitten", "sitting"), ("sunday", "saturday"), ("loop", "pool")):
    table = distances(letters(first), letters(second))
    print(f"{first:>8} {second:<10} {table[-1, -1]}")

# %%
# The table of a pair, and one way through it:

first, second = "intention", "execution"
table = distances(letters(first), letters(second))
i, j = len(first), len(second)
way = [(i, j)]
while i > 0 or j > 0:
    steps = [(i - 1, j - 1), (i - 1, j), (i, j - 1)]
    i, j = min((s for s in steps if min(s) >= 0), key=lambda s: table[s])
    way.append((i, j))

figure, axes = plt.subplots(figsize=(5, 4.6))
axes.imshow(table, cmap="YlGnBu")
for (row, column), value in np.ndenumerate(table):
    axes.text(column, row, value, ha="center", va="center", fontsize=8)
axes.plot([column for _, column in way], [row for row, _ in way], color="crimson")
axes.set_xticks(range(1, len(second) + 1), second)
axes.set_yticks(range(1, len(first) + 1), first)
plt.show()
