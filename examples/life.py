"""
The game of life
================

Conway's game, cell by cell, as one would tell it: no tricks with shifted arrays. Loops
over items of arrays become machine code, so the plain way is the fast way.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def next_board(board):
    rows, columns = board.shape
    after = np.zeros_like(board)
    for i in range(rows):
        for j in range(columns):
            neighbors = 0
            for r in (i - 1, i, i + 1):
                for c in (j - 1, j, j + 1):
                    if (r != i or c != j) and board[r % rows, c % columns]:
                        neighbors += 1
            if neighbors == 3 or (neighbors == 2 and board[i, j]):
                after[i, j] = True
    return after


# %%
# A glider moves one cell down and right every four generations, here on a board
# without edges.

board = np.zeros((10, 10), dtype=bool)
for cell in ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2)):
    board[cell] = True

figure, axes = plt.subplots(1, 4, figsize=(8, 2.4))
for number, each in enumerate(axes):
    each.imshow(board, cmap="Greens", vmax=1.3)
    each.set(title=f"generation {4 * number}", xticks=[], yticks=[])
    before = board
    for _ in range(4):
        board = next_board(board)
    moved = np.roll(before, (1, 1), (0, 1))
    print("one cell further, down and right:", np.array_equal(board, moved))
plt.show()

# %%
# A board at random, after 200 generations:

board = np.random.default_rng(3).random((120, 200)) < 0.3
for _ in range(200):
    board = next_board(board)
figure, axes = plt.subplots(figsize=(8, 4.8))
axes.imshow(board, cmap="Greens", vmax=1.3)
axes.set(xticks=[], yticks=[])
print("alive:", int(board.sum()))
plt.show()
