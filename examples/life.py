"""Conway's game of life, cell by cell: a glider on a board without edges."""

import numpy as np

import autograph as ag

GLIDER = ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2))


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


def draw(board):
    return ["".join(".#"[int(cell)] * 2 for cell in row) for row in board]


def main():
    board = np.zeros((10, 10), dtype=bool)
    for cell in GLIDER:
        board[cell] = True
    pictures = []
    for _ in range(3):
        pictures.append(draw(board))
        for _ in range(4):
            board = next_board(board)
    for lines in zip(*pictures):
        print("   ".join(lines))
    print("every four generations the glider is one cell further, down and right")


if __name__ == "__main__":
    main()
