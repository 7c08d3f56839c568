"""
The Mandelbrot set
==================

Each point is followed by itself until it escapes: a ``while`` in two ``for`` loops,
over numbers. Plain Python takes minutes for the picture below; as machine code it is
made in a moment.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def escape_times(x, y, limit):
    times = np.zeros((len(y), len(x)), dtype=np.int64)
    for row in range(len(y)):
        for column in range(len(x)):
            real, imaginary, count = 0.0, 0.0, 0
            while count < limit and real * real + imaginary * imaginary < 4.0:
                real, imaginary = (
                    real * real - imaginary * imaginary + x[column],
                    2.0 * real * imaginary + y[row],
                )
                count += 1
            times[row, column] = count
    return times


# %%

x, y = np.linspace(-2.1, 0.7, 560), np.linspace(-1.2, 1.2, 480)
limit = 100
times = escape_times(x, y, np.int64(limit))
print(f"inside: {(times == limit).mean():.1%} of the points")
print("the same upside down:", np.array_equal(times, times[::-1]))

figure, axes = plt.subplots(figsize=(7, 6))
axes.imshow(np.sqrt(times), cmap="magma", extent=(x[0], x[-1], y[0], y[-1]))
plt.show()
