"""
A Kalman filter with gaps
=========================

A boat is seen through fog: its places are noisy, and now and then it is not seen at
all. The filter predicts each step, and corrects the prediction *if* there is something
to see: a branch on the data, within a loop over time.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def kalman(seen, motion, view, unrest, noise):
    """Return the filtered places; a row of NaN in `seen` is a gap."""
    state = np.zeros(len(motion))
    spread = 100.0 * np.eye(len(motion))
    places = np.zeros_like(seen)
    gaps = 0
    for t in range(len(seen)):
        state = motion @ state
        spread = motion @ spread @ motion.T + unrest
        if np.isnan(seen[t]).any():
            gaps += 1
        else:
            surprise = seen[t] - view @ state
            expected = view @ spread @ view.T + noise
            gain = np.linalg.solve(expected, view @ spread).T
            state = state + gain @ surprise
            spread = spread - gain @ view @ spread
        places[t] = view @ state
    return places, gaps


# %%
# The state is a place and a speed in two directions.

random = np.random.default_rng(2)
time = np.linspace(0, 6, 120)
true = np.stack([10 * np.cos(0.7 * time), 6 * np.sin(1.1 * time)], axis=1)
seen = true + random.normal(0.0, 0.8, true.shape)
seen[random.random(len(seen)) < 0.15] = np.nan
seen[50:60] = np.nan

motion = np.eye(4) + time[1] * np.eye(4, k=2)
view = np.eye(4)[:2]
unrest = np.diag([1e-3, 1e-3, 0.3, 0.3])
places, gaps = kalman(seen, motion, view, unrest, 0.64 * np.eye(2))

there = ~np.isnan(seen[:, 0])
print(f"{gaps} gaps of {len(seen)} moments")
print(f"off by, seen:     {np.abs(seen - true)[there].mean():.2f}")
print(f"off by, filtered: {np.abs(places - true)[there].mean():.2f}")

# %%

figure, axes = plt.subplots(figsize=(6, 4))
axes.plot(*true.T, color="gray", label="the boat")
axes.plot(*seen.T, "x", markersize=4, label="seen")
axes.plot(*places.T, label="filtered")
axes.legend()
plt.show()
