"""The Mandelbrot set: ``python examples/mandelbrot.py [picture.png]``.

Without a file name it is drawn in letters. The picture needs Pillow, which the
extra ``plot`` brings.
"""

import sys

import numpy as np

import autograph as ag

SHADES = " .:-=+*#%@"


@ag.function
def escape_times(c, limit):
    z = np.zeros_like(c)
    times = np.zeros(c.shape, dtype=np.int64)
    for _ in range(limit):
        inside = np.abs(z) <= 2
        if not inside.any():
            break
        z[inside] = z[inside] ** 2 + c[inside]
        times += inside
    return times


def plane(columns, rows):
    x = np.linspace(-2.1, 0.7, columns)
    y = np.linspace(1.2, -1.2, rows)
    return x[np.newaxis, :] + 1j * y[:, np.newaxis]


def as_text(times, limit):
    shades = (times * (len(SHADES) - 1)) // limit
    return "\n".join("".join(SHADES[shade] for shade in row) for row in shades)


def save_picture(path):
    from PIL import Image

    limit = 100
    times = escape_times(plane(840, 720), np.int64(limit))
    brightness = 255 * np.sqrt(times / limit)
    Image.fromarray(brightness.astype(np.uint8)).save(path)


def main(path=None):
    if path is not None:
        try:
            save_picture(path)
        except ModuleNotFoundError:
            print("no Pillow (pip install 'numpy-autograph[plot]'): in letters, then")
        else:
            print(f"drawn in {path}")
            return
    limit = 50
    print(as_text(escape_times(plane(76, 32), np.int64(limit)), limit))


if __name__ == "__main__":
    main(*sys.argv[1:2])
