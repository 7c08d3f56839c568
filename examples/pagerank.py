"""
PageRank
========

Somebody follows links at random. Where are they most often? The links are two vectors,
from and to, and the rounds go on until the answer stands still.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def page_rank(origins, targets, count, damping, tolerance):
    outgoing = np.zeros(count)
    for page in origins:
        outgoing[page] += 1
    rank = np.full(count, 1.0 / count)
    rounds = 0
    while True:
        flow = np.zeros(count)
        for link in range(len(origins)):
            page = origins[link]
            flow[targets[link]] += rank[page] / outgoing[page]
        lost = rank[outgoing == 0].sum()  # of pages without links
        after = (1.0 - damping) / count + damping * (flow + lost / count)
        change = np.abs(after - rank).sum()
        rank = after
        rounds += 1
        if change < tolerance:
            return rank, rounds


# %%
# 300 pages, each of which links to three older ones; old ones are linked to by many:

random = np.random.default_rng(4)
origins = np.repeat(np.arange(1, 300), 3)
targets = (random.random(len(origins)) ** 2 * origins).astype(np.int64)

rank, rounds = page_rank(origins, targets, np.int64(300), 0.85, 1e-10)
print(f"{len(origins)} links, {rounds} rounds, all ranks together {rank.sum():.6f}")
best = np.argsort(-rank)[:5]
for page in best:
    print(f"page {page:3}: {rank[page]:.4f}, {np.sum(targets == page)} links to it")

# %%

figure, axes = plt.subplots(figsize=(6, 4))
axes.loglog(np.bincount(targets, minlength=300) + 1, rank, "o", markersize=4)
axes.set(xlabel="links to the page, and 1", ylabel="rank")
plt.show()
